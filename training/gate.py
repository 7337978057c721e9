#!/usr/bin/env python3
"""Two networks against each other, or one against the hand-made judgement, in pairs of games from random openings.

    training/gate.py NEW.pt OLD.pt --games 400 --simulations 64
    training/gate.py NEW.pt heuristic
"""

import argparse
import json
import math
import os
import shutil
import sys

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serve
from layout import Layout
from network import for_play


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
    """`first` and `second` are networks for play; without a second the hand-made judgement plays."""
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
            return torch.where(is_first.unsqueeze(1), policy, other_policy), torch.where(is_first, value, other_value)

        server = serve.Server(player, answer, device)
        server.serve(until)
        counters = player.channel.counters()
        player.end()
        return measure(counters)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def load(path, device):
    saved = torch.load(path, map_location="cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    state = {name: tensor.float() for name, tensor in saved["state"].items()}
    return for_play(Layout(saved["text"]), *saved["shape"], state, device, dtype)


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", help="a network (average.pt)")
    parser.add_argument("second", help="another, or the word heuristic")
    parser.add_argument("--games", type=int, default=400, help="an even number (%(default)s)")
    parser.add_argument("--simulations", type=int, default=64, help="of each search (%(default)s)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="that play (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="decides the openings (%(default)s)")
    parser.add_argument("--binary", default=os.path.join(root, "build/release/stockade-lab"),
                        help="the program that plays (%(default)s)")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    first = load(options.first, device)
    second = None if options.second == "heuristic" else load(options.second, device)
    print(json.dumps(play(options.binary, first, second, device, options.games, options.simulations,
                          options.threads, options.seed)))


if __name__ == "__main__":
    main()
