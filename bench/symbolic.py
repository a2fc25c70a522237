#!/usr/bin/env python3
"""Measures `loci run` under every memory model on the examples of the segmented memory paper.

    bench/symbolic.py [--loci PATH] [--limit SECONDS] [--sizes 10,20,...] [--only matrix|regex|hash] [--markdown]

matrix.c is the paper's figure 3: (a) one lookup, (b) two lookups, (c) one lookup and 30 KB of memory that matters to
nothing, for growing N. Writes bench/figure3.csv and draws bench/figure3.svg. regex.c and hash.c are tables.
A run that does not end in the time limit has no figure; when a model fails at one size, larger ones are left out.
"""
import argparse
import csv
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(os.path.dirname(HERE), "examples")
MODELS = {
    "single": ["--memory=single"],
    "forking": ["--memory=forking"],
    "merging": ["--memory=merging"],
    "flat": ["--memory=flat"],
    "segmented": ["--memory=segmented", "--alias=andersen"],
    "segmented (observed)": ["--memory=segmented", "--alias=observed"],
}
SIZES = [*range(10, 101, 10), 200]
PANELS = {
    "a": ("one lookup", ["-DLOOKUPS=1"], False),
    "b": ("two lookups, log scale", ["-DLOOKUPS=2"], True),
    "c": ("one lookup and 30 KB more", ["-DLOOKUPS=1", "-DEXTRA=30000"], False),
}
# CPU seconds of KLEE 3.3 with STP on an idle machine (regex depth first); not measured here.
KLEE = {"matrix a, N = 40": 8.2, "matrix b, N = 40": 19.5, "regex": 4.2}


class Run:
    """One run of loci: wall and CPU seconds, its report; `ended` is False when it ran out of time."""

    def __init__(self, wall, cpu, report, problem):
        self.wall, self.cpu, self.report, self.problem = wall, cpu, report, problem
        self.ended = problem is None


def measure(loci, source, defines, options, limit):
    with tempfile.TemporaryDirectory() as folder:
        command = [loci, "run", "--json", "--no-native", "--out=" + os.path.join(folder, "out"), *options, source]
        if defines:
            command.insert(-1, "--cflags=" + " ".join(defines))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with its solver processes
            process.communicate()
            return Run(limit, limit, None, "more than %d s" % limit)
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        report = json.loads(out)
    except ValueError:
        return Run(wall, cpu, None, "status %d: %s" % (process.returncode, err.decode(errors="replace").strip()[-200:]))
    # `single` is incomplete by nature; its time still says something.
    incomplete = not report["complete"] and "--memory=single" not in options
    return Run(wall, cpu, report, "incomplete: " + "; ".join(report["incomplete_reasons"]) if incomplete else None)


def figure3(loci, sizes, limit):
    """{panel: {model: [(N, Run)]}}"""
    source = os.path.join(EXAMPLES, "matrix.c")
    figures = {}
    for panel, (_, defines, _) in PANELS.items():
        figures[panel] = {model: [] for model in MODELS}
        for model, options in MODELS.items():
            for size in sizes:
                run = measure(loci, source, [*defines, "-DN=%d" % size], options, limit)
                figures[panel][model].append((size, run))
                if not run.ended:
                    print("figure 3%s: %s stops at N = %d: %s" % (panel, model, size, run.problem), file=sys.stderr)
                    break
    return figures


def write_csv(figures, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["panel", "model", "N", "ended", "wall", "cpu", "paths", "queries", "memory_bytes"])
        for panel, models in figures.items():
            for model, runs in models.items():
                for size, run in runs:
                    report = run.report or {}
                    writer.writerow([panel, model, size, int(run.ended), "%.3f" % run.wall, "%.3f" % run.cpu,
                                     *(report.get(name, "") for name in ("paths", "queries", "memory_bytes"))])


# ---- The drawing ----

COLOURS = ["#888888", "#d62728", "#9467bd", "#1f77b4", "#2ca02c", "#ff7f0e"]
WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 220, 50, 40, 70


def ticks(low, high, logarithmic):
    if logarithmic:
        return [10.0 ** e for e in range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 2)]
    step = 10 ** math.floor(math.log10(high))
    while high / step < 4:
        step /= 2
    return [step * i for i in range(int(high / step) + 2)]


def panel_svg(number, title, models, logarithmic):
    """One panel: axes, a line a model; a run that did not end is an open circle at its limit."""
    points = [(size, max(run.cpu, 1e-3)) for runs in models.values() for size, run in runs]
    if not points:
        return ""
    marks = ticks(min(y for _, y in points), max(y for _, y in points), logarithmic)
    low, high = marks[0], marks[-1]
    right = max(x for x, _ in points)
    scale = (lambda y: math.log(max(y, low) / low) / math.log(high / low)) if logarithmic else (lambda y: y / high)
    left = LEFT + number * (WIDTH + GAP)

    def at(x, y):
        return left + WIDTH * x / right, TOP + HEIGHT * (1 - scale(y))

    parts = ['<text x="%g" y="%g" text-anchor="middle" font-weight="bold">(%s) %s</text>' % (
        left + WIDTH / 2, TOP - 14, "abc"[number], title)]
    for mark in marks:
        _, y = at(0, mark)
        parts.append('<path d="M%g %gh%g" stroke="#ddd"/><text x="%g" y="%g" text-anchor="end">%g</text>' % (
            left, y, WIDTH, left - 5, y + 4, mark))
    for size in range(0, right + 1, max(10, right // 5 // 10 * 10)):
        x, _ = at(size, low)
        parts.append('<text x="%g" y="%g" text-anchor="middle">%d</text>' % (x, TOP + HEIGHT + 16, size))
    parts.append('<text x="%g" y="%g" text-anchor="middle">N</text>' % (left + WIDTH / 2, TOP + HEIGHT + 32))
    parts.append('<path d="M%g %gv%gh%g" fill="none" stroke="#000"/>' % (left, TOP, HEIGHT, WIDTH))
    for colour, runs in zip(COLOURS, models.values()):
        places = [at(size, max(run.cpu, 1e-3)) for size, run in runs]
        parts.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>' % (
            " ".join("%.1f,%.1f" % place for place in places), colour))
        for (x, y), (_, run) in zip(places, runs):
            parts.append('<circle cx="%.1f" cy="%.1f" r="3" stroke="%s" fill="%s"/>' % (x, y, colour, colour if run.ended else "#fff"))
    return "\n".join(parts)


def write_svg(figures, path):
    width = LEFT + 3 * (WIDTH + GAP)
    legend = "".join('<path d="M%d %dh24" stroke="%s" stroke-width="2"/><text x="%d" y="%d">%s</text>' % (
        LEFT + 170 * i, TOP + HEIGHT + 56, colour, LEFT + 170 * i + 30, TOP + HEIGHT + 60, model)
        for i, (colour, model) in enumerate(zip(COLOURS, MODELS)))
    with open(path, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">\n'
                   '<rect width="100%%" height="100%%" fill="#fff"/>\n'
                   '<text transform="translate(12 %d) rotate(-90)" text-anchor="middle">CPU seconds</text>\n%s\n%s\n</svg>\n' % (
                       width, TOP + HEIGHT + 75, TOP + HEIGHT / 2,
                       "\n".join(panel_svg(i, PANELS[p][0], figures[p], PANELS[p][2]) for i, p in enumerate(figures)), legend))


# ---- Tables ----

def table(rows, markdown):
    """Prints rows of cells, the first row being the head."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells))
        if markdown and number == 0:
            print("|" + "|".join(":" + "-" * (w + 1) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|")
    print(flush=True)


def figure_table(panel, models, sizes, markdown):
    """CPU seconds and paths of a panel: a row a size, a column a model."""
    print("matrix (%s): %s; CPU seconds (paths)\n" % (panel, PANELS[panel][0]))
    rows = [["N", *models]]
    for size in sizes:
        cells = {model: dict(runs).get(size) for model, runs in models.items()}
        rows.append([str(size), *(cell(run) for run in cells.values())])
    table(rows, markdown)


def cell(run):
    if run is None or not run.ended:
        return "-"
    return "%.2f (%d)" % (run.cpu, run.report["paths"])


def model_table(loci, title, source, defines, limit, markdown):
    """A table with a row a model; returns {model: Run}."""
    print(title + "\n")
    rows, runs = [["model", "wall s", "CPU s", "paths", "tests", "bugs", "queries", "MiB"]], {}
    for model, options in MODELS.items():
        run = runs[model] = measure(loci, source, defines, options, limit)
        if run.report is None:
            rows.append([model, run.problem, *[""] * 6])
            continue
        report = run.report
        rows.append([model + ("" if run.ended else " (incomplete)"), "%.2f" % run.wall, "%.2f" % run.cpu, str(report["paths"]),
                     str(report["tests"]), str(len(report["bugs"])), str(report["queries"]), "%d" % (report["memory_bytes"] >> 20)])
    table(rows, markdown)
    return runs


def klee_table(found, markdown):
    """KLEE's published time against ours in the same model (forking) and in the best one."""
    rows = [["benchmark", "KLEE s", "forking s", "KLEE / forking", "best s", "model", "KLEE / best"]]
    for name, runs in found.items():
        ended = {model: run for model, run in runs.items() if run and run.ended and model != "single"}
        forking = ended.get("forking")
        best = min(ended, key=lambda model: ended[model].cpu) if ended else None
        rows.append([name, "%.1f" % KLEE[name],
                     *(["%.2f" % forking.cpu, "%.1f" % (KLEE[name] / forking.cpu)] if forking else ["-", "-"]),
                     *(["%.2f" % ended[best].cpu, best, "%.1f" % (KLEE[name] / ended[best].cpu)] if best else ["-", "-", "-"])])
    print("CPU seconds against KLEE 3.3 with STP (published figures, another machine)\n")
    table(rows, markdown)


def main():
    parser = argparse.ArgumentParser(description="Measures loci run under every memory model.")
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--limit", type=float, default=20, help="seconds a run may take")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="values of N")
    parser.add_argument("--only", choices=["matrix", "regex", "hash"])
    parser.add_argument("--output", default=HERE, help="where figure3.csv and figure3.svg go")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    loci = os.path.abspath(arguments.loci)
    if not os.access(loci, os.X_OK):
        parser.error("there is no program '%s'" % arguments.loci)
    if subprocess.run([loci, "run", "--help"], capture_output=True, check=False).returncode:
        print("this Loci has no command 'run': nothing to measure")
        return 0
    sizes = [int(size) for size in arguments.sizes.split(",")]
    found = {}
    if arguments.only in (None, "matrix"):
        figures = figure3(loci, sizes, arguments.limit)
        write_csv(figures, os.path.join(arguments.output, "figure3.csv"))
        write_svg(figures, os.path.join(arguments.output, "figure3.svg"))
        for panel, models in figures.items():
            figure_table(panel, models, sizes, arguments.markdown)
        for panel in "ab":
            found["matrix %s, N = 40" % panel] = {model: dict(runs).get(40) for model, runs in figures[panel].items()}
    if arguments.only in (None, "regex"):
        found["regex"] = model_table(loci, "regex, a pattern of 7 symbolic bytes", os.path.join(EXAMPLES, "regex.c"), [],
                                     max(arguments.limit, 60), arguments.markdown)
    if arguments.only in (None, "hash"):
        for lookups in (1, 2):
            model_table(loci, "hash table, 15 elements, symbolic lookups: %d" % lookups, os.path.join(EXAMPLES, "hash.c"),
                        ["-DLOOKUPS=%d" % lookups], max(arguments.limit, 60), arguments.markdown)
    if found:
        klee_table(found, arguments.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
