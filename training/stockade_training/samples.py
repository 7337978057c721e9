"""Samples as tensors on any device: planes and targets from shards for the teacher, features from feature files for the
student."""

import numpy as np
import torch

from .formats import ILLEGAL, UNKNOWN_TURNS, FormatError

NO_PATH = 255
MOST_INPUTS = 400  # of one sample


def open_passages(layout, planes, names):
    """Which steps north and east are open, for boards with two-cell walls named by their anchors."""
    h = planes[:, names.index("board: horizontal walls by anchor")] != 0
    v = planes[:, names.index("board: vertical walls by anchor")] != 0
    north = torch.zeros_like(h)
    east = torch.zeros_like(v)
    blocked = h.clone()
    blocked[:, :, 1:] |= h[:, :, :-1]
    north[:, :-1] = ~blocked[:, :-1]
    blocked = v.clone()
    blocked[:, 1:] |= v[:, :-1]
    east[:, :, :-1] = ~blocked[:, :, :-1]
    return north, east


def distances(north, east, seeds):
    """Steps from the nearest seed to every cell, NO_PATH where there is no path."""
    field = torch.full(seeds.shape, NO_PATH, dtype=torch.uint8, device=seeds.device)
    seen = seeds.clone()
    field[seen] = 0
    for steps in range(1, seeds.shape[1] * seeds.shape[2]):
        grown = seen.clone()
        grown[:, 1:] |= (seen & north)[:, :-1]
        grown[:, :-1] |= seen[:, 1:] & north[:, :-1]
        grown[:, :, 1:] |= (seen & east)[:, :, :-1]
        grown[:, :, :-1] |= seen[:, :, 1:] & east[:, :, :-1]
        field.masked_fill_(grown & ~seen, min(steps, NO_PATH - 1))
        if steps % 8 == 0 and bool((grown == seen).all()):
            break
        seen = grown
    return field


def unpack(layout, positions):
    """Planes, as C++ writes them, from packed positions (a uint8 tensor on any device)."""
    count = positions.shape[0]
    planes = torch.zeros(count, len(layout.planes), layout.cells, dtype=torch.uint8, device=positions.device)
    bits = torch.arange(8, device=positions.device, dtype=torch.uint8)
    at = 0
    for i, (kind, _) in enumerate(layout.planes):
        size = layout.packed_bytes(kind)
        part = positions[:, at:at + size]
        at += size
        if kind == "cells":
            planes[:, i] = ((part.unsqueeze(2) >> bits) & 1).flatten(1)[:, :layout.cells]
        elif kind == "cell":
            cell = part[:, 0].long() + 256 * part[:, 1].long()
            planes[:, i].scatter_(1, cell.unsqueeze(1), 1)
        elif kind in ("number", "bytes"):
            planes[:, i] = part
    planes = planes.view(count, len(layout.planes), layout.rows, layout.cols)
    if any(kind == "derived" for kind, _ in layout.planes):
        derive(layout, planes)
    return planes


def derive(layout, planes):
    """Fills in those goals and distances of Quoridor that follow from the rest, seen from the mover, whose home is
    below. Three and four take turns clockwise; the goals of three are not derived, as one edge is empty."""
    kinds = {name: kind for kind, name in layout.planes}
    names = layout.names
    north, east = open_passages(layout, planes, names)
    goals = (("mover", (-1, slice(None))), ("next player", (0, slice(None))))
    if layout.values == 4:
        goals = (("mover", (-1, slice(None))), ("next player", (slice(None), -1)), ("third player", (0, slice(None))),
                 ("fourth player", (slice(None), 0)))
    elif layout.values == 3:
        goals = (("mover", None), ("next player", None), ("third player", None))
    for who, edge in goals:
        goal = planes[:, names.index(f"{who}: goal")]
        if edge:
            goal[:, edge[0], edge[1]] = 1
        pawn = planes[:, names.index(f"{who}: pawn")]
        for name, seeds in ((f"{who}: distance to goal", goal), (f"{who}: distance from pawn", pawn)):
            if kinds[name] == "derived":
                planes[:, names.index(name)] = distances(north, east, seeds != 0)


def of_shard(layout, columns, device):
    """A dictionary of tensors: what the trainer learns from."""
    count = columns["counts"].shape[0]
    to = lambda array: torch.from_numpy(np.array(array)).to(device)  # a copy: files are read-only memory
    rows = np.repeat(np.arange(count, dtype=np.int64), columns["counts"])
    policy = torch.zeros(count, layout.actions, device=device)
    flat = rows * layout.actions + columns["entries"][:, 0].astype(np.int64)
    policy.view(-1).index_add_(0, to(flat), to(columns["entries"][:, 1].astype(np.float32)))
    policy /= policy.sum(1, keepdim=True).clamp(min=1.0)
    turns = columns["turns"].astype(np.int64)
    margin = columns["margin"].astype(np.int64)
    return {
        "planes": unpack(layout, to(columns["positions"])),
        "policy": policy.half(),
        "outcome": to(columns["outcome"]),
        "value": to(columns["value"].astype(np.float32) / 32767).half(),
        "turns": to(np.where(turns == UNKNOWN_TURNS, -1, np.minimum(turns, 10000)).astype(np.int16)),
        "margin": to(margin.astype(np.int8)),
    }


def of_features(description, columns, device):
    """A dictionary of tensors. Inputs are lists of equal length, filled up with a number that is no input."""
    to = lambda array, kind: torch.from_numpy(array.astype(kind)).to(device)
    counts = to(columns["input_counts"], np.int64)
    count, width = counts.shape[0], MOST_INPUTS
    if count and int(counts.max()) > width:
        raise FormatError(f"expected at most {width} inputs of a sample, got {int(counts.max())}")
    lists = torch.full((count, width), description.inputs, dtype=torch.int16, device=device)
    lists[torch.arange(width, device=device) < counts.unsqueeze(1)] = to(columns["inputs"], np.int16)
    entry_counts, entries = to(columns["entry_counts"], np.int64), to(columns["entries"], np.int32)
    rows = torch.repeat_interleave(torch.arange(count, device=device), entry_counts)
    policy = torch.zeros(count, description.actions, device=device)
    policy[rows, entries[:, 0].long()] = entries[:, 1].float()
    total = policy.sum(1, keepdim=True)
    classes = to(columns["classes"], np.uint8)
    known = (total[:, 0] > 0) | (classes == ILLEGAL).all(1)  # where chance is to move nobody chooses
    policy /= total.clamp(min=1)
    return {"inputs": lists[known], "classes": classes[known], "policy": policy[known].half(),
            "value": to(columns["value"] / 32767, np.float32)[known],
            "outcome": to(columns["outcome"], np.float32)[known]}
