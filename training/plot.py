#!/usr/bin/env python3
"""Draws a training log; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("plot"))
