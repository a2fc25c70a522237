#!/usr/bin/env python3
"""`loci run` over the SV-COMP tasks of ../shared/svcomp: what it says must not contradict the expected verdicts.

    test/svcomp_run.py [SET...] [--sample N] [--seed N] [--only TEXT] [--time S] [--jobs N] [--results FILE] [--model NAME]

A task is `correct` when its property is decided as expected, `unknown` when the run was incomplete and nothing of the
property's kind was found, `masked` when errors of other kinds ended paths before, `wrong false` or `wrong true` when the verdict is contradicted, and `crashed` when Loci died,
refused the task or printed no JSON. Reports of other kinds (a leak in a reachability task) are listed, not judged.
An uninitialised value is any value in SV-COMP: a task not decided for one is run again with --no-uninitialised.
--results writes one JSON object a task. All 584 tasks take about 40 minutes.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import random
import re
import sys
import tempfile

import common

TASKS = os.path.join(os.path.dirname(common.ROOT), "shared", "svcomp")
SUBPROPERTIES = {
    "valid-free": {"double-free", "invalid-free"},
    "valid-deref": {"out-of-bounds", "use-after-free", "use-after-scope", "use-after-return", "null-dereference",
                    "wild-pointer", "write-to-constant"},
    "valid-memtrack": {"leak"},
}
PROPERTIES = {
    "unreach-call": {"reach-error"},
    "no-overflow": {"signed-overflow", "bad-shift"},
    "valid-memsafety": set().union(*SUBPROPERTIES.values()),
}
HARMLESS = {"correct", "unknown", "masked", "disputed", "other subproperty"}
# -2147483648 has the type long long where long has 32 bits: nothing overflows in it.
DISPUTED = {"signedintegeroverflow-regression/%s_false-no-overflow.c.no-overflow.yml" % name
            for name in ("AdditionIntMin", "Division")}


class Task:
    """A task definition: the C file, its property, data model and expected verdict."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()

        def field(pattern):
            found = re.search(pattern, text, re.M)
            return found.group(1) if found else None

        folder = os.path.dirname(path)
        self.name = os.path.relpath(path, TASKS)
        self.file = os.path.join(folder, field(r"^input_files:\s*'?([^'\n]+)'?"))
        self.kinds = PROPERTIES[os.path.basename(field(r"property_file:\s*(\S+)"))[:-len(".prp")]]
        self.expected = field(r"expected_verdict:\s*(\S+)") == "true"
        self.subproperty = field(r"subproperty:\s*(\S+)")
        self.bits = 64 if field(r"data_model:\s*(\S+)") == "LP64" else 32


def tasks_of(sets):
    names = sets or [os.path.basename(path)[:-len(".set")] for path in sorted(glob.glob(os.path.join(TASKS, "*.set")))]
    for name in names:
        with open(os.path.join(TASKS, name + ".set"), encoding="utf-8") as file:
            for line in file.read().split():
                yield Task(os.path.join(TASKS, line))


def classify(task, report):
    """The class of a result, and the reports that do not concern the property."""
    found = {bug["kind"] for bug in report["bugs"]}
    others = [bug for bug in report["bugs"] if bug["kind"] not in task.kinds]
    if task.expected:
        if found & task.kinds:
            return "wrong false", others
    elif found & task.kinds:
        named = SUBPROPERTIES.get(task.subproperty, task.kinds)
        return "correct" if found & named else "other subproperty", others
    if not report["complete"]:
        return "unknown", others
    if others and not task.expected:
        return "masked", others
    disputed = task.name in DISPUTED
    return "correct" if task.expected else "disputed" if disputed else "wrong true", others


def reason_of(report):
    """Why nothing was decided, without the numbers, and what was not supported, without the places."""
    reasons = [re.sub(r": \d+$", "", reason) for reason in report["incomplete_reasons"]] or ["complete"]
    details = {re.sub(r"^.*:\d+: ", "", detail) for detail in report["incomplete_details"]}
    return "; ".join(sorted(reasons) + sorted(details)[:3])


def run_once(task, arguments, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.loci, "run", "--json", "--no-native", "--no-tests", "--max-time=%d" % arguments.time,
                   "--max-memory=1500M", "--%d" % task.bits, "--out=" + os.path.join(folder, "out"), *options, task.file]
        if arguments.model:
            command.append("--memory=" + arguments.model)
        result = common.run(command, cwd=folder, timeout=arguments.time * 5 + 30)
    entry = {"task": task.name, "command": " ".join(command), "expected": task.expected, "status": result.status}
    try:
        report = json.loads(result.out)
    except ValueError:
        report = None
    if result.timed_out or result.status not in (0, 1, 3) or report is None:
        why = "did not end" if result.timed_out else result.err.decode(errors="replace")[-400:]
        return {**entry, "class": "crashed", "reason": why, "others": []}
    name, others = classify(task, report)
    own = [bug for bug in report["bugs"] if bug["kind"] in task.kinds]
    return {**entry, "class": name, "reason": reason_of(report), "bugs": own, "others": others,
            "seconds": report["seconds"], "paths": report["paths"], "solver": report["solver_seconds"]}


def run_task(task, arguments):
    entry = run_once(task, arguments, [])
    if entry["class"] in ("unknown", "masked") and any(bug["kind"] == "uninitialised" for bug in entry["others"]):
        entry = {**run_once(task, arguments, ["--no-uninitialised"]), "others": entry["others"]}
    return entry


def say(entry):
    bad = entry["class"] not in HARMLESS
    print("%-18s %s%s" % (entry["class"], entry["task"], "\n    " + entry["reason"] if bad else ""), flush=True)
    if bad:
        for bug in entry.get("bugs", []):
            print("    %s:%d %s [%s]" % (os.path.basename(bug["file"]), bug["line"], bug["message"], bug["kind"]))


def summarise(entries):
    for title, counter in (
            ("classes", collections.Counter(entry["class"] for entry in entries)),
            ("reasons for unknown", collections.Counter(entry["reason"] for entry in entries if entry["class"] == "unknown")),
            ("reports of other kinds", collections.Counter(bug["kind"] for entry in entries for bug in entry.get("others", [])))):
        print("%s:" % title)
        for name, count in counter.most_common(40):
            print("  %5d %s" % (count, name))


def parse_arguments():
    parser = argparse.ArgumentParser(description="Runs SV-COMP tasks under loci run.")
    parser.add_argument("sets", nargs="*", metavar="SET", help="such as HeapReach; all when none is given")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--sample", type=int, default=0, help="so many tasks, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="tasks whose names have this text")
    parser.add_argument("--time", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--model", help="the memory model")
    parser.add_argument("--results", help="a file for one JSON object a task; tasks it has already are left out")
    arguments = parser.parse_args()
    arguments.loci = os.path.abspath(arguments.loci)
    return arguments


def choose(arguments):
    tasks = [task for task in tasks_of(arguments.sets) if arguments.only in task.name]
    if arguments.sample and arguments.sample < len(tasks):
        tasks = random.Random(arguments.seed).sample(tasks, arguments.sample)
    return tasks


def main():
    arguments = parse_arguments()
    if not os.path.isdir(TASKS):
        print("skipped: there are no SV-COMP tasks at %s" % TASKS)
        return 0
    entries = []
    if arguments.results and os.path.exists(arguments.results):
        with open(arguments.results, encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
    known = {entry["task"] for entry in entries}
    tasks = [task for task in choose(arguments) if task.name not in known]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run_task, task, arguments) for task in tasks]):
            entry = future.result()
            entries.append(entry)
            say(entry)
            if arguments.results:
                with open(arguments.results, "a", encoding="utf-8") as file:
                    file.write(json.dumps(entry) + "\n")
    summarise(entries)
    return 1 if any(entry["class"] not in HARMLESS for entry in entries) else 0


if __name__ == "__main__":
    sys.exit(main())
