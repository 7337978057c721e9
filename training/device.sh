#!/usr/bin/env bash
# device.sh MINUTES [OPTION...]: plays and trains a large network for so many minutes, from its checkpoint and back to
# it. Finds or builds the program that plays. Options are those of teacher.py. If OUT is set, the results go to
# $OUT/checkpoint instead of the checkpoint's own folder.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[[ ${1-} =~ ^[0-9]+([.][0-9]+)?$ ]] || {
    echo "usage: training/device.sh MINUTES [option of training/teacher.py]..." >&2
    exit 2
}
minutes=$1
shift

source training/prepare.sh
out=()
[[ -n ${OUT-} ]] && out=(--out "$OUT/checkpoint")
PYTHONUNBUFFERED=1 exec python3 training/teacher.py --minutes "$minutes" --binary "$binary" "${out[@]}" "$@"
