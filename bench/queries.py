#!/usr/bin/env python3
"""The queries of a run, answered by others: `loci solve`, z3 and cvc5, one process a query, and Z3 incrementally.

    bench/queries.py FOLDER [--loci PATH] [--report FILE.json] [--limit SECONDS]
    bench/queries.py --run PROGRAM.c [-- OPTIONS of loci run]

FOLDER holds *.smt2 as `loci run --dump-queries=FOLDER` writes them; --run makes such a folder and the report itself.
Answers that contradict each other make the exit status 1. The incremental script holds all queries in the order in which
they were asked, with push and pop so that what neighbours share stays asserted and Z3 may keep what it learned; its time
stands against the solver time of `loci run` itself (`solver_seconds` of the report, else all its `seconds`).
"""
import argparse
import glob
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answers(command, limit):
    """Runs a solver: (its answers, wall seconds, CPU seconds)."""
    start, before = time.monotonic(), cpu_seconds()
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False)
        found = re.findall(r"^(sat|unsat|unknown)$", result.stdout.decode(errors="replace"), re.M) or ["error"]
    except subprocess.TimeoutExpired:
        found = ["timeout"]
    return found, time.monotonic() - start, cpu_seconds() - before


def commands(text):
    """The top-level commands of an SMT-LIB script, as texts."""
    depth, start, place = 0, 0, 0
    while place < len(text):
        character = text[place]
        if character in '|"':  # a quoted symbol or a string ends at the next such character
            place = text.index(character, place + 1)
        elif character == ";":
            place = text.find("\n", place) % (len(text) + 1)
        elif character == "(":
            if depth == 0:
                start = place
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                yield text[start:place + 1]
        place += 1


HEAD = re.compile(r"\(\s*([\w-]+)(?:\s+(\|[^|]*\||[^\s()]+))?")
DECLARATIONS = {"declare-fun", "declare-const", "declare-sort"}
LEVELS = {"assert", "define-fun", "define-const"}


def incremental(files):
    """One script of all queries: each assertion on a level of its own, so that what two queries in a row begin with alike
    stays asserted and Z3 keeps what it learned about it.

    A symbol that is declared with two types cannot be shared; such a query keeps its declaration on a level of its own."""
    shared, script, stack = {}, [], []
    for path in files:
        with open(path, encoding="utf-8") as file:
            body = [(HEAD.match(command).groups(), command) for command in commands(file.read())]
        wanted = [command for (name, symbol), command in body if name in LEVELS or
                  name in DECLARATIONS and shared.setdefault(symbol, command) != command]
        common = 0
        while common < min(len(stack), len(wanted)) and stack[common] == wanted[common]:
            common += 1
        script.append("(pop %d)" % (len(stack) - common) if len(stack) > common else "")
        script += ["(push 1)\n" + command for command in wanted[common:]]
        script.append("(check-sat)")
        stack = wanted
    return "%s\n%s\n" % ("\n".join(shared.values()), "\n".join(script))


def conflict(found):
    """Whether two solvers contradict each other (unknown, error and timeout contradict nobody)."""
    lists = [[answer for answer in answers_ if answer in ("sat", "unsat")] for answers_ in found.values()]
    return len({tuple(one) for one in lists if one}) > 1


def recorded(path):
    """What the run itself answered: the dump notes it as the status."""
    with open(path, encoding="utf-8") as file:
        return re.findall(r"set-info :status (sat|unsat|unknown)", file.read())


def compare(files, loci, limit):
    """Answers each file by each solver; prints the sums; returns (the answers of z3, contradictions)."""
    solvers = {"loci solve": [loci, "solve"], "z3": ["z3"], "cvc5": ["cvc5", "--incremental"]}
    totals = {name: [0.0, 0.0, 0] for name in solvers}
    contradictions, single = [], []
    for path in files:
        found = {"the run": recorded(path)}
        for name, command in solvers.items():
            found[name], wall, cpu = answers([*command, path], limit)
            totals[name][0] += wall
            totals[name][1] += cpu
            totals[name][2] += found[name][0] in ("timeout", "error", "unknown")
        single.append(found["z3"])
        if conflict(found):
            contradictions.append("%s: %s" % (os.path.basename(path), found))
    print("%-22s %9s %9s %12s" % ("%d queries" % len(files), "wall s", "CPU s", "no answer"))
    for name, (wall, cpu, silent) in totals.items():
        print("%-22s %9.3f %9.3f %12d" % (name, wall, cpu, silent))
    return single, contradictions


def compare_incremental(files, single, limit):
    """Z3 on the combined script; its answers must be those it gave one by one."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", encoding="utf-8") as script:
        script.write(incremental(files))
        script.flush()
        found, wall, cpu = answers(["z3", script.name], limit)
    print("%-22s %9.3f %9.3f" % ("z3 incremental", wall, cpu))
    expected = [answer for one in single for answer in one]
    if found == ["timeout"]:
        return ["z3 incremental ran out of time"]
    if len(found) != len(expected) or any({a, b} == {"sat", "unsat"} for a, b in zip(found, expected)):
        return ["z3 incremental gave %d answers, %d expected, or others" % (len(found), len(expected))]
    return []


def run_program(loci, words, folder):
    """Runs `loci run --dump-queries`; returns its report."""
    queries = os.path.join(folder, "queries")
    os.mkdir(queries)
    # Twice: writing the files must not count as the solver's time.
    subprocess.run([loci, "run", "--json", "--out=" + os.path.join(folder, "dumped"), "--dump-queries=" + queries, *words],
                   capture_output=True, check=False)
    result = subprocess.run([loci, "run", "--json", "--out=" + os.path.join(folder, "timed"), *words], capture_output=True, check=False)
    try:
        return queries, json.loads(result.stdout)
    except ValueError:
        sys.exit("loci run failed: " + result.stderr.decode(errors="replace").strip())


def main():
    parser = argparse.ArgumentParser(description="Compares solvers on the queries of a run.")
    parser.add_argument("folder", nargs="?", help="a folder of *.smt2")
    parser.add_argument("--run", metavar="PROGRAM", help="make the queries by running this program")
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--report", help="what `loci run --json` printed")
    parser.add_argument("--limit", type=float, default=60, help="seconds a query, or the combined script tenfold, may take")
    words = sys.argv[1:]
    rest = words[words.index("--") + 1:] if "--" in words else []
    arguments = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    if bool(arguments.folder) == bool(arguments.run):
        parser.error("a folder or --run PROGRAM is needed")
    with tempfile.TemporaryDirectory() as work:
        folder, report = arguments.folder, None
        if arguments.run:
            folder, report = run_program(arguments.loci, [*rest, arguments.run], work)
        elif arguments.report:
            with open(arguments.report, encoding="utf-8") as file:
                report = json.load(file)
        files = sorted(glob.glob(os.path.join(folder, "*.smt2")))
        if not files:
            parser.error("there are no queries in '%s'" % folder)
        single, problems = compare(files, arguments.loci, arguments.limit)
        problems += compare_incremental(files, single, 10 * arguments.limit)
    if report:
        print("%-22s %9.3f" % ("loci run, solver" if "solver_seconds" in report else "loci run, everything",
                               report.get("solver_seconds", report["seconds"])))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
