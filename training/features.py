"""Reads feature files (src/selfplay/feature_files.h owns the format): samples as a small network sees them."""

import struct
import zlib

import numpy as np
import torch

MAGIC = b"STKFEATS"
VERSION = 1
HEADER = struct.Struct("<8sIIQIIIIII")
CHECKSUM_AT = 40
ILLEGAL = 255


class FeatureError(ValueError):
    pass


class Description:
    """What all samples of a game share; the fields are those of the text."""

    def __init__(self, text):
        self.text = text
        self.values = 1
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("spec", "features"):
                setattr(self, word, rest)
            elif word in ("inputs", "actions", "classes", "values"):
                setattr(self, word, int(rest))
            elif word in ("mirror-inputs", "mirror-actions"):
                setattr(self, word.replace("-", "_"), [int(x) for x in rest.split()])
            else:
                raise FeatureError(f"features: unknown word '{word}'")


def read(data, name="features"):
    """(Description, columns as numpy arrays); refuses what is cut short, damaged or of another kind."""
    if len(data) < HEADER.size:
        raise FeatureError(f"{name}: expected at least {HEADER.size} bytes, got {len(data)}")
    magic, version, text_bytes, file_bytes, samples, inputs, entries, _, checksum, _ = HEADER.unpack_from(data)
    if magic != MAGIC or version != VERSION:
        raise FeatureError(f"{name}: expected a file of features, version {VERSION}")
    if file_bytes != len(data):
        raise FeatureError(f"{name}: expected {file_bytes} bytes as its header says, got {len(data)}")
    if zlib.crc32(data[CHECKSUM_AT + 4:], zlib.crc32(data[:CHECKSUM_AT])) != checksum:
        raise FeatureError(f"{name}: the file is damaged")
    at = HEADER.size
    description = Description(bytes(data[at:at + text_bytes]).decode())
    at += (text_bytes + 7) // 8 * 8
    columns = {}
    for column, kind, count in (("input_counts", np.uint16, samples), ("inputs", np.uint16, inputs),
                                ("classes", np.uint8, samples * description.actions),
                                ("entry_counts", np.uint16, samples), ("entries", np.uint16, 2 * entries),
                                ("value", np.int16, description.values * samples), ("outcome", np.int8, samples)):
        columns[column] = np.frombuffer(data, kind, count, at)
        at += (count * np.dtype(kind).itemsize + 7) // 8 * 8
    if description.values > 1:
        columns["value"] = columns["value"].reshape(samples, description.values)
    return description, columns


def samples(description, columns, device):
    """A dictionary of tensors. Inputs are lists of equal length, filled up with a number that is no input."""
    count = columns["input_counts"].shape[0]
    to = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
    counts = columns["input_counts"].astype(np.int64)
    width = MOST_INPUTS
    if count and counts.max() > width:
        raise FeatureError(f"expected at most {width} inputs of a sample, got {counts.max()}")
    lists = np.full((count, width), description.inputs, np.int16)
    place = np.arange(width)[None, :] < counts[:, None]
    lists[place] = columns["inputs"].astype(np.int16)
    entry_counts = columns["entry_counts"].astype(np.int64)
    entries = columns["entries"].reshape(-1, 2)
    policy = np.zeros((count, description.actions), np.float32)
    policy[np.repeat(np.arange(count), entry_counts), entries[:, 0]] = entries[:, 1]
    total = policy.sum(1, keepdims=True)
    classes = columns["classes"].reshape(count, -1)
    known = (total[:, 0] > 0) | (classes == ILLEGAL).all(1)  # where chance is to move nobody chooses
    policy /= np.maximum(total, 1)
    return {"inputs": to(lists[known]), "classes": to(classes[known]),
            "policy": to(policy[known]).half(), "value": to((columns["value"][known] / 32767).astype(np.float32)),
            "outcome": to(columns["outcome"][known].astype(np.float32))}


MOST_INPUTS = 400
