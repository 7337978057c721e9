#!/usr/bin/env bash
# `stockade show`: boards as text and as pictures.
set -euo pipefail
stockade=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*" >&2; exit 1; }

diff -u - <("$stockade" show 'quoridor:size=3; pawns a1 c3; hand 9 10; walls a1h; turn 2' --ascii) <<'END'
   +-1---1---1-+
 3 | .   .  (2)|
   |           |
 2 | .   .   . |
   |#######    |
 1 |(1)  .   . |
   +-2---2---2-+
     a   b   c
Quoridor; player 2 to move; walls in hand 9, 10
END

# A dumb terminal and a pipe get no escape sequences; colours come when asked for.
# Into files first: a grep that has seen enough would otherwise break the program's pipe.
TERM=dumb LC_ALL=C.UTF-8 "$stockade" show quoridor >"$folder/dumb"
"$stockade" show quoridor >"$folder/plain"
"$stockade" show quoridor --colour always >"$folder/coloured"
if LC_ALL=C grep -q '[^ -~]' "$folder/dumb"; then fail 'a dumb terminal got more than ASCII'; fi
if grep -q $'\e' "$folder/plain"; then fail 'a file got colours'; fi
grep -q $'\e' "$folder/coloured" || fail 'no colours'

"$stockade" show wallgo:players=3 --svg "$folder/a.svg" --ascii >/dev/null
"$stockade" show wallgo:players=3 --svg - >"$folder/b.svg"
cmp "$folder/a.svg" "$folder/b.svg"
if command -v xmllint >/dev/null; then xmllint --noout "$folder/a.svg"; fi

status=0
"$stockade" show nonsense 2>"$folder/error" || status=$?
[[ $status == 2 ]] || fail "exit status $status for nonsense"
[[ $(wc -l <"$folder/error") == 1 ]] || fail 'expected one line of error'
grep -q '^stockade: ' "$folder/error" || fail 'the error does not say who speaks'
status=0
"$stockade" show quoridor --svg /nonexistent/a.svg >/dev/null 2>&1 || status=$?
[[ $status == 2 ]] || fail "exit status $status for a file that cannot be written"
