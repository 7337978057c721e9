#!/usr/bin/env bash
# device.sh MINUTES [OPTION...]: everything for one stretch of training on a machine with a GPU: finds or builds the
# program that plays, goes on from the checkpoint, plays and learns for that long, measures and saves. Options are those
# of run.py. Where OUT is set, what has to be kept is written there: at most 8 files of 16 MiB each.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[[ ${1-} =~ ^[0-9]+([.][0-9]+)?$ ]] || {
    echo "usage: training/device.sh MINUTES [option of training/run.py]..." >&2
    exit 2
}
minutes=$1
shift

source training/prepare.sh
out=()
[[ -n ${OUT-} ]] && out=(--out "$OUT/checkpoint")
PYTHONUNBUFFERED=1 exec python3 training/run.py --minutes "$minutes" --binary "$binary" "${out[@]}" "$@"
