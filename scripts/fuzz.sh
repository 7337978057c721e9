#!/usr/bin/env bash
# fuzz.sh <fuzzer> <seeds> <work>: runs a fuzzer for STOCKADE_FUZZ_SECONDS (10). New inputs collect in <work>/corpus,
# those that fail in <work>/failures; the seeds are read, never written.
set -euo pipefail

fuzzer=$1 seeds=$2 work=$3
mkdir -p "$work/corpus" "$work/failures"
corpora=("$work/corpus")
[[ -d $seeds ]] && corpora+=("$seeds")

exec "$fuzzer" -max_total_time="${STOCKADE_FUZZ_SECONDS:-10}" -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$work/failures/" "${corpora[@]}"
