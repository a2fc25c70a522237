#!/usr/bin/env python3
"""The points-to analyses on many programs.

    test/alias_long.py [observed] [precision] [--build FOLDER] [--csmith N] [--only TEXT] [--results FILE] [-j JOBS]

observed   every address that a run of the program accesses lies in the group that each analysis predicts for the access
           (build/test/alias_observed): the programs of test/programs, test/alias and test/errors and N random ones
precision  on the SV-COMP tasks of ../shared/svcomp, `cells` has at least as many groups of the task's own accesses as the
           other analyses by unification; prints the counts, --results writes those of each file

Prints what failed and a summary; the exit status is 0 when nothing failed. Takes about half an hour.
"""
import argparse
import glob
import json
import os
import re
import sys
import tempfile

import common

TASKS = os.path.join(os.path.dirname(common.ROOT), "shared", "svcomp")
# The first ends the process that watches it; the others leave an array within its struct, which is assumed not to happen.
LEFT_OUT = {"signal-pipe.c", "oob-field-clean.c", "sanitize-bounds.c"}
BY_UNIFICATION = ["steensgaard", "steensgaard-fields", "dsa"]


# ---- Soundness ----

def observe(tool, path, model, shown):
    """None, or what is wrong with the analyses of a program."""
    result = common.run([tool, *(["--32"] if model == 32 else []), path], timeout=300)
    text = (result.out + result.err).decode(errors="replace")
    if result.status == 0:
        return None
    if "error:" in text and "0 passed" in text:
        return None  # written for another compiler or data model
    return "%s (%d bit): status %s\n%s" % (shown, model, result.status, text[-1500:])


def observe_random(tool, seed):
    """A program of Csmith, preprocessed, for alias_observed takes no options for the compiler."""
    with tempfile.TemporaryDirectory() as folder:
        source, whole = os.path.join(folder, "seed.c"), os.path.join(folder, "seed.i")
        complaint = common.csmith_program(seed, source)
        if complaint:
            return complaint
        made = common.run([common.CLANG, "-w", "-E", "-P", "-I" + common.csmith_include(), source, "-o", whole])
        if made.status:
            return made.err.decode(errors="replace")
        return observe(tool, whole, 64, "csmith seed %d" % seed)


def observed(arguments):
    tool = os.path.join(arguments.build, "test", "alias_observed")
    tests = []
    for folder in ("programs", "alias", "errors"):
        for path in sorted(glob.glob(os.path.join(common.HERE, folder, "*.c"))):
            with open(path, encoding="utf-8", errors="replace") as source:
                has_main = re.search(r"\bmain\b", re.sub(r"//.*", "", source.read()))
            for model in (64, 32) if has_main and os.path.basename(path) not in LEFT_OUT else ():
                tests.append((path, lambda path=path, model=model: observe(tool, path, model, path)))
    if common.csmith_include():
        tests += [("csmith-%d" % seed, lambda seed=seed: observe_random(tool, seed)) for seed in range(1, arguments.csmith + 1)]
    tests = [test for name, test in tests if arguments.only in name]
    failed = 0
    for complaint in common.in_parallel(arguments.jobs, tests):
        if complaint:
            failed += 1
            print("FAILED " + complaint, flush=True)
    print("observed: %d programs, %d of them outside of what was predicted" % (len(tests), failed), flush=True)
    return failed


# ---- Precision ----

def tasks(only):
    """The files of the tasks with their data models, each once."""
    found = {}
    for name in sorted(glob.glob(os.path.join(TASKS, "*", "*.yml"))):
        with open(name, encoding="utf-8") as file:
            text = file.read()
        file = os.path.join(os.path.dirname(name), re.search(r"^input_files:\s*'?([^'\n]+)'?", text, re.M)[1])
        if only in file:
            found[file] = 64 if "LP64" in text else 32
    return found


def compare(loci, path, model):
    """The file, and for each analysis its groups and those of the user's code; or what went wrong."""
    result = common.run([loci, "alias", "--compare", "--json", "--%d" % model, "--cflags=-w", path], timeout=600)
    name = os.path.relpath(path, TASKS)
    if result.status:
        return name, None, result.err.decode(errors="replace")[-500:]
    return name, {row["analysis"]: row for row in json.loads(result.out)["analyses"]}, None


def precision(arguments):
    loci, results, failed = os.path.join(arguments.build, "loci"), {}, 0
    tests = [lambda path=path, model=model: compare(loci, path, model) for path, model in tasks(arguments.only).items()]
    for name, rows, complaint in common.in_parallel(arguments.jobs, tests):
        if rows is None:
            failed += 1
            print("FAILED %s: %s" % (name, complaint), flush=True)
            continue
        results[name] = rows
        for other in BY_UNIFICATION:
            if rows["cells"]["user_groups"] < rows[other]["user_groups"]:
                failed += 1
                print("FAILED %s: %d groups of cells, %d of %s" % (name, rows["cells"]["user_groups"], rows[other]["user_groups"], other), flush=True)
    if arguments.results:
        with open(arguments.results, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1, sort_keys=True)
    print("precision: %d files, %d failures" % (len(tests), failed))
    print("analysis              groups  of the user's code  files where cells has more  seconds  slowest")
    for analysis in next(iter(results.values()), {}):
        rows = [rows[analysis] for rows in results.values()]
        fewer = sum(r[analysis]["user_groups"] < r["cells"]["user_groups"] for r in results.values())
        print("%-20s %7d  %18d  %26d  %7.1f  %7.2f" % (analysis, sum(r["groups"] for r in rows), sum(r["user_groups"] for r in rows), fewer,
                                                       sum(r["seconds"] for r in rows), max(r["seconds"] for r in rows)))
    return failed


def main():
    parser = argparse.ArgumentParser(description="The points-to analyses on many programs.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="observed, precision; both when none is given")
    parser.add_argument("--build", default=os.path.join(common.ROOT, "build"))
    parser.add_argument("--csmith", type=int, default=100, help="random programs")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--results", help="a file for the counts, as JSON")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    parts = {"observed": observed, "precision": precision}
    for name in arguments.parts:
        if name not in parts:
            parser.error("unknown part '%s'" % name)
    return 1 if sum(parts[name](arguments) for name in arguments.parts or parts) else 0


if __name__ == "__main__":
    sys.exit(main())
