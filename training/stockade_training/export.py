"""The command training/export.py. A checkpoint's averaged weights in half precision: half the space, enough to play
and to go on from.

    training/export.py build/checkpoint/average.pt training/checkpoints/quoridor/average.pt
"""

import os
import sys

import torch

from .checkpoint import write


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} AVERAGE.pt OUT.pt")
    saved = torch.load(sys.argv[1], map_location="cpu")
    saved["state"] = {name: tensor.half() if tensor.dtype.is_floating_point else tensor
                      for name, tensor in saved["state"].items()}
    os.makedirs(os.path.dirname(os.path.abspath(sys.argv[2])), exist_ok=True)
    write(sys.argv[2], saved)
    return 0
