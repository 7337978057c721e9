#!/usr/bin/env bash
# `stockade games`: every game is listed, explained, and its example can be played.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }

names=$("$stockade" games | sed '/^$/,$d; /^ /d; s/ .*//')
[[ $(wc -w <<<"$names") -ge 8 ]] || fail "expected at least 8 games, got: $names"
for name in $names; do
    text=$("$stockade" games "$name")
    grep -q '^option' <<<"$text" || fail "$name: no table of options"
    grep -q '^Goal: ' <<<"$text" || fail "$name: no rules"
    # Every cell of the table keeps to its column, and every line to its width.
    awk -v name="$name" '
        /^option/ { table = 1; for (i = 2; i <= NF; ++i) at[$i] = index($0, $i) }
        /^$/ { table = 0 }
        length($0) > 100 { print name ": too long: " $0; bad = 1 }
        table {
            for (column in at)
                if (length($0) >= at[column] && substr($0, at[column] - 2, 2) != "  ") { print column ": " $0; bad = 1 }
        }
        END { exit bad }' <<<"$text" || fail "$name: the table of options overflows"
    example=$(sed -n 's/^Example: stockade play //p' <<<"$text")
    echo quit | "$stockade" play "$example" || fail "$name: the example $example cannot be played"
done

"$stockade" games quoridor | grep -q '^walls .* 10 / 6 / 5  ' || fail 'no defaults for three and four players'

if command -v python3 >/dev/null; then
    "$stockade" games --json | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) >= 8'
    "$stockade" games quoridor --json | python3 -c 'import json, sys; assert json.load(sys.stdin)["name"] == "quoridor"'
fi

status=0
error=$("$stockade" games quoridr 2>&1) || status=$?
[[ $status == 2 ]] || fail "exit status $status for an unknown game"
[[ $error == *"did you mean quoridor?"* ]] || fail "no suggestion: $error"
