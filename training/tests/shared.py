"""What tests of training share: options of a trainer, and planes as self-play packs them."""

import argparse

import numpy as np


def options(out, **changes):
    values = dict(seed=1, lr=1e-3, warmup=10, weight_decay=1e-4, average=0.99, root_value=0.3, train_batch=32, out=out)
    values.update(changes)
    return argparse.Namespace(**values)


def packed(layout, planes):
    """As pack() of src/selfplay/layout.cpp."""
    flat = planes.reshape(planes.shape[0], len(layout.planes), -1)
    parts = []
    for i, (kind, _) in enumerate(layout.planes):
        plane = flat[:, i]
        if kind == "cells":
            parts.append(np.packbits(plane, axis=1, bitorder="little"))
        elif kind == "cell":
            cell = plane.argmax(1)
            parts.append(np.stack([cell & 255, cell >> 8], 1).astype(np.uint8))
        elif kind == "number":
            parts.append(plane[:, :1])
        elif kind == "bytes":
            parts.append(plane)
    return np.concatenate(parts, 1)
