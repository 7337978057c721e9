"""Reads shards (src/selfplay/shard.h owns the format) and makes planes and targets of them, on any device."""

import struct
import zlib

import numpy as np
import torch

from layout import Layout

MAGIC = b"STKSHARD"
VERSION = 1
HEADER = struct.Struct("<8sIIQIIIIII")
CHECKSUM_AT = 40
UNKNOWN_TURNS = 0xFFFF
UNKNOWN_MARGIN = -128
NO_WAY = 255


class ShardError(ValueError):
    pass


def read(data, name="shard"):
    """(layout text, columns as numpy arrays); refuses what is cut short, damaged or of another kind."""
    if len(data) < HEADER.size:
        raise ShardError(f"{name}: expected at least {HEADER.size} bytes, got {len(data)}")
    magic, version, text_bytes, file_bytes, samples, entries, packed, _, checksum, _ = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ShardError(f"{name}: expected the first bytes to be {MAGIC.decode()}, this is another kind of file")
    if version != VERSION:
        raise ShardError(f"{name}: expected version {VERSION}, got {version}")
    if file_bytes != len(data):
        raise ShardError(f"{name}: expected {file_bytes} bytes as its header says, got {len(data)}")
    found = zlib.crc32(data[CHECKSUM_AT + 4:], zlib.crc32(data[:CHECKSUM_AT]))
    if found != checksum:
        raise ShardError(f"{name}: expected checksum {checksum:08x}, got {found:08x}: the file is damaged")
    at = HEADER.size
    text = bytes(data[at:at + text_bytes]).decode()
    at += (text_bytes + 7) // 8 * 8
    layout = Layout(text)
    columns = {}
    for column, kind, count in (("positions", np.uint8, packed * samples), ("counts", np.uint16, samples),
                                ("value", np.int16, layout.values * samples), ("turns", np.uint16, samples),
                                ("outcome", np.int8, samples), ("margin", np.int8, samples),
                                ("entries", np.uint16, 2 * entries)):
        size = count * np.dtype(kind).itemsize
        if at + size > len(data):
            raise ShardError(f"{name}: expected {samples} samples and {entries} policy entries, the file is too short")
        columns[column] = np.frombuffer(data, kind, count, at)
        at += (size + 7) // 8 * 8
    columns["positions"] = columns["positions"].reshape(samples, packed)
    columns["entries"] = columns["entries"].reshape(entries, 2)
    columns["value"] = columns["value"].reshape(samples, *layout.values_shape)
    if int(columns["counts"].sum()) != entries:
        raise ShardError(f"{name}: expected {entries} policy entries, its samples count {int(columns['counts'].sum())}")
    return text, columns


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
    """Steps from the nearest seed to every cell, NO_WAY where there is no way."""
    field = torch.full(seeds.shape, NO_WAY, dtype=torch.uint8, device=seeds.device)
    seen = seeds.clone()
    field[seen] = 0
    for steps in range(1, seeds.shape[1] * seeds.shape[2]):
        grown = seen.clone()
        grown[:, 1:] |= (seen & north)[:, :-1]
        grown[:, :-1] |= seen[:, 1:] & north[:, :-1]
        grown[:, :, 1:] |= (seen & east)[:, :, :-1]
        grown[:, :, :-1] |= seen[:, :, 1:] & east[:, :, :-1]
        field.masked_fill_(grown & ~seen, min(steps, NO_WAY - 1))
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
    """Fills in goals and distances of Quoridor for two or four, seen from the mover, whose home is below; four take turns
    clockwise."""
    names = layout.names
    north, east = open_passages(layout, planes, names)
    goals = (("mover", (-1, slice(None))), ("next player", (0, slice(None))))
    if layout.values == 4:
        goals = (("mover", (-1, slice(None))), ("next player", (slice(None), -1)), ("third player", (0, slice(None))),
                 ("fourth player", (slice(None), 0)))
    for who, (rows, cols) in goals:
        goal = planes[:, names.index(f"{who}: goal")]
        goal[:, rows, cols] = 1
        pawn = planes[:, names.index(f"{who}: pawn")]
        planes[:, names.index(f"{who}: distance to goal")] = distances(north, east, goal != 0)
        planes[:, names.index(f"{who}: distance from pawn")] = distances(north, east, pawn != 0)


def samples(layout, columns, device):
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


def write(text, columns):
    """The bytes of a shard; the columns are as read() gives them."""
    layout = text.encode()
    counts = columns["counts"]
    out = bytearray(HEADER.size)
    pad = lambda: out.extend(bytes(-len(out) % 8))
    out += layout
    pad()
    for column, kind in (("positions", np.uint8), ("counts", np.uint16), ("value", np.int16), ("turns", np.uint16),
                         ("outcome", np.int8), ("margin", np.int8), ("entries", np.uint16)):
        out += np.ascontiguousarray(columns[column], kind).tobytes()
        pad()
    header = lambda checksum: HEADER.pack(MAGIC, VERSION, len(layout), len(out), counts.shape[0],
                                          columns["entries"].shape[0], columns["positions"].shape[1], 0, checksum, 0)
    out[:HEADER.size] = header(0)
    out[:HEADER.size] = header(zlib.crc32(out[CHECKSUM_AT + 4:], zlib.crc32(out[:CHECKSUM_AT])))
    return bytes(out)
