"""Shared by the commands teacher and student: their common options, and the course of a run."""

import argparse
import os
import subprocess
import sys

import torch

from .checkpoint import NotFinite


def new_parser(description):
    """A parser, and a function that adds an option whose type is that of its default."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name, default, text):
        parser.add_argument(name, default=default, type=type(default), help=f"{text} (%(default)s)")

    return parser, add


def add_common(add):
    add("--minutes", 9.0, "how long everything may take")
    add("--variety", 35, "of 100 games, how many begin anywhere")
    add("--seed", 1, "decides everything that is drawn")
    add("--device", "cuda" if torch.cuda.is_available() else "cpu", "cuda or cpu")
    add("--log-every", 10.0, "seconds between lines of the log")


def carry_out(name, kind, options):
    """Runs `kind(options)` to its end; a failure is one line on standard error."""
    if not os.path.exists(options.binary):
        sys.exit(f"{options.binary}: not found; build it with: cmake --preset release && "
                 "cmake --build --preset release --target stockade-lab")
    run = kind(options)
    try:
        run.run()
    except (NotFinite, RuntimeError, ValueError, OSError, subprocess.CalledProcessError) as problem:
        print(f"{name}.py: {problem}", file=sys.stderr, flush=True)
        return 1
    finally:
        run.close()
    return 0
