"""Training of Stockade's networks (docs/training.md). What to open first:

teacher.py           self-play and training of a large network, from a checkpoint and back to it
student.py           training of a small network from a teacher's games
gate.py, promote.py  matches between large networks; the match that lets a small network into networks/
formats.json         every binary format, once; formats.py reads and writes by it
samples.py           samples as tensors
channel.py, serve.py evaluations for `stockade selfplay`, through shared memory
teacher_*, student_* the networks and the teacher's trainer
checkpoint.py        logs and files that both trainers write; options.py has what their commands share
label, export, plot, vectors: smaller commands

Each command is a function main() in its module; the scripts in training/ call it.
"""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.join(ROOT, "build/release/stockade-lab")
