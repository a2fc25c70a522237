#!/usr/bin/env python3
"""The drivers of `loci check --drivers` over its corpus, natively: each makes its finding happen under the sanitizers.

    test/check_drivers.py [--loci PATH] [--only SUBSTRING] [--every N] [-v]

Where a sanitizer can show the kind of a finding, its driver must make it do so, at its line. Kinds that none shows are counted,
and so are the findings of UNSHOWN, each with its reason.
"""
import argparse
import collections
import json
import os
import re
import shutil
import sys
import tempfile

import check_corpus
import check_truth
import common

# No sanitizer looks for these.
WITHOUT_SANITIZER = {"file-leak", "double-close", "use-after-close", "format", "format-string", "bad-argument", "assertion",
                     "undefined-behaviour", "stack-overflow", "unreachable", "bad-call", "write-to-constant", "unbounded-allocation",
                     "unreachable-condition", "sizeof-pointer"}
SIGNS = dict(check_truth.SIGNS, **{"unchecked-allocation": r"SEGV|null pointer"})
MEMORY = {"uninitialised", "out-of-bounds", "wild-pointer"}
OF_WIDE = "the sanitizers do not look into functions of wide strings"
OF_NOTHING = "the address sanitizer takes malloc(0) for a block of one byte"
OF_MEMBERS = "the address sanitizer sees objects, not members"
OF_ADDRESS = "nothing uses the address once it is kept"
OF_FILES = "there is no file of that name, or it is short"
OF_TEXT = "the native show_text need not read it"
# FILE:FUNCTION
UNSHOWN = {
    "bounds/loops.c:search_and_insert": "a static variable of a function cannot be set from outside",
    "bounds/members.c:name_too_long": OF_MEMBERS,
    "bounds/members.c:sender_overwrites_receiver": OF_MEMBERS,
    "bounds/members.c:prints_too_much": OF_MEMBERS,
    "bounds/members.c:appends_too_much": OF_MEMBERS,
    "bounds/strings.c:copy_of": OF_NOTHING,
    "bounds/strings.c:copy_with_wrong_parenthesis": OF_NOTHING,
    "library/amounts.c:stream_into_array": OF_FILES,
    "library/amounts.c:descriptor_into_array": OF_FILES,
    "library/misuse.c:sprintf_onto_itself": "no sanitizer compares the arguments of sprintf",
    "library/processes.c:in_the_parent": "it needs a program that ends with that status",
    "library/processes.c:conversion_kept": "the frame of the function is not in the sanitizer's stack",
    "library/texts.c:text_without_an_end": OF_TEXT,
    "library/texts.c:copied_without_its_end": OF_TEXT,
    "library/wide.c:copy_too_long": OF_WIDE,
    "library/wide.c:allocated_in_bytes": OF_WIDE,
    "library/wide.c:set_too_many": OF_WIDE,
    "library/wide.c:wide_line_too_long": OF_WIDE,
    "library/wide.c:duplicate_lost": "the block is named by the library's line alone",
    "stack/addresses.c:escapes_to_a_global": OF_ADDRESS,
    "stack/addresses.c:keeps_in_a_global": OF_ADDRESS,
    "stack/addresses.c:escapes_to_an_argument": OF_ADDRESS,
    "stack/addresses.c:returned_in_a_struct": OF_ADDRESS,
    "stack/addresses.c:note_own": OF_ADDRESS,
    "traps/conditions.c:different_conditions": "the leak sanitizer still finds the address in what the call has left behind",
    "uninit/returned.c:one_of_several": "the sanitizer names the end of the function, not the statement",
}


def compile_driver(finding, folder, sanitizer, parts):
    program = os.path.join(folder, sanitizer)
    made = common.run([common.CLANG, "-g", "-O0", "-w", "-fno-builtin", "-fno-omit-frame-pointer",
                       *check_truth.SANITIZERS[sanitizer], finding["driver"], *parts, "-o", program], cwd=folder)
    return program, made.err.decode(errors="replace") if made.status else None


def native_error(finding, folder, parts):
    """None: the driver shows the finding; else what is wrong."""
    kind, said = finding["kind"], []
    environment = dict(common.ENVIRONMENT, ASAN_OPTIONS=check_truth.OPTIONS, LSAN_OPTIONS=check_truth.OPTIONS,
                       MSAN_OPTIONS=check_truth.OPTIONS, UBSAN_OPTIONS=check_truth.OPTIONS + ":print_stacktrace=1",
                       ASAN_SYMBOLIZER_PATH="/usr/bin/llvm-symbolizer-19", MSAN_SYMBOLIZER_PATH="/usr/bin/llvm-symbolizer-19")
    for sanitizer in ("address", "memory", "results"):
        if sanitizer != "address" and kind not in MEMORY:
            continue
        program, complaint = compile_driver(finding, folder, sanitizer, parts)
        if complaint:
            return "it does not compile\n" + complaint
        ran = common.run([program], env=environment, timeout=60, cwd=folder)
        text = ran.err.decode(errors="replace")
        name = os.path.basename(finding["file"])
        where = kind in check_truth.WITHOUT_LINE or re.search(r"%s:%d\b" % (re.escape(name), finding["line"]), text)
        if re.search(SIGNS[kind], text) and where:
            return None
        said.append("%s: status %d\n%s" % (sanitizer, ran.status, text[:1200]))
    return "\n".join(said)


def check_file(loci, file, every):
    """[(finding, its id, complaint or None)] of those that a sanitizer can show, and counts of the others."""
    folder = os.path.dirname(file.path)
    results, unseen = [], collections.Counter()
    with tempfile.TemporaryDirectory(prefix="loci-drivers-") as scratch:
        sources = [os.path.relpath(f.path, folder) for f in [file, *file.parts]]
        result = common.run([loci, "check", "--json", "--drivers=" + os.path.join(scratch, "drivers"), *file.flags, *sources], cwd=folder)
        for number, finding in enumerate(json.loads(result.out.decode(errors="replace"))["findings"]):
            name = "%s:%s" % (os.path.relpath(file.path, check_corpus.FOLDER), finding["function"])
            if finding["kind"] in WITHOUT_SANITIZER:
                unseen[finding["kind"]] += 1
            elif "driver" not in finding:
                results.append((name, "there is no driver: " + finding.get("doubt", "")))
            elif number % every == 0:
                own = os.path.join(scratch, str(number))
                os.mkdir(own)
                with open(finding["driver"], encoding="utf-8", errors="replace") as code:
                    included = re.search(r'#include "(.*)"', code.read())[1]
                parts = [f.path for f in [file, *file.parts] if os.path.realpath(f.path) != os.path.realpath(included)]
                results.append((name, native_error(finding, own, parts)))
                shutil.rmtree(own)
    return results, unseen


def tests(loci, every):
    """The first finding of every N-th file."""
    for file in check_corpus.files()[::every]:
        def test(file=file):
            results, _ = check_file(loci, file, 1000)
            bad = ["%s: %s" % (name, complaint) for name, complaint in results if complaint and name not in UNSHOWN]
            return "\n".join(bad) or None
        yield os.path.relpath(file.path, check_corpus.FOLDER)[:-2], test


def main():
    parser = argparse.ArgumentParser(description="Runs the drivers of loci check natively under the sanitizers.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build/loci"))
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1, help="only every N-th finding of a file")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    loci = os.path.abspath(options.loci)
    files = [f for f in check_corpus.files() if options.only in f.path]
    shown, failed, known, unseen = 0, 0, 0, collections.Counter()
    for results, others in common.in_parallel(2, [lambda f=f: check_file(loci, f, options.every) for f in files]):
        unseen += others
        for name, complaint in results:
            shown += complaint is None
            known += complaint is not None and name in UNSHOWN
            if complaint and name not in UNSHOWN:
                failed += 1
                print("%s: %s\n" % (name, complaint if options.verbose else complaint[:300]))
            elif not complaint and name in UNSHOWN:
                failed += 1
                print("%s is shown: take it from UNSHOWN\n" % name)
    for kind, count in sorted(unseen.items()):
        print("%4d of %s, which no sanitizer shows" % (count, kind))
    print("check drivers: %d shown natively, %d known not to be, %d failed" % (shown, known, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
