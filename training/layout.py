"""What a game's planes and policies look like, as `stockade selfplay` describes them in text (docs/training.md)."""

KINDS = ("cells", "cell", "number", "bytes", "derived")


class Layout:
    """The fields are those of the text; `planes` is a list of (kind, name)."""

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
                if kind not in KINDS:
                    raise ValueError(f"layout, line {number}: expected one of {', '.join(KINDS)}, got '{kind}'")
                self.planes.append((kind, name))
            else:
                raise ValueError(f"layout, line {number}: unknown word '{word}'")
        self.names = [name for _, name in self.planes]
        self.cells = self.rows * self.cols

    def packed_bytes(self, kind):
        return {"cells": (self.cells + 7) // 8, "cell": 2, "number": 1, "bytes": self.cells, "derived": 0}[kind]

    @property
    def values_shape(self):
        """Of what the search found for one sample: a number for the mover, or one for each player."""
        return (self.values,) if self.values > 1 else ()

    @property
    def sample_bytes(self):
        return sum(self.packed_bytes(kind) for kind, _ in self.planes)

    def mirrored_within(self, name):
        """How many columns of a plane change places when the board is mirrored: walls that stand between columns
        are named by the left one, so there is one column fewer of them."""
        between = "by anchor" in name or "right side" in name or name.startswith("turn: last")
        return self.cols - 1 if between else self.cols
