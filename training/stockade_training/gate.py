"""The command training/gate.py. Two networks against each other, or one against the classical evaluation or the engine
that uses it, in pairs of games from random openings.

    training/gate.py NEW.pt OLD.pt --games 400 --simulations 64
    training/gate.py NEW.pt heuristic
    training/gate.py NEW.pt engine --milliseconds 1000 --games 200 --simulations 800
"""

import argparse
import json
import math
import os
import pickle
import shutil

import torch

from . import BINARY, serve
from .formats import Layout
from .teacher_network import for_play


def elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def measure(counters):
    """Score of the first and the Elo difference, with an error from the spread of pairs (95%)."""
    pairs = [counters[f"pair{i}"] for i in range(5)]
    total = sum(pairs)
    if not total:
        return {}
    points = [i / 4 for i in range(5)]
    mean = sum(n * p for n, p in zip(pairs, points)) / total
    spread = sum(n * (p - mean) ** 2 for n, p in zip(pairs, points)) / total
    error = 1.96 * math.sqrt(spread / total)
    return {"games": counters["wins"] + counters["losses"] + counters["draws"], "wins": counters["wins"],
            "draws": counters["draws"], "losses": counters["losses"], "score": round(mean, 4),
            "elo": round(elo(mean), 1), "elo_low": round(elo(mean - error), 1), "elo_high": round(elo(mean + error), 1)}


def play(binary, first, second, device, games, simulations, threads, seed=1, opening_actions=6, until=lambda: False):
    """`first` and `second` are networks for play; without a second the classical evaluation plays."""
    folder = serve.temporary_folder("stockade-gate-")
    try:
        arguments = ["--game", first.layout.spec, "--versus", "--games", games, "--simulations", simulations,
                     "--threads", threads, "--batch", max(threads, games // 2), "--slots", 2, "--seed", seed,
                     "--opening-actions", opening_actions, "--max-actions", 300]
        if second is None:
            arguments.append("--versus-heuristic")
        player = serve.Player(binary, folder, arguments)

        def answer(planes, network):
            policy, value = first.evaluate(planes)
            if second is None:
                return policy, value
            other_policy, other_value = second.evaluate(planes)
            is_first = network == 0
            by_row = is_first.unsqueeze(1)
            return (torch.where(by_row, policy, other_policy),
                    torch.where(by_row if value.ndim == 2 else is_first, value, other_value))

        server = serve.Server(player, answer, device)
        server.serve(until)
        counters = player.channel.counters()
        player.end()
        return measure(counters)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def play_engine(binary, network, device, games, simulations, threads, milliseconds, seed=1):
    """Against the engine, which thinks on a CPU while others wait: each pair of games has a player of its own, and
    whatever players ask at the time is answered together."""
    folder = serve.temporary_folder("stockade-gate-")
    totals, waiting, running = None, list(range(games // 2)), []
    layout = network.layout
    planes = torch.zeros(threads, len(layout.planes), layout.rows, layout.cols, dtype=torch.uint8, device=device)
    try:
        answer = serve.graphed(lambda: network.evaluate(planes), device)
        while waiting or running:
            while waiting and len(running) < threads:
                running.append(serve.Player(binary, folder, [
                    "--game", layout.spec, "--versus", "--versus-engine", milliseconds, "--games", 2, "--simulations",
                    simulations, "--threads", 1, "--batch", 1, "--slots", 1, "--seed", seed + 1000 * waiting.pop(0),
                    "--opening-actions", 6, "--max-actions", 300]))
            asking = [player for player in running if player.channel.is_filled(0)]
            for row, player in enumerate(asking):
                planes[row].copy_(player.channel.planes[0][0])
            if asking:
                policy, value = (tensor.cpu() for tensor in answer())
                for row, player in enumerate(asking):
                    player.channel.policy[0][0].copy_(policy[row])
                    player.channel.value[0][0] = value[row]
                    player.channel.answer(0)
            for player in [player for player in running if player.channel.finished()]:
                running.remove(player)
                counters = player.channel.counters()
                player.end()
                totals = {name: counters[name] + (totals[name] if totals else 0) for name in counters}
                print(json.dumps(measure(totals)), flush=True)
        return measure(totals)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def load(path, device):
    try:
        saved = torch.load(path, map_location="cpu")
    except (pickle.UnpicklingError, RuntimeError) as problem:
        raise ValueError(f"{path}: expected a network as training writes it ({problem})") from None
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    state = {name: tensor.float() for name, tensor in saved["state"].items()}
    return for_play(Layout(saved["text"]), *saved["shape"], state, device, dtype)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", help="a network (average.pt)")
    parser.add_argument("second", help="another, or the word heuristic or engine")
    parser.add_argument("--milliseconds", type=int, default=1000, help="of the engine's turns (%(default)s)")
    parser.add_argument("--games", type=int, default=400, help="an even number (%(default)s)")
    parser.add_argument("--simulations", type=int, default=64, help="of each search (%(default)s)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="that play (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="decides the openings (%(default)s)")
    parser.add_argument("--binary", default=BINARY,
                        help="the program that plays (%(default)s)")
    options = parser.parse_args()
    if options.games < 2 or options.games % 2:
        parser.error(f"--games: expected an even number, got {options.games}")
    if options.milliseconds < 1:
        parser.error(f"--milliseconds: expected at least 1, got {options.milliseconds}")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    first = load(options.first, device)
    if options.second == "engine":
        play_engine(options.binary, first, device, options.games, options.simulations, options.threads,
                    options.milliseconds, options.seed)
        return 0
    second = None if options.second == "heuristic" else load(options.second, device)
    print(json.dumps(play(options.binary, first, second, device, options.games, options.simulations,
                          options.threads, options.seed)))
    return 0
