#!/usr/bin/env bash
# `stockade play` line by line: scripts, random players, garbage, files.
set -euo pipefail
stockade=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*" >&2; exit 1; }

diff -u - <(printf 'e2\n2. e8\n# why not\nd4h\nundo\nposition\n' | "$stockade" play quoridor) <<'END'
ok e2
ok e8
ok d4h
ok undo
position quoridor; pawns e2 e8; hand 10 10; walls -; turn 1
END

status=0
printf 'e5\ne2\n' | "$stockade" play >"$folder/out" || status=$?
[[ $status == 2 ]] || fail "exit status $status after a bad turn"
[[ $(tail -n 1 "$folder/out") == 'ok e2' ]] || fail 'the game did not go on after a bad turn'

# Random players finish by themselves, and the same seed gives the same game.
for game in quoridor-mini:players=4 blockade quoridor4fun wallgo territoires:players=3 pinko; do
    "$stockade" play "$game" --players random --seed 5 </dev/null >"$folder/first"
    "$stockade" play "$game" --players random --seed 5 </dev/null >"$folder/second"
    cmp "$folder/first" "$folder/second" || fail "$game: the same seed gave two games"
    tail -n 1 "$folder/first" | grep -q '^result ' || fail "$game: no result"
done

# What the engine plays first is there before anybody has said anything.
coproc GAME { "$stockade" play quoridor-mini --players engine:1,human; }
read -t 60 -r line <&"${GAME[0]}" || fail 'the first turn was held back'
[[ $line == 'play '* ]] || fail "expected the turn of the engine first, got: $line"
echo quit >&"${GAME[1]}"
wait "$GAME_PID" || fail 'the game did not end well'

# Errors repeat what came, but nothing that a terminal would obey.
for bad in $'\e[31mred' $'ring\a' $'a\x9bb' $'\xc2\x9b31m'; do
    "$stockade" play "$bad" </dev/null >"$folder/out" 2>&1 && fail 'a game without a name'
    printf '%s\n' "$bad" | "$stockade" play quoridor >>"$folder/out" 2>&1 && fail 'a turn without a meaning'
    LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f\x7f\x9b]' "$folder/out" && fail "control characters: $(cat -v "$folder/out")"
done

# A record can be taken up again.
printf 'e2\ne8\nrecord\n' | "$stockade" play quoridor | sed -n '/^\[/,$p' >"$folder/game.txt"
[[ $(echo position | "$stockade" play --load "$folder/game.txt") == *'pawns e2 e8'* ]] ||
    fail 'the record was not loaded'
[[ $(echo position | "$stockade" play --position 'quoridor; pawns a1 a9; turn 2') == *'pawns a1 a9;'*'turn 2' ]] ||
    fail 'the position was not taken'

# Garbage of every kind is answered, not died of.
status=0
{ head -c 200000 /dev/urandom; printf '\n'; head -c 3000000 /dev/zero; printf '\ne2\n'; } |
    timeout 60 "$stockade" play quoridor >"$folder/out" || status=$?
[[ $status == 2 ]] || fail "exit status $status after garbage"
[[ $(tail -n 1 "$folder/out") == 'ok e2' ]] || fail 'the game did not survive garbage'

for arguments in 'nosuchgame' 'quoridor --players human' 'quoridor --players cat,dog' '--load /nonexistent' \
    'quoridor --position x' 'quoridor --seed x'; do
    status=0
    # shellcheck disable=SC2086
    "$stockade" play $arguments </dev/null >/dev/null 2>"$folder/error" || status=$?
    [[ $arguments == 'quoridor --players human' ]] && { [[ $status == 0 ]] || fail "one word for all seats"; continue; }
    [[ $status == 2 ]] || fail "exit status $status for: $arguments"
    grep -q '^stockade: ' "$folder/error" || fail "no error for: $arguments"
done
