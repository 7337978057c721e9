#!/usr/bin/env bash
# tidy.sh: clang-tidy over src. Each source is compiled by itself here, without the batches of the other builds, so a
# source that lacks an include is found, too.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=build/tidy
cmake --preset asan -B "$build" -DCMAKE_UNITY_BUILD=OFF -DSTOCKADE_TIDY=OFF >/dev/null

find src -name '*.cpp' -not -path 'src/wasm/*' -print0 |
    xargs -0 --no-run-if-empty -n 1 -P "${STOCKADE_JOBS:-$(nproc)}" clang-tidy-14 --quiet -p "$build"
