#!/usr/bin/env python3
"""Random functions (random_check.py): `loci check` says exactly what native runs along all ways show.

A way that loses several blocks names one of them: of the leaks of a function one has to be found.

    test/fuzz_check.py [--loci PATH] [--count N] [--start SEED] [--memory MODEL] [-j JOBS]
"""
import argparse
import bisect
import os
import re
import sys
import tempfile

import check_suite
import common
import random_check

FUNCTIONS = 6  # of a program
KINDS = {"heap-use-after-free": "use-after-free", "double-free": "double-free", "heap-buffer-overflow": "out-of-bounds",
         "stack-buffer-overflow": "out-of-bounds", "stack-buffer-underflow": "out-of-bounds", "FPE": "division-by-zero",
         "SEGV": "null-dereference", "leak": "leak", "lost-with-another": "lost-with-another"}
# An element outside of a freed block is both.
SAME = {"use-after-free": "use-after-free or out-of-bounds", "out-of-bounds": "use-after-free or out-of-bounds"}


class Source:
    """What check_suite.findings needs of a file."""
    flags, parts = [], []

    def __init__(self, path):
        self.path = path


def native(path, names, folder):
    """{(line, kind)} of all ways of all functions."""
    driver, executable = os.path.join(folder, "driver.c"), os.path.join(folder, "program")
    with open(driver, "w", encoding="utf-8") as file:
        file.write('#define NATIVE\n#define FUNCTIONS %s\n#include "%s"\n#include "%s"\n' % (
            " ".join("FUNCTION(%s)" % name for name in names), path, os.path.join(common.HERE, "fuzz_check.c")))
    made = common.run([common.CLANG, "-O0", "-w", "-fno-builtin", "-fsanitize=address", driver, "-o", executable])
    if made.status:
        raise ValueError(made.err.decode(errors="replace"))
    ran = common.run([executable], env=dict(common.ENVIRONMENT, ASAN_OPTIONS="detect_leaks=0:symbolize=0:handle_segv=0:handle_sigfpe=0"))
    found = set()
    for function, kind, line in re.findall(r"^(\w+) (\S+) (\d+)$", ran.out.decode(), re.M):
        if kind not in KINDS:
            raise ValueError("%s: an error of no known kind: %s at line %s" % (function, kind, line))
        found.add((int(line), KINDS[kind]))
    return found


def needs_failure(finding):
    """An allocation fails on its path: natively none does."""
    return finding["kind"] == "unchecked-allocation" or any(v["name"].startswith("allocation fails") for v in finding["values"])


def check(loci, seed, options=()):
    """What is wrong with what loci check says about the program of a seed; None if nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "random.c")
        text, names = random_check.program(seed, FUNCTIONS)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        expected = native(path, names, folder)
        report, complaint = check_suite.report_of(loci, Source(path), ["--function-time=60", *options])
    if complaint:
        return complaint
    failing = {(f["line"], f["kind"]) for f in report if needs_failure(f)}
    found = check_suite.lines_in(report, Source(path)) - (failing - expected)
    expected, found = ({(line, SAME.get(kind, kind)) for line, kind in which} for which in (expected, found))
    optional = {(line, "leak") for line, kind in expected if kind == "lost-with-another"}
    expected = {(line, kind) for line, kind in expected if kind != "lost-with-another"}
    found -= optional - expected
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("static void drop_")]  # of a function and its helpers
    has_leak = {bisect.bisect(starts, line) for line, kind in found if kind == "leak"}
    expected -= {(line, kind) for line, kind in expected - found if kind == "leak" and bisect.bisect(starts, line) in has_leak}
    problems = ["missed %s at line %d: %s" % (kind, line, lines[line - 1].strip()) for line, kind in sorted(expected - found)]
    problems += ["false %s at line %d: %s" % (kind, line, lines[line - 1].strip()) for line, kind in sorted(found - expected)]
    return "\n".join(problems) or None


def tests(loci, start, count, options=()):
    for seed in range(start, start + count):
        yield "%d" % seed, lambda seed=seed: check(loci, seed, options)


def main():
    parser = argparse.ArgumentParser(description="Random functions: loci check against native runs along all ways.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--memory", default="")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    options = ["--memory=" + arguments.memory] if arguments.memory else []
    loci, passed, failed = os.path.abspath(arguments.loci), 0, []

    def run(name, test):
        try:
            return name, test()
        except ValueError as problem:
            return name, str(problem)

    for name, complaint in common.in_parallel(arguments.jobs, [lambda n=n, t=t: run(n, t) for n, t in tests(loci, arguments.start, arguments.count, options)]):
        if complaint:
            failed.append(name)
            print("FAILED %s\n%s\n" % (name, complaint), flush=True)
        else:
            passed += 1
    print("%d passed, %d failed" % (passed, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
