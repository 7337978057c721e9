#!/usr/bin/env python3
"""Trains a small network; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("student"))
