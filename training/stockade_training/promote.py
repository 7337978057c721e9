"""The command training/promote.py, the last step of training: lets a small network play a match against the network
that it would replace, and copies it to networks/ only if it wins.

    training/promote.py build/student/quoridor.net                       # against the network of the same game there
    training/promote.py quoridor-kid.net --against none --tc movetime=50ms --concurrency 2

The match is an SPRT (docs/match.md). It passes when elo1 is accepted. Exit status: 0 promoted, 1 not, 2 wrong options.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess

from . import BINARY, ROOT
from .formats import FormatError, read_network_facts


def installed(folder, spec):
    """The path of the network in `folder` that was made for `spec`, or None."""
    for path in sorted(glob.glob(os.path.join(folder, "*.net"))):
        if read_network_facts(path)["spec"] == spec:
            return path
    return None


def match(options, spec, opponent):
    """Plays the match; returns (LLR, lower bound, upper bound)."""
    quoted = lambda path: '"{}"'.format(os.path.abspath(path))
    command = [options.binary, "match", "--game", spec,
               "--engine", f"name=new,option.Network={quoted(options.network)}",
               "--engine", f"name=old,option.Network={quoted(opponent) if opponent else 'none'}",
               "--tc", options.tc, "--margin", "1s", "--openings", options.openings, "--games", str(options.games),
               "--concurrency", str(options.concurrency), "--seed", str(options.seed),
               "--sprt", f"elo0={options.elo0:g},elo1={options.elo1:g}"]
    print(" ".join(command), flush=True)
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise RuntimeError(f"the match ended with status {process.returncode}; {options.network} stays where it is")
    number = r"(-?[0-9.]+)"
    for line in reversed(lines):
        found = re.match(rf"SPRT \[.*\]: LLR {number} \({number}, {number}\)", line)
        if found:
            return tuple(float(x) for x in found.groups())
    raise RuntimeError("expected a line 'SPRT [..]: LLR ..' at the end of the match, there is none")


def promote(network, target):
    """Copies the file; it appears under its final name only when it is complete."""
    shutil.copyfile(network, target + ".part")
    os.replace(target + ".part", target)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = lambda name, default, text: parser.add_argument(name, default=default, type=type(default),
                                                          help=f"{text} (%(default)s)")
    parser.add_argument("network", help="the new network, a .net file of student.py")
    add("--networks", os.path.join(ROOT, "networks"), "the folder of the networks that are built into the program")
    add("--name", "", "file name there without .net; empty: that of the network it replaces, or of the new file")
    add("--against", "", "another opponent: a .net file, or none for the classical evaluation")
    add("--tc", "movetime=100ms", "time control of both engines")
    add("--openings", "random:4", "openings, as for stockade match")
    add("--games", 2000, "at most so many games")
    add("--elo0", 0.0, "lower hypothesis of the SPRT")
    add("--elo1", 10.0, "upper hypothesis of the SPRT")
    add("--concurrency", 1, "games at once")
    add("--seed", 1, "decides openings and dice")
    add("--binary", BINARY, "the program that plays matches")
    options = parser.parse_args(arguments)
    if options.against not in ("", "none") and not os.path.exists(options.against):
        parser.error(f"--against: expected a .net file or none, got {options.against}")
    if options.elo0 >= options.elo1:
        parser.error(f"--elo0: expected less than --elo1, {options.elo1:g}, got {options.elo0:g}")
    return options


def main(arguments=None):
    options = parse(arguments)
    facts = read_network_facts(options.network)
    if "spec" not in facts:
        raise FormatError(f"{options.network}: expected a line 'spec ...' in its description, there is none")
    present = installed(options.networks, facts["spec"])
    opponent = present if not options.against else None if options.against == "none" else options.against
    name = options.name or os.path.splitext(os.path.basename(present or options.network))[0]
    target = os.path.join(options.networks, name + ".net")
    if os.path.exists(target) and target != present:
        raise FormatError(f"{target}: expected a network of {facts['spec']}, it is one of another game; give a --name")
    llr, low, high = match(options, facts["spec"], opponent)
    if llr < high:
        print(f"not promoted: LLR {llr} is below {high}" + ("" if llr <= low else "; more --games may decide it"))
        return 1
    promote(options.network, target)
    print(f"promoted to {target}. Build the programs again, and add the match to docs/strength.md.")
    return 0
