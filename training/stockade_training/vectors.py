"""The command training/vectors.py. Writes tests/net/data: positions, a small network as PyTorch exports it, and what
PyTorch's whole numbers say of those positions. tests/net/inference_test.cpp holds the C++ to it.

    training/vectors.py build/release/stockade-lab
"""

import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch

from . import ROOT, student_network
from .formats import ILLEGAL, read_features, read_shard, write_shard
from .samples import of_features

SAMPLES = 24


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} STOCKADE-LAB")
    binary = sys.argv[1]
    out = os.path.join(ROOT, "tests/net/data")
    folder = tempfile.mkdtemp(prefix="stockade-vectors-")
    try:
        subprocess.run([binary, "selfplay", "--quiet", "--evaluator", "heuristic", "--threads", "1", "--simulations",
                        "16", "--games", "8", "--variety", "60", "--shards", os.path.join(folder, "all")], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "all/shard-000000"), "rb") as file:
            text, columns = read_shard(file.read())
        # A few positions of every stage.
        chosen = np.linspace(0, columns["counts"].shape[0] - 1, SAMPLES).astype(int)
        few = {name: column[chosen] for name, column in columns.items() if name != "entries"}
        few["counts"] = np.ones(SAMPLES, np.uint16)
        starts = np.concatenate([[0], np.cumsum(columns["counts"])[:-1].astype(np.int64)])
        few["entries"] = np.stack([columns["entries"][starts[chosen], 0], np.full(SAMPLES, 65535)], 1).astype(np.uint16)
        os.makedirs(os.path.join(folder, "few"))
        data = write_shard(text, few)
        with open(os.path.join(folder, "few/shard-000000"), "wb") as file:
            file.write(data)
        subprocess.run([binary, "features", os.path.join(folder, "few"), os.path.join(folder, "features")], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "features/shard-000000.features"), "rb") as file:
            description, columns = read_features(file.read())
        samples = of_features(description, columns, "cpu")
    finally:
        shutil.rmtree(folder)
    torch.manual_seed(4)
    network = student_network.StudentNetwork(description, (32, 32, 32))
    with torch.no_grad():  # larger than at the start of training, so that all layers have something to say
        for layer in (network.second, network.third, network.value, network.action, network.of_class):
            layer.weight.normal_(std=0.4)
    inputs, classes = samples["inputs"].numpy(), samples["classes"].numpy()
    policy, value = student_network.evaluate(student_network.weights(network), inputs, classes)
    with torch.no_grad():  # the network in training says the same
        logits, chance = network(samples["inputs"], samples["classes"])
    legal = classes != ILLEGAL
    assert np.array_equal(np.rint(chance.numpy() * student_network.LOGIT), value)
    assert np.array_equal(np.rint(logits.numpy() * student_network.LOGIT)[legal], policy[legal])
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "positions.shard"), "wb") as file:
        file.write(data)
    student_network.write(os.path.join(out, "small.net"), network, 0, 0.0, "2026-11-15", "drawn at random, for tests")
    with open(os.path.join(out, "expected.txt"), "w") as file:
        for i in range(SAMPLES):
            numbers = [value[i]] + [x for a in np.nonzero(legal[i])[0] for x in (a, policy[i, a])]
            file.write(" ".join(str(int(x)) for x in numbers) + "\n")
    return 0
