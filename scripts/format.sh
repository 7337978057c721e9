#!/usr/bin/env bash
# Formats every C++ file of the project; with --check it only names those that are not formatted.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
mode=(-i)
[[ ${1-} == --check ]] && mode=(--dry-run -Werror)

find src tests bench -name '*.h' -print0 -o -name '*.cpp' -print0 |
    xargs -0 --no-run-if-empty clang-format-14 "${mode[@]}"
