#!/usr/bin/env python3
"""What a pointer in memory costs: windows (LP64) against pairs with a side map (ILP32), in one run.

    bench/pointers.py [--loci PATH] [--repeat N]

User CPU time of the same program in both data models, alternated, the median of several runs.
The integer loop, which holds no pointers in memory, is the control: there the two must agree.
"""
import argparse
import os
import resource
import statistics
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description="Compares the two pointer encodings.")
    parser.add_argument("--loci", default=os.path.join(HERE, "..", "build", "loci"))
    parser.add_argument("--repeat", type=int, default=7)
    options = parser.parse_args()
    print("%-10s %8s %8s %8s" % ("program", "LP64 s", "ILP32 s", "ratio"))
    for name in ("pointers", "sieve", "loop"):
        times = {64: [], 32: []}
        for _ in range(options.repeat):
            for bits in times:
                times[bits].append(user_seconds([options.loci, "exec", "--%d" % bits, os.path.join(HERE, name + ".c")]))
        wide, narrow = statistics.median(times[64]), statistics.median(times[32])
        print("%-10s %8.3f %8.3f %8.2f" % (name, wide, narrow, narrow / wide))


main()
