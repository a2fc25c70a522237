#!/usr/bin/env python3
"""Two builds of Loci side by side: CPU seconds, the best of some runs that take turns, and their ratio.

    bench/compare.py --old PATH [--loci PATH] [--runs N]

Concrete programs under exec and run, and the examples of the segmented memory paper.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(os.path.dirname(HERE), "examples")
RUN = ["run", "--no-native", "--no-tests", "--out=out"]


def cases():
    for name in ("sort", "matmul", "lists", "sieve"):
        yield "exec " + name, ["exec", os.path.join(HERE, name + ".c")]
    for name in ("sort", "lists", "strhash"):
        yield "run " + name, [*RUN, os.path.join(HERE, name + ".c")]
    yield "regex, forking", [*RUN, "--memory=forking", os.path.join(EXAMPLES, "regex.c")]
    for memory in ("forking", "merging"):
        yield "hash, " + memory, [*RUN, "--memory=" + memory, os.path.join(EXAMPLES, "hash.c")]
    for memory in ("merging", "segmented"):
        yield "matrix a, N = 40, " + memory, [*RUN, "--memory=" + memory, "--cflags=-DLOOKUPS=1 -DN=40", os.path.join(EXAMPLES, "matrix.c")]


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description="Two builds side by side.")
    parser.add_argument("--old", required=True)
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print("| program | old | new | ratio |\n|---|---|---|---|")
    for name, arguments in cases():
        best = {}
        for _ in range(options.runs):
            for loci in (options.old, options.loci):
                best[loci] = min(best.get(loci, 1e9), cpu_seconds([os.path.abspath(loci), *arguments]))
        old, new = best[options.old], best[options.loci]
        print("| %s | %.2f | %.2f | %.2f |" % (name, old, new, new / old), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
