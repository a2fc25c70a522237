#!/usr/bin/env python3
"""What symbolic execution costs a program that has no symbolic input: `loci run` against `loci exec`.

    bench/concrete.py [NAME...] [--loci PATH] [--repeat N]

The programs of bench/ in turn, the two commands alternating; user seconds, the least of all repetitions (noise only
adds). The ratio is of whole processes, start-up, the test on disk and the summary included.
"""
import argparse
import glob
import math
import os
import resource
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--loci", default=os.path.join(HERE, "..", "build", "loci"))
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(HERE, "*.c")))
    ratios = []
    print("%-12s %8s %8s %6s" % ("program", "exec", "run", "ratio"))
    for path in paths:
        name = os.path.splitext(os.path.basename(path))[0]
        if name == "hello" or (options.names and name not in options.names):
            continue
        executed, explored = [], []
        for _ in range(options.repeat):
            executed.append(user_seconds([options.loci, "exec", path]))
            with tempfile.TemporaryDirectory() as folder:
                explored.append(user_seconds([options.loci, "run", "--no-native", "--out=" + os.path.join(folder, "out"), path]))
        ratios.append(min(explored) / min(executed))
        print("%-12s %7.3fs %7.3fs %6.2f" % (name, min(executed), min(explored), ratios[-1]))
    print("geometric mean of the ratios: %.2f" % math.exp(sum(map(math.log, ratios)) / len(ratios)))


if __name__ == "__main__":
    main()
