#!/usr/bin/env bash
# Self-play, training and gating in Python, where PyTorch is installed; elsewhere this is skipped.
set -uo pipefail

binary=$1
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import torch, numpy' 2>/dev/null; then
        exec "$python" training/tests/test_training.py "$binary"
    fi
done
echo "skipped: no python3 here has PyTorch (Debian: apt-get install python3-torch)"
