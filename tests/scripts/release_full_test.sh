#!/usr/bin/env bash
# Makes a release of the last commit twice, in folders with names of different lengths and the second time without
# ccache, and compares the bytes. Each release tests what it made. Takes more than half an hour on two cores.
set -euo pipefail

root=$PWD
version=$(sed -n 's/^project(stockade VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
folder=$root/build/release-test
rm -rf "$folder"
trap 'rm -rf "$folder"' EXIT

trees=("$folder/one" "$folder/another-folder/two")
for tree in "${trees[@]}"; do
    git clone -q "$root" "$tree"
    "$tree/scripts/release.sh" "$version"
    # Objects that the first release left behind would make the second one prove little.
    export CCACHE_DISABLE=1
done
diff -r "${trees[0]}/dist" "${trees[1]}/dist" || { echo 'the second release has other bytes' >&2; exit 1; }
