#!/usr/bin/env python3
"""Lets a small network into networks/ when it wins its match; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("promote"))
