#!/usr/bin/env python3
"""Programs of the verify suite and of SV-COMP, changed at random: engines of `loci verify` against one another.

    test/fuzz_mutants.py [--count N] [--start SEED] [--sets FOLDER] [--only TEXT] [--seconds N] [--keep FOLDER] [--loci PATH] [-j JOBS]

A mutant is a program in which one to three small things are different: an operator, a number, a statement that is left out
or stands twice, a condition that is turned round. Whether it has the property nobody knows; but a FALSE was replayed, so
where one engine says FALSE no other may say TRUE. The engines that find (explore, bounded) go first, and those that prove
are asked about what was found to be false: an hour then goes where a wrong TRUE could be. A run that crashes is a failure
too. What disagrees is written to --keep.
"""
import argparse
import collections
import glob
import os
import random
import re
import sys
import tempfile

import common
import verify_suite

FINDERS, PROVERS = ["explore", "bounded"], ["induction", "shape", "values", "cegar"]
LARGEST = 60000  # bytes: of the largest programs an engine sees little in a few seconds
EXCHANGES = {"<": ["<=", "!=", ">"], "<=": ["<", "=="], ">": [">=", "<", "!="], ">=": [">", "=="], "==": ["!=", "<=", ">="],
             "!=": ["==", "<"], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "++": ["--"], "--": ["++"], "+=": ["-=", "="],
             "-=": ["+="], "0": ["1"], "1": ["0", "2"], "->next": ["->prev", ""], "break": ["continue"], "NULL": ["1"]}
TOKEN = re.compile(r"->\w+|[A-Za-z_]\w*|\d+|\+\+|--|&&|\|\||[-+<>=!]=|[-+<>]")
STATEMENT = re.compile(r"^\s*[^\s#{}/][^{}#]*;\s*$")
DECLARATION = re.compile(r"^\s*(extern|typedef|static|struct|union|enum|unsigned|signed|int|char|long|short|float|double|void|size_t|return\b)")


class Task:
    """A program, its property file's lines and its data model."""

    def __init__(self, path, formulas, bits):
        self.path, self.formulas, self.bits = path, formulas, bits


def tasks_of_suite():
    for path in sorted(glob.glob(os.path.join(common.HERE, "verify", "*.c"))):
        if verify_suite.directive(path, "flags"):
            continue
        for expected in verify_suite.expectations(path):
            if expected.property != "termination":
                formulas = ["CHECK( init(main()), LTL(%s) )" % formula for formula in verify_suite.PROPERTIES[expected.property]]
                yield Task(path, formulas, expected.model)


def tasks_of_sets(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*", "*.yml"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        source = os.path.join(os.path.dirname(path), re.search(r"^input_files:\s*'?([^'\n]+)'?", text, re.M)[1])
        properties = os.path.join(os.path.dirname(path), re.search(r"property_file:\s*(\S+)", text)[1])
        if os.path.getsize(source) <= LARGEST:
            with open(properties, encoding="utf-8") as file:
                yield Task(source, [file.read()], 64 if "LP64" in text else 32)


def bodies(lines):
    """The numbers of the lines within functions: behind the first brace that opens a line's block."""
    first = next((i for i, line in enumerate(lines) if re.search(r"\)\s*\{?\s*$", line)), 0)
    return [i for i in range(first, len(lines)) if lines[i].strip() and not lines[i].lstrip().startswith(("#", "//", "extern", "typedef"))]


def exchange_token(rng, line):
    places = [m for m in TOKEN.finditer(line) if m[0] in EXCHANGES or m[0].isdigit()]
    if not places:
        return None
    place = rng.choice(places)
    others = EXCHANGES.get(place[0]) or [str(int(place[0]) + rng.choice([-1, 1])), "0"]
    return line[:place.start()] + rng.choice(others) + line[place.end():]


def turn_condition(rng, line):
    found = re.match(r"^(.*\b(?:if|while|assert|__VERIFIER_assert|__VERIFIER_assume)\s*\()(.*)(\)[^()]*)$", line.rstrip("\n"))
    return found and "%s!(%s)%s\n" % (found[1], found[2], found[3])


def change(rng, lines, within):
    at = rng.choice(within)
    kind = rng.random()
    if kind < 0.55:
        line = exchange_token(rng, lines[at])
    elif kind < 0.7:
        line = turn_condition(rng, lines[at])
    elif not STATEMENT.match(lines[at]) or DECLARATION.match(lines[at]):
        line = None
    else:
        line = ";\n" if kind < 0.9 else lines[at] + lines[at]
    if line is None:
        return False
    lines[at] = line
    return True


def mutant(rng, task):
    with open(task.path, encoding="utf-8", errors="replace") as file:
        lines = file.readlines()
    within = bodies(lines)
    wanted = rng.randint(1, 3)
    for _ in range(100 * wanted):
        wanted -= change(rng, lines, within)
        if not wanted:
            break
    return "".join(lines)


def ask(options, engine, folder, bits):
    result = common.run([options.loci, "verify", "mutant.i", "--property=property.prp", "--%d" % bits, "--engine=" + engine,
                         "--max-time=%d" % options.seconds, "--max-memory=3000000000"], cwd=folder, timeout=20 * options.seconds + 60)
    if result.timed_out or result.status not in (0, 1, 2, 3):
        return "broken: %s" % verify_suite.show(result)
    said = verify_suite.result_line(result.out)
    return {0: "true", 1: "false", 3: "unknown"}.get(result.status, "refused") if said.startswith("RESULT") else "refused"


def judge(options, task, folder):
    """The answers by engine; asked no further than needed."""
    said = {}
    for engine in FINDERS:
        said[engine] = ask(options, engine, folder, task.bits)
        if said[engine] == "refused":
            return said
    if "false" in said.values():
        for engine in PROVERS:
            said[engine] = ask(options, engine, folder, task.bits)
    return said


def check(options, seed, tasks):
    rng = random.Random(seed)
    task = rng.choice(tasks)
    with tempfile.TemporaryDirectory() as folder:
        text = mutant(rng, task)
        with open(os.path.join(folder, "mutant.i" if task.path.endswith(".i") else "mutant.c"), "w", encoding="utf-8") as file:
            file.write(text)
        if task.path.endswith(".c"):
            common.run([common.CLANG, "-E", "-P", "-w", "-m%d" % task.bits, "mutant.c", "-o", "mutant.i"], cwd=folder)
        with open(os.path.join(folder, "property.prp"), "w", encoding="utf-8") as file:
            file.write("\n".join(task.formulas) + "\n")
        said = judge(options, task, folder)
        answers = set(said.values())
        if {"true", "false"} <= answers or any(a.startswith("broken") for a in answers):
            verdict = "wrong"
            keep(options, task, seed, said, text)
        else:
            verdict = next(a for a in ("refused", "false", "true", "unknown") if a in answers)
        return verdict, "seed %d, %s, %d bits: %s" % (seed, os.path.basename(task.path), task.bits, said)


def keep(options, task, seed, said, text):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(os.path.join(options.keep, "mutant-%d-%d.c" % (seed, task.bits)), "w", encoding="utf-8") as file:
            file.write("// %s %s\n// %s\n%s" % (os.path.basename(task.path), said, " ".join(task.formulas).replace("\n", " "), text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--sets", help="a folder of SV-COMP's task folders")
    parser.add_argument("--only", default="", help="programs whose path has this text")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--keep", help="a folder for what disagrees")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    tasks = list(tasks_of_sets(options.sets) if options.sets else tasks_of_suite())
    tasks = [task for task in tasks if options.only in task.path]
    if not tasks:
        sys.exit("fuzz_mutants: no programs")
    wrong, counts = 0, collections.Counter()
    seeds = range(options.start, options.start + options.count)
    for verdict, line in common.in_parallel(options.jobs, [lambda seed=seed: check(options, seed, tasks) for seed in seeds]):
        counts[verdict] += 1
        wrong += verdict == "wrong"
        if verdict == "wrong" or options.show:
            print(line, flush=True)
    print(", ".join("%s: %d" % item for item in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
