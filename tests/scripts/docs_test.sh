#!/usr/bin/env bash
# Every page in Markdown: lines of at most 120 columns outside tables, code and pictures, and relative links that lead
# to a file and, where they name one, to a heading. Then each check is seen to fail on a page that is wrong.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

# check <folder>: prints what is wrong with its pages.
check() {
    cd "$1" || exit
    local pages
    mapfile -t pages < <(find . -name '*.md' -not -path '*/node_modules/*' -not -path './build/*' -printf '%P\n' | sort)
    # Bytes, so that every awk counts alike; bytes that continue a character are taken out before counting.
    LC_ALL=C awk '
    function columns(line) { gsub(/[\200-\277]/, "", line); return length(line) }
    function slug(heading) {
        gsub(/[`*]/, "", heading)
        heading = tolower(heading)
        gsub(/[^a-z0-9 _-]/, "", heading)
        gsub(/ /, "-", heading)
        return heading
    }
    function fail(message) { printf "%s:%d: %s\n", FILENAME, FNR, message }
    function exists(path) {
        if (!(path in known)) known[path] = system("test -e \"" path "\"") == 0
        return known[path]
    }
    # The path from the root of what a page calls `target`.
    function resolved(target,    path) {
        path = FILENAME
        if (!sub(/\/[^\/]*$/, "", path)) path = "."
        path = path "/" target
        while (sub(/(^|\/)[^\/.][^\/]*\/\.\.(\/|$)/, "/", path)) {}
        sub(/^\/+/, "", path)
        sub(/^\.\//, "", path)
        return path
    }
    FNR == 1 { code = 0 }
    /^ *```/ { code = !code; next }
    code { next }
    pass == 1 {
        if (sub(/^#+ +/, "")) headings[FILENAME "#" slug($0)] = 1
        next
    }
    {
        if (!/^ *(\||<img|!\[)/ && columns($0) > 120) fail("expected at most 120 columns, got " columns($0))
        rest = $0
        while (match(rest, /\]\([^) ]+\)/)) {
            link = substr(rest, RSTART + 2, RLENGTH - 3)
            rest = substr(rest, RSTART + RLENGTH)
            if (link ~ /^[a-z]+:/) continue
            target = link
            heading = ""
            if (i = index(link, "#")) {
                heading = substr(link, i + 1)
                target = substr(link, 1, i - 1)
            }
            path = target == "" ? FILENAME : resolved(target)
            if (!exists(path)) fail("expected " link " to be a file, there is none")
            else if (heading != "" && path ~ /\.md$/ && !((path "#" heading) in headings))
                fail("expected a heading " link ", there is none")
        }
    }' pass=1 "${pages[@]}" pass=2 "${pages[@]}"
}

problems=$(check "$root") || exit
if [[ -n $problems ]]; then
    printf '%s\n' "$problems" >&2
    exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/docs"
{
    printf '# Page ± one\n%0121d\n' 0
    printf '| %0130d |\n```\n%0130d\n```\n' 0 0
    printf '[a](docs/none.md) [b](#page--one) [c](#no) [d](docs/two.md#there) [e](docs/two.md#not)\n'
} >"$folder/page.md"
printf '## There\n[up](../page.md) [out](../none) [web](https://example.org)\n' >"$folder/docs/two.md"
expected='docs/two.md:2: expected ../none to be a file, there is none
page.md:2: expected at most 120 columns, got 121
page.md:7: expected docs/none.md to be a file, there is none
page.md:7: expected a heading #no, there is none
page.md:7: expected a heading docs/two.md#not, there is none'
diff <(printf '%s\n' "$expected") <(check "$folder") || { echo "the checks missed a wrong page" >&2; exit 1; }
