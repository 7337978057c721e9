#!/usr/bin/env bash
# Every bug of tests/mutants can still be planted: its line is in its file once, and its tests are there.
set -euo pipefail

root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
planted=$("$root/scripts/mutate.py" --check)
[[ $planted =~ ^[0-9]+\ bugs ]] || {
    echo "expected the number of bugs, got '$planted'" >&2
    exit 1
}
