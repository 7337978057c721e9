"""The large network: residual blocks over the board as the mover sees it, with a policy, a value and helper heads."""

import torch
import torch.nn.functional as F
from torch import nn

NO_PATH = 255.0
TURNS_SCALE = 50.0   # helper targets are trained in these units
MARGIN_SCALE = 5.0
PER_ACTION = 0.001   # as SearchOptions::per_action: a result that much later counts that much less
MAX_TURNS = 300.0
PLAYERS = ("mover", "next player", "third player", "fourth player")


class Features(nn.Module):
    """Planes of small whole numbers to numbers of a size that networks like, and what follows from them at once:
    lengths of shortest paths, and the cells that lie on one."""

    def __init__(self, layout):
        super().__init__()
        names = layout.names
        scale, limit = [], []
        for kind, name in layout.planes:
            if "distance" in name:
                scale.append(1 / 16)
                limit.append(32.0)
            elif kind == "number":
                scale.append(1 / 10)
                limit.append(NO_PATH)
            else:
                scale.append(1.0)
                limit.append(NO_PATH)
        self.register_buffer("scale", torch.tensor(scale).view(1, -1, 1, 1), persistent=False)
        self.register_buffer("limit", torch.tensor(limit).view(1, -1, 1, 1), persistent=False)
        # Only where each player has one pawn and one goal.
        self.routes = []
        for who in PLAYERS:
            wanted = [f"{who}: pawn", f"{who}: distance to goal", f"{who}: distance from pawn", f"{who}: walls in hand"]
            if all(name in names for name in wanted):
                self.routes.append([names.index(name) for name in wanted])
        whose = PLAYERS[:len(self.routes)]
        self.names = names + [f"{who}: {what}" for who in whose for what in ("on a path", "path", "no walls")] \
            + [f"{who}: lead" for who in whose[1:]]  # of the channels, as forward() makes them
        self.channels = len(self.names)
        self.padded = (self.channels + 7) // 8 * 8

    def forward(self, planes, dtype):
        x = planes.float()
        out = [torch.minimum(x, self.limit) * self.scale]
        if self.routes:
            lengths = []
            ones = torch.ones_like(x[:, :1])
            for pawn, to_goal, from_pawn, hand in self.routes:
                length = (x[:, pawn] * x[:, to_goal]).sum((1, 2), keepdim=True)
                lengths.append(length)
                out.append((x[:, to_goal] + x[:, from_pawn] == length).float().unsqueeze(1))
                out.append(ones * (length.clamp(max=32.0) / 16).unsqueeze(1))
                out.append((x[:, hand] == 0).float().unsqueeze(1))
            for length in lengths[1:]:
                out.append(ones * ((length - lengths[0]).clamp(-8.0, 8.0) / 4).unsqueeze(1))
        if self.padded > self.channels:
            out.append(torch.zeros_like(x[:, :1]).expand(-1, self.padded - self.channels, -1, -1))
        return torch.cat(out, 1).to(dtype)


class ConvNorm(nn.Module):
    """A convolution with batch normalisation; without it, for play, the same folded into weights and bias."""

    def __init__(self, inputs, outputs, size, norm):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=not norm)
        self.norm = nn.BatchNorm2d(outputs) if norm else None

    def forward(self, x):
        x = self.conv(x)
        return self.norm(x) if self.norm is not None else x


class Block(nn.Module):
    def __init__(self, channels, norm):
        super().__init__()
        self.first = ConvNorm(channels, channels, 3, norm)
        self.second = ConvNorm(channels, channels, 3, norm)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x))))


class Network(nn.Module):
    """norm=False gives the network for play, whose weights come from folded()."""

    HEAD = 32
    HIDDEN = 128

    def __init__(self, layout, blocks, channels, norm=True):
        super().__init__()
        self.layout, self.shape = layout, (blocks, channels)
        self.features = Features(layout)
        self.stem = ConvNorm(self.features.padded, channels, 3, norm)
        self.blocks = nn.ModuleList(Block(channels, norm) for _ in range(blocks))
        self.policy_first = ConvNorm(channels, self.HEAD, 1, norm)
        if layout.policy_planes:
            self.policy_last = nn.Conv2d(self.HEAD, layout.policy_planes, 1)
            self.register_buffer("policy_index", torch.tensor(layout.policy_index), persistent=False)
        else:
            self.policy_last = nn.Linear(self.HEAD * layout.cells, layout.actions)
        self.value_first = ConvNorm(channels, self.HEAD, 1, norm)
        self.value_hidden = nn.Linear(2 * self.HEAD + self.features.padded, self.HIDDEN)
        # Win, draw and loss, or who of more than two wins; margin; turns.
        self.value_last = nn.Linear(self.HIDDEN, (3 if layout.values == 1 else layout.values) + 2)

    def forward(self, planes):
        """Policy logits by action; logits of results; margin; turns left."""
        features = self.features(planes, self.stem.conv.weight.dtype)
        x = features.contiguous(memory_format=torch.channels_last)
        x = F.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        policy = self.policy_last(F.relu(self.policy_first(x)) if self.layout.policy_planes
                                  else F.relu(self.policy_first(x)).flatten(1))
        if self.layout.policy_planes:
            policy = policy.flatten(1)[:, self.policy_index]
        v = F.relu(self.value_first(x))
        v = torch.cat([v.mean((2, 3)), v.amax((2, 3)), features.mean((2, 3))], 1)
        v = self.value_last(F.relu(self.value_hidden(v))).float()
        return policy, v[:, :-2], v[:, -2], v[:, -1]

    def evaluate(self, planes):
        """What play needs: bfloat16 logits and a float value for the mover, or for each player where they are more than
        two, a late result a little less."""
        policy, result, _, turns = self(planes)
        chances = torch.softmax(result, 1)
        sooner = 1 - PER_ACTION * (turns * TURNS_SCALE).clamp(0.0, MAX_TURNS)
        if self.layout.values == 1:
            return policy.to(torch.bfloat16), (chances[:, 0] - chances[:, 2]) * sooner
        return policy.to(torch.bfloat16), (2 * chances - 1) * sooner.unsqueeze(1)


def folded(state):
    """The state of a network for play from that of one in training: normalisation goes into the convolutions."""
    out = {}
    for name, tensor in state.items():
        prefix, _, last = name.rpartition(".")
        if prefix.endswith(".norm"):
            continue
        if last == "weight" and prefix.endswith(".conv") and prefix[:-4] + "norm.weight" in state:
            norm = prefix[:-4] + "norm."
            factor = state[norm + "weight"].float() / torch.sqrt(state[norm + "running_var"].float() + 1e-5)
            out[name] = tensor.float() * factor.view(-1, 1, 1, 1)
            out[prefix + ".bias"] = state[norm + "bias"].float() - state[norm + "running_mean"].float() * factor
        else:
            out[name] = tensor
    return out


def adapted(state, theirs, ours):
    """The state of another game's network for a game with the same planes or fewer, as of fewer players: what belongs
    to a plane goes by its name, values by their place."""
    names, own = Features(theirs).names, Features(ours)
    if names == own.names:
        return state
    rows = lambda layout: 3 if layout.values == 1 else layout.values
    out = dict(state)

    def inputs(tensor, begin, padded):
        """Columns of weights from `begin` on by the names of channels."""
        new = torch.zeros(tensor.shape[0], begin + padded, *tensor.shape[2:], dtype=tensor.dtype)
        new[:, :begin] = tensor[:, :begin]
        for at, name in enumerate(own.names):
            new[:, begin + at] = tensor[:, begin + names.index(name)]
        return new

    out["stem.conv.weight"] = inputs(state["stem.conv.weight"], 0, own.padded)
    out["value_hidden.weight"] = inputs(state["value_hidden.weight"], 2 * Network.HEAD, own.padded)
    for name in ("value_last.weight", "value_last.bias"):
        tensor = state[name]
        out[name] = torch.cat([tensor[:rows(ours)], tensor[rows(theirs):]])
    return out


def for_play(layout, blocks, channels, state, device, dtype):
    network = Network(layout, blocks, channels, norm=False)
    network.load_state_dict(folded(state))
    network = network.to(device=device, memory_format=torch.channels_last).to(dtype).eval()
    network.features.float()  # distances are compared exactly
    for parameter in network.parameters():
        parameter.requires_grad_(False)
    return network


def refresh(network, state):
    """New weights in place, so that captured graphs see them."""
    with torch.no_grad():
        own = network.state_dict()
        for name, tensor in folded(state).items():
            own[name].copy_(tensor)
