#!/usr/bin/env python3
"""Checks the corpus itself, without Loci: every program of test/programs must be free of undefined behaviour.

    test/check-corpus.py [--only SUBSTRING] [--quick]

Each program must print the same in clang -O0, clang -O1 and gcc -O0 (where gcc compiles it), and be clean under the
address, leak and undefined behaviour sanitizers (64 bit; 32 bit without leaks) and the memory sanitizer (64 bit).
--quick leaves out gcc, the memory sanitizer and 32 bit sanitizers.
"""
import argparse
import os
import sys
import tempfile

import common

SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
# The memory sanitizer does not know these library functions or cannot follow assembly.
NO_MEMORY_SANITIZER = {"search-h", "asm-barrier", "signals", "wide-characters",
                       "stdlib-misc"}

HARMLESS = ["-Wno-" + name for name in (
    "literal-conversion", "multichar", "bitwise-instead-of-logical", "tautological-compare", "unused", "psabi", "missing-braces",
    "string-plus-int", "parentheses", "bitwise-op-parentheses", "shift-op-parentheses",
    "logical-op-parentheses", "implicit-int", "implicit-function-declaration")]


def variants(quick):
    """(name, model, compiler, flags, environment) of each way to build a program."""
    for model in (64, 32):
        yield "clang -O1", model, common.CLANG, ["-O1"], {}
        if not quick:
            yield "gcc -O0", model, "gcc", [], {}
    leaks = {"ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1"}
    yield "address,undefined", 64, common.CLANG, SANITIZERS, leaks
    if not quick:
        yield "address,undefined", 32, common.CLANG, SANITIZERS, {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
        yield "memory", 64, common.CLANG, ["-g", "-fsanitize=memory"], {"MSAN_OPTIONS": "allocator_may_return_null=1"}


def build_and_run(program, model, compiler, flags, environment):
    with tempfile.TemporaryDirectory() as folder:
        executable = os.path.join(folder, program.name)
        complaint = common.compile_native(program.sources, executable, model, [*program.cflags, *flags], compiler)
        if complaint:
            return None, complaint
        work = os.path.join(folder, "work")
        os.mkdir(work)
        env = dict(common.ENVIRONMENT, **environment)
        return common.run([executable, *program.args], program.stdin, cwd=work, timeout=30, env=env), None


def check(program, quick):
    problems = []
    expected = {}
    for model in program.models:
        expected[model], complaint = build_and_run(program, model, common.CLANG, [], {})
        if complaint:
            return ["clang -O0 -m%d: %s" % (model, complaint)]
        if expected[model].timed_out:
            return ["-m%d does not end" % model]
    for name, model, compiler, flags, environment in variants(quick):
        if model not in program.models or (name == "memory" and program.name in NO_MEMORY_SANITIZER):
            continue
        if name.startswith("address") and program.unchecked:
            flags = [*flags, "-fno-sanitize=" + program.unchecked]
        result, complaint = build_and_run(program, model, compiler, flags, environment)
        if complaint:
            if compiler != "gcc":
                problems.append("%s -m%d: %s" % (name, model, complaint))
            continue
        difference = common.compare(expected[model], result, program.compare_stderr)
        if difference:
            problems.append("%s -m%d: %s" % (name, model, difference))
    warnings = common.run([common.CLANG, *common.MODELS[program.models[0]], *program.cflags, "-fsyntax-only", "-Wall",
                           *HARMLESS, *program.sources])
    if warnings.err:
        problems.append("warnings:\n" + warnings.err.decode(errors="replace"))
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("names", nargs="*", help="names of programs (all when none is given)")
    options = parser.parse_args()
    failed = checked = 0
    for program in common.programs_in(os.path.join(common.HERE, "programs")):
        if options.only not in program.name or (options.names and program.name not in options.names):
            continue
        problems = check(program, options.quick)
        checked += 1
        failed += bool(problems)
        for problem in problems:
            print("%s: %s" % (program.name, problem), flush=True)
    print("%d checked, %d with problems" % (checked, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
