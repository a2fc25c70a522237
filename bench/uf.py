#!/usr/bin/env python3
"""Tables 4 to 8 of "Modeling Memory with Uninterpreted Functions for Predicate Abstractions": predicate abstraction alone,
without the memory model (--memory=names) and with it, on the tasks of HeapReach and of the Linux drivers; then each
optimisation of its section 5 switched off, and each split of memory.

    bench/uf.py [--tasks FOLDER] [--seconds N] [--switch-seconds N] [--set NAME] [--only TEXT] [-jN] [--rows "names;uf;..."]

What a row does not decide takes all of its time, so the rows of switched-off optimisations have less of it; --rows takes a
list, `main` or `switches`.

A proof of `names` counts as what it would have said: it is then right or wrong as the task says. The paper gives a task 900
seconds, and CPU times are of all tasks.
"""
import argparse
import concurrent.futures
import os
import re
import resource
import subprocess
import sys

MAIN = {
    "names": ["--memory=names"],
    "uf": ["--memory=uf", "--uf-split=types"],
    "uf, cells": ["--memory=uf"],
    "arrays, cells": [],
}
SWITCHES = {
    "uf, cells": ["--memory=uf"],
    "uf, fields": ["--memory=uf", "--uf-split=fields"],
    "uf, one function": ["--memory=uf", "--uf-split=none"],
    "uf, cells, not pure": ["--memory=uf", "--uf-without=pure"],
    "uf, cells, constants apart": ["--memory=uf", "--uf-without=constants,independent"],
    "uf, cells, all addresses": ["--memory=uf", "--uf-without=used"],
    "values alone": ["--cpa=value"],
    "predicates alone": ["--cpa=predicate"],
}
ROWS = {**MAIN, **SWITCHES}
TITLES = {"HeapReach": "Tables 4 (answers) and 5 (time)", "DeviceDriversLinux64": "Tables 6 (answers), 7 (time) and 8 (changes)"}
# Rows of the paper's tables in the columns of ours; CPU seconds of tables 5 and 7.
PAPER = {
    "HeapReach": ["| *the paper, without: 81 tasks, 900 s* | 53 | 34 | 19 | 24 | 5 | 19 | 4 | 680 | 476 |",
                  "| *the paper, with* | 67 | 44 | 23 | 0 | 0 | 0 | 14 | 9514 | 487 |"],
    "DeviceDriversLinux64": ["| *the paper, without: 2121 tasks, 900 s* | 1654 | 1450 | 204 | 17 | 5 | 12 | 450 | 504000 | 79920 |",
                             "| *the paper, with* | 1643 | 1450 | 193 | 6 | 3 | 3 | 472 | 518400 | 81720 |"],
}
PAPER_CHANGES = {"DeviceDriversLinux64": "the paper, from without to with: correct to wrong 2, correct to unknown 29, wrong to correct 8, "
                                         "wrong to unknown 5, unknown to correct 12"}


def tasks_of(folder, name):
    for line in open(os.path.join(folder, name + ".set")):
        path = os.path.join(folder, line.strip())
        text = open(path).read()
        yield path, re.search(r"expected_verdict:\s*(\S+)", text)[1]


def verdict(loci, task, seconds, flags):
    """true, false or unknown, what `names` would have said included; and the CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([loci, "verify", task, "--engine=cegar", f"--max-time={seconds}", *flags], capture_output=True,
                         text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = out.strip().splitlines()[-1] if out.strip() else ""
    said = re.match(r"RESULT: (true|false|unknown)", last)
    answer = said[1] if said else "unknown"
    if answer == "unknown" and "it says true" in last:
        answer = "true"
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one(job):
    return verdict(*job)


def measure(loci, tasks, seconds, flags, jobs):
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(one, [(loci, task, seconds, flags) for task, _ in tasks]))


def line(name, tasks, answers):
    count = lambda said, expected: sum(a == said and e == expected for (a, _), (_, e) in zip(answers, tasks))
    proved, found = count("true", "true"), count("false", "false")
    missed, alarms = count("true", "false"), count("false", "true")
    right = sum(s for (a, s), (_, e) in zip(answers, tasks) if a == e)
    total = sum(s for _, s in answers)
    return (f"| {name} | {proved + found} | {proved} | {found} | {missed + alarms} | {missed} | {alarms} | "
            f"{len(tasks) - proved - found - missed - alarms} | {total:.0f} | {right:.0f} |")


def changes(tasks, before, after):
    kind = lambda answer, expected: "correct" if answer == expected else "unknown" if answer == "unknown" else "wrong"
    table = {}
    for (_, expected), (a, _), (b, _) in zip(tasks, before, after):
        key = kind(a, expected), kind(b, expected)
        if key[0] != key[1]:
            table[key] = table.get(key, 0) + 1
    return ", ".join(f"{a} to {b} {n}" for (a, b), n in sorted(table.items())) or "none"


def row_groups(arguments, name):
    """Lists of rows, each with its seconds: they are one table each."""
    groups = {"main": (list(MAIN), arguments.seconds), "switches": (list(SWITCHES), arguments.switch_seconds)}
    if arguments.rows in groups:
        return [groups[arguments.rows]]
    if arguments.rows != "all":
        return [(arguments.rows.split(";"), arguments.seconds)]
    return list(groups.values()) if name == "HeapReach" else [groups["main"]]


def table(arguments, name, tasks, rows, seconds):
    print(f"\n{TITLES.get(name, name)}: {name}, {len(tasks)} tasks, {seconds} s each\n")
    print("| | correct | proved | found | wrong | missed | false alarms | unknown | CPU s | of correct answers |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    results = {}
    for row in rows:
        results[row] = measure(arguments.loci, tasks, seconds, ROWS[row], arguments.j)
        print(line(row, tasks, results[row]), flush=True)
    if "names" not in results:
        return
    for row in PAPER.get(name, []):
        print(row)
    print(f"\n{PAPER_CHANGES.get(name, '')}")
    for row in rows:
        if row != "names":
            print(f"from names to {row}: {changes(tasks, results['names'], results[row])}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default="build/loci")
    parser.add_argument("--tasks", default="../shared/svcomp")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--switch-seconds", type=int, default=20)
    parser.add_argument("--set", action="append")
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", default="all")
    parser.add_argument("-j", type=int, default=2)
    arguments = parser.parse_args()
    if not os.path.isdir(arguments.tasks):
        sys.exit(f"there are no tasks at {arguments.tasks}: --tasks=FOLDER")
    for name in arguments.set or ["HeapReach", "DeviceDriversLinux64"]:
        tasks = [t for t in tasks_of(arguments.tasks, name) if arguments.only in t[0]]
        for rows, seconds in row_groups(arguments, name):
            table(arguments, name, tasks, rows, seconds)


if __name__ == "__main__":
    main()
