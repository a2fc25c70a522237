"""Test cases in the manner of Juliet: every bug of testcases/flaws.py through every flow of testcases/flows.py.

    test/testcases.py [--loci PATH] [--only SUBSTRING] [--all | --some N] [--ways LIST | --each-way] [--keep DIR] [-j N]
    test/testcases.py --random N [--seed S] [--loci PATH] [--only SUBSTRING] [--keep DIR] [-j N]

Each test case is checked in one of three ways: `alone`, as somebody would who points loci check at a file (the files of one
case together), `beside` io.c, or as a program with a `main` that calls the good functions and then the bad one. The bug of
the bad function must be reported, with one of the kinds that fit, in bad code; of the good functions nothing may be said.
Without --all each bug goes through --some flows (1), others for each bug, and the ways are taken in turn. With --random
bug, flow and way are drawn for each of N cases.
"""
import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "testcases")
sys.path.insert(0, FOLDER)
import flaws  # noqa: E402
import flows  # noqa: E402

SECONDS = 120
WAYS = {"alone": (False, []), "beside": (True, []), "main": (True, ["-DINCLUDEMAIN"])}  # with io.c, flags


def chosen_flows(index, flaw, some):
    possible = flows.flows_of(flaw)
    return sorted({possible[(index * 7 + k * 11) % len(possible)] for k in range(some)}) if some else possible


def cases(only, some):
    """`some`: so many flows a bug; 0: all."""
    for index, flaw in enumerate(flaws.FLAWS):
        for flow in chosen_flows(index, flaw, some):
            case = flows.FLOWS[flow](flaw)
            if not only or only in case.name:
                yield flaw, case


def drawn_cases(only, count, seed):
    """[(flaw, case, way)]"""
    draw = random.Random(seed)
    candidates = [flaw for flaw in flaws.FLAWS if only in flaw.name]
    for flaw in draw.choices(candidates, k=count):
        case = flows.FLOWS[draw.choice(flows.flows_of(flaw))](flaw)
        yield flaw, case, draw.choice([way for way in WAYS if way not in flaw.without])


def functions_in(text):
    """[(line, name)] of the definitions of a file."""
    lines = text.split("\n")
    return [(i + 1, re.search(r"(\w+)\(", line).group(1)) for i, line in enumerate(lines[:-1])
            if re.match(r"\w[\w *]*\(.*\)$", line) and lines[i + 1] == "{"]


def is_in_bad(finding, texts):
    """The finding stands in code of the bad function: itself, its sources, sinks and helpers, or what these call in io.c."""
    text = texts.get(os.path.basename(finding["file"]))
    if text is None:
        callers = [note["function"] for note in finding["path"] if note["kind"] == "call"]
        return any("bad" in name.lower() for name in callers)
    before = [name for line, name in functions_in(text) if line <= finding["line"]]
    return bool(before) and "bad" in before[-1].lower()


def io_for(texts):
    """io.c without the functions that the case has no use for: nobody's bugs, and each would be looked at for seconds."""
    with open(os.path.join(FOLDER, "io.c")) as source:
        parts = source.read().split("\n\n")
    used = "\n".join(texts)
    def is_used(definition):
        name = re.match(r"\w[\w ]*?\*?(\w+)\(", definition)
        return not name or name.group(1) in used
    return "\n\n".join(part for part in parts if is_used(part))


def check(loci, folder, names, flags):
    result = common.run([loci, "check", "--json", "-I", FOLDER, *flags, *names], cwd=folder, timeout=SECONDS)
    if result.timed_out or result.status not in (0, 1):
        return None, "status %d\n%s" % (result.status, result.err.decode(errors="replace")[-1000:])
    return json.loads(result.out.decode(errors="replace"))["findings"], None


def judge(flaw, texts, findings):
    """Complaints about one run."""
    bad = [f for f in findings if is_in_bad(f, texts)]
    complaints = ["false: %s at %s:%d: %s" % (f["kind"], os.path.basename(f["file"]), f["line"], f["message"])
                  for f in findings if f not in bad and f["kind"] not in flaw.incidental]
    if not any(f["kind"] in flaw.kinds for f in bad):
        others = ", ".join(sorted({f["kind"] for f in bad}))
        complaints.append("missed: %s%s" % (" or ".join(sorted(flaw.kinds)), " (said: %s)" % others if others else ""))
    return complaints


def run_case(loci, flaw, case, ways, keep):
    folder = tempfile.mkdtemp(prefix="loci-testcase-")
    texts = case.files()
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
        if keep:
            os.makedirs(keep, exist_ok=True)
            shutil.copy(os.path.join(folder, name), keep)
    with open(os.path.join(folder, "io.c"), "w") as out:
        out.write(io_for(texts.values()))
    complaints = []
    for way in set(ways) - set(flaw.without):
        if way == "main" and case.keeps_data and flaw.kinds & {"leak", "file-leak"}:
            continue  # what a variable still holds when a program ends is not lost
        has_io, flags = WAYS[way]
        findings, problem = check(loci, folder, sorted(texts) + ["io.c"] * has_io, list(flaw.flags) + flags)
        for complaint in [problem] if problem else judge(flaw, texts, findings):
            complaints.append("%s: %s" % (way, complaint))
    shutil.rmtree(folder)
    return complaints


def way_of(number, ways):
    return ways[number % len(ways)]


def tests(loci, every=17):
    """For make test: a few of the bugs through one flow, the ways in turn."""
    for number, (flaw, case) in enumerate(cases("", 1)):
        if number % every == 0:
            yield case.name, lambda flaw=flaw, case=case, way=way_of(number // every, list(WAYS)): "\n".join(
                run_case(os.path.abspath(loci), flaw, case, [way], None)) or None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(FOLDER), "..", "build", "loci"))
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--some", type=int, default=1, help="flows a bug")
    parser.add_argument("--random", type=int, metavar="N", help="so many cases, drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", default=",".join(WAYS), help="of %(default)s")
    parser.add_argument("--each-way", action="store_true", help="not in turn, but each case in all of them")
    parser.add_argument("--keep", help="a folder where the files of the test cases stay")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    loci = os.path.abspath(options.loci)
    ways = options.ways.split(",")
    if options.random:
        todo = [(flaw, case, [way]) for flaw, case, way in drawn_cases(options.only, options.random, options.seed)]
    else:
        todo = [(flaw, case, ways if options.each_way else [way_of(number, ways)])
                for number, (flaw, case) in enumerate(cases(options.only, 0 if options.all else options.some))]

    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda one: run_case(loci, *one, options.keep), todo)
        for (_, case, _), complaints in zip(todo, results):
            failed += bool(complaints)
            for complaint in complaints:
                print("%s: %s" % (case.name, complaint), flush=True)
    print("%d of %d test cases as they should be" % (len(todo) - failed, len(todo)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
