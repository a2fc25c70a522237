#!/usr/bin/env python3
"""Loci, clang's analyzer and cppcheck on the corpus of `loci check` (test/check): what each finds, what each makes up.

    bench/check.py [--loci PATH] [--list TOOL]

Found: a line with an annotation at which the tool says anything at all (of a leak also any line of the function: tools differ
in whether they name the allocation or the end). False alarm: a function without annotations in which the tool reports
something. Findings of style are not counted: clang runs its default checkers, and once more with those of bounds and strings
that are not on by default (`alpha`); cppcheck reports errors and warnings.
"""
import argparse
import os
import plistlib
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "test"))
import check_corpus
import check_suite
import common

NOT_A_BUG = re.compile(r"deadcode\.|DeprecatedOrUnsafeBufferHandling|insecureAPI\.(strcpy|rand)|security\.insecureAPI")
CPPCHECK_SILENT = {"missingIncludeSystem", "missingInclude", "unusedFunction", "checkersReport", "information", "noValidConfiguration",
                   "toomanyconfigs", "normalCheckLevelMaxBranches"}


ALPHA = "alpha.security.ArrayBoundV2,alpha.unix.cstring"


def clang_analyze(file, checkers=""):
    """Lines with reports of clang --analyze: with its default checkers, and those that are named."""
    more = ["-Xclang", "-analyzer-checker=" + checkers] if checkers else []
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "report.plist")
        common.run([common.CLANG, "--analyze", "-Xclang", "-analyzer-output=plist", *more, "-w", file.path, "-o", out])
        with open(out, "rb") as report:
            diagnostics = plistlib.load(report)["diagnostics"]
    return {d["location"]["line"] for d in diagnostics if not NOT_A_BUG.search(d.get("check_name", ""))}


def cppcheck(file):
    """Lines with errors and warnings of cppcheck."""
    result = common.run(["cppcheck", "--enable=warning", "--inline-suppr", "--quiet", "--std=c11", "--platform=unix64",
                         "--template={file}:{line}:{severity}:{id}", file.path])
    lines = set()
    for text in result.err.decode(errors="replace").splitlines():
        found = re.match(r"%s:(\d+):(error|warning):(\w+)$" % re.escape(file.path), text)
        if found and found[3] not in CPPCHECK_SILENT:
            lines.add(int(found[1]))
    return lines


def loci_check(loci):
    def lines(file):
        found, complaint = check_suite.findings(loci, file)
        if complaint:
            print("loci check %s: %s" % (file.path, complaint), file=sys.stderr)
        return {line for line, _ in found}
    return lines


def judge(file, lines):
    """(annotated findings found, functions with false alarms) of the lines that a tool names."""
    found, false = set(), set()
    for function in file.functions:
        said = {line for line in lines if function.first <= line <= function.last}
        for line, kind in function.expected:
            if line in said or said and kind in ("leak", "file-leak"):
                found.add("%s:%d" % (function.id, line))
        if said and not function.expected:
            partners = [f for f in file.functions if f.expected and are_one_bug(file, f, function)]
            found |= {"%s:%d" % (f.id, line) for f in partners for line, _ in f.expected}
            if not partners:
                false.add(function.id)
    return found, false


def calls(file, caller):
    """The static functions that a function leads to."""
    reached, new = set(), {caller}
    while new:
        reached |= new
        new = {f for f in file.functions if f.is_static and any(re.search(r"\b%s\b" % f.name, g.text) for g in new)} - reached
    return reached


def are_one_bug(file, annotated, other):
    """A bug that takes two functions may be reported in either: the annotated one calls the other, or is called by it."""
    return annotated.is_static and annotated in calls(file, other) or other.is_static and other in calls(file, annotated)


def main():
    parser = argparse.ArgumentParser(description="Compares bug finders on the corpus of loci check.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--list", default="", metavar="TOOL", help="also what this one misses and makes up")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    parser.add_argument("--tool", default="", help="only tools whose name contains this")
    arguments = parser.parse_args()
    tools = {"Loci": loci_check(os.path.abspath(arguments.loci)), "clang-19 --analyze": clang_analyze,
             "clang-19, alpha checkers too": lambda file: clang_analyze(file, ALPHA), "cppcheck": cppcheck}
    tools = {name: tool for name, tool in tools.items() if arguments.tool in name}
    files = [file for file in check_corpus.files() if arguments.only in file.path]
    bugs = {kind: 0 for file in files for _, kind in file.expected()}
    for file in files:
        for _, kind in file.expected():
            bugs[kind] += 1
    clean = sum(1 for file in files for function in file.functions if not function.expected)
    rows = []
    by_kind = {}
    for name, tool in tools.items():
        start, found, false = time.monotonic(), set(), set()
        for file in files:
            here, made_up = judge(file, tool(file))
            found |= here
            false |= made_up
            for function in file.functions:
                for line, kind in function.expected:
                    key = "%s:%d" % (function.id, line)
                    by_kind.setdefault(kind, {}).setdefault(name, 0)
                    by_kind[kind][name] += key in here
                    if name == arguments.list and key not in here:
                        print("missed %s %s" % (kind, key))
        if name == arguments.list:
            print("".join("false alarm %s\n" % f for f in sorted(false)))
        rows.append((name, len(found), len(false), time.monotonic() - start))
    print("| tool | found of %d | false alarms in %d clean functions | seconds |\n|---|---|---|---|" % (sum(bugs.values()), clean))
    for name, found, false, seconds in rows:
        print("| %s | %d | %d | %.0f |" % (name, found, false, seconds))
    print("\n| kind | bugs | %s |\n|---|---|%s" % (" | ".join(tools), "---|" * len(tools)))
    for kind in sorted(bugs):
        print("| %s | %d | %s |" % (kind, bugs[kind], " | ".join(str(by_kind[kind][name]) for name in tools)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
