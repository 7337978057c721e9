#!/usr/bin/env python3
"""Plays and trains a large network; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("teacher"))
