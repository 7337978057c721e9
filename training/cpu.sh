#!/usr/bin/env bash
# cpu.sh MINUTES [OPTION...]: one stretch of teaching the small network for CPUs on a machine with a GPU: the large
# network plays, the small one learns from its games, and the checkpoint, the network file and a log come out. Options
# are those of cpu_run.py. Where OUT is set, what has to be kept is written there: files of at most 16 MiB each.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[[ ${1-} =~ ^[0-9]+([.][0-9]+)?$ ]] || {
    echo "usage: training/cpu.sh MINUTES [option of training/cpu_run.py]..." >&2
    exit 2
}
minutes=$1
shift

source training/prepare.sh
out=()
[[ -n ${OUT-} ]] && out=(--out "$OUT/cpu")
PYTHONUNBUFFERED=1 exec python3 training/cpu_run.py --minutes "$minutes" --binary "$binary" "${out[@]}" "$@"
