#!/usr/bin/env python3
"""Runs the tests of Loci.

    test/run.py [unit solver alias programs folded errors replay csmith cli symbolic trace search regions findings reports klee cc leaks kill verify check random] [--loci PATH] [--only SUBSTRING] [--long] [-j JOBS]

    unit      the binaries in build/test
    solver    loci solve against z3 and cvc5 on generated scripts
    alias     loci alias on small programs that say what must be found
    programs  clean programs: the same output and status as the native program, in both data models
    folded    the programs of both groups with --fold-conditions (when asked for)
    errors    programs with one error each: the diagnostic in their expectation comment
    replay    tests made by hand, run in the machine and natively
    csmith    random programs of fixed seeds, from source and from optimised bitcode, in both data models
    cli       bad input: one clear sentence and status 2
    symbolic  loci run under every memory model against brute force over all inputs
    trace     the native program takes the paths that loci run says its tests take
    search    loci run under every search strategy: the same paths
    regions   loci run --memory=region: the examples of its paper, --dump-regions, --svg
    findings  what loci run tells and leaves
    reports   leaks, cuts, statistics, Test-Comp, the page of loci run (test/run_reports.py)
    klee      what KLEE's users type
    cc        loci cc in the place of a compiler
    leaks     lost blocks in loci run: programs that say what is found, random graphs of blocks
    kill      loci run killed, resumed, short of memory
    verify    loci verify: answers, witnesses, harnesses, bad input
    check     loci check on its corpus: exactly the findings that are annotated; its reports
    random    loci run, and the bounded engine of loci verify, on random programs about memory against brute force

Prints what failed, then `N passed, N failed`; the exit status is 0 when nothing failed.
"""
import argparse
import collections
import glob
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "solver"))
import alias_suite
import check_builds
import check_drivers
import check_reports
import check_suite
import cli
import common
import deep
import findings
import cc
import klee_files
import klee_functions
import klee_meaning
import klee_words
import fuzz_bounded
import fuzz_check
import fuzz_calls
import fuzz_rounds
import fuzz_lists
import fuzz_loops
import fuzz_memory
import fuzz_pointers
import fuzz_recursion
import fuzz_threads
import fuzz_verify
import kill
import leaks
import region_dumps
import replay
import run_reports
import search
import symbolic
import testcases
import threads
import trace
import tutorial
import verify_suite

# Seeds whose programs end natively in a second at most and are clean under the sanitizers (test/fuzz.py --choose).
CSMITH_SEEDS = [
    1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 29, 30, 31, 32, 35, 36, 37,
    38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 55, 56, 58, 59, 62, 64, 65]

SOLVER_SCRIPTS = 60
DEEP_LEVELS = 10000

EXPECTATION = re.compile(r"/\* expect(-all)?:[ \t]*\n(.*?)\*/", re.S)
DIAGNOSTIC = re.compile(r"^(?:[^:]*[^:\d][^:]*:)?(\d+)(?::(\d+))?: (error|note|warning): (.*)$")


class Options:
    """What all groups need: the Loci under test, its limits, where native results are kept."""

    def __init__(self, arguments):
        self.loci = os.path.abspath(arguments.loci)
        self.only = arguments.only
        self.cache = os.path.abspath(arguments.cache)
        self.timeout = arguments.timeout
        self.build = os.path.abspath(arguments.build)
        self.long = arguments.long


def unit_tests(options):
    for path in sorted(glob.glob(os.path.join(options.build, "test", "*"))):
        if os.path.isfile(path) and os.access(path, os.X_OK):
            yield "unit/" + os.path.basename(path), lambda path=path: unit_test(path)


def unit_test(path):
    result = common.run([path], cwd=common.ROOT, timeout=common.PATIENCE)
    if result.timed_out:
        return "did not end in time"
    if result.status:
        return "status %d\n%s%s" % (result.status, result.out.decode(errors="replace")[-4000:],
                                    result.err.decode(errors="replace")[-4000:])
    return None


def program_tests(options):
    for program in common.programs_in(os.path.join(common.HERE, "programs")):
        for model in program.models:
            yield "programs/%s-%d" % (program.name, model), \
                lambda program=program, model=model: program_test(options, program, model)


def folded_tests(options):
    """The pass over conditions that loci run makes use of must not change what a program does; one data model is enough."""
    for program in common.programs_in(os.path.join(common.HERE, "programs")):
        if 64 in program.models:
            yield "folded/" + program.name, lambda program=program: program_test(options, program, 64, ["--fold-conditions"])
    for program in common.programs_in(os.path.join(common.HERE, "errors")):
        if 64 in program.models:
            yield "folded/error-" + program.name, lambda program=program: error_test(options, program, 64, ["--fold-conditions"])


def program_test(options, program, model, flags=()):
    expected, complaint = common.native_result(program, model, options.cache)
    if complaint:
        return complaint
    with tempfile.TemporaryDirectory() as work:
        found = common.loci_exec(options.loci, program.sources, model, program.args, program.cflags, program.stdin, work,
                                 options.timeout, flags)
    return common.compare(expected, found, program.compare_stderr)


def error_tests(options):
    for program in common.programs_in(os.path.join(common.HERE, "errors")):
        for model in program.models:
            yield "errors/%s-%d" % (program.name, model), \
                lambda program=program, model=model: error_test(options, program, model)


def diagnostics(text):
    """The lines `LINE:COL: kind: text` of what Loci or an expectation says, file names and source lines left out."""
    result = []
    for line in text.splitlines():
        found = DIAGNOSTIC.match(line.strip())
        if found:
            result.append((found[1], found[2], found[3], found[4]))
    return result


def expected_lines(text):
    """The lines of an expectation as (optional, line, column or None, kind, pattern); None stands for `...`.

    `? ` begins a line that may be missing; `{a|b}` in a text accepts either; `...` accepts all further lines."""
    result = []
    for line in text.strip().splitlines():
        line = line.strip()
        if line == "...":
            result.append(None)
            continue
        optional = line.startswith("? ")
        found = DIAGNOSTIC.match(line[2:] if optional else line)
        if not found:
            raise ValueError("'%s' is no expectation" % line)
        pattern = "".join("(?:%s)" % "|".join(map(re.escape, part[1:-1].split("|"))) if part.startswith("{") else re.escape(part)
                          for part in re.split(r"(\{[^{}]*\})", found[4]))
        result.append((optional, found[1], found[2], found[3], pattern))
    return result


def matches(expected, found):
    """Whether diagnostics are as expected. A line without a column accepts any: debug information has none for globals."""
    if not expected or expected[0] is None:
        return bool(expected) or not found
    optional, line, column, kind, pattern = expected[0]
    if found and line == found[0][0] and column in (None, found[0][1]) and kind == found[0][2] and \
            re.fullmatch(pattern, found[0][3]) and matches(expected[1:], found[1:]):
        return True
    return optional and matches(expected[1:], found)


def expectations(path, model):
    """The text of a file's expectation (`{32:A|64:B}` chooses by data model) and whether it is the complete output."""
    with open(path, encoding="utf-8") as file:
        found = EXPECTATION.search(file.read())
    if not found:
        return None, False
    text = re.sub(r"\{32:(.*?)\|64:(.*?)\}", lambda choice: choice[1 if model == 32 else 2], found[2])
    return text, bool(found[1])


def error_test(options, program, model, flags=()):
    text, complete = expectations(program.path, model)
    if text is None:
        return "no expectation comment"
    found = common.loci_exec(options.loci, [os.path.basename(program.path)], model, program.args, program.cflags, program.stdin,
                             os.path.dirname(program.path), options.timeout, flags)
    if found.timed_out:
        return "did not end in time"
    stderr = found.err.decode(errors="replace")
    problems = []
    status = 99 if text.strip() else 0
    if found.status != status:
        problems.append("status %d expected, %d found" % (status, found.status))
    if complete:
        if text.strip("\n") != stderr.strip("\n"):
            problems.append(common.diff(text.strip("\n"), stderr.strip("\n"), "stderr"))
    elif not matches(expected_lines(text), diagnostics(stderr)):
        problems.append(common.diff(text, "\n".join(show(d) for d in diagnostics(stderr)), "stderr"))
    if problems and not diagnostics(stderr) and stderr:
        problems.append(stderr[-2000:])
    return "\n".join(problems) or None


def show(diagnostic):
    line, column, kind, text = diagnostic
    return "%s%s: %s: %s" % (line, ":" + column if column else "", kind, text)


def csmith_tests(options):
    for seed in CSMITH_SEEDS[::1 if options.long else 2]:
        yield "csmith/%d" % seed, lambda seed=seed: csmith_test(options, seed)


def csmith_test(options, seed):
    with tempfile.TemporaryDirectory() as folder:
        problems = ["%s: %s" % (name, complaint) for name, complaint in common.csmith_cases(options.loci, seed, folder, native_timeout=common.PATIENCE)
                    if complaint]
    return "\n".join(problems) or None


def cli_tests(options):
    for name, test in cli.tests(options.loci):
        yield "cli/" + name, test


def replay_tests(options):
    for name, test in replay.tests(options.loci, options.cache):
        yield "replay/" + name, test


def alias_tests(options):
    return alias_suite.tests(options.loci)


def solver_tests(options):
    """Scripts that say what loci solve must print, and loci solve against z3 and cvc5 on generated ones, a few at a time."""
    for path in sorted(glob.glob(os.path.join(common.HERE, "solver", "scripts", "*.smt2"))):
        yield "solver/" + os.path.basename(path)[:-5], lambda path=path: script_test(options, path)
    for name, test in deep.tests(options.loci, DEEP_LEVELS):
        yield "solver/" + name, test
    for start in range(0, SOLVER_SCRIPTS, 15):
        yield "solver/%d" % start, lambda start=start: solver_test(options, start)


def script_test(options, path):
    """Lines that begin with ";> " are what is printed."""
    with open(path) as file:
        expected = "".join(line[3:] for line in file if line.startswith(";> "))
    result = common.run([options.loci, "solve", path], cwd=common.ROOT, timeout=120)
    printed = result.out.decode(errors="replace") + result.err.decode(errors="replace")
    return None if printed == expected and expected else "status %s, printed:\n%s" % (result.status, printed[-3000:])


def solver_test(options, start):
    command = [sys.executable, os.path.join(common.HERE, "solver", "compare.py"), "--loci=" + options.loci,
               "--seed=%d" % start, "--count=15"]
    result = common.run(command, cwd=common.ROOT, timeout=common.PATIENCE)
    if result.timed_out:
        return "did not end in time"
    return result.out.decode(errors="replace")[-3000:] if result.status else None


def symbolic_tests(options):
    for name, test in symbolic.tests(options):
        yield "symbolic/" + name, test


def trace_tests(options):
    for name, test in trace.tests(options):
        yield "trace/" + name, test


def search_tests(options):
    for name, test in search.tests(options):
        yield "search/" + name, test


def region_tests(options):
    for name, test in region_dumps.tests(options):
        yield "regions/" + name, test


def cc_tests(options):
    for name, test in cc.tests(options.loci):
        yield "cc/" + name, test


def klee_tests(options):
    for suite in (klee_words, klee_files, klee_functions, klee_meaning, threads, tutorial):
        for name, test in suite.tests(options.loci):
            yield "klee/" + name, test


def findings_tests(options):
    for name, test in findings.tests(options.loci):
        yield "findings/" + name, test


def reports_tests(options):
    for name, test in run_reports.tests(options.loci):
        yield "reports/" + name, test


def kill_tests(options):
    for name, test in kill.tests(options.loci):
        yield "kill/" + name, test


def verify_tests(options):
    for name, test in verify_suite.tests(options):
        yield "verify/" + name, test


def check_tests(options):
    for name, test in check_suite.tests(options.loci):
        yield "check/" + name, test
    for name, test in testcases.tests(options.loci):
        yield "check/" + name, test
    for name, test in fuzz_check.tests(options.loci, 0, 12):
        yield "check/random-" + name, test
    for name, test in fuzz_rounds.tests(options.loci, 0, 2):
        yield "check/rounds-" + name, test
    for name, test in fuzz_calls.tests(options.loci, 0, 1):
        yield "check/calls-" + name, test
    for name, test in check_reports.tests(options.loci):
        yield "check/report-" + name, test
    for name, test in check_builds.tests(options.loci):
        yield "check/build-" + name, test
    for name, test in check_drivers.tests(options.loci, 10):
        yield "check/driver-" + name, test


def random_tests(options):
    """A few seeds of each generator, more with --long; make fuzz goes on from there."""
    def seeds(quick, long):
        return long if options.long else quick

    loci = options.loci
    suites = [
        fuzz_memory.tests(options),
        fuzz_pointers.tests(loci, 0, seeds(3, 6)),
        fuzz_threads.tests(loci, 0, 24),
        fuzz_bounded.tests(options),
        fuzz_lists.tests(loci, 0, seeds(16, 40), seconds=5),
        fuzz_loops.tests(loci, 0, seeds(70, 200)),
        fuzz_recursion.tests(loci, 0, seeds(16, 30)),
        fuzz_verify.tests(loci, 0, seeds(16, 40), seconds=5, checker=fuzz_verify.check_arrays, name="arrays"),
        fuzz_verify.tests(loci, 0, seeds(10, 20), "explore", 3, fuzz_verify.check_around, "around"),
        fuzz_verify.tests(loci, 0, seeds(20, 40), "values", 5, fuzz_verify.check_protocols, "protocols"),
    ]
    for suite in suites:
        for name, test in suite:
            yield "random/" + name, test


GROUPS = {"unit": unit_tests, "solver": solver_tests, "alias": alias_tests, "programs": program_tests, "folded": folded_tests, "errors": error_tests, "replay": replay_tests,
          "csmith": csmith_tests, "cli": cli_tests, "symbolic": symbolic_tests, "trace": trace_tests, "search": search_tests,
          "regions": region_tests, "findings": findings_tests, "reports": reports_tests, "klee": klee_tests, "cc": cc_tests, "leaks": leaks.tests, "kill": kill_tests, "verify": verify_tests, "check": check_tests, "random": random_tests}

LONG = {"folded"}  # only when asked for: make test-long does


def timed(name, test):
    start = time.monotonic()
    try:
        complaint = test()
    except (OSError, ValueError, KeyError) as problem:  # one broken test, or a Loci that is being rebuilt, must not end the run
        complaint = str(problem)
    return name, complaint, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description="Runs the tests of Loci.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="of %s; all when none is given" % ", ".join(GROUPS))
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--build", default=os.path.join(common.ROOT, "build"), help="the folder whose test/ holds the unit tests")
    parser.add_argument("--only", default="", help="only tests whose name contains this")
    parser.add_argument("--long", action="store_true", help="all seeds, strategies and data models, not some in turn")
    parser.add_argument("--cache", default=os.path.join(common.ROOT, "build", "native-results"))
    parser.add_argument("--timeout", type=float, default=common.PATIENCE, help="seconds after which a command counts as one that does not end")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("-v", "--verbose", action="store_true", help="also name the tests that pass, with their time")
    arguments = parser.parse_args()
    for group in arguments.groups:
        if group not in GROUPS:
            parser.error("unknown group '%s'" % group)
    options = Options(arguments)
    tests = [(name, test) for group in arguments.groups or [group for group in GROUPS if group not in LONG] for name, test in GROUPS[group](options)
             if arguments.only in name]
    if any(not name.startswith("unit/") for name, _ in tests) and not os.access(options.loci, os.X_OK):
        parser.error("there is no program '%s'" % arguments.loci)
    passed, failures, group_seconds = 0, [], collections.Counter()
    for name, complaint, seconds in common.in_parallel(
            arguments.jobs, [lambda name=name, test=test: timed(name, test) for name, test in tests]):
        group_seconds[name.split("/")[0]] += seconds
        if complaint:
            failures.append(name)
            print("FAILED %s\n%s\n" % (name, complaint), flush=True)
        else:
            passed += 1
            if arguments.verbose:
                print("passed %s (%.2f s)" % (name, seconds), flush=True)
    print("seconds, %d at a time: %s" % (arguments.jobs, ", ".join("%s %.0f" % pair for pair in group_seconds.most_common())))
    if failures:
        print("failed: " + " ".join(sorted(failures)))
    print("%d passed, %d failed" % (passed, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
