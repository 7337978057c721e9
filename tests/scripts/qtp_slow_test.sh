#!/usr/bin/env bash
# `stockade engine --qtp`: a conversation over pipes, and a match of the engine over QTP against itself over UGI.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

answer=$(printf 'name\nboardsize 5\nwalls 3\ngenmove black\nquit\n' | "$stockade" engine --qtp --nodes 50)
[[ $answer == $'= Stockade\n\n=\n\n=\n\n= '[A-E][1-5]* ]] || fail "unexpected answers: $answer"

cat >"$folder/match.ini" <<END
[match]
game = quoridor-mini
games = 4
save = $folder/games.record

[engine ugi]
cmd = $stockade engine
tc = nodes=50

[engine qtp]
cmd = $stockade engine --qtp --nodes 50 --hash 4
protocol = qtp
tc = none
END
table=$("$stockade" match --config "$folder/match.ini" 2>"$folder/log") || fail "$(cat "$folder/log")"
# Every game was played to its end: nobody was late, crashed, hung or cheated.
for engine in ugi qtp; do
    [[ $(awk -v e="$engine" '$1 == e { print $2, $(NF-3), $(NF-2), $(NF-1), $NF }' <<<"$table") == "4 0 0 0 0" ]] ||
        fail "$engine did not play four clean games: $table"
done
[[ $("$stockade" convert "$folder/games.record" --to json | wc -l) == 4 ]] || fail "the games do not replay"

status=0
error=$("$stockade" engine --nodes 50 2>&1 </dev/null) || status=$?
[[ $status == 2 && $error == *--qtp* ]] || fail "--nodes without --qtp: status $status, $error"
