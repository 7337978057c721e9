#!/usr/bin/env bash
# check.sh: format, lint, types, unit tests and end-to-end tests of the web page, headless, on the real build. Builds
# what is missing.
#
#   web/check.sh                everything
#   web/check.sh quick          format, lint, types and unit tests only
#   web/check.sh NAME...        only those end-to-end tests: files of web/e2e, such as home, pages, play, hostile,
#                               everyone, firefox, webkit
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
files=()
for name in "$@"; do
    [[ $name != quick || $# -eq 1 ]] || { echo "check.sh: expected 'quick' alone, got: $*" >&2; exit 2; }
    [[ $name == quick || -f e2e/$name.test.mjs ]] ||
        { echo "check.sh: expected quick or names of tests in web/e2e, got '$name'" >&2; exit 2; }
    files+=("e2e/$name.test.mjs")
done
[[ ${1:-} != quick ]] || files=()
[[ $# -gt 0 ]] || files=(e2e/*.test.mjs)

../scripts/web.sh tools
if ((${#files[@]})); then
    ../scripts/setup.sh browser
    [[ " ${files[*]} " != *" e2e/webkit.test.mjs "* ]] || ../scripts/setup.sh webkit
    ../scripts/web.sh
else
    ../scripts/web.sh modules
fi
if (($# == 0)) || [[ $1 == quick ]]; then
    node_modules/.bin/prettier --check --log-level warn .
    node_modules/.bin/eslint .
    node_modules/.bin/svelte-check --output human-verbose --threshold warning
    node_modules/.bin/vitest run --reporter=dot
fi
# One file after the other: each has a browser of its own, and engines that want all cores.
if ((${#files[@]})); then exec node --test --test-concurrency=1 --test-reporter=spec "${files[@]}"; fi
