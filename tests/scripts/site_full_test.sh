#!/usr/bin/env bash
# The documentation site: scripts/site.sh makes it without a warning, every link and picture of its pages leads to a
# file and a heading of the site, and search knows the pages. Then a link that leads nowhere and a page that the
# navigation forgets are seen to fail.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
if ! command -v mkdocs >/dev/null; then
    [[ -z ${STOCKADE_NEED_ALL-} ]] || { echo "mkdocs is not installed" >&2; exit 1; }
    echo "skipped: mkdocs is not installed"
    exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/project"
cd "$root"
# A copy of what the site can link to: other tests build in the tree meanwhile.
git ls-files -z --cached --others --exclude-standard -- ':!networks' ':!tests/fuzz' |
    tar --create --null --files-from=- | tar --extract --directory "$scratch/project"
mkdir -p "$scratch/project/networks"
cd "$scratch/project"

scripts/site.sh
/usr/bin/python3 - build/site <<'PYTHON'
import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

site = Path(sys.argv[1])


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.pictures = set(), [], 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and tag != "link":
                self.links.append(value)
        self.pictures += tag == "img"


pages = {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}
problems = []
for path, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
        if target.is_dir():
            target /= "index.html"
        found = next((other for other in pages if other.resolve() == target), None)
        if not target.exists():
            problems.append(f"{path}: {link} leads nowhere")
        elif parts.fragment and found and unquote(parts.fragment) not in pages[found].ids:
            problems.append(f"{path}: {link} names no heading")
print("\n".join(problems))
assert not problems
assert pages[site / "rules/quoridor.html"].pictures >= 8, "expected the figures of the rules"
documents = json.loads((site / "search/search_index.json").read_text())["docs"]
assert len({entry["location"].split("#")[0] for entry in documents}) == len(pages), "expected every page in the search"
PYTHON

# refused WHY: the site of the project as it is now.
refused() {
    if scripts/site.sh >"$scratch/out" 2>&1; then
        echo "expected a failure that tells: $1" >&2
        exit 1
    fi
    grep -qF -- "$1" "$scratch/out" || { cat "$scratch/out" >&2; exit 1; }
}
cp docs/levels.md "$scratch/levels.md"
echo "[there](none.md)" >>docs/levels.md
refused "none.md"
cp "$scratch/levels.md" docs/levels.md
echo "# Forgotten" >docs/forgotten.md
refused "forgotten.md is not in the navigation"
