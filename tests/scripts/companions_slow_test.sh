#!/usr/bin/env bash
# Every subcommand that the help lists can be asked for its own help, whichever program has it, and says the same of
# itself; ./stockade builds the program that has it.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }

# CLI11 breaks long descriptions into lines; joined again, both are one line.
joined() { tr -s ' \n' '  '; }
help=$("$stockade" --help)
commands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\+\) .*/\1/p' <<<"$help")
[[ $(wc -w <<<"$commands") -ge 16 ]] || fail "expected at least 16 subcommands, got: $commands"
for command in $commands; do
    own=$("$stockade" "$command" --help) || fail "$command --help fails"
    own=$(sed '/^Usage:/,$d' <<<"$own" | joined)
    [[ $(joined <<<"$help") == *" $command ${own% }"* ]] || fail "$command: the list does not say '$own'"
done

[[ $(joined <<<"$help") == *"Without a subcommand: serves the web page, "* ]] ||
    fail "the help does not say what a bare stockade does"
[[ $(joined <<<"$help") == *" --terminal without a subcommand: open the menu of the terminal instead "* ]] ||
    fail "the help does not say what --terminal does"

status=0
error=$("$stockade" --terminal serve 2>&1) || status=$?
[[ $status == 2 && $error == *"expected 'serve' as the first argument"* ]] ||
    fail "serve after an option: $status, $error"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$stockade" "$scratch/stockade"
while read -r command program; do
    status=0
    error=$("$scratch/stockade" "$command" --help 2>&1) || status=$?
    [[ $status == 2 && $error == *"$scratch/$program"* ]] || fail "without $program: status $status, $error"
    built=$(bash -c 'source scripts/setup.sh && program_of "$1"' - "$command")
    [[ $built == "$program" ]] || fail "./stockade $command builds $built instead of $program"
done < <(sed -n 's/^ *Companion{"\([a-z]*\)", "\([a-z-]*\)".*/\1 \2/p' src/cli/companions.cpp)

# Every program tells the version that the changelog opens with.
version=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -1)
[[ -n $version ]] || fail "CHANGELOG.md has no section '## X.Y.Z'"
for program in "$stockade" "$(dirname "$stockade")"/stockade-{lab,server,client}; do
    told=$("$program" --version) || fail "$program --version fails"
    [[ $(head -1 <<<"$told") == "Stockade $version" ]] || fail "$program: expected version $version, got '$told'"
    [[ $told == *commit\ * && $told == *compiler\ * && $told == *"instruction sets "* ]] || fail "$program: got '$told'"
done
