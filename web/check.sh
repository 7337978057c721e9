#!/usr/bin/env bash
# check.sh: types, unit tests and end-to-end tests of the web page, headless, on the real build. Builds what is missing.
#
#   web/check.sh          everything
#   web/check.sh quick    types and unit tests only
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
[[ $# -le 1 && ${1:-quick} == quick ]] || { echo "usage: web/check.sh [quick]" >&2; exit 2; }

../scripts/web.sh ${1:+modules}
npx svelte-check --threshold warning
npx vitest run
[[ ${1:-} == quick ]] || node --test --test-concurrency=1 e2e/
