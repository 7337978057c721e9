"""The command training/student.py. Trains the small network for CPUs: by games that a teacher plays against itself, by
shards at hand, or both. The teacher is a large network, a small one or the classical evaluation. Goes on from the
checkpoint where there is one; writes the checkpoint, the network file and a log.

    training/cpu.sh 9                                                      # everything, on a machine with a GPU
    training/student.py --game quoridor-kid --teacher heuristic --dir DIR  # everything, anywhere
    training/student.py --selfplay-minutes 0 --shards DIR --minutes 5      # from samples alone, anywhere
"""

import glob
import os
import re
import shutil
import subprocess
import time

import numpy as np
import torch
import torch.nn.functional as F

from . import BINARY, gate, samples as samples_of, serve, student_network
from .checkpoint import Log, save_replay, stop_unless_finite, write
from .formats import FormatError, read_features
from .options import add_common, carry_out, new_parser
from .teacher_trainer import seats_target

CHECK_EVERY = 20


def parse(arguments=None):
    parser, add = new_parser(__doc__)
    add_common(add)
    add("--dir", "training/checkpoints/quoridor-cpu", "the checkpoint to go on from, if there is one")
    add("--out", "", "where checkpoint, network and log go; empty: the same folder")
    add("--selfplay-minutes", -1.0, "how much of that the teacher plays; -1: 55%%, 0: not at all")
    add("--teacher", "training/checkpoints/quoridor/average.pt",
        "the teacher: a large network (.pt), a small one (.net), or heuristic, the classical evaluation")
    add("--game", "", "the game of a teacher other than a large network")
    parser.add_argument("--shards", action="append", default=[], help="a folder of samples to learn from; may be "
                        "given more than once")
    add("--first", 256, "sums of the first layer")
    add("--second", 32, "outputs of the second layer")
    add("--third", 32, "outputs of the third layer")
    add("--binary", BINARY, "the program that plays and knows the inputs")
    add("--threads", os.cpu_count() or 1, "threads that play and convert")
    add("--torch-threads", 0, "threads of PyTorch on a CPU; 0: as it likes")
    add("--batch", 4096, "positions that the teacher evaluates at once")
    add("--simulations", 64, "of each of the teacher's searches")
    add("--train-batch", 4096, "samples of a training step")
    add("--epochs", 0.0, "learn from every sample so often; 0: as often as the time allows")
    add("--lr", 2e-3, "learning rate at its height; it falls to nothing at the end")
    add("--warmup", 100, "steps until the height")
    add("--average", 0.998, "how much of the averaged weights each step keeps")
    add("--root-value", 0.5, "share of the search's or teacher's value in the value target; the rest is the outcome")
    add("--policy-weight", 1.0, "of the policy's loss; the value's is 1")
    add("--capacity", 8_000_000, "samples kept, the latest ones")
    add("--held-out", 0.02, "share of the samples that is only measured on")
    add("--begin-with", "", "where there is no checkpoint: the network file of the same game to go on from, whose "
        "first layer may be narrower")
    add("--note", "", "a line for the network's file")
    add("--fresh", 0, "1: begin anew even where there is a checkpoint")
    options = parser.parse_args(arguments)
    options.out = options.out or options.dir
    if options.selfplay_minutes and not options.teacher.endswith(".pt"):
        if options.teacher != "heuristic" and not options.teacher.endswith(".net"):
            parser.error(f"--teacher: expected a .pt or .net file, or heuristic, got {options.teacher}")
        if not options.game:
            parser.error(f"--game: expected the game that {options.teacher} plays")
    if options.selfplay_minutes < 0:
        options.selfplay_minutes = 0.55 * options.minutes
    return options


class Student:
    """The network in training, its average and its optimiser."""

    def __init__(self, description, shape, options, device):
        torch.manual_seed(options.seed)
        self.options, self.device = options, device
        self.model = student_network.StudentNetwork(description, shape).to(device)
        self.average = {name: tensor.detach().clone() for name, tensor in self.model.state_dict().items()}
        # What changes from step to step lies in tensors, so that a captured step reads it.
        self.rate = torch.zeros((), device=device)
        self.keep = torch.zeros((), device=device)
        self.index = torch.zeros(options.train_batch, dtype=torch.long, device=device)
        self.loss = torch.zeros((), device=device)
        on_gpu = device.type == "cuda"
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=self.rate if on_gpu else options.lr,
                                          betas=(0.9, 0.99), capturable=on_gpu)
        if on_gpu:
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
        self.captured = None
        self.generator = torch.Generator().manual_seed(options.seed + 1)
        self.steps = 0
        self.totals = {"games": 0, "gpu_seconds": 0.0, "trained": 0}
        self.recent = []
        self.sums = torch.zeros(2, device=device)
        self.summed = 0
        self.mirror_inputs = torch.tensor(description.mirror_inputs + [description.inputs], device=device)
        self.mirror_actions = torch.tensor(description.mirror_actions, device=device)

    def batch(self, samples, index):
        """Half of it mirrored."""
        part = {name: tensor[index] for name, tensor in samples.items()}
        half = index.shape[0] // 2
        part["inputs"][:half] = self.mirror_inputs[part["inputs"][:half].long()].to(part["inputs"].dtype)
        for name in ("classes", "policy"):
            part[name][:half] = part[name][:half][:, self.mirror_actions]
        return part

    def losses(self, model, batch):
        policy, value = model(batch["inputs"], batch["classes"])
        policy_loss = -(batch["policy"].float() * F.log_softmax(policy, 1)).sum(1).mean()
        share = self.options.root_value
        if model.description.values > 1:
            return policy_loss, F.cross_entropy(value, seats_target(batch, share))
        target = 0.5 + 0.5 * (share * batch["value"] + (1 - share) * batch["outcome"])
        return policy_loss, F.binary_cross_entropy_with_logits(value, target.clamp(0, 1))

    def step(self, samples, count, progress):
        """`progress`, from 0 to 1, is how much of the training is over."""
        o = self.options
        self.index.copy_(torch.randint(count, (o.train_batch,), generator=self.generator))
        rate = o.lr * min(1.0, (self.steps + 1) / o.warmup) * max(0.5 * (1 + np.cos(np.pi * progress)), 0.01)
        self.rate.fill_(float(rate))
        self.keep.fill_(min(o.average, (1 + self.steps) / (10 + self.steps)))
        if self.device.type == "cuda":
            if self.captured is None:
                self.captured = self.capture(samples)
            self.captured()
        else:
            for group in self.optimizer.param_groups:
                group["lr"] = float(rate)
            self.update(samples)
        self.steps += 1
        self.totals["trained"] += o.train_batch
        self.summed += 1
        self.recent.append((self.index.clone(), self.loss.clone()))
        if len(self.recent) >= CHECK_EVERY:
            self.check(samples)

    def capture(self, samples):
        """One call for a whole step. Launched one by one, its many small kernels would wait for the CPU."""
        try:
            return serve.graphed(lambda: self.update(samples), self.device, wait=False, learns=True)
        except RuntimeError as problem:
            print(f"no CUDA graph: {problem}", flush=True)
            return lambda: self.update(samples)

    def update(self, samples):
        """Learns from the samples of self.index. Nothing here waits for the GPU, so the whole can be captured."""
        batch = self.batch(samples, self.index)
        policy_loss, value_loss = self.losses(self.model, batch)
        loss = self.options.policy_weight * policy_loss + value_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        with torch.no_grad():
            for name, tensor in self.model.state_dict().items():
                self.average[name].lerp_(tensor, 1 - self.keep)
            self.sums += torch.stack([policy_loss.detach(), value_loss.detach()])
            self.loss.copy_(loss.detach())

    def check(self, samples):
        steps, self.recent = self.recent, []
        stop_unless_finite(steps, self.steps, self.options.out,
                           lambda index: {name: tensor[index] for name, tensor in samples.items()})

    def averaged(self):
        network = student_network.StudentNetwork(self.model.description, self.model.shape)
        network.load_state_dict({name: tensor.cpu() for name, tensor in self.average.items()})
        return network.eval()

    def measure(self, samples, count):
        """Losses and first choices of the averaged network on samples that were not learnt from."""
        network = self.averaged().to(self.device)
        sums = torch.zeros(3, device=self.device)
        with torch.no_grad():
            for begin in range(0, count, 4096):
                part = {name: tensor[begin:begin + 4096] for name, tensor in samples.items()}
                policy_loss, value_loss = self.losses(network, part)
                size = part["value"].shape[0]
                best = network(part["inputs"], part["classes"])[0].argmax(1) == part["policy"].argmax(1)
                sums += torch.stack([policy_loss * size, value_loss * size, best.sum().float()])
        policy, value, best = (sums / max(count, 1)).tolist()
        return {"held_out_policy": policy, "held_out_value": value, "same_first_choice": best}

    def mean_losses(self):
        if not self.summed:
            return {}
        policy, value = (self.sums / self.summed).tolist()
        self.sums.zero_()
        self.summed = 0
        return {"policy": policy, "value": value}

    # --- checkpoints ---
    def save(self, path):
        d = self.model.description
        cpu = lambda state: {name: tensor.detach().cpu() for name, tensor in state.items()}
        write(path, {"spec": d.spec, "features": d.features, "shape": self.model.shape, "average": cpu(self.average),
                     "steps": self.steps, "totals": self.totals})

    def borrow(self, path):
        """Goes on from a network file."""
        facts = student_network.borrow(self.model, path)
        for name, tensor in self.model.state_dict().items():
            self.average[name].copy_(tensor)
        self.totals["games"] = int(facts["games"])
        self.totals["gpu_seconds"] = 3600 * float(facts["gpu-hours"])

    def load(self, path):
        saved = torch.load(path, map_location="cpu")
        d = self.model.description
        for what, expected, got in (("game", d.spec, saved["spec"]), ("features", d.features, saved["features"]),
                                    ("layers", tuple(self.model.shape), tuple(saved["shape"]))):
            if expected != got:
                raise ValueError(f"{path}: expected the {what} {expected}, got {got}")
        self.model.load_state_dict(saved["average"])
        for name, tensor in saved["average"].items():
            self.average[name].copy_(tensor)
        self.steps, self.totals = saved["steps"], {**self.totals, **saved["totals"]}


class Run:
    def __init__(self, options):
        self.options = options
        self.begin = time.monotonic()
        self.device = torch.device(options.device)
        if options.torch_threads:
            torch.set_num_threads(options.torch_threads)
        self.folder = serve.temporary_folder("stockade-cpu-")
        os.makedirs(options.out, exist_ok=True)
        self.log = Log(os.path.join(options.out, "log.jsonl"))
        self.games = 0
        self.played = []  # shards of the teacher's games

    def elapsed(self):
        return time.monotonic() - self.begin

    def play(self):
        """The teacher's games with itself."""
        o = self.options
        folder = os.path.join(self.folder, "shards")
        common = ["--threads", o.threads, "--simulations", o.simulations, "--variety", o.variety, "--shards", folder,
                  "--seed", o.seed + int(time.time())]
        counters = self.play_large(common) if o.teacher.endswith(".pt") else self.play_alone(common)
        self.games = counters["games"]
        self.played = sorted(glob.glob(os.path.join(folder, "shard-??????")))
        self.log.write(kind="games", seconds=self.elapsed(), games=self.games, samples=counters["samples"],
                       evaluations_per_s=counters["evaluations"] / (60 * o.selfplay_minutes))
        return folder

    def play_alone(self, common):
        """Self-play evaluates positions in its own process."""
        o = self.options
        evaluator = ["heuristic"] if o.teacher == "heuristic" else ["network", "--network", o.teacher]
        done = subprocess.run([o.binary, "selfplay", "--game", o.game, "--seconds", str(60 * o.selfplay_minutes),
                               "--quiet", "--evaluator", *evaluator, *map(str, common)],
                              check=True, stdout=subprocess.PIPE, text=True)
        return {name: int(re.search(rf"^{name} +(\d+)", done.stdout, re.M)[1])
                for name in ("games", "samples", "evaluations")}

    def play_large(self, common):
        """This process evaluates the positions of self-play, through a channel."""
        o = self.options
        teacher = gate.load(o.teacher, self.device)
        player = serve.Player(o.binary, self.folder,
                              ["--game", teacher.layout.spec, "--batch", o.batch, "--slots", 3, *common])
        answer = teacher.evaluate
        if self.device.type == "cuda":
            try:
                answer = torch.compile(answer)
                with torch.no_grad():
                    answer(player.channel.planes[0].to(self.device))
            except Exception as problem:  # whatever the compiler raises, play goes on without it
                self.log.write(kind="note", text=f"not compiled: {str(problem)[:300]}")
                answer = teacher.evaluate
        server = serve.Server(player, lambda planes, _: answer(planes), self.device)
        end = self.elapsed() + 60 * o.selfplay_minutes
        server.serve(lambda: self.elapsed() >= end)
        counters = player.channel.counters()
        player.end()
        return counters

    def learn_from(self, folders):
        """Samples of all folders, in one random order: (description, to learn from, to measure on)."""
        o = self.options
        description, parts = None, []
        for number, folder in enumerate(folders):
            out = os.path.join(self.folder, f"features-{number}")
            subprocess.run([o.binary, "features", folder, out, "--threads", str(o.threads)], check=True,
                           stdout=subprocess.DEVNULL)
            for path in sorted(glob.glob(os.path.join(out, "*.features"))):
                with open(path, "rb") as file:
                    found, columns = read_features(file.read(), path)
                if description is not None and found.text != description.text:
                    raise FormatError(f"{path}: expected samples of {description.spec} with features "
                                                f"{description.features}, got {found.spec} with {found.features}")
                description = found
                parts.append(samples_of.of_features(found, columns, self.device))
            shutil.rmtree(out)
        if not parts:
            raise FormatError(f"expected shards in {', '.join(folders) or 'some folder'}, there are none")
        samples = {name: torch.cat([part[name] for part in parts])[-o.capacity:] for name in parts[0]}
        del parts
        width = int((samples["inputs"] != description.inputs).sum(1).max())
        samples["inputs"] = samples["inputs"][:, :width]
        # Held out are stretches, not single positions, whose neighbours would tell of them.
        count = samples["value"].shape[0]
        blocks = torch.arange(count) // 512
        held = (torch.rand(int(blocks.max()) + 1, generator=torch.Generator().manual_seed(o.seed)) < o.held_out)[blocks]
        held = held.to(self.device)
        on = lambda mask: {name: tensor[mask] for name, tensor in samples.items()}
        return description, on(~held), on(held)

    def run(self):
        o = self.options
        folders = list(o.shards)
        if o.selfplay_minutes > 0:
            folders.append(self.play())
        description, samples, held = self.learn_from(folders)
        count, held_count = samples["value"].shape[0], held["value"].shape[0]
        student = Student(description, (o.first, o.second, o.third), o, self.device)
        checkpoint = os.path.join(o.dir, "student.pt")
        if os.path.exists(checkpoint) and not o.fresh:
            student.load(checkpoint)
        elif o.begin_with:
            student.borrow(o.begin_with)
        student.totals["games"] += self.games
        self.log.write(kind="start", time=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), spec=description.spec,
                       layers=list(student.model.shape), samples=count, held_out=held_count, steps=student.steps,
                       prepared=self.elapsed(), device=str(self.device), torch=torch.__version__)
        wanted = int(o.epochs * count / o.train_batch) if o.epochs else 0
        reserve = 10.0
        began, end = self.elapsed(), 60 * o.minutes - reserve
        next_log = began + o.log_every
        done = 0
        while self.elapsed() < end and (not wanted or done < wanted):
            over = (self.elapsed() - began) / max(end - began, 1e-9)
            student.step(samples, count, max(over, done / wanted) if wanted else over)
            done += 1
            if self.elapsed() >= next_log:
                self.log.write(kind="progress", seconds=self.elapsed(), steps=student.steps, **student.mean_losses())
                next_log = self.elapsed() + o.log_every
        student.check(samples)
        if self.device.type == "cuda":
            student.totals["gpu_seconds"] += self.elapsed()
        self.save(student, held, held_count)

    def save(self, student, held, held_count):
        o = self.options
        student.save(os.path.join(o.out, "student.pt"))
        network = student.averaged()
        path = os.path.join(o.out, f"{re.sub('[^a-z0-9]+', '-', network.description.spec)}.net")
        size = student_network.write(path, network, student.totals["games"], student.totals["gpu_seconds"] / 3600,
                                 time.strftime("%Y-%m-%d", time.gmtime()), o.note)
        part = {name: tensor[:20_000].cpu() for name, tensor in held.items()}
        weights = student_network.weights(network)
        largest = student_network.largest_sum(weights, part["inputs"].numpy()) if held_count else 0
        if largest >= 32768:
            raise FormatError(f"a sum of the first layer is {largest} and does not fit into 16 bits")
        if self.played:
            save_replay(os.path.join(o.out, "games.zip"), self.played)
        self.log.write(kind="saved", seconds=self.elapsed(), network=path, bytes=size, steps=student.steps,
                       largest_sum=largest, **student.mean_losses(),
                       **(student.measure(held, held_count) if held_count else {}))

    def close(self):
        self.log.file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(arguments=None):
    return carry_out("student", Run, parse(arguments))

