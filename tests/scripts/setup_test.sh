#!/usr/bin/env bash
# What ./stockade and ./check say while they build, and in one line when something outside the sources is wrong.
set -euo pipefail

fail() { echo "$*" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source scripts/setup.sh

# Without a terminal: a line every few seconds, although one step takes long.
progress_seconds=1
shown=$({ echo '[3/9] Building CXX object long.o'; sleep 2.5; } | show_progress release 2>&1)
[[ $shown == *"release: [3/9] after "*" s"* ]] || fail "no progress without a terminal: '$shown'"

# expect <text> <file>: the cause that a log with this line leads to.
expect() {
    printf 'before\n%s\nafter\n' "$2" >"$scratch/log"
    local cause
    cause=$(cause_in "$scratch/log") || fail "no cause found in: $2"
    [[ $cause == *"$1"* && $(wc -l <<<"$cause") == 1 ]] || fail "expected one line with '$1', got: $cause"
}
expect "disk is full" "/tmp/cc.s: fatal error: No space left on device"
expect "no network" "E: Failed to fetch http://deb.debian.org/x  Temporary failure resolving 'deb.debian.org'"
expect "no network" "npm error code EAI_AGAIN"
expect "package lists" "E: Unable to locate package emscripten"
expect "STOCKADE_JOBS=1" "g++: fatal error: Killed signal terminated program cc1plus"
expect "no permission" "mkdir: cannot create directory: Permission denied"
echo "src/a.cpp:1:1: error: expected ';'" >"$scratch/log"
! cause_in "$scratch/log" || fail "a mistake in the sources has no cause outside them"

# A system without apt-get and without a compiler, and one whose apt-get fails.
mkdir "$scratch/bare" "$scratch/apt"
for tool in bash mktemp tee grep rm; do
    ln -s "$(command -v "$tool")" "$scratch/bare/$tool"
    ln -s "$(command -v "$tool")" "$scratch/apt/$tool"
done
printf '#!/bin/bash\nexit 1\n' >"$scratch/apt/dpkg-query"
printf '#!/bin/bash\n%s\n' \
    '[[ " $* " == *" update "* ]] || { echo "E: Unable to connect to deb.debian.org:http:"; exit 100; }' \
    >"$scratch/apt/apt-get"
# Whoever runs this test, nobody becomes root: these stand for env as root and for sudo.
printf '#!/bin/bash\n[[ $1 != *=* ]] || shift\nexec "$@"\n' >"$scratch/apt/env"
printf '#!/bin/bash\n[[ $1 != -n ]] || shift\nexec "$@"\n' >"$scratch/apt/sudo"
chmod +x "$scratch"/apt/{dpkg-query,apt-get,env,sudo}
said=$(set -o pipefail; PATH=$scratch/bare install_packages g++ 2>&1) && fail "a system without a compiler is accepted"
[[ $said == *"Missing: g++ cmake ninja."* ]] || fail "a system without a compiler: $said"
said=$(set -o pipefail; PATH=$scratch/apt install_packages g++ 2>&1) && fail "a failed installation is accepted"
[[ $(tail -n 1 <<<"$said") == "Installing failed: there is no network"* ]] || fail "no network: $said"

# one_line <expected> <what> <command>...: it fails, and its last line, the only one about the failure, says what to do.
one_line() {
    local said
    said=$("${@:3}" 2>&1) && fail "$2 is accepted"
    [[ $(tail -n 1 <<<"$said") == *"$1"* ]] || fail "$2: $said"
}
in_subshell() { ("$@"); }
on_a_mac() { (OSTYPE=darwin23 install_packages g++); }
one_line "this is darwin23: use a Linux machine" "another system" on_a_mac

# A Python that is too old, and none.
mkdir "$scratch/python"
printf '#!/bin/bash\necho 3.7\n' >"$scratch/python/python3"
chmod +x "$scratch/python/python3"
with_old_python() { (PATH=$scratch/python need_python 3 9); }
without_python() { (PATH=$scratch/bare need_python 3 9); }
one_line "python3 is 3.7: put a newer one first in PATH" "an old Python" with_old_python
one_line "there is no python3: install it" "no Python" without_python
in_subshell need_python 3 6 || fail "this Python is refused"

# A folder that cannot be written to, for whoever runs this: a file has its name.
: >"$scratch/build"
cannot_write() { (stockade_root=$scratch build_preset release); }
one_line "make it writable, or free some space" "a folder without permission" cannot_write

# A release whose version is not that of the sources is refused before anything is installed or written.
one_line "usage: scripts/release.sh VERSION" "no version" scripts/release.sh
one_line "usage: scripts/release.sh VERSION" "a name for a version" scripts/release.sh next
one_line "change it there first" "another version" scripts/release.sh 99.0.0

# Parts of ./check full that there are not, and words where none belong.
one_line "expected some of release asan tsan fuzz bench page, got 'memory'" "an unknown part" ./check full memory
one_line "usage: ./check [quick | full [PART...]]" "a word after quick" ./check quick page
