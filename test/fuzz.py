#!/usr/bin/env python3
"""Random programs of csmith: the native program against `loci exec`, from source and from -O1 bitcode, 32 and 64 bit.

    test/fuzz.py --count N [--start SEED] [--loci PATH] [--out FOLDER] [-j JOBS]
    test/fuzz.py --choose N [--start SEED]      print N seeds fit for test/run.py, whose programs are quick and clean

A program that fails is saved in FOLDER (build/fuzz) together with what went wrong.
"""
import argparse
import os
import shutil
import sys
import tempfile

import common


def fuzz(loci, seed, out):
    """Runs one seed; returns (cases passed, skipped, failed) and prints what failed."""
    passed, skipped, problems = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name, complaint in common.csmith_cases(loci, seed, folder):
            if not complaint:
                passed += 1
            elif complaint.startswith("skip:"):
                skipped += 1
            else:
                problems.append("%s: %s" % (name, complaint))
        if problems:
            os.makedirs(out, exist_ok=True)
            source = os.path.join(folder, "seed%d.c" % seed)
            if os.path.exists(source):
                shutil.copy(source, out)
            with open(os.path.join(out, "seed%d.txt" % seed), "w", encoding="utf-8") as file:
                file.write("\n".join(problems) + "\n")
    return passed, skipped, problems


def is_fit(seed):
    """Whether the program of a seed is quick, does something, and is clean under the sanitizers in both data models."""
    include = common.csmith_include()
    with tempfile.TemporaryDirectory() as folder:
        source, executable = os.path.join(folder, "p.c"), os.path.join(folder, "p")
        if common.csmith_program(seed, source) or os.path.getsize(source) < 4000:
            return False
        flags = ["-I" + include]
        for model in (64, 32):
            outputs = set()
            for compiler, more in ((common.CLANG, []), (common.CLANG, ["-O1"]), ("gcc", [])):
                if common.compile_native([source], executable, model, flags + more, compiler):
                    return False
                result = common.run([executable], timeout=0.5)
                outputs.add(result.out if result.status == 0 else None)
            if len(outputs) != 1 or None in outputs:
                return False
        for more in (["-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"], ["-fsanitize=memory"]):
            if common.compile_native([source], executable, 64, flags + more) or common.run([executable], timeout=5).status:
                return False
    return True


def choose(count, seed):
    while count:
        if is_fit(seed):
            print(seed, flush=True)
            count -= 1
        seed += 1
    return 0


def main():
    parser = argparse.ArgumentParser(description="Runs random programs of csmith under Loci.")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--start", type=int, default=1000)
    parser.add_argument("--choose", type=int, metavar="N")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--out", default=os.path.join(common.ROOT, "build", "fuzz"))
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if not common.csmith_include():
        parser.error("csmith is not installed")
    if arguments.choose:
        return choose(arguments.choose, arguments.start)
    loci = os.path.abspath(arguments.loci)
    if not os.access(loci, os.X_OK):
        parser.error("there is no program '%s'" % arguments.loci)
    totals = [0, 0, 0]
    tasks = [lambda seed=seed: (seed, fuzz(loci, seed, arguments.out))
             for seed in range(arguments.start, arguments.start + arguments.count)]
    for seed, (passed, skipped, problems) in common.in_parallel(arguments.jobs, tasks):
        totals = [a + b for a, b in zip(totals, (passed, skipped, len(problems)))]
        for problem in problems:
            print("FAILED seed %d %s\n" % (seed, problem), flush=True)
    print("%d passed, %d failed, %d skipped" % (totals[0], totals[2], totals[1]))
    return 1 if totals[2] else 0


if __name__ == "__main__":
    sys.exit(main())
