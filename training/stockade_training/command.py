"""Runs a command of the package: its module's main(), with expected failures as one line on standard error."""

import importlib
import sys


def run(name):
    try:
        return importlib.import_module("." + name, __package__).main()
    except ModuleNotFoundError as problem:
        if problem.name not in ("torch", "numpy"):
            raise
        print(f"{name}.py: this python3 has no {problem.name}: install PyTorch and NumPy, or put a python3 "
              "that has them first on the PATH", file=sys.stderr)
        return 2
    except (OSError, RuntimeError, ValueError) as problem:
        print(f"{name}.py: {problem}", file=sys.stderr, flush=True)
        return 1
