"""The command training/teacher.py. Self-play and training on one machine for a given time, from a checkpoint and back
to it.

One process owns the network: it starts `stockade selfplay`, answers its questions, learns from its samples as they
come, and measures the result by matches. docs/training.md explains everything.
"""

import glob
import os
import shutil
import subprocess
import time

import torch

from . import BINARY, gate, samples, serve
from .checkpoint import Log, save_replay, write
from .formats import read_shard
from .options import add_common, carry_out, new_parser
from .teacher_network import for_play, refresh
from .teacher_trainer import Replay, Trainer, load_replay


def parse(arguments=None):
    parser, add = new_parser(__doc__)
    add_common(add)
    add("--game", "quoridor", "the game")
    add("--dir", "training/checkpoints/quoridor", "the checkpoint to go on from, if there is one")
    add("--out", "", "where the new checkpoint goes; empty: the same folder")
    add("--begin-with", "", "where there is no checkpoint: the average.pt of another game with the same planes, whose "
        "weights are a better beginning than none")
    add("--blocks", 6, "residual blocks of the network")
    add("--channels", 96, "channels of the network")
    add("--binary", BINARY, "the program that plays")
    add("--threads", os.cpu_count() or 1, "threads that play")
    add("--batch", 4096, "positions evaluated at once")
    add("--slots", 3, "batches in rotation")
    add("--simulations", 64, "of each search")
    add("--ratio", 4.0, "samples learnt from for each new one")
    add("--train-batch", 2048, "samples of a training step")
    add("--lr", 1e-3, "learning rate")
    add("--warmup", 200, "steps until the learning rate is reached")
    add("--weight-decay", 1e-4, "of weights, not of biases")
    add("--average", 0.999, "how much of the averaged weights each step keeps")
    add("--root-value", 0.35, "share of the search's value in the value target; the rest is the outcome")
    add("--capacity", 4_000_000, "samples kept for training")
    add("--bootstrap", 30.0, "seconds of games by the classical evaluation before the first network plays")
    add("--bootstrap-epochs", 6.0, "how often each of their samples is learnt from")
    add("--gate-every", 150.0, "seconds between matches against fixed opponents; 0: only at the end")
    add("--gate-games", 200, "games of such a match")
    add("--keep-shards", "", "a folder where all samples stay, for a small network to learn from")
    add("--replay-mib", 15.0, "size of the sample of games kept for the next run, in MiB")
    add("--reserve", 40.0, "seconds kept for the last matches and for saving")
    add("--bench", 0.0, "only measure for so many seconds, with the network as it is")
    parser.add_argument("--no-compile", action="store_true", help="do without torch.compile")
    parser.add_argument("--compile-training", action="store_true", help="compile the training step too")
    options = parser.parse_args(arguments)
    options.out = options.out or options.dir
    return options


class Run:
    def __init__(self, options):
        self.options = options
        self.begin = time.monotonic()
        self.device = torch.device(options.device)
        self.dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        if self.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = True
            torch.backends.cudnn.allow_tf32 = True
        self.folder = serve.temporary_folder("stockade-run-")
        self.shard_folder = options.keep_shards or os.path.join(self.folder, "shards")
        os.makedirs(self.shard_folder, exist_ok=True)
        self.seen_shards = []
        self.credit = 0.0
        self.rates = None

    def elapsed(self):
        return time.monotonic() - self.begin

    # --- the parts ---
    def start(self):
        o = self.options
        if o.out != o.dir and os.path.exists(os.path.join(o.dir, "log.jsonl")):
            os.makedirs(o.out, exist_ok=True)
            for name in ("log.jsonl", "first.pt"):
                if os.path.exists(os.path.join(o.dir, name)):
                    shutil.copy(os.path.join(o.dir, name), o.out)
        self.log = Log(os.devnull if o.bench else os.path.join(o.out, "log.jsonl"))
        self.player = serve.Player(o.binary, self.folder, [
            "--game", o.game, "--threads", o.threads, "--batch", o.batch, "--slots", o.slots,
            "--simulations", o.simulations, "--variety", o.variety, "--shards", self.shard_folder,
            "--seed", o.seed + int(time.time())])
        self.layout = self.player.channel.layout
        self.trainer = Trainer(self.layout, o.blocks, o.channels, self.device, o)
        self.replay = Replay(self.layout, o.capacity if self.device.type == "cuda" else min(o.capacity, 200_000),
                             self.device)
        self.fresh = not os.path.exists(os.path.join(o.dir, "average.pt"))
        helper = None
        if self.fresh and o.begin_with:
            self.trainer.borrow(o.begin_with)
            write(os.path.join(o.out, "first.pt"), self.small_state())
        elif self.fresh:
            if o.bootstrap > 0 and not o.bench:
                self.boot_folder = os.path.join(self.folder, "boot")
                helper = subprocess.Popen(
                    [o.binary, "selfplay", "--game", o.game, "--evaluator", "heuristic", "--threads", str(o.threads),
                     "--seconds", str(o.bootstrap), "--simulations", str(o.simulations), "--variety", str(o.variety),
                     "--shards", self.boot_folder, "--seed", str(o.seed), "--quiet"], stdout=subprocess.DEVNULL)
        else:
            self.trainer.load(o.dir)
            replay = os.path.join(o.dir, "replay.zip")
            if os.path.exists(replay):
                self.seen_shards, count = load_replay(replay, self.layout, self.replay,
                                                      os.path.join(self.folder, "old"))
                self.log.write(kind="note", text=f"{count} samples from {replay}")
        self.prior = dict(self.trainer.totals)
        self.begin_state = {name: tensor.clone() for name, tensor in self.trainer.average.items()}
        self.playing = for_play(self.layout, o.blocks, o.channels, self.trainer.average, self.device, self.dtype)
        answer = self.playing.evaluate
        if self.device.type == "cuda" and not o.no_compile:
            answer = self.compiled(answer)
        if o.compile_training and self.device.type == "cuda":
            self.trainer.model.forward = torch.compile(self.trainer.model.forward)
        began = time.monotonic()
        self.server = serve.Server(self.player, lambda planes, _: answer(planes), self.device)
        self.log.write(kind="start", time=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), spec=self.layout.spec,
                       blocks=o.blocks, channels=o.channels, torch=torch.__version__,
                       device=torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
                       steps=self.trainer.steps, prepared=self.elapsed(), compiled=time.monotonic() - began)
        if helper:
            if helper.wait() != 0:
                raise RuntimeError(f"the games before the first network failed with status {helper.returncode}")
            self.learn_bootstrap()

    def compiled(self, function):
        """Compiled where that works; checked against the plain one."""
        try:
            compiled = torch.compile(function)
            with torch.no_grad():
                sample = self.player.channel.planes[0].to(self.device)
                (policy, value), (wanted, wanted_value) = compiled(sample), function(sample)
                error = float((policy.float() - wanted.float()).abs().max())
            self.log.write(kind="note", text="compiled", policy_error=error,
                           value_error=float((value - wanted_value).abs().max()))
            return compiled
        except Exception as problem:  # whatever the compiler raises, play goes on without it
            self.log.write(kind="note", text=f"not compiled: {str(problem)[:300]}")
            return function

    def learn_bootstrap(self):
        o = self.options
        count = self.read_shards(self.boot_folder)
        shutil.rmtree(self.boot_folder)
        steps = int(o.bootstrap_epochs * count / o.train_batch) if count else 0
        for done in range(steps):
            if self.elapsed() > 0.4 * 60 * o.minutes:
                steps = done
                break
            self.trainer.step(self.replay)
        self.use_new_weights()
        self.credit = 0.0
        self.log.write(kind="bootstrap", samples=count, steps=steps, seconds=self.elapsed(),
                       **self.trainer.mean_losses())
        write(os.path.join(o.out, "first.pt"), self.small_state())

    def small_state(self):
        """Averaged weights in half the space: enough to play."""
        return {"text": self.layout.text, "shape": self.trainer.model.shape,
                "state": {name: tensor.half().cpu() if tensor.dtype.is_floating_point else tensor.cpu()
                          for name, tensor in self.trainer.average.items()}}

    def read_shards(self, folder):
        count = 0
        for path in sorted(glob.glob(os.path.join(folder, "shard-??????"))):
            if path in self.seen_shards:
                continue
            with open(path, "rb") as file:
                text, columns = read_shard(file.read(), path)
            self.replay.add(samples.of_shard(self.layout, columns, self.device))
            self.seen_shards.append(path)
            count += columns["counts"].shape[0]
        self.trainer.totals["samples"] += count
        self.credit += self.options.ratio * count
        return count

    def use_new_weights(self):
        refresh(self.playing, self.trainer.average)
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def learn(self):
        """Trains as much as the new samples allow."""
        began = time.monotonic()
        while self.credit >= self.options.train_batch:
            self.trainer.step(self.replay)
            self.credit -= self.options.train_batch
        self.trainer.check(self.replay)
        self.use_new_weights()
        self.drop_old_shards()
        return time.monotonic() - began

    def drop_old_shards(self):
        """Keeps the files of the latest samples, for the next run."""
        keep = 40
        if self.options.keep_shards:
            return
        for path in self.seen_shards[-2 * keep:-keep]:
            if os.path.exists(path):
                os.remove(path)

    def report(self, kind="progress", **more):
        counters = self.player.channel.counters()
        now = (self.elapsed(), counters, self.server.waited, self.learning)
        then, self.rates = self.rates, now
        seconds = max(now[0] - then[0], 1e-9)
        new = {name: counters[name] - then[1][name] for name in counters}
        share = lambda part, whole: part / whole if whole else None
        totals = self.trainer.totals
        totals["games"] = self.prior["games"] + counters["games"]
        totals["evaluations"] = self.prior["evaluations"] + counters["evaluations"]
        totals["seconds"] = self.prior["seconds"] + now[0]
        self.log.write(
            kind=kind, seconds=now[0], total_seconds=totals["seconds"], games=totals["games"],
            samples=totals["samples"], steps=self.trainer.steps, evaluations_per_s=new["evaluations"] / seconds,
            games_per_s=new["games"] / seconds, length=share(new["game_actions"], new["games"]),
            first_wins=share(new["first_wins"], new["first_wins"] + new["second_wins"]),
            distinct=share(new["distinct"], new["actions"]), too_long=share(new["draws"], new["games"]),
            resigned=share(new["resigned"], new["games"]), mistaken=share(new["mistaken"], new["checked"]),
            solved=share(new["solved"], new["games"]), gpu_idle=(now[2] - then[2]) / seconds,
            learning=(now[3] - then[3]) / seconds, window=self.replay.window(totals["samples"]),
            **self.trainer.mean_losses(), **more)

    def measure(self, final=False):
        """Matches against the first network, the classical evaluation and, at the end, the one this run began with."""
        o = self.options
        opponents = [("heuristic", None)]
        first = os.path.join(o.out, "first.pt")
        if os.path.exists(first):
            opponents.append(("first", gate.load(first, self.device)))
        if final and not self.fresh:
            opponents.append(("previous", for_play(self.layout, o.blocks, o.channels, self.begin_state, self.device,
                                                   self.dtype)))
        for name, network in opponents:
            began = time.monotonic()
            late = lambda: self.elapsed() > 60 * o.minutes - 6
            result = gate.play(o.binary, self.playing, network, self.device, o.gate_games, o.simulations, o.threads,
                               seed=o.seed, until=late)
            self.log.write(kind="match", opponent=name, simulations=o.simulations, steps=self.trainer.steps,
                           games_seen=self.trainer.totals["games"],
                           total_seconds=self.prior["seconds"] + self.elapsed(), took=time.monotonic() - began,
                           **result)

    # --- the whole ---
    def run(self):
        o = self.options
        self.start()
        self.learning = 0.0
        self.rates = (self.elapsed(), self.player.channel.counters(), 0.0, 0.0)
        end = o.bench + self.elapsed() if o.bench else 60 * o.minutes - o.reserve
        next_log = self.elapsed() + o.log_every
        next_gate = self.elapsed() + o.gate_every if o.gate_every and not o.bench else float("inf")
        while self.elapsed() < end:
            ready = os.path.join(self.shard_folder, "shard-??????")
            mark = min(next_log, end)
            known = set(self.seen_shards)
            self.server.serve(lambda: self.elapsed() >= mark
                              or any(path not in known for path in glob.iglob(ready)))
            if not self.player.alive():
                raise RuntimeError("the player has ended")
            if not o.bench and self.read_shards(self.shard_folder):
                self.learning += self.learn()
            if self.elapsed() >= next_log:
                self.report()
                next_log = self.elapsed() + o.log_every
            if self.elapsed() >= next_gate and self.elapsed() < end - 20:
                self.save()
                self.measure()
                next_gate = self.elapsed() + o.gate_every
        if o.bench:
            self.report("bench")
            self.log.write(kind="ceilings", evaluator_alone_per_s=self.server.ceiling(3.0),
                           players_alone_per_s=self.players_alone())
            self.player.end()
            return
        self.report("end")
        print(self.player.end(), flush=True)
        if self.read_shards(self.shard_folder):
            self.learn()
        self.save()
        if o.gate_games:
            self.measure(final=True)
        self.log.write(kind="saved", seconds=self.elapsed(), steps=self.trainer.steps, folder=o.out)

    def players_alone(self):
        """Evaluations a second if answers cost nothing."""
        o = self.options
        done = subprocess.run([o.binary, "selfplay", "--game", o.game, "--evaluator", "random", "--threads",
                               str(o.threads), "--seconds", "3", "--simulations", str(o.simulations), "--quiet"],
                              stdout=subprocess.PIPE, text=True, check=True)
        line = next(line for line in done.stdout.splitlines() if line.startswith("evaluations"))
        return float(line.split("(")[1].split()[0])

    def save(self):
        o = self.options
        self.trainer.save(o.out)
        files = [path for path in self.seen_shards if os.path.exists(path)]
        save_replay(os.path.join(o.out, "replay.zip"), files, int(o.replay_mib * (1 << 20)))

    def close(self):
        if hasattr(self, "player") and self.player.alive():
            self.player.channel.stop()
            try:
                self.player.process.wait(20)
            except subprocess.TimeoutExpired:
                self.player.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(arguments=None):
    return carry_out("teacher", Run, parse(arguments))

