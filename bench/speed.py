#!/usr/bin/env python3
"""Where the time of a run goes: one Loci, or two in turn (before and after), on the programs of bench/speed.

    bench/speed.py [--loci PATH] [--before PATH] [--limit SECONDS] [--repeat N] [--only SUBSTRING]

CPU seconds of Loci and its children, clang included, the least of some runs; for short_bug.c also the seconds on the clock
until the summary stands there and until all is said. What did not end within the limit is told by its paths.
"""
import argparse
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = [  # name, what it shows, options
    ("leaks_live", "leak check where much lives that was not written to", ["--no-tests", "--no-native"]),
    ("leaks_tokens", "leak check of paths with blocks of their own", ["--no-tests", "--no-native"]),
    ("json", "26,000 short paths without tests", ["--no-tests", "--no-native"]),
    ("json", "the same with tests", ["--no-native"]),
    ("strings", "string functions on plain bytes", ["--no-tests", "--no-native"]),
    ("undefined_register", "a variable without a value in a hot loop", ["--no-tests", "--no-native"]),
    ("undefined_member", "a member without a value beside a hot loop", ["--no-tests", "--no-native"]),
    ("gcd_full", "Euclid's algorithm on two ints", ["--no-tests", "--no-native"]),
    ("gcd_signed", "the same, of either sign", ["--no-tests", "--no-native"]),
    ("divisions", "divisions and remainders by variables", ["--no-tests", "--no-native"]),
    ("any_pointer", "a pointer that may be anything, 300 blocks", ["--no-tests", "--no-native"]),
    ("hash_table", "a hash of three letters as an index", ["--no-tests", "--no-native"]),
    ("binary_search", "halving in a sorted array of symbolic bytes", ["--no-tests", "--no-native"]),
    ("permutation", "six bytes that may be a permutation, and its cycles", ["--no-tests", "--no-native"]),
    ("huffman", "canonical codes from symbolic lengths", ["--no-tests", "--no-native"]),
    ("translate", "a table of characters that inputs are written to", ["--no-tests", "--no-native"]),
    ("switches_decided", "switches over characters that others have decided", ["--no-tests", "--no-native"]),
    ("float_text", "strtod of four digits, scaled and compared", ["--no-tests", "--no-native"]),
    ("number_text", "strtod of seven characters, made an integer", ["--no-tests", "--no-native"]),
    ("uninitialised_output", "a part of a large buffer without values is written", ["--no-tests", "--no-native"]),
    ("short_bug", "a short run with a bug, confirmed natively", []),
]
SUMMARY = re.compile(r"^(\d+) paths?, ")


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Measured:
    def __init__(self, loci, name, options, limit, folder):
        begin, start = cpu(), time.monotonic()
        self.paths, self.complete, self.summary = 0, False, 0.0
        process = subprocess.Popen(
            [loci, "run", "--max-time=%d" % limit, "--out=" + os.path.join(folder, "out"), *options,
             os.path.join(HERE, "speed", name + ".c")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in process.stdout:
            match = SUMMARY.match(line)
            if match:
                self.paths, self.summary = int(match[1]), time.monotonic() - start
            self.complete = self.complete or line.startswith("complete")
        process.wait()
        self.wall, self.cpu = time.monotonic() - start, cpu() - begin


def measure(loci, name, options, limit, repeat):
    """The best of some runs. Files are made in memory where that is possible: how long a disk takes is not the question."""
    best = None
    for _ in range(repeat):
        folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        run = Measured(loci, name, options, limit, folder)
        shutil.rmtree(folder)
        if best is None or run.cpu < best.cpu:
            best = run
    return best


def words(name, run):
    text = "%.2f s" % run.cpu
    if name == "short_bug":
        text += ", summary after %.2f s, all after %.2f s" % (run.summary, run.wall)
    return text if run.complete else text + ", %d paths, not complete" % run.paths


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--before")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    binaries = [os.path.abspath(path) for path in (options.before, options.loci) if path]
    print("| program | what | %sCPU | paths |" % ("CPU before | " if options.before else ""))
    print("|---|---|%s---|---:|" % ("---|" if options.before else ""))
    for name, what, flags in CASES:
        if options.only not in name:
            continue
        runs = [measure(loci, name, flags, options.limit, options.repeat) for loci in binaries]
        cells = [name + ".c", what, *(words(name, run) for run in runs), str(runs[-1].paths)]
        print("| %s |" % " | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
