"""The small network for CPUs: trained with rounded weights and activations, evaluated in whole numbers exactly as
src/net does it, and written as the file that src/net/network.h reads (docs/network.md)."""

import os

import numpy as np
import torch
from torch import nn

from .formats import ILLEGAL, FormatError, read_network, write_network

ONE = 128          # an activation of 1
FIRST = 512        # a sum of the first layer of 1
WEIGHT = 64        # a weight of the other layers of 1
LOGIT = ONE * WEIGHT


def rounded(x, scale, limit):
    """x in steps of 1 / scale, the gradient as if it were not."""
    whole = (x * scale).round().clamp(-limit, limit) / scale
    return x.clamp(-limit / scale, limit / scale) + (whole - x.clamp(-limit / scale, limit / scale)).detach()


def clipped(x):
    """Activations: 0 to just below 1 in steps of 1 / ONE, rounded down."""
    inside = x.clamp(0.0, (ONE - 1) / ONE)
    return inside + (torch.floor(x * ONE).clamp(0, ONE - 1) / ONE - inside).detach()


class StudentNetwork(nn.Module):
    """`description` says how many inputs, actions and classes there are (formats.FeatureDescription)."""

    def __init__(self, description, shape):
        super().__init__()
        self.description, self.shape = description, tuple(shape)
        first, second, third = shape
        for size in shape:
            if size % 32:
                raise FormatError(f"expected layers of multiples of 32, got {size}")
        self.first = nn.Parameter(torch.randn(description.inputs, first) * 0.06)
        self.first_bias = nn.Parameter(torch.full((first,), 0.2))
        self.second = nn.Linear(first, second)
        self.third = nn.Linear(second, third)
        self.value = nn.Linear(third, description.values)
        self.action = nn.Linear(first, description.actions)
        self.of_class = nn.Linear(first, description.classes)
        for layer in (self.action, self.of_class):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    @staticmethod
    def linear(x, layer):
        return nn.functional.linear(x, rounded(layer.weight, WEIGHT, 127), rounded(layer.bias, LOGIT, 1 << 28))

    def forward(self, inputs, classes):
        """Logits by action and of winning, the mover's or each player's. `inputs` are lists filled up with
        description.inputs; illegal actions, whose class is ILLEGAL, have no chance."""
        count = self.description.inputs
        x = torch.zeros(inputs.shape[0], count + 1, device=inputs.device)
        x.scatter_(1, inputs.long(), 1.0)
        a = clipped(x[:, :count] @ rounded(self.first, FIRST, 32767) + rounded(self.first_bias, FIRST, 32767))
        b = clipped(self.linear(clipped(self.linear(a, self.second)), self.third))
        value = self.linear(b, self.value)
        value = value.squeeze(1) if self.description.values == 1 else value
        of_class = self.linear(a, self.of_class)
        legal = classes != ILLEGAL
        index = torch.where(legal, classes.long(), torch.zeros_like(classes, dtype=torch.long))
        policy = self.linear(a, self.action) + of_class.gather(1, index)
        return policy.masked_fill(~legal, -1e9), value


def weights(network):
    """The whole numbers of the file, by name, in its order."""
    whole = lambda x, scale, limit, kind: np.ascontiguousarray(
        (x.detach().double() * scale).round().clamp(-limit, limit).cpu().numpy().astype(kind))
    layer = lambda l: (whole(l.weight, WEIGHT, 127, np.int8), whole(l.bias, LOGIT, 1 << 28, np.int32))
    parts = {"first": whole(network.first, FIRST, 32767, np.int16),
             "first_bias": whole(network.first_bias, FIRST, 32767, np.int16)}
    for name, l in (("second", network.second), ("third", network.third), ("value", network.value),
                    ("action", network.action), ("of_class", network.of_class)):
        parts[name], parts[name + "_bias"] = layer(l)
    return parts


def borrow(network, path):
    """Begins with the weights of a file for the same game and features, as exactly as they are written there. Its first
    layer may be narrower: what is added counts for little until it has learnt something. Returns the file's text."""
    facts, parts = read_network(path)
    d, (first, second, third) = network.description, network.shape
    for what, expected, got in (("features", d.features, facts["features"]), ("game", d.spec, facts["spec"]),
                                ("later layers", (second, third), (int(facts["second"]), int(facts["third"])))):
        if expected != got:
            raise FormatError(f"{path}: expected the {what} {expected}, got {got}")
    width = int(facts["first"])
    if width > first:
        raise FormatError(f"{path}: expected a first layer of at most {first}, got {width}")
    weight = lambda name, scale: torch.from_numpy(parts[name].astype(np.float32)) / scale
    with torch.no_grad():
        network.first[:, :width] = weight("first", FIRST)
        network.first_bias[:width] = weight("first_bias", FIRST)
        for name, layer in (("second", network.second), ("third", network.third), ("value", network.value),
                            ("action", network.action), ("of_class", network.of_class)):
            if name in ("second", "action", "of_class"):
                layer.weight[:, :width] = weight(name, WEIGHT)
                layer.weight[:, width:] *= 0.1
            else:
                layer.weight.copy_(weight(name, WEIGHT).view_as(layer.weight))
            layer.bias.copy_(weight(name + "_bias", LOGIT).view_as(layer.bias))
    return facts


def evaluate(parts, inputs, classes):
    """What src/net computes, in whole numbers: (policy, value); `inputs` and `classes` are numpy arrays as in forward,
    logits of illegal actions mean nothing."""
    count = parts["first"].shape[0]
    x = torch.zeros(inputs.shape[0], count + 1, dtype=torch.int64)
    x.scatter_(1, torch.from_numpy(inputs.astype(np.int64)), 1)
    of = lambda name: torch.from_numpy(parts[name].astype(np.int64))
    sums = x[:, :count] @ of("first") + of("first_bias")
    sums = (sums + 32768) % 65536 - 32768  # 16 bits
    a = (sums >> 2).clamp(0, ONE - 1)
    linear = lambda y, name: y @ of(name).t() + of(name + "_bias")
    b = (linear(a, "second") >> 6).clamp(0, ONE - 1)
    b = (linear(b, "third") >> 6).clamp(0, ONE - 1)
    index = torch.from_numpy(np.where(classes == ILLEGAL, 0, classes).astype(np.int64))
    policy = linear(a, "action") + linear(a, "of_class").gather(1, index)
    value = linear(b, "value")
    return policy.numpy(), (value.squeeze(1) if value.shape[1] == 1 else value).numpy()


def largest_sum(parts, inputs):
    """The largest sum of the first layer over some samples; at 32768 sums would wrap around."""
    count = parts["first"].shape[0]
    x = torch.zeros(inputs.shape[0], count + 1)
    x.scatter_(1, torch.from_numpy(inputs.astype(np.int64)), 1.0)
    sums = x[:, :count] @ torch.from_numpy(parts["first"].astype(np.float32)) \
        + torch.from_numpy(parts["first_bias"].astype(np.float32))
    return int(sums.abs().max())


def write(path, network, games, gpu_hours, date, note=""):
    """Writes the network's file and returns its size; refuses one that is too large."""
    d = network.description
    first, second, third = network.shape
    facts = {"spec": d.spec, "features": d.features, "inputs": d.inputs, "actions": d.actions, "classes": d.classes,
             "first": first, "second": second, "third": third, **({"values": d.values} if d.values > 1 else {}),
             "games": games, "gpu-hours": f"{gpu_hours:.2f}", "date": date, "note": note}
    data = write_network(facts, weights(network), path)
    with open(path + ".part", "wb") as file:
        file.write(data)
    os.replace(path + ".part", path)
    return len(data)
