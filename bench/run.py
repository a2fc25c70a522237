#!/usr/bin/env python3
"""Measures `loci exec` against LLVM's interpreter and the native program, all of them at -O0, in one run.

    bench/run.py [NAME...] [--loci PATH] [--repeat N] [--markdown]

Each program runs natively, under `lli --force-interpreter` on the same -O0 bitcode, and under `loci exec` from source
(compilation and start-up included). The repetitions of the three alternate, so that a change of the machine's speed
meets all of them; the median counts. All outputs must agree, else the exit status is 1. Start-up is `loci exec` of
hello.c against `clang -c` of it. --markdown prints tables for bench/RESULTS.md.
"""
import argparse
import glob
import math
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CLANG = os.environ.get("CLANG", "clang-19")
LLI = os.environ.get("LLI", "lli-19")
# The interpreter of LLVM knows no fused multiply-add, which clang may otherwise ask for.
FLAGS = ["-O0", "-ffp-contract=off"]


def measure(command):
    """Runs a command; returns (its output and status, wall seconds, user seconds)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    start = time.monotonic()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
    wall = time.monotonic() - start
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return (result.returncode, result.stdout), wall, user


def alternate(commands, repeat):
    """Runs named commands in turn, several times; returns {name: (outputs, median wall, median user)}."""
    runs = {name: [] for name in commands}
    for _ in range(repeat):
        for name, command in commands.items():
            runs[name].append(measure(command))
    return {name: ({output for output, _, _ in results}, statistics.median(wall for _, wall, _ in results),
                   statistics.median(user for _, _, user in results)) for name, results in runs.items()}


def benchmark(source, loci, repeat, folder):
    """The measurements of one program."""
    name = os.path.splitext(os.path.basename(source))[0]
    executable, bitcode = os.path.join(folder, name), os.path.join(folder, name + ".bc")
    subprocess.run([CLANG, *FLAGS, source, "-o", executable, "-lm"], check=True)
    subprocess.run([CLANG, *FLAGS, "-c", "-emit-llvm", source, "-o", bitcode], check=True)
    commands = {"native": [executable]}
    if shutil.which(LLI):
        commands["lli"] = [LLI, "--force-interpreter", bitcode]
    commands["loci"] = [loci, "exec", "--cflags=-ffp-contract=off", source]
    return name, alternate(commands, repeat)


def startup(loci, repeat, folder):
    source = os.path.join(HERE, "hello.c")
    return alternate({"clang -c": [CLANG, "-c", source, "-o", os.path.join(folder, "hello.o")], "loci exec": [loci, "exec", source]},
                     repeat)


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def table(rows, markdown):
    """Prints rows of cells, the first row being the head."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells))
        if markdown and number == 0:
            print("|" + "|".join(":" + "-" * (w + 1) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|")


def seconds(result):
    return "%.2f" % result[1], "%.2f" % result[2]


def main():
    parser = argparse.ArgumentParser(description="Measures loci exec against lli and the native program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs of bench/ (all when none is given)")
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    loci = os.path.abspath(arguments.loci)
    if not os.access(loci, os.X_OK):
        parser.error("there is no program '%s'" % arguments.loci)
    sources = [path for path in sorted(glob.glob(os.path.join(HERE, "*.c"))) if os.path.basename(path) != "hello.c"]
    known = {os.path.splitext(os.path.basename(path))[0]: path for path in sources}
    for name in arguments.names:
        if name not in known:
            parser.error("there is no benchmark '%s'" % name)
    rows = [["program", "native s", "user", "lli s", "user", "loci s", "user", "lli / loci", "loci / native"]]
    faster, slower, failed = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for source in [known[name] for name in arguments.names] or sources:
            name, results = benchmark(source, loci, arguments.repeat, folder)
            outputs = set().union(*(result[0] for result in results.values()))
            if len(outputs) != 1:
                failed.append(name)
                print("%s: the outputs differ: %s" % (name, {k: sorted(v[0]) for k, v in results.items()}), file=sys.stderr)
            native, lli, own = results["native"], results.get("lli"), results["loci"]
            slower.append(own[1] / native[1])
            if lli:
                faster.append(lli[1] / own[1])
            rows.append([name, *seconds(native), *(seconds(lli) if lli else ("-", "-")), *seconds(own),
                         "%.2f" % faster[-1] if lli else "-", "%.1f" % slower[-1]])
        start = startup(loci, max(arguments.repeat, 5), folder)
    rows.append(["geometric mean", "", "", "", "", "", "", "%.2f" % geometric_mean(faster), "%.1f" % geometric_mean(slower)])
    if arguments.markdown:
        print("# Speed of `loci exec`\n\n%s, median of %d runs, wall and user seconds, whole programs at -O0.\n"
              % (platform.processor() or platform.machine(), arguments.repeat))
    table(rows, arguments.markdown)
    print()
    table([["start-up", "wall ms", "user ms"]] + [[name, "%.0f" % (wall * 1000), "%.0f" % (user * 1000)]
                                                  for name, (_, wall, user) in start.items()], arguments.markdown)
    if any(status for status, _ in start["loci exec"][0]):
        failed.append("hello")
    if failed:
        print("\nfailed: " + " ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
