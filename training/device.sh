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

# A static program carried along runs where nothing is installed; else it is built here.
binary=
for candidate in build/portable/stockade-selfplay build/release/stockade-selfplay build/release/stockade; do
    if [[ -x $candidate ]] && "$candidate" selfplay --help >/dev/null 2>&1; then
        binary=$candidate
        break
    fi
done
if [[ -z $binary ]]; then
    cmake --preset portable >/dev/null
    cmake --build --preset portable
    binary=build/portable/stockade-selfplay
fi

python3 -c 'import torch' 2>/dev/null || {
    echo "python3 has no PyTorch: install it, or put the python3 that has it first on the PATH" >&2
    exit 2
}
out=()
[[ -n ${OUT-} ]] && out=(--out "$OUT/checkpoint")
PYTHONUNBUFFERED=1 exec python3 training/run.py --minutes "$minutes" --binary "$binary" "${out[@]}" "$@"
