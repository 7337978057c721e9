#!/usr/bin/env bash
# What `cmake --install` puts somewhere is found by a project outside the tree, which plays a game with it; by CMake and
# by pkg-config, in C++ and in C.
set -euo pipefail

fail() { echo "$*" >&2; exit 1; }

build=$(dirname "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

cmake --install "$build" --prefix "$prefix" --component development >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
# Nothing that is installed may name the place it was built in.
! grep -rlI --include='*.cmake' --include='*.pc' --include='*.h' -e "$PWD" -e "$build" "$prefix" ||
    fail "files name the build's place"

cp -r examples/find-package "$scratch/project"
cmake -S "$scratch/project" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
    >"$scratch/log" 2>&1 && cmake --build "$scratch/build" >>"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"

played=$("$scratch/build/game")
[[ $played == "1. player 1: "*"wins"* || $played == *"draw"* ]] || fail "the game ended so: $played"
check_c() {
    local said
    said=$("$1") || fail "$1: the search told nothing, or failed: $said"
    [[ $said == *'e3h: {"done":true'*'e3h again: {"action":"e3h","text"'*'"lines":[{"chance":'* ]] ||
        fail "$1 said: $said"
}
check_c "$scratch/build/think"

# The same without CMake, where pkg-config is installed. Its files name the prefix they were configured with.
if command -v pkg-config >/dev/null; then
    libraries=$(cd "$prefix" && echo lib*/pkgconfig lib*/*/pkgconfig | tr ' ' '\n' | grep -v '\*' | head -n 1)
    flags=$(PKG_CONFIG_PATH=$prefix/$libraries pkg-config --define-variable=prefix="$prefix" --cflags --libs stockade)
    # shellcheck disable=SC2086
    gcc "$scratch/project/think.c" -o "$scratch/think" $flags
    check_c "$scratch/think"
fi
