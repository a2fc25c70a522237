#!/usr/bin/env python3
"""Whether the annotations of the corpus of `loci check` are true: its functions run natively under the sanitizers.

    test/check_truth.py [--only SUBSTRING] [-v]

A function with an annotation shows an error of that kind at that line in one of its runs (see check_corpus.py); one without
shows none in any of them, neither under the address and undefined behaviour sanitizers nor under that of memory. Formats are
the compiler's to see. What no sanitizer sees stands in UNSEEN with the reason.
"""
import argparse
import os
import re
import sys
import tempfile

import check_corpus
import common

ERROR = 77
WRAPPED = ["malloc", "calloc", "realloc", "strdup", "fopen", "fclose", "fgetc", "fprintf", "close", "read", "wcscpy", "wmemset",
           "wcsdup"]
FLAGS = ["-g", "-O0", "-w", "-fno-builtin", "-fno-omit-frame-pointer", "-Wl," + ",".join("--wrap=" + name for name in WRAPPED)]
SANITIZERS = {
    # Null is a start for offsets in offsetof; following it is seen as a signal.
    "address": ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=null,pointer-overflow", "-fno-sanitize-recover=all"],
    "memory": ["-fsanitize=memory", "-fno-sanitize-memory-param-retval"],
    "results": ["-fsanitize=memory"],  # what is passed and returned must be set: stricter than C is
    "numbers": ["-fsanitize=unsigned-integer-overflow,implicit-signed-integer-truncation", "-fno-sanitize-recover=all"],
}
STRICT = {"results", "numbers"}  # shows that an annotation is true, says nothing of a clean function
OPTIONS = "exitcode=%d:detect_stack_use_after_return=1:allocator_may_return_null=1:detect_leaks=1" % ERROR
OVERFLOW = r"(stack|heap|global|dynamic-stack)-buffer-overflow|index .* out of bounds|SEGV|negative-size-param|unknown-crash|" \
           r"stack-buffer-underflow|stack-use-after-scope|heap-use-after-free|buffer-underflow|bad-free|allocation-size|MemorySanitizer"
# What shows an error of a kind: the words of the sanitizers, or of check_truth.c.
SIGNS = {
    "null-dereference": r"SEGV|null pointer",
    "unchecked-allocation": r"SEGV|null pointer",
    "out-of-bounds": OVERFLOW,
    "member-overflow": OVERFLOW,
    "use-after-free": r"heap-use-after-free",
    "use-after-scope": r"stack-use-after-(scope|return)",
    "stack-address": r"stack-use-after-(scope|return)",
    "double-free": r"attempting double-free",
    "bad-free": r"not malloc\(\)-ed|bad-free|SEGV",
    "leak": r"LeakSanitizer: detected memory leaks",
    "uninitialised": r"use-of-uninitialized-value|SEGV",
    "wild-pointer": r"SEGV",
    "write-to-constant": r"SEGV",
    "division-by-zero": r"division by zero",
    "signed-overflow": r"signed integer overflow|cannot be represented|implicit conversion from type",
    "unsigned-overflow": r"unsigned integer overflow|negation of",
    "bad-shift": r"shift exponent",
    "float-conversion": r"outside the range of representable values",
    "file-leak": r"a descriptor stays open",
    "double-close": r"closed twice|attempting double-free",
    "use-after-close": r"a closed (stream|descriptor) is used|heap-use-after-free",
    "overlap": r"param-overlap",
}
# Kinds whose line is not in what is printed.
WITHOUT_LINE = {"file-leak", "double-close", "use-after-close", "stack-address"}
ABOUT_ALL_RUNS = {"unreachable-condition", "sizeof-pointer"}  # no run shows it
COMPILER = {"format": "-Wformat", "format-string": "-Wformat-security"}
UNSEEN = {
    "flow/inputs.c:input_decides_the_size": "a large block is no error to a sanitizer",
    "library/wide.c:wide_format_from_outside": "the compiler looks at narrow formats only",
    "library/wide.c:wide_format_wants_more": "the compiler looks at narrow formats only",
    "library/wide.c:wide_line_too_long": "the sanitizers do not know fgetws",
    "resource/streams.c:standard_stream_twice": "a standard stream is never freed",
    "library/misuse.c:sprintf_onto_itself": "no sanitizer compares the arguments of sprintf",
    "library/texts.c:negative_size": "malloc gives null then, as it may",
    "library/texts.c:text_without_an_end": "the native show_text need not read it",
    "library/texts.c:copied_without_its_end": "the native show_text need not read it",
    "library/misuse.c:say": "the compiler does not look behind va_list",
    "traps/kept.c:format_badly": "the compiler does not look behind va_list",
    "library/processes.c:conversion_kept": "the frame of the function is not in the sanitizer's stack",
    "uninit/returned.c:one_of_several": "the sanitizer names the end of the function, not the statement",
    "bounds/members.c:sender_overwrites_receiver": "the address sanitizer sees objects, not members",
    "bounds/members.c:prints_too_much": "the address sanitizer sees objects, not members",
    "bounds/members.c:appends_too_much": "the address sanitizer sees objects, not members",
    "bounds/members.c:name_too_long": "the address sanitizer sees objects, not members",
}


def runs_of(function):
    return function.runs or ([function.name + "();"] if not function.has_parameters else [])


def driver(file, runs):
    text = '#include "%s"\n#include <stdlib.h>\nextern int fail_allocation;\nvoid give_input(const char *text);\n' % file.path
    for number, (_, code) in enumerate(runs):
        text += "static void truth_run_%d(void) { %s }\n" % (number, code)
    return text + "void (*const truth_runs[])(void) = {%s};\n" % ", ".join("truth_run_%d" % n for n in range(len(runs)))


def outputs(file, folder):
    """What each run of each function of a file prints when it fails, '' when it does not: {function: {sanitizer: [text]}}."""
    runs = [(f, code) for f in file.all_functions() if not f.is_static for code in runs_of(f)]
    source = os.path.join(folder, "driver.c")
    with open(source, "w", encoding="utf-8") as out:
        out.write(driver(file, runs))
    environment = dict(common.ENVIRONMENT, ASAN_OPTIONS=OPTIONS, LSAN_OPTIONS=OPTIONS, MSAN_OPTIONS=OPTIONS,
                       UBSAN_OPTIONS=OPTIONS + ":print_stacktrace=1", ASAN_SYMBOLIZER_PATH="/usr/bin/llvm-symbolizer-19")
    result = {}
    kinds = {kind for function in file.all_functions() for _, kind in function.expected}
    for sanitizer, flags in SANITIZERS.items():
        if sanitizer == "numbers" and not kinds & {"signed-overflow", "unsigned-overflow"}:
            continue
        program = os.path.join(folder, sanitizer)
        made = common.run([common.CLANG, *FLAGS, *flags, source, *[part.path for part in file.parts],
                           os.path.join(common.HERE, "check_truth.c"), "-o", program])
        if made.status:
            raise ValueError("%s does not compile\n%s" % (file.path, made.err.decode(errors="replace")))
        for number, (function, _) in enumerate(runs):
            if sanitizer in STRICT and not function.expected:
                continue
            ran = common.run([program, str(number)], env=environment, timeout=60)
            failed = ran.timed_out or ran.status == ERROR or ran.status >= 128
            result.setdefault(function, {}).setdefault(sanitizer, []).append(
                ran.err.decode(errors="replace") or "status %d" % ran.status if failed else "")
    return result


def callers(file, function):
    """The functions that are run whose calls lead to it."""
    found, names = set(), {function.name}
    while True:
        more = {f for f in file.all_functions() if any(re.search(r"\b%s\b" % name, f.text) for name in names)} - found
        if not more:
            return {f for f in found if not f.is_static}
        found |= more
        names |= {f.name for f in more if f.is_static}


def shows(text, line, kind, name):
    return re.search(SIGNS[kind], text) and (kind in WITHOUT_LINE or re.search(r"%s:%d\b" % (re.escape(name), line), text))


def compiler_warns(file, line, kind):
    warned = common.run([common.CLANG, "-fsyntax-only", COMPILER[kind], file.path]).err.decode(errors="replace")
    return re.search(r":%d:\d+: warning: .*\[-Wformat" % line, warned)


def check(file, only):
    """Complaints about the annotations of a file, how many functions were run, and those for which there is no way to."""
    complaints, unrun, ran = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        seen = outputs(file, folder)
    expected_here = {}  # function that is run -> findings that its run may show
    for function in file.all_functions():
        for where in callers(file, function) if function.is_static else {function}:
            expected_here.setdefault(where, set()).update(function.expected)
    for function in file.all_functions():
        if only not in function.id or function.is_static and not function.expected:
            continue
        if not function.is_static and not runs_of(function):
            unrun.append(function.id)
            continue
        ran += 1
        texts = [t for where in (callers(file, function) if function.is_static else {function})
                 for printed in seen.get(where, {}).values() for t in printed]
        for line, kind in sorted(function.expected):
            if function.id in UNSEEN or kind in ABOUT_ALL_RUNS:
                continue
            if kind in COMPILER:
                if not compiler_warns(file, line, kind):
                    complaints.append("%s:%d: the compiler sees no %s" % (file.path, line, kind))
            elif not any(shows(text, line, kind, os.path.basename(function.path)) for text in texts):
                complaints.append("%s:%d: no run shows %s\n%s" % (function.path, line, kind, "\n".join(t[:700] for t in texts if t)))
        if not expected_here.get(function) and not function.is_static:
            complaints += ["%s: is clean, yet\n%s" % (function.id, text[:1500]) for text in texts if text]
    return complaints, ran, unrun


def main():
    parser = argparse.ArgumentParser(description="Runs the corpus of loci check natively under the sanitizers.")
    parser.add_argument("--only", default="")
    parser.add_argument("-v", "--verbose", action="store_true", help="also name what is not run")
    arguments = parser.parse_args()
    files = [f for f in check_corpus.files() if any(arguments.only in function.id for function in f.functions)]
    complaints, ran, unrun = [], 0, []
    for found, count, without in common.in_parallel(2, [lambda f=f: check(f, arguments.only) for f in files]):
        complaints += found
        ran += count
        unrun += without
    for complaint in complaints:
        print(complaint + "\n")
    if arguments.verbose:
        print("not run: " + " ".join(unrun))
    print("check truth: %d functions run natively, %d annotations not confirmed, %d functions not run" % (ran, len(complaints), len(unrun)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
