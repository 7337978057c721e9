#!/usr/bin/env bash
# Every option that takes a number takes JSON's numbers and nothing else. It asks all programs, stockade-lab too.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }

checked=0
for command in $("$stockade" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    help=$("$stockade" "$command" --help)
    for option in $(sed -n 's/^ *\(-[a-z],\)\{0,1\}\(--[a-z-]*\) \(N\|MS\|MB\|D\|S\|X\)\b.*/\2/p' <<<"$help"); do
        for value in 010 +1 0x10 -1 99999999999999999999999999 1x; do
            status=0
            error=$(timeout 20 "$stockade" "$command" "$option=$value" </dev/null 2>&1) || status=$?
            [[ $status == 2 ]] || fail "$command $option=$value: exit status $status"
            # Other arguments may be missing too, which is told first.
            [[ $error == *"$option: expected a "*"got '$value'"* || $error == *required* || $error == *requires* ]] ||
                fail "$command $option=$value: $error"
        done
        checked=$((checked + 1))
    done
done
[[ $checked -ge 40 ]] || fail "only $checked options that take numbers were found"
