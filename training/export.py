#!/usr/bin/env python3
"""Writes a checkpoint in half precision; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("export"))
