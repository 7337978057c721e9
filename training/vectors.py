#!/usr/bin/env python3
"""Writes test data for tests/net; --help lists the options."""
import sys

from stockade_training.command import run

sys.exit(run("vectors"))
