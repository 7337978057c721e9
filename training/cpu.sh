#!/usr/bin/env bash
# cpu.sh MINUTES [OPTION...]: trains a small network for so many minutes: the large network plays, the small one learns
# from its games. Finds or builds the program that plays. Options are those of student.py. If OUT is set, the
# checkpoint, the network file and the log go to $OUT/cpu instead of the checkpoint's own folder.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[[ ${1-} =~ ^[0-9]+([.][0-9]+)?$ ]] || {
    echo "usage: training/cpu.sh MINUTES [option of training/student.py]..." >&2
    exit 2
}
minutes=$1
shift

source training/prepare.sh
out=()
[[ -n ${OUT-} ]] && out=(--out "$OUT/cpu")
PYTHONUNBUFFERED=1 exec python3 training/student.py --minutes "$minutes" --binary "$binary" "${out[@]}" "$@"
