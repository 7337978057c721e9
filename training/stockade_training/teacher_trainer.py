"""Training the large network: the replay window, the loss, averaged weights, and checkpoints that resume exactly."""

import json
import math
import os
import zipfile

import torch
import torch.nn.functional as F

from . import samples as samples_of
from .checkpoint import stop_unless_finite, write
from .formats import UNKNOWN_MARGIN, FormatError, Layout, read_shard
from .teacher_network import MARGIN_SCALE, TURNS_SCALE, Network, adapted

LOSSES = ("policy", "value", "margin", "turns")
CHECK_EVERY = 20  # steps between looks at the loss, which cost a wait for the GPU


class Replay:
    """The latest samples, as tensors on the device, in a ring."""

    def __init__(self, layout, capacity, device):
        self.layout, self.capacity, self.device = layout, capacity, device
        shape = (len(layout.planes), layout.rows, layout.cols)
        new = lambda kind, *size: torch.zeros(capacity, *size, dtype=kind, device=device)
        self.columns = {"planes": new(torch.uint8, *shape), "policy": new(torch.half, layout.actions),
                        "outcome": new(torch.int8), "value": new(torch.half, *layout.values_shape),
                        "turns": new(torch.int16), "margin": new(torch.int8)}
        self.count = 0  # all that ever came in

    def add(self, samples):
        total = samples["outcome"].shape[0]
        for begin in range(0, total, self.capacity):
            part = {name: tensor[begin:begin + self.capacity] for name, tensor in samples.items()}
            size = part["outcome"].shape[0]
            at = self.count % self.capacity
            first = min(size, self.capacity - at)
            for name, tensor in part.items():
                self.columns[name][at:at + first] = tensor[:first]
                self.columns[name][:size - first] = tensor[first:]
            self.count += size

    def window(self, seen):
        """How many of the latest samples to draw from when `seen` have come in all: it grows more slowly than they
        do (Wu, Accelerating self-play learning in Go, 2019)."""
        base, power, slope = 250_000, 0.75, 0.4
        wanted = base * (1 + slope * ((max(seen, 1) / base) ** power - 1) / power) if seen > base else seen
        return max(1, min(int(wanted), self.count, self.capacity))

    def draw(self, size, window, generator):
        age = torch.randint(window, (size,), generator=generator)
        return ((self.count - 1 - age) % self.capacity).to(self.device)

    def take(self, index):
        return {name: tensor[index] for name, tensor in self.columns.items()}


class Mirror:
    """The mirror image of samples, for games that have it."""

    def __init__(self, layout, device):
        self.known = bool(layout.mirror)
        if not self.known:
            return
        self.actions = torch.tensor(layout.mirror, device=device)
        cells = torch.arange(layout.cells).view(layout.rows, layout.cols)
        index = []
        for name in layout.names:
            width = layout.mirrored_within(name)
            image = cells.clone()
            image[:, :width] = cells[:, :width].flip(1)
            index.append(image.flatten())
        self.cells = torch.stack(index).to(device)  # by plane

    def apply(self, batch):
        if not self.known:
            return batch
        planes = batch["planes"]
        flat = planes.flatten(2)
        image = dict(batch)
        image["planes"] = torch.gather(flat, 2, self.cells.expand(flat.shape[0], -1, -1)).view(planes.shape)
        image["policy"] = batch["policy"][:, self.actions]
        return image


class Trainer:
    def __init__(self, layout, blocks, channels, device, options):
        self.layout, self.device, self.options = layout, device, options
        torch.manual_seed(options.seed)
        self.model = Network(layout, blocks, channels).to(device=device, memory_format=torch.channels_last)
        decay = [p for p in self.model.parameters() if p.ndim > 1]
        rest = [p for p in self.model.parameters() if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": options.weight_decay},
                                            {"params": rest, "weight_decay": 0.0}],
                                           lr=options.lr, betas=(0.9, 0.99))
        self.average = {name: tensor.detach().clone().float() for name, tensor in self.model.state_dict().items()}
        self.generator = torch.Generator().manual_seed(options.seed + 1)
        self.mirror = Mirror(layout, device)
        self.steps = 0
        self.began = 0  # the step at which the optimiser began
        self.totals = {"samples": 0, "games": 0, "evaluations": 0, "seconds": 0.0, "trained": 0}
        self.recent = []  # (indices, loss) of the last steps
        self.sums = torch.zeros(len(LOSSES), device=device)
        self.summed = 0
        self.bf16 = device.type == "cuda"

    # --- learning ---
    def losses(self, batch):
        policy, result, margin, turns = self.model(batch["planes"])
        target = batch["policy"].float()
        policy_loss = -(target * F.log_softmax(policy.float(), 1)).sum(1).mean()
        value_loss = -(self.result_target(batch) * F.log_softmax(result, 1)).sum(1).mean()
        known = (batch["margin"] != UNKNOWN_MARGIN).float()
        margin_loss = (known * F.smooth_l1_loss(margin, batch["margin"].float() / MARGIN_SCALE,
                                                reduction="none")).mean()
        known = (batch["turns"] >= 0).float()
        turns_loss = (known * F.smooth_l1_loss(turns, batch["turns"].float() / TURNS_SCALE, reduction="none")).mean()
        return policy_loss, value_loss, margin_loss, turns_loss

    def result_target(self, batch):
        """Chances of each result, or of each player where they are more than two, by the outcome and by what the search
        found."""
        if self.layout.values > 1:
            return seats_target(batch, self.options.root_value)
        outcome, value = batch["outcome"].long(), batch["value"].float()
        won = torch.stack([outcome == 1, outcome == 0, outcome == -1], 1).float()
        found = torch.stack([(1 + value) / 2, torch.zeros_like(value), (1 - value) / 2], 1)
        share = self.options.root_value
        return (1 - share) * won + share * found

    def batch(self, replay, index):
        """Half of it mirrored."""
        half = index.shape[0] // 2
        plain, image = replay.take(index[:half]), self.mirror.apply(replay.take(index[half:]))
        return {name: torch.cat([plain[name], image[name]]) for name in plain}

    def step(self, replay):
        window = replay.window(self.totals["samples"])
        index = replay.draw(self.options.train_batch, window, self.generator)
        batch = self.batch(replay, index)
        rate = self.options.lr * min(1.0, (self.steps - self.began + 1) / self.options.warmup)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.model.train()
        if self.bf16:
            with torch.autocast("cuda", dtype=torch.bfloat16):
                parts = self.losses(batch)
        else:
            parts = self.losses(batch)
        loss = parts[0] + parts[1] + 0.1 * parts[2] + 0.1 * parts[3]
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        self.update_average()
        self.steps += 1
        self.totals["trained"] += index.shape[0]
        self.recent.append((index, loss.detach()))
        self.sums += torch.stack([part.detach().float() for part in parts])
        self.summed += 1
        if len(self.recent) >= CHECK_EVERY:
            self.check(replay)

    def update_average(self):
        keep = min(self.options.average, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            ours, theirs = [], []
            for name, tensor in self.model.state_dict().items():
                if tensor.dtype.is_floating_point:
                    ours.append(self.average[name])
                    theirs.append(tensor.float())
            torch._foreach_mul_(ours, keep)
            torch._foreach_add_(ours, theirs, alpha=1 - keep)

    def check(self, replay):
        steps, self.recent = self.recent, []
        stop_unless_finite(steps, self.steps, self.options.out, replay.take)

    def mean_losses(self):
        if not self.summed:
            return {}
        means = (self.sums / self.summed).tolist()
        self.sums.zero_()
        self.summed = 0
        return dict(zip(LOSSES, means))

    # --- checkpoints ---
    def save(self, folder):
        """Writes several small files; average.pt alone has all that play needs."""
        os.makedirs(folder, exist_ok=True)
        cpu = lambda state: {name: tensor.detach().cpu().contiguous() for name, tensor in state.items()}
        write(os.path.join(folder, "model.pt"), cpu(self.model.state_dict()))
        write(os.path.join(folder, "average.pt"), {"text": self.layout.text, "shape": self.model.shape,
                                                   "state": cpu(self.average)})
        by_parameter = {id(p): name for name, p in self.model.named_parameters()}
        moments = {"exp_avg": {}, "exp_avg_sq": {}}
        steps = {}
        for parameter, state in self.optimizer.state.items():
            name = by_parameter[id(parameter)]
            for moment in moments:
                moments[moment][name] = state[moment].detach().cpu().contiguous()
            steps[name] = float(state["step"])
        for moment, tensors in moments.items():
            write(os.path.join(folder, f"{moment}.pt"), tensors)
        state = {"steps": self.steps, "totals": self.totals, "shape": self.model.shape, "spec": self.layout.spec,
                 "optimizer_steps": steps, "parameters": sum(math.prod(p.shape) for p in self.model.parameters()),
                 "generator": self.generator.get_state().numpy().tobytes().hex()}
        with open(os.path.join(folder, "state.json.part"), "w") as file:
            json.dump(state, file, indent=1)
        os.replace(os.path.join(folder, "state.json.part"), os.path.join(folder, "state.json"))

    def read_average(self, path):
        average = torch.load(path, map_location="cpu")
        if tuple(average["shape"]) != tuple(self.model.shape):
            raise ValueError(f"{path}: expected a network of {self.model.shape[0]} blocks and {self.model.shape[1]} "
                             f"channels, got {average['shape'][0]} and {average['shape'][1]}")
        return average

    def borrow(self, path):
        """Begins with the weights of another game's network. They do not depend on the size of the board where the
        policy is planes."""
        average = self.read_average(path)
        theirs = Layout(average["text"])
        kind = lambda layout: (layout.values == 1, layout.policy_planes)
        if kind(theirs) != kind(self.layout) or not set(theirs.names).issuperset(self.layout.names) \
                or not self.layout.policy_planes:
            raise ValueError(f"{path}: {theirs.spec} has other planes, values or policies than {self.layout.spec}")
        state = adapted(average["state"], theirs, self.layout)
        for name, tensor in state.items():
            self.average[name].copy_(tensor)
        self.model.load_state_dict(state)

    def load(self, folder):
        """Goes on from what is there: everything, or only average.pt."""
        path = lambda name: os.path.join(folder, name)
        average = self.read_average(path("average.pt"))
        if average["text"] != self.layout.text:
            raise ValueError(f"{path('average.pt')}: it was trained for other planes or actions than "
                             f"{self.layout.spec} has now")
        for name, tensor in average["state"].items():
            self.average[name].copy_(tensor)
        model = torch.load(path("model.pt"), map_location="cpu") if os.path.exists(path("model.pt")) \
            else average["state"]
        self.model.load_state_dict(model)
        if not os.path.exists(path("state.json")):
            return
        with open(path("state.json")) as file:
            state = json.load(file)
        self.steps, self.totals = state["steps"], {**self.totals, **state["totals"]}
        self.generator.set_state(torch.tensor(list(bytes.fromhex(state["generator"])), dtype=torch.uint8))
        if not (os.path.exists(path("exp_avg.pt")) and os.path.exists(path("exp_avg_sq.pt"))):
            self.began = self.steps
            return
        first, second = (torch.load(path(f"{name}.pt"), map_location="cpu") for name in ("exp_avg", "exp_avg_sq"))
        for name, parameter in self.model.named_parameters():
            if name not in first:
                continue
            like = lambda tensor: torch.empty_like(parameter).copy_(tensor)
            self.optimizer.state[parameter] = {"step": torch.tensor(state["optimizer_steps"][name]),
                                               "exp_avg": like(first[name]), "exp_avg_sq": like(second[name])}


def seats_target(batch, share):
    """Each player's chance to win, from the mover on: by who won, which where nobody did is everybody in equal parts,
    and, to a share, by what the search found."""
    outcome, found = batch["outcome"].unsqueeze(1), 0.5 + 0.5 * batch["value"].float()
    seats = found.shape[1]
    won = (outcome == torch.arange(seats, device=outcome.device)).float()
    won = torch.where(outcome < 0, torch.full_like(won, 1 / seats), won)
    return (1 - share) * won + share * found / found.sum(1, keepdim=True).clamp(min=1e-3)


def load_replay(path, layout, replay, folder):
    """Leaves the shards in `folder` and returns their paths, oldest first, and how many samples came; a shard of
    another game or layout is refused."""
    count, files = 0, []
    os.makedirs(folder)
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            data = archive.read(name)
            text, columns = read_shard(data, f"{path}: {name}")
            if text != layout.text:
                raise FormatError(f"{path}: {name}: expected samples of {layout.spec} with its planes of now")
            replay.add(samples_of.of_shard(layout, columns, replay.device))
            count += columns["counts"].shape[0]
            files.append(os.path.join(folder, f"old-{len(files):06}"))
            with open(files[-1], "wb") as file:
                file.write(data)
    return files, count
