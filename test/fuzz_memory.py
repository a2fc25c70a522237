#!/usr/bin/env python3
"""Random programs about memory and undefined values: `loci run` against brute force over all inputs.

    test/fuzz_memory.py [memory | undefined | regions | texts | large] [--count N] [--start SEED] [--configuration NAME,...] [--model 32|64]
                        [--reduce] [--show] [--loci PATH] [-j JOBS]
    test/fuzz_memory.py --program FILE [--configuration NAME,...] [--model 32|64]

The truth about an input is what `loci exec` does with it, which knows no terms: an error with its kind and place, or a
status and output; the native program must agree on every input without an error. `loci run` must then, under every
memory model,
  - have one path for every input without an error (the programs pin their inputs), with the true output,
  - end in an error only where it is true, and meet every error (kind and place) there is,
  - say so: exactly these bugs, confirmed by the machine, and `complete`.
`single`, `names`, `burstall`, and a run that is short of memory or time, may be incomplete, and say so. A failing seed is printed with the
command that repeats it; --reduce leaves out statements as long as it fails in the same way; the programs that fail are
kept in --out (build/fuzz).
"""
import argparse
import collections
import functools
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import common
import ktest
import random_memory
import random_program
import random_regions
import random_texts
import random_undefined
import symbolic

GENERATORS = {"memory": random_memory.generate, "undefined": random_undefined.generate, "regions": random_regions.generate,
              "texts": random_texts.generate, "large": random_memory.generate_large}

# What Loci itself asks of clang: the program is compiled once, and run many times.
BITCODE = ["-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g", "-std=gnu17", "-w",
           "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,unreachable", "-c", "-emit-llvm"]

CONFIGURATIONS = {
    **symbolic.MEMORIES,
    "flat": ["--memory=flat", "--max-time=20"],
    "flat-joins": ["--memory=flat", "--merge-joins", "--max-time=20"],
    "forking-sparse": symbolic.VARIANTS["forking-sparse"],
    "region-sparse": symbolic.VARIANTS["region-sparse"],
    "region-sparse-joins": symbolic.VARIANTS["region-sparse-joins"],
    "region-sparse-interrupted": ["--memory=region", "--sparse-from=4"],
    "forking-terms": ["--memory=forking", "--force-terms"],
    "merging-terms": ["--memory=merging", "--force-terms"],
    "forking-texts": ["--memory=forking", "--merge-texts"],
    "merging-texts": ["--memory=merging", "--merge-texts"],
    "region-texts": ["--memory=region", "--merge-texts"],
    "region-sparse-texts": ["--memory=region", "--sparse-from=4", "--merge-texts"],
    "forking-texts-joins": ["--memory=forking", "--merge-texts", "--merge-joins"],
    "forking-texts-terms": ["--memory=forking", "--merge-texts", "--force-terms"],
    "forking-texts-parked": ["--memory=forking", "--merge-texts", "--search=bfs", "--max-memory=16M"],
    "forking-forgetting": ["--memory=forking", "--force-forgetting"],
    "merging-forgetting": ["--memory=merging", "--force-forgetting"],
    "region-forgetting": ["--memory=region", "--sparse-from=4", "--force-forgetting"],
    "forking-branches": ["--memory=forking", "--fork-conditions"],
    "merging-random": ["--memory=merging", "--search=random"],
    "forking-interrupted": ["--memory=forking"],
    "merging-interrupted": ["--memory=merging"],
    "forking-joins-interrupted": ["--memory=forking", "--merge-joins"],
    "merging-joins-interrupted": ["--memory=merging", "--merge-joins"],
    "forking-parked": ["--memory=forking", "--search=bfs", "--max-memory=16M"],
    "forking-joins-parked": ["--memory=forking", "--merge-joins", "--max-memory=16M"],
}

# Inputs of one process that brute force gives to the native program, each in a child of its own.
NATIVE = r"""
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int program_main(void);
static char *place;
void klee_make_symbolic(void *address, size_t size, const char *name) {
    for (size_t i = 0; i < size; i++, place += 2) sscanf(place, "%2hhx", (unsigned char *)address + i);
}
void klee_assume(uintptr_t condition) {
    if (!condition) _exit(77);
}
long program_write(int descriptor, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
    return (long)size;
}
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (!child) {
            place = argv[i];
            alarm(5);
            exit(program_main());
        }
        int status;
        waitpid(child, &status, 0);
        printf(" %s %d\n", argv[i], status);
    }
}
"""

# An outcome: result is the exit status or the kind of an error; place is file:line of the error, out is what was printed.
Outcome = collections.namedtuple("Outcome", "result place out")


def is_error(outcome):
    return not outcome.result.isdigit()


def show(outcome):
    return "%s at %s" % (outcome.result, outcome.place) if is_error(outcome) else "%s %r" % (outcome.result, outcome.out)


def hexadecimal(entry):
    return "".join("%02x" % value for value in entry)


# ---- Building, and the truth ----

def compile_bitcode(source, output, model):
    command = [common.CLANG, *common.MODELS[model], *common.include_flags(model), *BITCODE, source, "-o", output]
    result = common.run(command)
    return result.err.decode(errors="replace") if result.status else None


def machine_outcome(loci, bitcode, model, program, entry, folder):
    """What `loci exec` does with an input."""
    test = os.path.join(folder, "input.ktest")
    with open(test, "wb") as file:
        file.write(ktest.encode([(each.name, bytes([value])) for each, value in zip(program.inputs, entry)]))
    result = common.run([loci, "exec", "--leaks=error", "--%d" % model, "--test=" + test, bitcode], timeout=20)
    err = result.err.decode(errors="replace")
    found = re.search(r"^(?:.*/)?([^/:\n]+:\d+)(?::\d+)?: error: .* \[([\w-]+)\]$", err, re.M)
    if result.status == 99 and found:
        return Outcome(found[2], found[1], "")
    if result.status == 99 or result.timed_out or result.status >= 128:
        found = re.search(r"error: .* \[([\w-]+)\]$", err, re.M)
        return Outcome(found[1] if found else "status-%d" % result.status, "?", "") 
    return Outcome(str(result.status), "", result.out.decode("latin-1"))


def truth(loci, bitcode, model, program, folder):
    return {entry: machine_outcome(loci, bitcode, model, program, entry, folder) for entry in program.entries()}


ONE_AT_A_TIME = threading.Lock()


def native_driver(model):
    """The object file of NATIVE, compiled once."""
    with ONE_AT_A_TIME:
        return compiled_driver(model)[1]


@functools.lru_cache(None)
def compiled_driver(model):
    """(a folder that lives as long as this process, the file in it)"""
    folder = tempfile.TemporaryDirectory()
    source, output = os.path.join(folder.name, "native.c"), os.path.join(folder.name, "native.o")
    with open(source, "w", encoding="utf-8") as file:
        file.write(NATIVE)
    complaint = common.compile_native([source], output, model, ["-c"])
    if complaint:
        raise ValueError(complaint)
    return folder, output


def native_outcomes(source, model, entries, folder):
    """{input in hexadecimal: (wait status, output)} of the native program; a complaint."""
    executable, plain = os.path.join(folder, "native"), os.path.join(folder, "program.o")
    complaint = common.compile_native([source], plain, model, ["-c", "-Dmain=program_main", "-Dwrite=program_write"]) or \
        common.compile_native([native_driver(model), plain], executable, model)
    if complaint:
        return None, complaint
    result = common.run([executable, *map(hexadecimal, entries)], timeout=120)
    outcomes = {}
    for line in result.out.decode("latin-1").splitlines():
        out, name, status = line.split(" ")
        outcomes[name] = int(status), bytes.fromhex(out).decode("latin-1")
    return outcomes, None


def judge_native(source, model, known, folder):
    """The machine against the native program, where there is no error."""
    entries = [entry for entry, outcome in known.items() if not is_error(outcome)]
    if not entries:
        return []
    outcomes, complaint = native_outcomes(source, model, entries, folder)
    if complaint:
        return ["native: " + complaint]
    problems = []
    for entry in entries:
        status, out = outcomes.get(hexadecimal(entry), (-1, ""))
        if os.waitstatus_to_exitcode(status) != int(known[entry].result) or out != known[entry].out:
            problems.append("native: input %s: %d %r natively, %s in the machine" % (hexadecimal(entry), status, out, show(known[entry])))
    return problems[:3]


# ---- A run ----

def interrupted_run(loci, bitcode, model, flags, out, seed):
    """A run that is interrupted some times, at any moment, and resumed as often."""
    choices = random.Random(seed)
    command = [loci, "run", "--json", "--no-native", "--leaks=error", "--%d" % model, *flags, bitcode, "--out=" + out]
    for _ in range(3):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=common.ENVIRONMENT)
        target = len(tests_in(out)) + choices.randrange(6)
        deadline = time.monotonic() + 2
        while process.poll() is None and time.monotonic() < deadline and len(tests_in(out)) <= target:
            time.sleep(0.0005)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate()
        if not os.path.exists(os.path.join(out, "run.json")):
            break  # before anything was written: begin again
        command[-1] = "--resume=" + out
    return common.run(command, timeout=60)


def tests_in(out):
    return [name for name in os.listdir(out) if name.endswith(".ktest")] if os.path.isdir(out) else []


def run(loci, bitcode, model, configuration, out, seed=0, timeout=60):
    """(report, tests, complaint) of one run."""
    flags = CONFIGURATIONS[configuration]
    if configuration.endswith("-interrupted"):
        result = interrupted_run(loci, bitcode, model, flags, out, seed)
    else:
        result = common.run([loci, "run", "--json", "--no-native", "--leaks=error", "--%d" % model, "--out=" + out, *flags, bitcode], timeout=timeout)
    if result.timed_out:
        return None, None, "slow: no answer in %d s" % timeout
    try:
        report = dict(json.loads(result.out), status=result.status)
    except ValueError:
        return None, None, "crash: status %d %s" % (result.status, result.err.decode(errors="replace")[-1500:])
    return report, symbolic.read_tests(out), None


def judge(program, known, report, tests, configuration):
    """What is wrong with a run, each a sentence that begins with the kind of the problem."""
    problems = judge_tests(known, tests) + judge_bugs(program, known, report)
    reasons = report.get("incomplete_reasons", [])
    # One array for everything takes its time: what such a run says is checked, not how far it came.
    may_stop = configuration in symbolic.PARTIAL or configuration.endswith("-parked") or \
        configuration.startswith("flat") and all("time limit" in reason or "gave up" in reason for reason in reasons)
    if report["complete"]:
        problems += judge_set(program, known, report, tests)
    elif not may_stop:
        problems.append("incomplete: " + "; ".join(reasons))
    status = 1 if report["bugs"] else 0 if report["complete"] else 3
    if report["status"] != status:
        problems.append("status: %d expected, %d found" % (status, report["status"]))
    return problems


def entry_of(test):
    return tuple(bytes.fromhex(test.entry.replace("|", "")))


def judge_tests(known, tests):
    """Each test against the truth about its input."""
    problems = []
    for test in tests:
        expected = known.get(entry_of(test))
        if expected is None:
            problems.append("no-input: %s has the input %s" % (test.name, test.entry))
        elif expected.result != test.behaviour.result or not is_error(expected) and expected.out != test.behaviour.out:
            problems.append("%s: input %s: %s is true, %s %r found" % (
                "false-error " + test.behaviour.result.split(":")[0] if not test.behaviour.result.isdigit() else
                "missed-error " + expected.result if is_error(expected) else "wrong-output",
                test.entry, show(expected), test.behaviour.result, test.behaviour.out))
    return problems[:3]


def judge_bugs(program, known, report):
    problems = []
    for bug in report["bugs"]:
        place = "%s:%s" % (os.path.basename(bug["file"]), bug["line"])
        entry = tuple(int(each["bytes"], 16) for each in bug["input"])
        expected = known.get(entry)
        if not bug["confirmed_machine"]:
            problems.append("unconfirmed: %s at %s" % (bug["kind"], place))
        elif expected is None or (expected.result, expected.place) != (bug["kind"], place):
            problems.append("false-bug %s: %s, but input %s: %s is true" % (
                bug["kind"], place, hexadecimal(entry), show(expected) if expected else "nothing"))
    return problems[:3]


def judge_set(program, known, report, tests):
    """What a complete run must have met: every error and, if the program pins its inputs, every input."""
    found = {(bug["kind"], "%s:%s" % (os.path.basename(bug["file"]), bug["line"])) for bug in report["bugs"]}
    errors = {(outcome.result, outcome.place) for outcome in known.values() if is_error(outcome)}
    problems = ["missed-bug %s: at %s" % missed for missed in sorted(errors - found)]
    counts = collections.Counter(entry_of(test) for test in tests)
    clean = [entry for entry, outcome in known.items() if not is_error(outcome)]
    if program.pinned:
        lost = [entry for entry in clean if not counts[entry]]
        if lost:
            problems.append("lost-inputs: %d of %d, such as %s (%s)" % (len(lost), len(clean), hexadecimal(lost[0]), show(known[lost[0]])))
        twice = [entry for entry in clean if counts[entry] > 1]
        if twice:
            problems.append("overlap: %d inputs have several paths, such as %s" % (len(twice), hexadecimal(twice[0])))
    return problems


# ---- A seed ----

class Case:
    """A program in a data model: built once, its truth known, run under some configurations."""

    def __init__(self, loci, program, model, folder, name="program"):
        self.loci, self.program, self.model, self.folder = loci, program, model, folder
        self.source, self.bitcode = os.path.join(folder, name + ".c"), os.path.join(folder, "program.bc")
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(program.text())
        self.complaint = compile_bitcode(self.source, self.bitcode, model)
        if not self.complaint:
            self.known = truth(loci, self.bitcode, model, program, folder)

    def problems(self, configuration, seed=0):
        with tempfile.TemporaryDirectory() as folder:
            report, tests, complaint = run(self.loci, self.bitcode, self.model, configuration, os.path.join(folder, "out"), seed)
            return [complaint] if complaint else judge(self.program, self.known, report, tests, configuration)


def check(loci, program, model, configurations, seed=0, native=True):
    """[(configuration, problem)] of a program."""
    with tempfile.TemporaryDirectory() as folder:
        case = Case(loci, program, model, folder)
        if case.complaint:
            return [("clang", "compile: " + case.complaint)]
        found = [("native", problem) for problem in judge_native(case.source, model, case.known, folder)] if native else []
        for configuration in configurations:
            found += [(configuration, problem) for problem in case.problems(configuration, seed)]
        return found


def kind(problem):
    return problem.split(":")[0]


def reduced(loci, program, model, configuration, wanted, seed=0):
    """The program with as few lines as still fail with a problem of the same kind."""
    native = configuration == "native"

    def fails(candidate):
        try:
            found = check(loci, candidate, model, [] if native else [configuration], seed, native)
        except (OSError, ValueError, KeyError):
            return False
        return any(kind(problem) == wanted for _, problem in found)

    shrunk = True
    while shrunk:
        shrunk = False
        for section in program.sections():
            at = 0
            while at < len(getattr(program, section)):
                candidate = program.copy()
                del getattr(candidate, section)[at]
                if fails(candidate):
                    program, shrunk = candidate, True
                else:
                    at += 1
    return program


# Those that a generator is made for; the others have all.
CONFIGURATIONS_OF = {"regions": ["region", "region-sparse", "region-sparse-joins", "region-joins", "forking", "merging",
                                 "region-sparse-interrupted"],
                     "texts": ["forking-texts", "region-texts", "merging-texts", "forking-texts-joins", "region-sparse-texts",
                               "forking-texts-terms", "forking-texts-parked", "forking"],
                     "large": ["forking", "merging", "region", "forking-joins", "single", "merging-joins", "region-sparse",
                               "names", "region-joins", "forking-terms", "forking-forgetting", "merging-terms",
                               "region-forgetting", "forking-interrupted", "merging-joins-interrupted", "forking-parked",
                               "names-joins", "forking-texts", "merging-random"]}


def choose_configurations(generator, seed, count):
    """Some configurations for a seed, so that all have their turn in both data models."""
    names = CONFIGURATIONS_OF.get(generator) or list(CONFIGURATIONS)
    return [names[(seed // 2 * count + i) % len(names)] for i in range(count)]


def choose_model(seed):
    return (64, 32)[seed % 2]


def test_seed(options, generator, seed, configurations, models, reduce_=False):
    """What is wrong with a seed; the text for the reader."""
    problems = []
    for model in models:
        program = GENERATORS[generator](seed)
        found = check(options.loci, program, model, configurations, seed)
        told = set()
        for configuration, problem in found:
            if (kind(problem)) in told:
                problems.append("%s-%d: %s" % (configuration, model, problem))
                continue
            told.add(kind(problem))
            problems.append("%s-%d: %s\n    test/fuzz_memory.py %s --start %d --count 1 --configuration %s --model %d --reduce" % (
                configuration, model, problem, generator, seed, configuration, model))
            if reduce_:
                small = reduced(options.loci, program, model, configuration, kind(problem), seed)
                problems.append(keep(options.out, generator, seed, model, configuration, problem, small))
    return "\n".join(problems) or None


def keep(folder, generator, seed, model, configuration, problem, program):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "%s-%d-%d-%s.c" % (generator, seed, model, configuration))
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.text())
        file.write("/* loci run --%d %s\n   %s */\n" % (model, " ".join(CONFIGURATIONS.get(configuration, [])), problem))
    return path + "\n" + "\n".join("    " + line for section in program.sections() for line in getattr(program, section))


# ---- The tests of `make test` and the command ----

QUICK = {"memory": 60, "undefined": 50, "regions": 24, "texts": 24, "large": 24}  # seeds
LONG = {"memory": 200, "undefined": 200, "regions": 60, "texts": 60, "large": 60}
QUICK_CONFIGURATIONS = {"memory": 2, "undefined": 1, "regions": 1, "texts": 2, "large": 2}  # for each of them


def tests(options):
    """(name, function that returns what is wrong), for test/run.py."""
    options.out = os.path.join(common.ROOT, "build", "fuzz")
    for generator in GENERATORS:
        for seed in range((LONG if options.long else QUICK)[generator]):
            yield "%s-%d" % (generator, seed), lambda generator=generator, seed=seed: \
                test_seed(options, generator, seed, choose_configurations(generator, seed, QUICK_CONFIGURATIONS[generator]),
                          [choose_model(seed)])


def main():
    parser = argparse.ArgumentParser(description="Compares loci run with brute force on random programs.")
    parser.add_argument("generator", nargs="?", choices=list(GENERATORS), default="memory")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--configuration", default="", help="names from %s; all of them: all; some that vary with the seed otherwise" % ", ".join(CONFIGURATIONS))
    parser.add_argument("--model", type=int, choices=(32, 64))
    parser.add_argument("--program", help="a file instead of seeds: a program that an earlier run kept")
    parser.add_argument("--reduce", action="store_true", help="leave out statements while the program still fails")
    parser.add_argument("--show", action="store_true", help="print the programs and the truth about them, run nothing")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--out", default=os.path.join(common.ROOT, "build", "fuzz"))
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    if options.program:
        return check_file(options)
    seeds = range(options.start, options.start + options.count)
    if options.show:
        for seed in seeds:
            describe(options, seed)
        return 0

    def task(seed):
        names = list(CONFIGURATIONS) if options.configuration == "all" else \
            options.configuration.split(",") if options.configuration else choose_configurations(options.generator, seed, 4)
        models = [options.model] if options.model else [choose_model(seed)]
        return seed, symbolic.guarded(lambda: test_seed(options, options.generator, seed, names, models, options.reduce))

    failed = passed = 0
    for seed, complaint in common.in_parallel(options.jobs, [lambda seed=seed: task(seed) for seed in seeds]):
        failed, passed = failed + bool(complaint), passed + (not complaint)
        if complaint:
            print("FAILED %s %d\n%s\n" % (options.generator, seed, complaint), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


def check_file(options):
    found = []
    for model in [options.model] if options.model else (64, 32):
        names = list(CONFIGURATIONS) if options.configuration in ("", "all") else options.configuration.split(",")
        found += ["%s-%d: %s" % (name, model, problem) for name, problem in
                  check(options.loci, random_program.Written(options.program), model, names)]
    print("\n".join(found) or "nothing is wrong")
    return 1 if found else 0


def describe(options, seed):
    program = GENERATORS[options.generator](seed)
    print(program.text())
    with tempfile.TemporaryDirectory() as folder:
        case = Case(options.loci, program, options.model or 64, folder)
        print(case.complaint or "\n".join("%s: %s" % (hexadecimal(entry), show(outcome)) for entry, outcome in case.known.items()))


if __name__ == "__main__":
    sys.exit(main())
