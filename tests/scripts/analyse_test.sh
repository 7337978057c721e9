#!/usr/bin/env bash
# `stockade analyse` as it is typed: tables, annotated records, charts, requests, and what is wrong with bad ones.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/two.record" <<'END'
[Game "quoridor-mini"]
[Player1 "Ann <&> Amy"]
[Player2 "Bob"]
[Result "1-0"]

1. c2 c4 2. c2h d4 3. b2 b3h 4. b3 d3 5. a3 c3 6. a4 b3 7. a5 1-0

[Game "quoridor4fun"]
[Result "*"]

1. 2:e2,e3 1:e8 2. 1:c3h *
END

# A table and a summary for each game; games from a pipe give the same.
"$stockade" analyse "$folder/two.record" --nodes 200 --output "$folder/reviewed.record" --chart "$folder/chart.svg" \
    >"$folder/table" 2>"$folder/log" || fail "$(cat "$folder/log")"
grep -q '^Game 1: Ann <&> Amy against Bob, Quoridor Mini, 1-0$' "$folder/table" || fail "$(cat "$folder/table")"
grep -q '^Game 2: Player 1 against Player 2, Quoridor4Fun, \*$' "$folder/table" || fail "$(cat "$folder/table")"
grep -q '^7\.  *a5  *100.0%  *0.0%  *0.0  best  *100.0%  a5$' "$folder/table" || fail "$(cat "$folder/table")"
[[ $(grep -c 'accuracy  best  good  inaccuracy  mistake  blunder' "$folder/table") == 2 ]] || fail "no summaries"
"$stockade" analyse - --nodes 200 <"$folder/two.record" | diff - "$folder/table" || fail "standard input differs"

# Names of players and files that would move the cursor, ring or turn the writing round are shown without that.
printf '[Game "quoridor-mini"]\n[Player1 "\e[31mA\a\xc2\x9b31mnn"]\n[Player2 "\xe2\x80\xaebeN"]\n\n1. c2 c4 *\n' \
    >"$folder/rings.record"
"$stockade" analyse "$folder/rings.record" --nodes 50 --output "$folder/"$'\e[31m.json' >"$folder/shown" 2>&1 ||
    fail "$(cat "$folder/shown")"
grep -q '^Game 1: .\[31mA.?31mnn against ?beN, Quoridor Mini, \*$' "$folder/shown" || fail "$(cat -v "$folder/shown")"
grep -q '^ 1 .\[31mA.?31mnn  ' "$folder/shown" || fail "$(cat -v "$folder/shown")"
grep -q '^ 2 ?beN  ' "$folder/shown" || fail "$(cat -v "$folder/shown")"
grep -q '^1 game written to .*/?\[31m.json$' "$folder/shown" || fail "$(cat -v "$folder/shown")"
! LC_ALL=C grep -q $'[^ -~]' "$folder/shown" || fail "$(cat -v "$folder/shown")"

# Walls alone fit two notations: they are read as one says.
printf '1. e7h e3h *\n' >"$folder/walls.record"
for told in modern=e7h glendenning=e2h; do
    "$stockade" analyse "$folder/walls.record" --from "${told%=*}" --nodes 50 >"$folder/walls" 2>&1 ||
        fail "$(cat "$folder/walls")"
    grep -q "^1\.  *${told#*=}[ ?!]" "$folder/walls" || fail "--from ${told%=*}: $(cat "$folder/walls")"
done

# What was written reads back, and analysing it again changes nothing but what the engine says.
"$stockade" convert "$folder/reviewed.record" >/dev/null || fail "the annotated record does not read back"
grep -q 'was best\.' "$folder/reviewed.record" || fail "no comment on a bad turn"
grep -q '\[Accuracy2 "' "$folder/reviewed.record" || fail "no accuracy"
"$stockade" analyse "$folder/reviewed.record" --nodes 200 -o - >"$folder/again.record"
diff "$folder/reviewed.record" "$folder/again.record" || fail "the second analysis differs from the first"
"$stockade" analyse "$folder/two.record" --nodes 50 -o "$folder/reviewed.json" >/dev/null 2>&1
[[ $(wc -l <"$folder/reviewed.json") == 2 ]] || fail "no JSON"

# Charts, one a game, that a renderer takes.
for chart in "$folder/chart-1.svg" "$folder/chart-2.svg"; do
    [[ -s $chart ]] || fail "$chart is missing"
    grep -q 'prefers-color-scheme:dark' "$chart" || fail "$chart has one theme only"
    if command -v rsvg-convert >/dev/null; then
        rsvg-convert "$chart" -o "$folder/chart.png" || fail "$chart is not well-formed"
    fi
done
[[ ! -e $folder/chart.svg ]] || fail "two games in one chart"

# expect_error <words> <arguments>...: status 2, one line that has those words, and nothing written.
expect_error() {
    local words=$1 status=0 error
    shift
    rm -f "$folder/out.record" "$folder/out.svg"
    error=$("$stockade" analyse "$@" 2>&1 >"$folder/stdout" </dev/null) || status=$?
    [[ $status == 2 ]] || fail "analyse $*: exit status $status"
    [[ $error == "stockade: "*"$words"* && $(wc -l <<<"$error") == 1 ]] || fail "analyse $*: $error"
    [[ ! -s $folder/stdout ]] || fail "analyse $*: wrote to standard output"
    [[ -z $(find "$folder" -name 'out.*') ]] || fail "analyse $*: wrote a file"
}
# The second game is the bad one: the first must not be told either.
{ cat "$folder/two.record"; printf '\n[Game "quoridor"]\n\n1. e2 )\n'; } >"$folder/bad.record"
expect_error 'bad.record: game 3, line 15, column 7' "$folder/bad.record" -o "$folder/out.record" \
    --chart "$folder/out.svg"
printf '1. e2 e7 *\n' >"$folder/illegal.record"
expect_error 'game 1, turn 2 (e7)' "$folder/illegal.record" -o "$folder/out.record"
: >"$folder/empty.record"
expect_error 'expected a game as record, found none' "$folder/empty.record"
expect_error 'No such file' "$folder/absent.record"
expect_error 'is a folder' "$folder"
expect_error 'no place for annotations' "$folder/two.record" -o "$folder/out.qtp"
expect_error 'expected a file of games' --nodes 10
expect_error '--movetime' "$folder/two.record" --movetime 0
expect_error 'No such file' "$folder/two.record" --nodes 10 -o "$folder/no/such/folder.record"
expect_error 'there is no folder' "$folder/two.record" --nodes 10 --chart "$folder/no/chart.svg"
expect_error '--json reads requests' --json "$folder/two.record"

# Requests: good and bad lines, answered in any order, all of them before the end.
printf '%s\n' '{"id":"a","spec":"quoridor","turns":["e2","e8"],"nodes":200,"lines":2}' 'nonsense' \
    '{"id":"b","spec":"quoridor","turns":["e9"]}' '{"id":"v","action":"query_version"}' \
    '{"id":"c","spec":"wallgo","nodes":100}' |
    "$stockade" analyse --json --parallel 2 >"$folder/answers" || fail "requests: exit status $?"
[[ $(wc -l <"$folder/answers") == 5 ]] || fail "$(cat "$folder/answers")"
grep -q '^{"id":"a","turn":2,"position":"quoridor; .*"lines":\[{"turn":"' "$folder/answers" ||
    fail "$(cat "$folder/answers")"
grep -q '^{"id":null,"error":"expected a JSON object: ' "$folder/answers" ||
    fail "$(cat "$folder/answers")"
grep -q '^{"id":"b","error":"turn 1 (e9): .*,"field":"turns"}$' "$folder/answers" ||
    fail "$(cat "$folder/answers")"
grep -q '^{"id":"v","action":"query_version","name":"Stockade","version":1}$' "$folder/answers" || fail "no version"

# Ctrl-C stops at once, in the middle of endless thinking. (A shell starts background jobs deaf to it.)
interrupted() {
    local status=0
    timeout --preserve-status --signal=INT 0.5 "$@" >/dev/null 2>&1 || status=$?
    [[ $status == 130 ]] || fail "interrupted $*: exit status $status"
}
mkfifo "$folder/requests"
exec {requests}<>"$folder/requests"
echo '{"id":1,"spec":"quoridor","movetime":86400000}' >&"$requests"
interrupted "$stockade" analyse --json <"$folder/requests"
interrupted "$stockade" analyse "$folder/two.record" --movetime 86400000 -o "$folder/out.record"
[[ -z $(find "$folder" -name 'out.*') ]] || fail "something was left behind"
