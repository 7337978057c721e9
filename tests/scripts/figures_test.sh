#!/usr/bin/env bash
# The figures of docs/rules: scripts/rule_figures.sh draws every one of them as it is kept, and the rules show each.
set -euo pipefail
stockade=$1
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$root/scripts/rule_figures.sh" "$stockade" "$folder"
diff -r "$folder" "$root/docs/images/rules"
for figure in "$folder"/*.svg; do
    name=${figure##*/}
    grep -q "](../images/rules/$name)" "$root"/docs/rules/*.md || { echo "$name is in no rules" >&2; exit 1; }
done
