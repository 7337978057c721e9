"""Layouts, shards, feature files and network files, read and written by the description in formats.json, which the C++
tests check too. Knows no game and no PyTorch."""

import json
import math
import os
import struct
import zlib

import numpy as np

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "formats.json")) as _file:
    DESCRIPTION = json.load(_file)

_STRUCT = {"char8": "8s", "u32": "I", "u64": "Q"}
_NUMPY = {"u8": np.uint8, "i8": np.int8, "u16": np.uint16, "i16": np.int16, "i32": np.int32}

UNKNOWN_TURNS = 0xFFFF
UNKNOWN_MARGIN = -128
ILLEGAL = 255  # the class of actions that are not legal


class FormatError(ValueError):
    """A file is not what it should be; says what was expected and what came."""


class Header:
    """The fixed first bytes of a file, as a dictionary by field name."""

    def __init__(self, name):
        self.description = DESCRIPTION[name]
        self.names = [field for _, field, _ in self.description["header"]]
        types = [_STRUCT[kind] for kind, _, _ in self.description["header"]]
        self.struct = struct.Struct("<" + "".join(types))
        self.offsets = {field: struct.calcsize("<" + "".join(types[:i])) for i, field in enumerate(self.names)}
        self.magic = self.description["magic"].encode()

    def unpack(self, data):
        return dict(zip(self.names, self.struct.unpack_from(data)))

    def pack(self, **fields):
        fields = {"magic": self.magic, "version": self.description["version"], **fields}
        return self.struct.pack(*(fields.get(name, 0) for name in self.names))


class FileFormat:
    """A header, a text and columns, with a checksum over everything."""

    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.header = Header(name)
        self.columns = DESCRIPTION[name]["columns"]
        self.align = DESCRIPTION[name]["align"]
        self.checksum_at = self.header.offsets["checksum"]

    def _checksum(self, data):
        return zlib.crc32(data[self.checksum_at + 4:], zlib.crc32(data[:self.checksum_at]))

    def read_header(self, data, name):
        """(fields, text); refuses what is cut short, damaged or of another kind."""
        size = self.header.struct.size
        if len(data) < size:
            raise FormatError(f"{name}: expected a {self.kind} of at least {size} bytes, got {len(data)}")
        fields = self.header.unpack(data)
        version = self.header.description["version"]
        if fields["magic"] != self.header.magic:
            raise FormatError(f"{name}: expected the first bytes to be {self.header.magic.decode()}, "
                              "this is another kind of file")
        if fields["version"] != version:
            raise FormatError(f"{name}: expected version {version}, got {fields['version']}")
        if fields["file_bytes"] != len(data):
            raise FormatError(f"{name}: expected {fields['file_bytes']} bytes as its header says, got {len(data)}")
        found = self._checksum(data)
        if found != fields["checksum"]:
            raise FormatError(f"{name}: expected checksum {fields['checksum']:08x}, got {found:08x}: "
                              "the file is damaged")
        return fields, bytes(data[size:size + fields["text_bytes"]]).decode()

    def read_columns(self, data, sizes, name):
        """The columns as numpy arrays; `sizes` has a number for each name in the columns' sizes. Sizes of 1 are left
        out of an array's shape where the description names them."""
        at = self._padded(self.header.struct.size + sizes["text_bytes"])
        columns = {}
        for kind, column, size, _ in self.columns:
            shape = [sizes[x] if isinstance(x, str) else x for x in size]
            shape = [n for n, x in zip(shape, size) if n != 1 or x != "values"]
            count = math.prod(shape)
            dtype = np.dtype(_NUMPY[kind])
            if at + count * dtype.itemsize > len(data):
                raise FormatError(f"{name}: expected {count} numbers for {column}, the file is too short")
            columns[column] = np.frombuffer(data, dtype, count, at).reshape(shape)
            at = self._padded(at + count * dtype.itemsize)
        return columns

    def write(self, text, columns, **fields):
        """The bytes of a file; `fields` are those of the header that say how much there is."""
        text = text.encode("ascii")
        out = bytearray(self.header.struct.size) + text
        pad = lambda: out.extend(bytes(self._padded(len(out)) - len(out)))
        pad()
        for kind, column, _, _ in self.columns:
            out += np.ascontiguousarray(columns[column], _NUMPY[kind]).tobytes()
            pad()
        header = lambda checksum: self.header.pack(text_bytes=len(text), file_bytes=len(out), checksum=checksum,
                                                   **fields)
        out[:self.header.struct.size] = header(0)
        out[:self.header.struct.size] = header(self._checksum(out))
        return bytes(out)

    def _padded(self, size):
        return (size + self.align - 1) // self.align * self.align


SHARD = FileFormat("shard", "shard")
FEATURES = FileFormat("features", "file of features")
NETWORK = FileFormat("network", "network")


class Layout:
    """A game's planes and policies, as `stockade selfplay` describes them in text. `planes` is a list of (kind, name);
    the other fields are those of the text."""

    KINDS = tuple(DESCRIPTION["layout"]["kinds"])

    def __init__(self, text):
        self.text = text
        self.planes = []
        self.values = 1
        self.policy_planes = 0
        self.policy_index = []
        self.mirror = []
        for number, line in enumerate(text.splitlines(), 1):
            word, _, rest = line.partition(" ")
            if word == "spec":
                self.spec = rest
            elif word in ("rows", "cols", "actions", "values"):
                setattr(self, word, int(rest))
            elif word == "policy-planes":
                self.policy_planes = int(rest)
            elif word == "policy-index":
                self.policy_index = [int(x) for x in rest.split()]
            elif word == "mirror":
                self.mirror = [int(x) for x in rest.split()]
            elif word == "plane":
                kind, _, name = rest.partition(" ")
                if kind not in self.KINDS:
                    raise FormatError(f"layout, line {number}: expected one of {', '.join(self.KINDS)}, got '{kind}'")
                self.planes.append((kind, name))
            else:
                raise FormatError(f"layout, line {number}: unknown word '{word}'")
        self.names = [name for _, name in self.planes]
        self.cells = self.rows * self.cols

    def packed_bytes(self, kind):
        return {"cells": (self.cells + 7) // 8, "cell": 2, "number": 1, "bytes": self.cells, "derived": 0}[kind]

    @property
    def values_shape(self):
        """Shape of one sample's value: a number for the mover, or one for each player."""
        return (self.values,) if self.values > 1 else ()

    @property
    def sample_bytes(self):
        return sum(self.packed_bytes(kind) for kind, _ in self.planes)

    def mirrored_within(self, name):
        """How many columns of a plane change places when the board is mirrored: walls that stand between columns
        are named by the left one, so there is one column fewer of them."""
        between = "by anchor" in name or "right side" in name or name.startswith("turn: last")
        return self.cols - 1 if between else self.cols


class FeatureDescription:
    """What all samples of a feature file share; the fields are those of its text."""

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
                raise FormatError(f"features: unknown word '{word}'")


def read_shard(data, name="shard"):
    """(layout text, columns as numpy arrays)."""
    fields, text = SHARD.read_header(data, name)
    columns = SHARD.read_columns(data, {**fields, "values": Layout(text).values}, name)
    counted = int(columns["counts"].sum())
    if counted != fields["entries"]:
        raise FormatError(f"{name}: expected {fields['entries']} policy entries, its samples count {counted}")
    return text, columns


def write_shard(text, columns):
    """The bytes of a shard; the columns are as read_shard() gives them."""
    samples, packed = columns["positions"].shape
    return SHARD.write(text, columns, samples=samples, entries=columns["entries"].shape[0], packed_bytes=packed)


def read_features(data, name="features"):
    """(FeatureDescription, columns as numpy arrays)."""
    fields, text = FEATURES.read_header(data, name)
    description = FeatureDescription(text)
    sizes = {**fields, "values": description.values, "actions": description.actions}
    return description, FEATURES.read_columns(data, sizes, name)


def write_network(facts, columns, name):
    """The bytes of a network file; `facts` are the words and values of its text, in order."""
    data = NETWORK.write("".join(f"{word} {value}\n" for word, value in facts.items()), columns)
    limit = NETWORK.header.description["max_bytes"]
    if len(data) > limit:
        raise FormatError(f"{name}: expected a file of at most {limit} bytes, these layers make {len(data)}")
    return data


def read_network_facts(path):
    """The words and values of a network file's text; refuses a damaged file."""
    return read_network(path)[0]


def read_network(path):
    """(the words and values of a network file's text, its weights as numpy arrays); refuses a damaged file."""
    with open(path, "rb") as file:
        data = file.read()
    fields, text = NETWORK.read_header(data, path)
    facts = dict(line.partition(" ")[::2] for line in text.splitlines())
    sizes = {word: int(facts.get(word, 1)) for word in ("inputs", "actions", "classes", "first", "second", "third",
                                                        "values")}
    return facts, NETWORK.read_columns(data, {**fields, **sizes}, path)
