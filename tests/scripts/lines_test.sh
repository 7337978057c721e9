#!/usr/bin/env bash
# Every source that git tracks: lines of at most 120 columns, and at most 600 lines. Pages in Markdown are counted by
# lines alone, as docs_test.sh knows which of their lines may be long. Then each check is seen to fail on a file that is
# wrong.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

# sources: the tracked files of the current folder that people write, each ended by a zero byte. Data and pictures are
# left out.
sources() {
    git ls-files -z -- '*.h' '*.cpp' '*.c' '*.ts' '*.js' '*.mjs' '*.svelte' '*.css' '*.html' '*.py' '*.sh' '*.cmake' \
        '*CMakeLists.txt' '*.yml' '*.yaml' '*.md' check stockade
}

# check <folder>: prints what is wrong with its sources.
check() {
    cd "$1" || exit
    # Bytes, so that every awk counts alike; bytes that continue a character are taken out before counting.
    sources | LC_ALL=C xargs -0 awk '
    function columns(line) { gsub(/[\200-\277]/, "", line); return length(line) }
    function count() { if (lines > 600) printf "%s: expected at most 600 lines, got %d\n", file, lines }
    FNR == 1 { count(); file = FILENAME }
    { lines = FNR }
    FILENAME !~ /\.md$/ && length($0) > 120 && columns($0) > 120 {
        printf "%s:%d: expected at most 120 columns, got %d\n", FILENAME, FNR, columns($0)
    }
    END { count() }'
}

problems=$(check "$root")
[[ -z $problems ]] || { echo "$problems"; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git -C "$scratch" init -q
printf '%0121d\n' 0 >"$scratch/wide.cpp"
printf '%0120d\n' 0 >"$scratch/narrow.cpp"
printf 'é%.0s' {1..120} >"$scratch/accents.sh"
yes | head -n 601 >"$scratch/long.md"
yes | head -n 600 >"$scratch/short.ts"
printf '%0121d\n' 0 >"$scratch/data.json"
git -C "$scratch" add .
found=$(check "$scratch" | sort)
expected='long.md: expected at most 600 lines, got 601
wide.cpp:1: expected at most 120 columns, got 121'
[[ $found == "$expected" ]] || { printf 'expected\n%s\ngot\n%s\n' "$expected" "$found"; exit 1; }
