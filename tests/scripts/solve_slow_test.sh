#!/usr/bin/env bash
# `stockade solve`: results, files, Ctrl-C and errors.
set -euo pipefail
stockade=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*" >&2; exit 1; }
# expect_error TEXT ARGUMENTS...: exit status 2 and this text in the one line of the message.
expect_error() {
    local text=$1 status=0 message
    shift
    message=$("$stockade" solve "$@" 2>&1 >/dev/null) || status=$?
    [[ $status == 2 ]] || fail "solve $*: exit status $status"
    [[ $message == *"$text"* && $(wc -l <<<"$message") == 1 ]] || fail "solve $*: $message"
}

answer=$("$stockade" solve quoridor:size=5,walls=1)
grep -q '^result      player 2 wins in 12 turns$' <<<"$answer" || fail "5x5 with one wall each: $answer"
grep -q '^best turns  b1 d1 c2 ' <<<"$answer" || fail "5x5 with one wall each: $answer"

# A saved solution answers for what follows.
file=$folder/5x5.solution
"$stockade" solve quoridor:size=5,walls=1 --save "$file" >/dev/null
answer=$("$stockade" solve quoridor:size=5,walls=1 --save "$file" --moves 'c2 c4' --all)
! grep -q '^solved in' <<<"$answer" || fail "solved again: $answer"
grep -q '^result' <<<"$answer" || fail "no result after moves: $answer"
expect_error "$file: the position is of quoridor:size=5,walls=2" quoridor:size=5,walls=2 --save "$file"

# What was stopped by Ctrl-C goes on from there.
part=$folder/part.solution
"$stockade" solve quoridor-mini --threads 1 --save "$part" >"$folder/log" 2>&1 &
pid=$!
for ((i = 0; i < 600; ++i)); do
    if grep -q '^time' "$folder/log"; then break; fi
    sleep 0.1
done
sleep 0.2
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[[ $status == 130 && -e $part ]] || fail "exit status $status after Ctrl-C: $(cat "$folder/log")"
grep -q 'Interrupted with [0-9]* of 80265 wall sets solved' "$folder/log" || fail "$(cat "$folder/log")"
"$stockade" solve quoridor-mini --save "$part" | grep -q 'player 2 wins in 28 turns' || fail "resumed wrongly"

echo "not a solution" >"$folder/foreign"
expect_error "foreign: expected a solution of" quoridor:size=5,walls=1 --save "$folder/foreign"
head -c 500 "$file" >"$folder/short"
expect_error "short: the file is cut off" quoridor:size=5,walls=1 --save "$folder/short"
expect_error "Is a directory" quoridor:size=5,walls=1 --save "$folder"
expect_error "No such file" quoridor:size=3,walls=1 --save "$folder/none/x"
expect_error "only quoridor with two players and pinko" blockade
expect_error "only quoridor with two players and pinko" quoridor:players=3
expect_error "this needs about" quoridor
expect_error "but only 1 MB are allowed" quoridor:size=5,walls=3 --memory 1
expect_error "expected a game spec" --threads 1
expect_error "--moves:" quoridor:size=5,walls=1 --moves c9
expect_error "the game is over" --position 'quoridor:size=5,walls=1; pawns c5 b2; turn 2'
