#!/usr/bin/env python3
"""Search strategies: every one of them finds the same paths and the same errors; only the order differs.

    test/search.py [--loci PATH] [--only SUBSTRING] [-j JOBS]

Also the matcher of KLEE's tutorial (examples/regex.c), whose number of paths is known from there, and an error that only
strategies find that look for new code.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import common
import symbolic

STRATEGIES = ["dfs", "auto", "bfs", "random", "random-state", "coverage", "interleaved"]
MATCHER = os.path.join(common.ROOT, "examples", "regex.c")
BURIED = os.path.join(common.HERE, "search", "buried.c")
ENDLESS = os.path.join(common.HERE, "search", "endless.c")
ENDLESS_PATHS = 500  # of 4096
MATCHER_PATHS = 7438  # 763 of them errors
NO_HURRY = ["--no-native", "--query-time=100000"]  # how many paths there are must not depend on how fast the machine is


def count_paths(loci, path, options, timeout):
    """(number of paths, complaint) of a run that must be complete. From the JSON: the line of progress has numbers too."""
    with tempfile.TemporaryDirectory() as folder:
        result = common.run([loci, "run", "--json", *options, *NO_HURRY, path], cwd=folder, timeout=timeout)
    try:
        report = json.loads(result.out)
    except ValueError:
        return None, "no number of paths\n" + result.err.decode(errors="replace")[-1000:]
    return report["paths"], None if report["complete"] else "not complete: %s" % ", ".join(report["incomplete_reasons"])


def test_program(loci, path, timeout, strategies=STRATEGIES, expected=None):
    problems = []
    for strategy in strategies:
        paths, complaint = count_paths(loci, path, ["--search=" + strategy], timeout)
        if complaint:
            problems.append("%s: %s" % (strategy, complaint))
        elif expected is None:
            expected = paths
        elif paths != expected:
            problems.append("%s: %d paths expected, %d found" % (strategy, expected, paths))
    return "\n".join(problems) or None


def test_slices(loci, path, memory, timeout):
    """States that are interrupted wherever they are go on as if nothing had been."""
    expected, complaint = count_paths(loci, path, ["--search=bfs", "--memory=" + memory], timeout)
    paths, other = count_paths(loci, path, ["--search=bfs", "--memory=" + memory, "--force-slices"], timeout)
    if complaint or other:
        return complaint or other
    return None if paths == expected else "%d paths expected, %d found" % (expected, paths)


def test_buried(loci, strategy):
    """The error is found though almost all states are elsewhere: the others would need longer than anybody waits."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        process = subprocess.Popen([loci, "run", "--search=" + strategy, "--out=" + out, *NO_HURRY, BURIED], cwd=folder, env=common.ENVIRONMENT,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline, found = time.monotonic() + common.PATIENCE, False
        while not found and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
            found = os.path.isdir(out) and any(name.endswith(".err") for name in os.listdir(out))
        process.kill()
        process.wait()
        return None if found else "the error was not found"


def test_endless(loci):
    """Paths that never end leave time for the others: four seconds of computing, however long they take."""
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen([loci, "run", "--json", "--no-tests", "--no-native", "--max-time=600", ENDLESS], cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            used = 0
            while process.poll() is None and used < 4:
                time.sleep(0.05)
                with open("/proc/%d/stat" % process.pid, encoding="utf-8") as file:
                    used = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")
            process.send_signal(signal.SIGINT)
            paths = json.loads(process.stdout.read())["paths"]
    return None if paths >= ENDLESS_PATHS else "%d paths expected, %d found" % (ENDLESS_PATHS, paths)


def tests(options):
    """(name, function that returns what is wrong), for test/run.py."""
    for number, path in enumerate(symbolic.paths()):
        strategies = STRATEGIES if options.long else [*STRATEGIES[:2], STRATEGIES[2 + number % (len(STRATEGIES) - 2)]]
        yield os.path.basename(path)[:-2], \
            lambda path=path, strategies=strategies: test_program(options.loci, path, options.timeout, strategies)
    for strategy in ("auto", "coverage", "interleaved"):
        yield "buried-" + strategy, lambda strategy=strategy: test_buried(options.loci, strategy)
    for name in ("pointer_equality", "pointer_halves", "linked_list", "variadic"):
        for memory in ("flat", "forking"):
            path = os.path.join(common.HERE, "symbolic", name + ".c")
            yield "slices-%s-%s" % (name, memory), lambda path=path, memory=memory: test_slices(options.loci, path, memory, options.timeout)
    yield "endless", lambda: test_endless(options.loci)
    yield "matcher", lambda: test_program(options.loci, MATCHER, options.timeout, expected=MATCHER_PATHS)


def main():
    parser = argparse.ArgumentParser(description="Compares the search strategies of loci run.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=float, default=common.PATIENCE)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    options.long = True
    options.loci = os.path.abspath(options.loci)
    return symbolic.run_tests(tests(options), options)


if __name__ == "__main__":
    sys.exit(main())
