"""The command training/label.py. Asks a network about the positions of shards: its policy and its value take the place
of the search's. Writes shards of the same names to another folder; those already there are left alone, so that the
work can be interrupted.

    training/label.py SHARDS OUT --network training/checkpoints/quoridor/average.pt
"""

import argparse
import glob
import os
import time

import numpy as np
import torch

from . import ROOT, gate, samples
from .formats import FormatError, read_shard, write_shard

LEAST_SHARE = 1 / 4096  # as self-play writes them


def label(network, layout, columns, device, batch):
    """The columns of the same positions with what the network says of them."""
    policies, values = [], []
    for begin in range(0, columns["counts"].shape[0], batch):
        part = torch.from_numpy(np.array(columns["positions"][begin:begin + batch])).to(device)
        with torch.no_grad():
            policy, value = network.evaluate(samples.unpack(layout, part))
        policies.append(torch.softmax(policy.float(), 1).cpu().numpy())
        values.append(value.float().cpu().numpy())
    policy = np.concatenate(policies)
    kept = policy >= LEAST_SHARE
    weights = np.where(kept, policy, 0)
    weights = np.rint(65535 * weights / weights.sum(1, keepdims=True)).astype(np.uint16)
    rows, actions = np.nonzero(kept)
    return {**columns, "counts": kept.sum(1).astype(np.uint16),
            "entries": np.stack([actions.astype(np.uint16), weights[rows, actions]], 1),
            "value": np.rint(32767 * np.concatenate(values).clip(-1, 1)).astype(np.int16)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", help="a folder of shards")
    parser.add_argument("out", help="where the new ones go")
    parser.add_argument("--network", default=os.path.join(ROOT, "training/checkpoints/quoridor/average.pt"),
                        help="the network to ask (%(default)s)")
    parser.add_argument("--batch", type=int, default=256, help="positions at once (%(default)s)")
    parser.add_argument("--threads", type=int, default=0, help="of PyTorch on a CPU (as many as there are cores)")
    parser.add_argument("--minutes", type=float, default=0, help="begin no further shard after so long (no limit)")
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = gate.load(options.network, device)
    os.makedirs(options.out, exist_ok=True)
    begin = time.monotonic()
    done = 0
    for path in sorted(glob.glob(os.path.join(options.shards, "shard-??????"))):
        target = os.path.join(options.out, os.path.basename(path))
        if os.path.exists(target):
            continue
        if options.minutes and time.monotonic() - begin > 60 * options.minutes:
            break
        with open(path, "rb") as file:
            text, columns = read_shard(file.read(), path)
        if text != network.layout.text:
            raise FormatError(f"{path}: expected positions of {network.layout.spec} with the planes of "
                              f"{options.network}")
        columns = label(network, network.layout, columns, device, options.batch)
        with open(target + ".part", "wb") as file:
            file.write(write_shard(text, columns))
        os.replace(target + ".part", target)
        done += columns["counts"].shape[0]
        print(f"{target}: {done} positions, {done / (time.monotonic() - begin):.0f} /s", flush=True)
    return 0
