#!/usr/bin/env python3
"""Table 1 and figure 13 of "Partitioned Memory Models for Program Analysis": the bounded engine alone, under the flat model
and under the partitioned one with four points-to analyses, on the sets HeapReach and HeapMemSafety of SV-COMP 2016.

    bench/partitioned.py [--loci PATH] [--tasks FOLDER] [--seconds N] [--unwind N] [-j JOBS] [--plot FILE.svg] [--only TEXT]

A task counts as solved if it is refuted (False) or proved (True); as in the paper, True also counts where every loop was
followed up to the bound without an error, which is listed apart, for it is no proof. Without the tasks nothing is done.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CONFIGURATIONS = {
    "flat": ["--memory=flat"],
    "steensgaard": ["--memory=partitioned", "--points-to=steensgaard"],
    "steensgaard-fields": ["--memory=partitioned", "--points-to=steensgaard-fields"],
    "dsa": ["--memory=partitioned", "--points-to=dsa"],
    "cells": ["--memory=partitioned", "--points-to=cells"],
}
# Of the paper, 850 s a task, all tasks of the sets: (False found, True) of HeapReach (25, 56) and HeapMemSafety (83, 107).
PAPER = {"flat": (19, 29, 50, 38), "steensgaard": (19, 33, 54, 39), "steensgaard-fields": (19, 33, 58, 42),
         "dsa": (19, 33, 54, 39), "cells": (19, 33, 66, 50)}
SETS = ("HeapReach", "HeapMemSafety")

Row = collections.namedtuple("Row", "task expected outcome seconds analysis")  # outcome: solved, bound, unknown, wrong


def read_tasks(folder, name):
    with open(os.path.join(folder, name + ".set"), encoding="utf-8") as file:
        paths = [os.path.join(folder, line.strip()) for line in file if line.strip() and not line.startswith("#")]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield path, re.search(r"expected_verdict:\s*(\S+)", file.read())[1]


def run(options, configuration, path, expected):
    command = [options.loci, "verify", "--engine=bounded", "--max-time=%d" % options.seconds,
               "--unwind=%d" % options.unwind, *CONFIGURATIONS[configuration], path]
    start = time.monotonic()
    try:
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=2 * options.seconds + 10,
                              check=False).stdout.decode("latin-1")
    except subprocess.TimeoutExpired:
        text = ""
    seconds = time.monotonic() - start
    verdict = (re.findall(r"^RESULT: (\w+)", text, re.M) or ["unknown"])[-1]
    analysis = re.search(r"points-to analysis \S+, ([\d.]+) s", text)
    if verdict == "unknown":
        outcome = "bound" if "at the depth limit" in text and expected == "true" else "unknown"
    else:
        outcome = "solved" if verdict == expected else "wrong"
    return Row(path, expected, outcome, seconds, float(analysis[1]) if analysis else 0.0)


def table_line(name, rows):
    cells = [name]
    for group in SETS:
        for expected in ("false", "true"):
            some = [row for row in rows[group] if row.expected == expected]
            solved = sum(row.outcome == "solved" for row in some)
            bound = sum(row.outcome == "bound" for row in some)
            count = max(1, len(some))
            cells.append("%d%s of %d" % (solved, " + %d" % bound if expected == "true" else "", len(some)))
            cells.append("%.1f" % (sum(row.seconds for row in some) / count))
            cells.append("%.2f" % (sum(row.analysis for row in some) / count))
    wrong = sum(row.outcome == "wrong" for group in SETS for row in rows[group])
    return "| " + " | ".join([*cells, str(wrong), "%d %d %d %d" % PAPER[name]]) + " |"


def print_table(results):
    print("| model | " + " | ".join("%s %s: solved (+ to the bound) | s | analysis s" % (group, expected)
                                    for group in SETS for expected in ("False", "True")) + " | wrong | the paper's solved |")
    print("|---" * 15 + "|")
    for name, rows in results.items():
        print(table_line(name, rows))


# ---- Figure 13: seconds of each task under one model against those under cells ----

def position(seconds, limit, size):
    """On a logarithmic axis from 0.01 s to the limit."""
    from math import log
    bounded = min(max(seconds, 0.01), limit)
    return size * log(bounded / 0.01) / log(limit / 0.01)


def plot(results, limit, path):
    size, margin = 220, 40
    others = [name for name in results if name != "cells"]
    width = margin + len(others) * (size + margin)
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">' % (width, size + 3 * margin),
             '<rect width="100%" height="100%" fill="white"/>']
    of_cells = {row.task: row for group in SETS for row in results["cells"][group]}
    for number, name in enumerate(others):
        left, top = margin + number * (size + margin), margin
        lines.append('<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#444"/>' % (left, top, size, size))
        lines.append('<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#bbb"/>' % (left, top + size, left + size, top))
        lines.append('<text x="%d" y="%d" text-anchor="middle">%s (s)</text>' % (left + size / 2, top + size + 28, name))
        for mark in (0.01, 0.1, 1, 10, 100):
            if mark <= limit:
                at = position(mark, limit, size)
                lines.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (left + at, top + size + 13, mark))
                lines.append('<text x="%d" y="%.1f" text-anchor="end">%g</text>' % (left - 3, top + size - at + 4, mark))
        for group in SETS:
            for row in results[name][group]:
                mine = of_cells[row.task]
                x = position(row.seconds if row.outcome == "solved" else limit, limit, size)
                y = position(mine.seconds if mine.outcome == "solved" else limit, limit, size)
                lines.append('<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s" fill-opacity="0.6"/>' % (
                    left + x, top + size - y, "#c33" if row.expected == "false" else "#36c"))
    lines.append('<text x="%d" y="20">cells (s) upwards; red: expected False, blue: True; not solved stands at the limit</text>' % margin)
    lines.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loci", default=os.path.join(ROOT, "build", "loci"))
    parser.add_argument("--tasks", default=os.path.join(ROOT, "..", "shared", "svcomp"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--unwind", type=int, default=16)
    parser.add_argument("--plot", default=os.path.join(HERE, "figure13.svg"))
    parser.add_argument("--only", default="")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    options = parser.parse_args()
    if not os.path.isdir(options.tasks):
        print("no tasks at %s: nothing to do" % options.tasks)
        return 0
    results = {}
    for name in CONFIGURATIONS:
        results[name] = {}
        for group in SETS:
            tasks = [task for task in read_tasks(options.tasks, group) if options.only in task[0]]
            with ThreadPoolExecutor(options.jobs) as pool:
                results[name][group] = list(pool.map(lambda task, name=name: run(options, name, *task), tasks))
        for row in (row for group in SETS for row in results[name][group] if row.outcome == "wrong"):
            print("wrong under %s: %s" % (name, os.path.basename(row.task)), flush=True)
    print_table(results)
    plot(results, options.seconds, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
