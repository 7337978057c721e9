#!/usr/bin/env python3
"""Lets a large network label shards; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("label"))
