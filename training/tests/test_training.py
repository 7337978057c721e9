"""Tests of everything in training/ that needs no GPU. Run with the path of stockade-lab or stockade:

    python3 training/tests/test_training.py build/release/stockade
"""

import argparse
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import torch

TRAINING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, TRAINING)
from shared import options, packed
from stockade_training import formats, gate, label, plot, promote, serve, student, student_network
from stockade_training import samples as samples_of
from stockade_training.checkpoint import NotFinite, save_replay
from stockade_training.formats import Layout
from stockade_training.teacher_network import Network, folded, for_play, refresh
from stockade_training.teacher_trainer import Mirror, Replay, Trainer, load_replay, seats_target

BINARY = "build/release/stockade"


def project():
    return os.path.abspath(os.path.join(TRAINING, ".."))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="stockade-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def play(self, *arguments):
        subprocess.run([BINARY, "selfplay", "--quiet", "--evaluator", "heuristic", "--threads", "1", "--simulations",
                        "8", *arguments], check=True, stdout=subprocess.DEVNULL)

    def features(self, out):
        subprocess.run([BINARY, "features", os.path.join(self.folder, "shards"), out, "--threads", "1"], check=True,
                       stdout=subprocess.DEVNULL)

    def shard(self, game="quoridor", games=6):
        folder = os.path.join(self.folder, "shards")
        self.play("--game", game, "--games", str(games), "--shards", folder)
        with open(os.path.join(folder, sorted(os.listdir(folder))[0]), "rb") as file:
            return file.read()


class Shards(Case):
    def test_refuses_what_is_not_a_whole_shard(self):
        data = self.shard()
        for bad, wanted in ((data[:30], "at least 48 bytes"), (data[:-8], "as its header says"),
                            (b"x" + data[1:], "another kind of file"),
                            (data[:8] + b"\x07" + data[9:], "version 1, got 7"),
                            (data[:-9] + b"\x55" + data[-8:], "damaged")):
            with self.assertRaisesRegex(formats.FormatError, wanted):
                formats.read_shard(bad)

    def test_samples_make_sense(self):
        text, columns = formats.read_shard(self.shard())
        layout = Layout(text)
        samples = samples_of.of_shard(layout, columns, torch.device("cpu"))
        policy = samples["policy"].float().sum(1)
        self.assertLess(float((policy - 1).abs().max()), 0.01)
        self.assertLessEqual(float(samples["value"].abs().max()), 1.0)
        self.assertEqual(set(samples["outcome"].tolist()) - {-1, 0, 1}, set())
        names = layout.names
        self.assertTrue(bool((samples["planes"][:, names.index("mover: pawn")].sum((1, 2)) == 1).all()))

    def test_other_games_keep_all_their_planes(self):
        for game in ("wallgo", "blockade"):
            shutil.rmtree(os.path.join(self.folder, "shards"), ignore_errors=True)
            text, columns = formats.read_shard(self.shard(game, 2))
            layout = Layout(text)
            self.assertNotIn("derived", [kind for kind, _ in layout.planes])
            planes = samples_of.unpack(layout, torch.from_numpy(columns["positions"].copy()))
            np.testing.assert_array_equal(packed(layout, planes.numpy()), columns["positions"])
            network = Network(layout, 1, 8)
            policy, result, _, _ = network(planes[:4])
            self.assertEqual(policy.shape, (min(4, len(planes)), layout.actions))

    def test_four_players_have_a_value_each(self):
        text, columns = formats.read_shard(self.shard("quoridor:players=4", 2))
        samples = samples_of.of_shard(Layout(text), columns, torch.device("cpu"))
        self.assertEqual(samples["value"].shape[1], 4)
        # Together they have one win: 1 - 3, a little less the later it comes.
        self.assertLess(float((samples["value"].float().sum(1) + 2).abs().max()), 0.5)
        batch = {name: samples[name] for name in ("outcome", "value")}
        for share in (0.0, 0.5, 1.0):
            target = seats_target(batch, share)
            np.testing.assert_allclose(target.sum(1).numpy(), 1, atol=1e-3)
        won = seats_target(batch, 0.0)
        self.assertTrue(bool((won.argmax(1) == batch["outcome"]).all()))
        batch["outcome"] = torch.full_like(batch["outcome"], -1)
        self.assertTrue(bool((seats_target(batch, 0.0) == 0.25).all()))


class Planes(Case):
    """What Python derives is what C++ wrote."""

    def asked(self, game):
        """Planes of leaves as they come through a channel, some batches on."""
        player = serve.Player(BINARY, self.folder, ["--game", game, "--threads", 1, "--batch", 128, "--slots", 1,
                                                    "--simulations", 4, "--variety", 50])
        generator = torch.Generator().manual_seed(3)
        seen = []

        def answer(planes, _):
            seen.append(planes.clone())
            return torch.randn(128, player.channel.actions, generator=generator).to(torch.bfloat16), torch.zeros(128)

        serve.Server(player, answer, torch.device("cpu")).serve(lambda: len(seen) > 120)
        layout = player.channel.layout
        player.end()
        return layout, torch.cat(seen[-8:])

    def test_derived_planes(self):
        for game in ("quoridor", "quoridor:size=5,walls=3", "pinko"):
            layout, planes = self.asked(game)
            self.assertGreater(len(np.unique(planes.numpy(), axis=0)), 100)
            again = samples_of.unpack(layout, torch.from_numpy(packed(layout, planes.numpy())))
            for i, name in enumerate(layout.names):
                np.testing.assert_array_equal(again[:, i].numpy(), planes[:, i].numpy(), err_msg=name)

    def test_mirror(self):
        layout, planes = self.asked("quoridor")
        mirror = Mirror(layout, torch.device("cpu"))
        policy = torch.rand(len(planes), layout.actions)
        image = mirror.apply({"planes": planes, "policy": policy})
        # The mirrored planes are those of a position: deriving from them changes nothing.
        again = samples_of.unpack(layout, torch.from_numpy(packed(layout, image["planes"].numpy())))
        np.testing.assert_array_equal(again.numpy(), image["planes"].numpy())
        back = mirror.apply(image)
        np.testing.assert_array_equal(back["planes"].numpy(), planes.numpy())
        np.testing.assert_array_equal(back["policy"].numpy(), policy.numpy())

    def test_features(self):
        layout, planes = self.asked("quoridor")
        features = Network(layout, 1, 8).features
        out = features(planes, torch.float32)
        names, at = layout.names, len(layout.names)
        pawn, goal = planes[:, names.index("mover: pawn")].float(), planes[:, names.index("mover: distance to goal")]
        length = (pawn * goal.float()).sum((1, 2))
        np.testing.assert_allclose(out[:, at + 1, 0, 0].numpy(), (length.clamp(max=32) / 16).numpy())
        # A shortest path has a cell at each distance from its end.
        route = out[:, at] * (goal.float() + 1)
        for row, steps in zip(route[:50], length[:50]):
            self.assertTrue(set(range(1, int(steps) + 2)) <= set(int(x) for x in row.unique()))


class Networks(Case):
    def test_folding_changes_nothing(self):
        text, columns = formats.read_shard(self.shard())
        layout = Layout(text)
        planes = samples_of.unpack(layout, torch.from_numpy(columns["positions"].copy()))
        torch.manual_seed(2)
        network = Network(layout, 2, 16)
        network.train()
        for _ in range(5):
            network(planes)
        network.eval()
        plain = for_play(layout, 2, 16, network.state_dict(), torch.device("cpu"), torch.float32)
        with torch.no_grad():
            for a, b in zip(network(planes), plain(planes)):
                self.assertLess(float((a - b).abs().max()), 1e-4)
            other = Network(layout, 2, 16).eval()
            refresh(plain, other.state_dict())
            for a, b in zip(other(planes), plain(planes)):
                self.assertLess(float((a - b).abs().max()), 1e-4)
        self.assertFalse(any("norm" in name for name in folded(network.state_dict())))


class Training(Case):
    def setUp(self):
        super().setUp()
        text, columns = formats.read_shard(self.shard(games=10))
        self.layout = Layout(text)
        self.samples = samples_of.of_shard(self.layout, columns, torch.device("cpu"))
        self.out = os.path.join(self.folder, "out")

    def trainer(self, **changes):
        torch.set_num_threads(1)  # sums in one order
        trainer = Trainer(self.layout, 1, 8, torch.device("cpu"), options(self.out, **changes))
        replay = Replay(self.layout, 1000, torch.device("cpu"))
        replay.add(self.samples)
        trainer.totals["samples"] = replay.count
        return trainer, replay

    def test_learns(self):
        trainer, replay = self.trainer(lr=5e-3)
        losses = []
        for _ in range(6):
            for _ in range(20):
                trainer.step(replay)
            losses.append(trainer.mean_losses())
        self.assertLess(losses[-1]["policy"], losses[0]["policy"])
        self.assertLess(losses[-1]["value"], losses[0]["value"])

    def test_resumes_exactly(self):
        straight, replay = self.trainer()
        for _ in range(14):
            straight.step(replay)
        first, replay = self.trainer()
        for _ in range(7):
            first.step(replay)
        first.save(self.out)
        second, replay = self.trainer(seed=99)
        second.options.seed = 1
        second.load(self.out)
        for _ in range(7):
            second.step(replay)
        self.assertEqual(second.steps, 14)
        for name, tensor in straight.model.state_dict().items():
            self.assertTrue(torch.equal(tensor, second.model.state_dict()[name]), name)
            self.assertTrue(torch.equal(straight.average[name], second.average[name]), name)
        for file in os.listdir(self.out):
            self.assertLess(os.path.getsize(os.path.join(self.out, file)), 16 << 20)

    def test_refuses_another_shape(self):
        trainer, _ = self.trainer()
        trainer.save(self.out)
        other = Trainer(self.layout, 2, 8, torch.device("cpu"), options(self.out))
        with self.assertRaisesRegex(ValueError, "expected a network of 2 blocks and 8 channels, got 1 and 8"):
            other.load(self.out)

    def test_borrows_the_weights_of_a_game_with_the_same_planes(self):
        trainer, replay = self.trainer()
        trainer.step(replay)
        trainer.save(self.out)
        path = os.path.join(self.out, "average.pt")
        layout_of = lambda game: Layout(formats.read_shard(self.shard(game, 1))[0])
        shutil.rmtree(os.path.join(self.folder, "shards"))
        larger = Trainer(layout_of("quoridor:size=11"), 1, 8, torch.device("cpu"), options(self.out))
        larger.borrow(path)
        self.assertEqual(larger.steps, 0)
        for name, tensor in trainer.average.items():
            self.assertTrue(torch.equal(tensor, larger.average[name]), name)
        planes = torch.zeros(2, len(larger.layout.planes), 11, 11, dtype=torch.uint8)
        self.assertEqual(larger.model(planes)[0].shape, (2, larger.layout.actions))
        shutil.rmtree(os.path.join(self.folder, "shards"))
        other = Trainer(layout_of("blockade"), 1, 8, torch.device("cpu"), options(self.out))
        with self.assertRaisesRegex(ValueError, "quoridor has other planes, values or policies than blockade"):
            other.borrow(path)

    def test_borrows_what_fewer_players_need(self):
        layout_of = lambda game: Layout(formats.read_shard(self.shard(game, 1))[0])
        shutil.rmtree(os.path.join(self.folder, "shards"), ignore_errors=True)
        four = Trainer(layout_of("quoridor:players=4"), 1, 8, torch.device("cpu"), options(self.out))
        four.save(self.out)
        shutil.rmtree(os.path.join(self.folder, "shards"))
        three = Trainer(layout_of("quoridor:players=3"), 1, 8, torch.device("cpu"), options(self.out))
        three.borrow(os.path.join(self.out, "average.pt"))
        # A fourth player that four's network does not see, and three's neither.
        planes = torch.randint(0, 8, (2, len(four.layout.planes), 9, 9), dtype=torch.uint8)
        unseen = [i for i, name in enumerate(four.model.features.names) if name.startswith("fourth player")]
        with torch.no_grad():
            four.model.stem.conv.weight[:, unseen] = 0
            four.model.value_hidden.weight[:, [2 * four.model.HEAD + i for i in unseen]] = 0
        shared = [four.layout.names.index(name) for name in three.layout.names]
        wanted, got = four.model.eval()(planes), three.model.eval()(planes[:, shared])
        self.assertTrue(torch.allclose(wanted[0], got[0], atol=1e-5))
        self.assertTrue(torch.allclose(wanted[1][:, :3], got[1], atol=1e-5))
        self.assertTrue(torch.allclose(wanted[3], got[3], atol=1e-5))

    def test_nan_stops_and_saves_the_batch(self):
        trainer, replay = self.trainer()
        trainer.step(replay)
        replay.columns["value"][:] = float("nan")
        with self.assertRaisesRegex(NotFinite, "step 2 is not finite"):
            for _ in range(40):
                trainer.step(replay)
        saved = torch.load(os.path.join(self.out, "bad_batch.pt"))
        self.assertEqual(saved["step"], 2)
        self.assertTrue(bool(torch.isnan(saved["batch"]["value"]).any()))

    def test_replay_keeps_the_latest(self):
        replay = Replay(self.layout, 50, torch.device("cpu"))
        count = self.samples["outcome"].shape[0]
        replay.add(self.samples)
        replay.add({name: tensor[:10] for name, tensor in self.samples.items()})
        at = (replay.count - 10) % 50
        order = [(at + i) % 50 for i in range(10)]
        self.assertTrue(torch.equal(replay.columns["value"][order], self.samples["value"][:10]))
        self.assertEqual(replay.count, count + 10)
        self.assertEqual(replay.window(10 ** 9), 50)
        drawn = replay.draw(1000, 10, torch.Generator().manual_seed(1))
        self.assertEqual(set(drawn.tolist()), set(order))

    def test_replay_archive(self):
        folder = os.path.join(self.folder, "shards")
        files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        path = os.path.join(self.folder, "replay.zip")
        save_replay(path, files)
        replay = Replay(self.layout, 1000, torch.device("cpu"))
        again, count = load_replay(path, self.layout, replay, os.path.join(self.folder, "old"))
        self.assertEqual(count, self.samples["outcome"].shape[0])
        self.assertEqual(len(again), len(files))
        self.assertTrue(all(os.path.getsize(a) == os.path.getsize(b) for a, b in zip(again, files)))
        self.assertTrue(torch.equal(replay.take(torch.arange(5))["planes"], self.samples["planes"][:5]))


class Small(Case):
    """The network for CPUs."""

    def setUp(self):
        super().setUp()
        data = self.shard(games=10)
        self.out = os.path.join(self.folder, "features")
        self.features(self.out)
        with open(os.path.join(self.out, "shard-000000.features"), "rb") as file:
            self.data = file.read()
        self.description, columns = formats.read_features(self.data)
        self.samples = samples_of.of_features(self.description, columns, "cpu")
        self.text, self.columns = formats.read_shard(data)

    def new_student(self, **changes):
        torch.set_num_threads(1)
        values = dict(seed=1, lr=5e-3, warmup=5, average=0.9, root_value=0.5, policy_weight=1.0, train_batch=64,
                      out=self.out)
        values.update(changes)
        return student.Student(self.description, (32, 32, 32), argparse.Namespace(**values), torch.device("cpu"))

    def test_features_belong_to_the_samples(self):
        count = self.columns["counts"].shape[0]
        self.assertEqual(self.samples["value"].shape[0], count)
        np.testing.assert_allclose(self.samples["value"].numpy(), self.columns["value"] / 32767, atol=1e-6)
        legal = self.samples["classes"] != formats.ILLEGAL
        self.assertTrue(bool((self.samples["policy"][~legal] == 0).all()))
        self.assertLess(float((self.samples["policy"].float().sum(1) - 1).abs().max()), 0.01)
        for bad in (self.data[:30], self.data[:-8], b"x" + self.data[1:], self.data[:-9] + b"\x55" + self.data[-8:]):
            with self.assertRaises(formats.FormatError):
                formats.read_features(bad)

    def test_training_rounds_as_the_file_does(self):
        student = self.new_student()
        for _ in range(30):
            student.step(self.samples, self.samples["value"].shape[0], 0.0)
        network = student.averaged()
        with torch.no_grad():
            policy, value = network(self.samples["inputs"], self.samples["classes"])
        whole_policy, whole_value = student_network.evaluate(
            student_network.weights(network), self.samples["inputs"].numpy(), self.samples["classes"].numpy())
        legal = self.samples["classes"].numpy() != formats.ILLEGAL
        np.testing.assert_array_equal(np.rint(value.numpy() * student_network.LOGIT), whole_value)
        np.testing.assert_array_equal(np.rint(policy.numpy() * student_network.LOGIT)[legal], whole_policy[legal])

    def test_mirrored_samples(self):
        student = self.new_student()
        index = torch.arange(20)
        once = student.batch(self.samples, index)
        changed = {**self.samples, **{name: tensor.clone() for name, tensor in self.samples.items()}}
        for name, tensor in once.items():
            changed[name][index] = tensor
        twice = student.batch(changed, index)
        for name in ("classes", "policy", "value"):
            self.assertTrue(torch.equal(twice[name], self.samples[name][index]), name)
        self.assertTrue(torch.equal(twice["inputs"].sort(1)[0], self.samples["inputs"][index].sort(1)[0]))

    def test_learns_and_stops_at_nan(self):
        student = self.new_student()
        losses = []
        for _ in range(4):
            for _ in range(30):
                student.step(self.samples, self.samples["value"].shape[0], 0.0)
            losses.append(student.mean_losses())
        self.assertLess(losses[-1]["policy"], losses[0]["policy"])
        self.assertLess(losses[-1]["value"], losses[0]["value"])
        self.samples["value"][:] = float("nan")
        with self.assertRaisesRegex(NotFinite, "step 121 is not finite"):
            for _ in range(20):
                student.step(self.samples, self.samples["value"].shape[0], 0.0)
        self.assertTrue(bool(torch.isnan(torch.load(os.path.join(self.out, "bad_batch.pt"))["batch"]["value"]).any()))

    def test_goes_on_from_a_network_file(self):
        before = self.new_student()
        for _ in range(20):
            before.step(self.samples, self.samples["value"].shape[0], 0.0)
        path = os.path.join(self.folder, "before.net")
        student_network.write(path, before.averaged(), 12, 0.5, "2026-11-18")
        after = self.new_student(seed=2)
        after.borrow(path)
        self.assertEqual((after.totals["games"], after.totals["gpu_seconds"]), (12, 1800.0))
        for name, weights in student_network.weights(before.averaged()).items():
            np.testing.assert_array_equal(student_network.weights(after.averaged())[name], weights)
        wider = student_network.StudentNetwork(self.description, (64, 32, 32))
        student_network.borrow(wider, path)
        with torch.no_grad():
            wanted, got = (network(self.samples["inputs"], self.samples["classes"])
                           for network in (before.averaged(), wider))
        self.assertLess(float((wanted[1] - got[1]).abs().max()), 0.5)
        self.assertLess(float((wanted[0] - got[0]).abs().max()), 0.5)
        narrower = student_network.StudentNetwork(self.description, (32, 32, 64))
        with self.assertRaisesRegex(formats.FormatError, r"expected the later layers \(32, 64\), got \(32, 32\)"):
            student_network.borrow(narrower, path)

    def test_labels(self):
        self.assertEqual(formats.write_shard(self.text, self.columns), self.shard_bytes())
        layout = Layout(self.text)
        network = for_play(layout, 1, 8, Network(layout, 1, 8).state_dict(), torch.device("cpu"), torch.float32)
        labelled = label.label(network, layout, self.columns, torch.device("cpu"), 64)
        _, again = formats.read_shard(formats.write_shard(self.text, labelled))
        np.testing.assert_array_equal(again["positions"], self.columns["positions"])
        planes = samples_of.unpack(layout, torch.from_numpy(again["positions"].copy()))
        with torch.no_grad():
            _, value = network.evaluate(planes)
        np.testing.assert_allclose(again["value"] / 32767, value.numpy(), atol=1e-3)

    def shard_bytes(self):
        with open(os.path.join(self.folder, "shards/shard-000000"), "rb") as file:
            return file.read()

    def test_run_and_go_on(self):
        out = os.path.join(self.folder, "student")
        arguments = ["--selfplay-minutes", "0", "--shards", os.path.join(self.folder, "shards"), "--dir", out,
                     "--first", "32", "--train-batch", "64", "--epochs", "3", "--minutes", "2", "--device", "cpu",
                     "--threads", "1", "--held-out", "0.5", "--binary", BINARY]
        for _ in range(2):
            self.assertEqual(student.main(arguments), 0)
        with open(os.path.join(out, "log.jsonl")) as file:
            saved = [line for line in map(json.loads, file) if line["kind"] == "saved"]
        self.assertEqual(saved[1]["steps"], 2 * saved[0]["steps"])
        self.assertEqual(os.path.getsize(os.path.join(out, "quoridor.net")), saved[1]["bytes"])
        with self.assertRaisesRegex(SystemExit, "not found"):
            student.main(["--binary", "/no/such/program"])

    def test_learns_without_a_large_network(self):
        """From the classical evaluation first, then from the network that came of it."""
        out = os.path.join(self.folder, "alone")
        arguments = ["--game", "quoridor-mini", "--dir", out, "--selfplay-minutes", "0.02", "--minutes", "0.5",
                     "--first", "32", "--train-batch", "64", "--epochs", "1", "--simulations", "8", "--device", "cpu",
                     "--threads",
                     "1", "--binary", BINARY, "--teacher"]
        for teacher in ("heuristic", os.path.join(out, "quoridor-mini.net")):
            self.assertEqual(student.main(arguments + [teacher]), 0)
        with open(os.path.join(out, "log.jsonl")) as file:
            played = [line for line in map(json.loads, file) if line["kind"] == "games"]
        self.assertEqual(len(played), 2)
        for line in played:
            self.assertGreater(line["games"], 0)
            self.assertGreater(line["samples"], line["games"])
        totals = torch.load(os.path.join(out, "student.pt"))["totals"]
        self.assertEqual(totals["games"], sum(line["games"] for line in played))
        self.assertEqual(student.main(arguments + ["/no/such.net"]), 1)
        for bad in (["--teacher", "somebody"], ["--teacher", "heuristic"]):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                student.parse(bad)


class Promotion(Case):
    """The match that lets a network into networks/."""

    def setUp(self):
        super().setUp()
        self.shard("quoridor-mini", 2)
        out = os.path.join(self.folder, "features")
        self.features(out)
        with open(os.path.join(out, "shard-000000.features"), "rb") as file:
            description, _ = formats.read_features(file.read())
        self.weak = os.path.join(self.folder, "untrained.net")
        torch.manual_seed(1)
        untrained = student_network.StudentNetwork(description, (32, 32, 32))
        student_network.write(self.weak, untrained, 0, 0.0, "2026-01-01")
        self.strong = os.path.join(project(), "networks/quoridor-mini.net")
        self.networks = os.path.join(self.folder, "networks")
        os.makedirs(self.networks)

    def promote(self, network, *more):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            status = promote.main([network, "--networks", self.networks, "--tc", "nodes=32", "--elo0", "0", "--elo1",
                                   "300", "--games", "400", "--binary", BINARY, *more])
        return status, said.getvalue()

    def content(self, name="quoridor-mini.net"):
        with open(os.path.join(self.networks, name), "rb") as file:
            return file.read()

    def test_only_the_winner_of_the_match_is_copied(self):
        target = os.path.join(self.networks, "quoridor-mini.net")
        shutil.copyfile(self.weak, target)
        status, said = self.promote(self.strong)
        self.assertEqual(status, 0, said)
        with open(self.strong, "rb") as file:
            self.assertEqual(self.content(), file.read())
        before = self.content()
        status, said = self.promote(self.weak)
        self.assertEqual(status, 1, said)
        self.assertIn("not promoted", said)
        self.assertEqual(self.content(), before)
        self.assertEqual(os.listdir(self.networks), ["quoridor-mini.net"])

    def test_refuses_what_is_no_network(self):
        for bad, wanted in ((__file__, "another kind of file"), (os.path.join(self.folder, "no.net"), "No such file")):
            with self.assertRaisesRegex((ValueError, OSError), wanted):
                promote.main([bad, "--networks", self.networks, "--binary", BINARY])
        self.assertEqual(os.listdir(self.networks), [])

    def test_a_failed_match_copies_nothing(self):
        with self.assertRaisesRegex(RuntimeError, "the match ended with status"), \
                contextlib.redirect_stdout(io.StringIO()):
            promote.main([self.weak, "--networks", self.networks, "--tc", "nonsense", "--binary", BINARY])
        self.assertEqual(os.listdir(self.networks), [])


class Formats(Case):
    """formats.json against files that C++ wrote."""

    def test_reads_the_networks_of_the_program(self):
        folder = os.path.join(project(), "networks")
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".net"):
                continue
            path = os.path.join(folder, name)
            facts = formats.read_network_facts(path)
            with open(path, "rb") as file:
                data = file.read()
            fields, text = formats.NETWORK.read_header(data, name)
            sizes = {"values": 1, **{word: int(value) for word, value in facts.items() if value.isdigit()}, **fields}
            columns = formats.NETWORK.read_columns(data, sizes, name)
            self.assertEqual(formats.NETWORK.write(text, columns), data, name)

    def test_writes_a_shard_as_it_was(self):
        data = self.shard("quoridor:players=4", 2)
        self.assertEqual(formats.write_shard(*formats.read_shard(data)), data)


class Whole(Case):
    def test_run_from_nothing_and_on(self):
        """The whole program, twice: it begins, saves, goes on, measures, and its log can be drawn."""
        out = os.path.join(self.folder, "checkpoint")
        arguments = ["--game", "quoridor:size=5,walls=3", "--dir", out, "--blocks", "1", "--channels", "8", "--batch",
                     "16", "--slots", "2", "--threads", "2", "--simulations", "8", "--train-batch", "64",
                     "--bootstrap", "2", "--bootstrap-epochs", "1", "--log-every", "2", "--gate-every", "0",
                     "--gate-games", "4", "--reserve", "5", "--device", "cpu", "--binary", BINARY]
        for minutes in ("0.3", "0.25"):
            program = os.path.join(TRAINING, "teacher.py")
            done = subprocess.run([sys.executable, program, "--minutes", minutes, *arguments],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout)
        with open(os.path.join(out, "log.jsonl")) as file:
            lines = [json.loads(line) for line in file]
        kinds = [line["kind"] for line in lines]
        self.assertEqual(kinds.count("start"), 2)
        self.assertEqual(kinds.count("bootstrap"), 1)
        self.assertIn("match", kinds)
        self.assertEqual(kinds[-1], "saved")
        self.assertGreater(max(line.get("games", 0) for line in lines), 0)
        with open(os.path.join(out, "state.json")) as file:
            self.assertGreater(json.load(file)["steps"], 0)
        svg = plot.draw(lines)
        self.assertTrue(svg.startswith("<svg") and svg.rstrip().endswith("</svg>"))
        network = os.path.join(out, "average.pt")
        program = os.path.join(TRAINING, "gate.py")
        match = subprocess.run([sys.executable, program, network, network, "--games", "4", "--simulations", "4",
                                "--threads", "1", "--binary", BINARY], stdout=subprocess.PIPE, text=True, timeout=100)
        self.assertEqual(json.loads(match.stdout)["score"], 0.5)

    def test_says_when_the_player_dies(self):
        player = serve.Player(BINARY, self.folder, ["--game", "quoridor:size=5,walls=3", "--threads", 1, "--batch", 8,
                                                    "--slots", 1, "--simulations", 4])
        answer = lambda planes, _: (torch.zeros(8, player.channel.actions, dtype=torch.bfloat16), torch.zeros(8))
        server = serve.Server(player, answer, torch.device("cpu"))

        def kill():
            player.process.kill()
            player.process.wait()
            return False

        with self.assertRaisesRegex(RuntimeError, "the player ended with status -9"):
            server.serve(kill)
        player.process.stdout.close()


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
