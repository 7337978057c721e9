#!/usr/bin/env bash
# tidy.sh [<build>]: clang-tidy over src, with the compile commands of a clang build (build/asan).
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=${1:-build/asan}
[[ -f $build/compile_commands.json ]] || {
    echo "$build/compile_commands.json is missing: run cmake --preset asan" >&2
    exit 1
}

find src -name '*.cpp' -not -path 'src/wasm/*' -print0 |
    xargs -0 --no-run-if-empty -n 1 -P "${STOCKADE_JOBS:-$(nproc)}" clang-tidy-14 --quiet -p "$build"
