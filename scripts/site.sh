#!/usr/bin/env bash
# Makes the documentation site from docs/ and the pages of the root, with search, in build/site: open index.html.
# Warnings, such as links that lead nowhere and pages that the navigation forgets, are errors.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/scripts/setup.sh"

[[ $# -eq 0 ]] || die "usage: scripts/site.sh"
install_packages "${site_packages[@]}"
cd "$root"
log=$(mkdocs build --clean --strict 2>&1) || die "$log"
say "The site is at $root/build/site/index.html"
