#!/usr/bin/env python3
"""Arithmetic and small domains: one Loci, or two in turn (before and after), on bench/arithmetic.

    bench/arithmetic.py [--loci PATH] [--before PATH] [--limit SECONDS] [--only SUBSTRING]

Programs go to `loci run --no-tests --no-native`, scripts to `loci solve`. CPU seconds are those of Loci and its
children (clang and Z3). A run that did not follow all paths or left a check unknown within the limit says so.
"""
import argparse
import glob
import json
import os
import resource
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(loci, path, limit):
    """CPU seconds, and what came out in a few words."""
    begin = cpu()
    if path.endswith(".smt2"):
        result = subprocess.run([loci, "solve", "--max-time=%d" % limit, path], capture_output=True, text=True)
        answers = result.stdout.split()
        return cpu() - begin, "%d of %d checks answered" % (sum(a != "unknown" for a in answers), len(answers))
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [loci, "run", "--json", "--no-tests", "--no-native", "--max-time=%d" % limit,
             "--out=" + os.path.join(folder, "out"), path], capture_output=True, text=True)
    report = json.loads(result.stdout)
    return cpu() - begin, "%d paths, %s" % (report["paths"], "complete" if report["complete"] else "not complete")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default="build/loci")
    parser.add_argument("--before")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("| | %sCPU s | |" % ("CPU s before | | " if options.before else ""))
    print("|---|%s---:|---|" % ("---:|---|" if options.before else ""))
    for path in sorted(glob.glob(os.path.join(HERE, "arithmetic", "*"))):
        if options.only not in path:
            continue
        cells = [os.path.basename(path)]
        for loci in filter(None, [options.before, options.loci]):
            seconds, words = measure(os.path.abspath(loci), path, options.limit)
            cells += ["%.2f" % seconds, words]
        print("| %s |" % " | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
