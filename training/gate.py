#!/usr/bin/env python3
"""Plays two large networks against each other; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("gate"))
