#!/usr/bin/env python3
"""Plants small bugs into the server, one at a time, and says which of them no test catches.

The bugs are listed in tests/mutants/<folder>.txt. The sources are never touched: the file with the bug is a copy in
build/mutate, compiled without optimisation, and the tests are linked again with it in front of the libraries of the
`release` build, so that its functions take the place of those in the library. This takes seconds. Results are kept in
build/mutate/results.json: a run that is interrupted goes on where it was, and a bug is tried again once its file, its
tests or the list have changed."""
import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "tests" / "mutants"
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "mutate"
RESULTS = WORK / "results.json"
LOGS = WORK / "logs"
LIBRARY = "src/server/libstockade_server.a"
# A test that hangs has caught the bug. Tests wait three minutes for what must happen (tests/support/patience.h).
SLOWEST = 40  # seconds more than five times what the test takes without a bug


class Mutant:
    """A planted bug: one line of one file."""

    def __init__(self, part, file, what, tests, before, after):
        self.part, self.file, self.what, self.tests, self.before, self.after = part, file, what, tests, before, after

    def name(self):
        return f"{self.file}: {self.what}"

    def planted(self, text):
        """The file with the bug in it. The line keeps its indentation."""
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if line.strip() == self.before]
        if len(places) != 1:
            sys.exit(f"{self.name()}: expected one line '{self.before}' in {self.file}, found {len(places)}")
        indent = lines[places[0]][: len(lines[places[0]]) - len(lines[places[0]].lstrip())]
        lines[places[0]] = indent + self.after
        return "\n".join(lines)


def read_list(path):
    """The bugs of one list. `tests A B` names test programs for the bugs after it, or for one bug if it follows its
    head `@ FILE: WHAT`; then come the line before, after `-`, and the line with the bug, after `+`."""
    mutants, tests, head = [], [], None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("tests "):
            if head:
                head["tests"] = line.split()[1:]
            else:
                tests = line.split()[1:]
        elif match := re.fullmatch(r"@ ([\w/.]+): (.+)", line):
            head = {"file": match[1], "what": match[2], "tests": tests, "before": None}
        elif line.startswith("-") and head:
            head["before"] = line[1:].strip()
        elif line.startswith("+") and head and head["before"]:
            mutants.append(Mutant(path.stem, after=line[1:].strip(), **head))
            head = None
        else:
            sys.exit(f"{path}:{number}: expected 'tests', '@ FILE: WHAT', '-LINE' or '+LINE', got '{line}'")
    return mutants


def read_lists():
    mutants = [mutant for path in sorted(LISTS.glob("*.txt")) for mutant in read_list(path)]
    for mutant in mutants:
        mutant.planted((ROOT / mutant.file).read_text())
        for test in mutant.tests:
            if not test_source(test).exists():
                sys.exit(f"{mutant.name()}: there is no {test_source(test)}")
    return mutants


def test_source(test):
    return ROOT / "tests" / f"{test}_test.cpp"


def target(test):
    return test.replace("/", "_") + "_test"


def command(output, *words):
    """The first command with these words among those that lead to a file of the build."""
    told = subprocess.run(["ninja", "-t", "commands", output], cwd=BUILD, check=True, capture_output=True, text=True)
    return next(line for line in told.stdout.split("\n") if all(word in line for word in words))


def compile_flags():
    """Of the server's library, without files."""
    line = command(LIBRARY, "stockade_server.dir", " -c ")
    return re.sub(r" -(MT|MF|o|c) \S+| -MD", "", line)


def shell(line, log):
    """Says whether it succeeds."""
    with open(LOGS / log, "w") as out:
        return subprocess.run(["bash", "-c", line], cwd=BUILD, stdout=out, stderr=out).returncode == 0


def build(tests):
    """Everything without a bug."""
    jobs = os.environ.get("STOCKADE_JOBS", str(os.cpu_count()))
    targets = " ".join(sorted(map(target, tests)))
    return shell(f"cd {ROOT} && cmake --preset release && cmake --build --preset release -j {jobs} --target {targets}",
                 "build.txt")


def link(test, objects):
    line = command(f"tests/{target(test)}", f" -o tests/{target(test)} ")
    line = line.replace(f" -o tests/{target(test)} ", f" -o {WORK / target(test)} ")
    # The first definition of a function counts.
    return shell(line.replace("/g++ ", f"/g++ -Wl,-z,muldefs {objects} ", 1), f"link_{target(test)}.txt")


def passes(place, test, seconds):
    """Runs one test program until its first failure. What it started ends with it."""
    with open(LOGS / f"{target(test)}.txt", "w") as log, tempfile.TemporaryDirectory(prefix="stockade-") as scratch:
        os.chmod(scratch, 0o1777)  # PostgreSQL runs as another user
        program = subprocess.Popen([place / target(test), "--gtest_fail_fast"], cwd=ROOT, stdout=log, stderr=log,
                                   start_new_session=True, env={**os.environ, "TMPDIR": scratch})
        try:
            return program.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            ended = [(os.killpg, program.pid)]
            # PostgreSQL has a process group of its own; the first line of this file is its leader.
            ended += [(os.kill, int(file.read_text().split()[0])) for file in Path(scratch).rglob("postmaster.pid")]
            for end, number in ended:
                try:
                    end(number, signal.SIGKILL)
                except ProcessLookupError:
                    pass


def run(place, test, times):
    begun = time.monotonic()
    passed = passes(place, test, 5 * times[test] + SLOWEST if test in times else 600)
    return passed, time.monotonic() - begun


def measure(tests):
    """How long each test takes without a bug."""
    times = {}
    for test in sorted(tests):
        passed, seconds = run(BUILD / "tests", test, times)
        if not passed:
            sys.exit(f"{test} fails without a bug: {LOGS}/{target(test)}.txt")
        times[test] = seconds
        print(f"{test}: {seconds:.1f} s", flush=True)
    return times


def caught_by(mutant, times):
    """The test that catches it, or nothing."""
    copy = WORK / Path(mutant.file).name
    copy.write_text(mutant.planted((ROOT / mutant.file).read_text()))
    if not shell(f"{compile_flags()} -O0 -Wno-error -c {copy} -o {copy}.o", "compile.txt"):
        sys.exit(f"{mutant.name()}: expected a bug that compiles: {LOGS}/compile.txt")
    for test in mutant.tests:
        if not link(test, f"{copy}.o"):
            sys.exit(f"{mutant.name()}: {test} cannot be linked: {LOGS}/link_{target(test)}.txt")
        if not run(WORK, test, times)[0]:
            return test
    return None


def fingerprint(mutant):
    """Of what decides whether it is caught."""
    digest = hashlib.sha256(json.dumps([mutant.before, mutant.after, mutant.tests]).encode())
    for path in [ROOT / mutant.file, *map(test_source, mutant.tests)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def summary(mutants, results):
    rows = {}
    for mutant in mutants:
        result = results.get(mutant.name())
        if not result or result["fingerprint"] != fingerprint(mutant):
            continue
        row = rows.setdefault(mutant.part, [0, 0])
        row[0] += result["caught"] is not None
        row[1] += 1
    for part, (caught, planted) in rows.items():
        print(f"{part:10} {caught:3} of {planted}")
    caught, planted = (sum(row[i] for row in rows.values()) for i in (0, 1))
    if planted:
        print(f"{'all':10} {caught:3} of {planted}, {100 * caught / planted:.0f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only bugs with one of these words in their file or description")
    parser.add_argument("--check", action="store_true", help="only see whether every bug still has its line")
    parser.add_argument("--again", action="store_true", help="also those whose result is known")
    parser.add_argument("--survivors", action="store_true", help="also those that are known to survive")
    parser.add_argument("--built", action="store_true", help="the test programs are built already")
    parser.add_argument("--summary", action="store_true", help="print the known results")
    arguments = parser.parse_args()
    mutants = read_lists()
    if arguments.check:
        return print(f"{len(mutants)} bugs can be planted")
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if arguments.summary:
        return summary(mutants, results)
    todo = []
    for mutant in mutants:
        if arguments.words and not any(word in mutant.name() for word in arguments.words):
            continue
        known = results.get(mutant.name(), {})
        fresh = known.get("fingerprint") == fingerprint(mutant)
        if arguments.again or not fresh or (arguments.survivors and known["caught"] is None):
            todo.append(mutant)
    if not todo:
        print("nothing to do")
        return summary(mutants, results)
    LOGS.mkdir(parents=True, exist_ok=True)
    tests = {test for mutant in todo for test in mutant.tests}
    print(f"building {len(tests)} test programs without a bug", flush=True)
    if not arguments.built and not build(tests):
        sys.exit(f"the sources do not build: {LOGS}/build.txt")
    times = measure(tests)
    for number, mutant in enumerate(todo, 1):
        begun = time.monotonic()
        caught = caught_by(mutant, times)
        results[mutant.name()] = {"fingerprint": fingerprint(mutant), "caught": caught}
        RESULTS.write_text(json.dumps(results, indent=1))
        verdict = f"caught by {caught}" if caught else "SURVIVED"
        print(f"[{number}/{len(todo)}, {time.monotonic() - begun:.0f} s] {mutant.name()}: {verdict}", flush=True)
    return summary(mutants, results)


if __name__ == "__main__":
    main()
