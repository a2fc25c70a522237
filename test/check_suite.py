"""The corpus of `loci check` (see check_corpus.py): exactly the findings that are annotated, by kind and line.

    test/check_suite.py [--loci PATH] [--only SUBSTRING] [--open]

A test is a file. Functions in test/check/open.txt are not right yet: they are counted, and one that has become right must be
taken from the list. --open prints a new list.
"""
import argparse
import json
import os
import sys

import check_corpus
import common

SECONDS = 300


def findings(loci, file, flags=()):
    """What loci check says about a file with its parts: ({(line, kind)} of the file itself, complaint)."""
    report, complaint = report_of(loci, file, flags)
    return lines_in(report, file), complaint


def lines_in(report, file):
    return {(f["line"], f["kind"]) for f in report if os.path.basename(f["file"]) == os.path.basename(file.path)}


def report_of(loci, file, flags=()):
    folder = os.path.dirname(file.path)
    sources = [os.path.relpath(f.path, folder) for f in [file, *file.parts]]
    result = common.run([loci, "check", "--json", *file.flags, *flags, *sources], cwd=folder, timeout=SECONDS)
    if b"unknown option" in result.err:  # nothing is found then: such functions stand in open.txt
        return [], None
    if result.timed_out or result.status not in (0, 1):
        return [], "status %d\n%s" % (result.status, result.err.decode(errors="replace")[-2000:])
    report = json.loads(result.out.decode(errors="replace"))
    if (result.status == 1) != bool(report["findings"]):
        return [], "status %d with %d findings" % (result.status, len(report["findings"]))
    return report["findings"], None


def wrong(file, report):
    """{function id: [(missed or false, kind, line)]} of a file and its parts."""
    result = {}
    for part in file.parts:
        result.update(wrong(part, report))
    found = lines_in(report, file)
    for sign, problems in (("missed", file.expected() - found), ("false", found - file.expected())):
        for line, kind in sorted(problems):
            function = file.function_at(line)
            name = function.id if function else os.path.relpath(file.path, check_corpus.FOLDER)
            result.setdefault(name, []).append((sign, kind, line))
    return result


def in_words(problems, with_lines=True):
    return "; ".join("%s %s" % (sign, kind) + (" at line %d" % line if with_lines else "") for sign, kind, line in problems)


def test_file(loci, file, is_open):
    report, complaint = report_of(loci, file)
    if complaint:
        return complaint
    problems = wrong(file, report)
    complaints = ["%s: %s" % (name, in_words(texts)) for name, texts in problems.items() if name not in is_open]
    own = {function.id for function in file.all_functions()}
    complaints += ["%s is right: take it from open.txt" % name for name in is_open if name in own and name not in problems]
    return "\n".join(complaints) or None


def tests(loci):
    is_open = check_corpus.open_functions()
    files = check_corpus.files()
    known = {function.id for file in files for function in file.all_functions()}
    for name in is_open:
        if name not in known:
            yield "open.txt", lambda name=name: "there is no function " + name
    for file in files:
        yield os.path.relpath(file.path, check_corpus.FOLDER)[:-2], lambda file=file: test_file(loci, file, is_open)


def main():
    parser = argparse.ArgumentParser(description="Runs loci check on its corpus.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--only", default="", help="only files whose name contains this")
    parser.add_argument("--open", action="store_true", help="print what is wrong as lines of open.txt")
    arguments = parser.parse_args()
    loci = os.path.abspath(arguments.loci)
    is_open = check_corpus.open_functions()
    files = [file for file in check_corpus.files() if arguments.only in file.path]
    passed, failed, open_count = 0, 0, 0
    for file, (report, complaint) in common.in_parallel(2, [lambda file=file: (file, report_of(loci, file)) for file in files]):
        if complaint:
            print("FAILED %s\n%s" % (file.path, complaint), flush=True)
            failed += len(file.all_functions())
            continue
        problems = wrong(file, report)
        for name, text in problems.items():
            if arguments.open:
                print("%s %s" % (name, is_open.get(name, in_words(text, with_lines=False))))
            elif name not in is_open:
                print("FAILED %s: %s" % (name, in_words(text)), flush=True)
        own = {function.id for function in file.all_functions()} | set(problems)
        for name in is_open:
            if name in own and name not in problems and not arguments.open:
                print("FAILED %s is right: take it from open.txt" % name)
                failed += 1
        failed += len([name for name in problems if name not in is_open])
        open_count += len([name for name in problems if name in is_open])
        passed += len(own) - len(problems)
    print("%s%d passed, %d failed, %d open" % ("# " if arguments.open else "", passed, failed, open_count))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
