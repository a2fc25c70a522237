#!/usr/bin/env python3
"""`loci run` against brute force: programs with at most 16 bits of input, run natively with every input there is.

    test/symbolic.py [--oracle-only | --exec] [--only SUBSTRING] [--memory NAME] [--loci PATH] [-j JOBS]

The oracle (symbolic_driver.c) maps every input to a *behaviour*: exit status and output, or the kind of an error as the
sanitizers see it. `loci run` must then, under every memory model, in both data models,
  - give each of its tests the behaviour that the oracle has for the same input,
  - meet every behaviour that the oracle knows (PARTIAL models may miss some, and must then say that they are incomplete),
  - say that it is complete, report as bugs exactly the kinds of error the oracle knows, each confirmed by the machine.
With --merge-joins paths that differ in output or status may be one path, so there only the errors must all be met.

--oracle-only prints what the oracle finds. --exec compares it with `loci exec`, an input or two a behaviour.

A program (test/symbolic/*.c) prints constant texts chosen by branches, so that a behaviour is a matter of the path in
every model. Lines it may have:
    // oracle: KIND when EXPR   the sanitizers cannot see this error; EXPR is Python over the inputs by their names
                                (unsigned numbers, NAME_bytes a list of bytes; nondet functions are n0, n1, ...)
    // long: N inputs           the oracle takes its time: not in `make test`
    // large: OBJECTS           of several gigabytes: not in ILP32, nor with models that put several objects into one array
    // class: EXPR              output or status depends on data, not on the path; inputs with equal EXPR count as one behaviour
"""
import argparse
import collections
import hashlib
import json
import os
import re
import struct
import sys
import tempfile
import threading

import common

FOLDER = os.path.join(common.HERE, "symbolic")
DRIVER = os.path.join(common.HERE, "symbolic_driver.c")
INPUTS = os.path.join(common.HERE, "symbolic_inputs.c")
CACHE = os.path.join(common.ROOT, "build", "oracle")
RENAMED = ["-D%s=%s" % pair for pair in (("main", "program_main"), ("exit", "oracle_exit"), ("abort", "oracle_abort"))]
# The same checks as Loci asks of clang: no others, for Loci allows what they forbid.
SANITIZERS = ["-g", "-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,unreachable",
              "-fno-sanitize-recover=all"]
MEMORY_SANITIZER = ["-g", "-fsanitize=memory"]
# The driver sees signals itself; it cannot ask ASan for their address.
SANITIZER_OPTIONS = "handle_segv=0:handle_sigbus=0:symbolize=0:detect_leaks=%d:exitcode=1"

MEMORIES = {
    "single": ["--memory=single"],
    "names": ["--memory=names"],
    "burstall": ["--memory=burstall"],
    "forking": ["--memory=forking"],
    "merging": ["--memory=merging"],
    "flat": ["--memory=flat"],
    "segmented-andersen": ["--memory=segmented", "--alias=andersen"],
    "segmented-observed": ["--memory=segmented", "--alias=observed"],
    "segmented-small": ["--memory=segmented", "--alias=andersen", "--segment-threshold=16"],  # forks between segments
    "region": ["--memory=region"],
    "region-joins": ["--memory=region", "--merge-joins"],
    "partitioned-cells": ["--memory=partitioned", "--points-to=cells"],
    "partitioned-dsa": ["--memory=partitioned", "--points-to=dsa"],
    "partitioned-andersen": ["--memory=partitioned", "--points-to=andersen"],
    "partitioned-contexts": ["--memory=partitioned", "--context=bottom-up"],
    "partitioned-joins": ["--memory=partitioned", "--merge-joins"],
    "names-joins": ["--memory=names", "--merge-joins"],
    "burstall-joins": ["--memory=burstall", "--merge-joins"],
    "forking-joins": ["--memory=forking", "--merge-joins"],
    "merging-joins": ["--memory=merging", "--merge-joins"],
    "segmented-joins": ["--memory=segmented", "--alias=andersen", "--merge-joins"],
}
# These do not follow everything, and must then say so.
PARTIAL = ("single", "names", "names-joins", "burstall", "burstall-joins")
# What must not matter to the result; one data model is enough.
VARIANTS = {
    "forking-bfs": ["--memory=forking", "--search=bfs"],
    "forking-random": ["--memory=forking", "--search=random"],
    "forking-coverage": ["--memory=forking", "--search=coverage"],
    "forking-interleaved": ["--memory=forking", "--search=interleaved"],
    "forking-terms": ["--memory=forking", "--force-terms"],
    "forking-parked": ["--memory=forking", "--force-parking"],
    "forking-forgetting": ["--memory=forking", "--force-forgetting"],
    "merging-forgetting": ["--memory=merging", "--force-forgetting"],
    "forking-sparse": ["--memory=forking", "--sparse-from=1"],
    "forking-texts": ["--memory=forking", "--merge-texts"],
    "region-sparse": ["--memory=region", "--sparse-from=1"],
    "region-sparse-joins": ["--memory=region", "--sparse-from=8", "--merge-joins"],
    "merging-joins-parked": ["--memory=merging", "--merge-joins", "--force-parking"],
}

Behaviour = collections.namedtuple("Behaviour", "result out")  # out is "" for an error: what was printed before is not defined


def is_error(behaviour):
    return not behaviour.result.isdigit()


def show(behaviour):
    return behaviour.result + (" " + repr(behaviour.out) if behaviour.out else "")


# ---- The oracle ----

class Oracle:
    """All inputs of a program (one text of hex digits an object, joined by |) with the behaviour of each."""

    def __init__(self, behaviours, classes):
        self.behaviours = behaviours  # {input: Behaviour}
        self.classes = classes        # {input: what counts as one behaviour}

    def kinds(self):
        return {b.result for b in self.behaviours.values() if is_error(b)}

    def examples(self, count):
        """A few inputs of each behaviour: the first, and some from further behind."""
        of = collections.defaultdict(list)
        for entry in self.behaviours:
            of[self.classes[entry]].append(entry)
        return [entry for inputs in of.values() for entry in inputs[::max(1, (len(inputs) + count - 1) // count)][:count]]


class Annotations:
    """The `// oracle:` and `// class:` lines of a program."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.errors = [(kind, compile(expression, path, "eval"))
                       for kind, expression in re.findall(r"^// oracle: ([\w-]+) when (.*)$", text, re.M)]
        found = re.search(r"^// class: (.*)$", text, re.M)
        self.classes = compile(found[1], path, "eval") if found else None

    @staticmethod
    def names(objects):
        names = {}
        for entry in filter(None, objects.split("|")):
            name, data = entry.split("=")
            names[name] = int.from_bytes(bytes.fromhex(data), "little")
            names[name + "_bytes"] = list(bytes.fromhex(data))
        return names

    def correct(self, objects, behaviour):
        """The behaviour with the errors no sanitizer sees."""
        for kind, expression in self.errors:
            if self.holds(expression, objects):
                return Behaviour(kind, "")
        return behaviour

    def holds(self, expression, objects):
        try:
            return eval(expression, {}, self.names(objects))
        except NameError:  # an input that this run did not come to ask for
            return False

    def class_of(self, objects, behaviour):
        if self.classes is None or is_error(behaviour):
            return behaviour
        return Behaviour("0", "class " + repr(eval(self.classes, {}, self.names(objects))))


def oracle(path, model, cache=CACHE):
    """The oracle of a program, from the cache when it ran before; ValueError when it cannot be made."""
    digest = hashlib.sha256()
    for source in (path, DRIVER, os.path.join(FOLDER, "harness.h")):
        with open(source, "rb") as file:
            digest.update(file.read())
    digest.update(repr((RENAMED, SANITIZERS, SANITIZER_OPTIONS, common.MODELS)).encode())
    name = os.path.splitext(os.path.basename(path))[0]
    stored = os.path.join(cache, "%s-%d-%s.json" % (name, model, digest.hexdigest()[:16]))
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            lines = json.load(file)
    else:
        lines = enumerate_inputs(path, model, SANITIZERS)
        if model == 32:
            add_leaks(lines, oracle(path, 64, cache))
        os.makedirs(cache, exist_ok=True)
        partial = "%s.%d.%d" % (stored, os.getpid(), threading.get_ident())
        with open(partial, "w", encoding="utf-8") as file:
            json.dump(lines, file)
        os.replace(partial, stored)
    return interpret(lines, Annotations(path))


def interpret(lines, annotations):
    behaviours, classes = {}, {}
    for objects, result, out in lines:
        behaviour = Behaviour(result, bytes.fromhex(out).decode("latin-1"))
        behaviour = annotations.correct(objects, behaviour)
        entry = key(objects)
        behaviours[entry] = behaviour
        classes[entry] = annotations.class_of(objects, behaviour)
    return Oracle(behaviours, classes)


def key(objects):
    return "|".join(entry.split("=")[1] for entry in filter(None, objects.split("|")))


def add_leaks(lines, wide):
    """The leak checker of the 32 bit model misses blocks; the inputs that lose one are the same in both."""
    for line in lines:
        behaviour = wide.behaviours.get(key(line[0]))
        if behaviour and behaviour.result == "leak":
            line[1:] = ["leak", ""]


def enumerate_inputs(path, model, sanitizers):
    """Runs the driver: [objects, result, hex of the output] of every input."""
    with tempfile.TemporaryDirectory() as folder:
        plain, instrumented, executable = (os.path.join(folder, name) for name in ("plain.o", "program.o", "program"))
        for output, flags in ((plain, []), (instrumented, [*RENAMED, *sanitizers])):
            complaint = common.compile_native([path], output, model, ["-c", *flags])
            if complaint:
                raise ValueError(complaint)
        complaint = common.compile_native([DRIVER, instrumented], executable, model, sanitizers)
        if complaint:
            raise ValueError(complaint)
        # What a run leaves in globals must not reach the next one.
        symbols = common.run(["nm", plain]).out.decode()
        isolated = ["isolated"] if re.search(r"^\w+ [bBdDcC] ", symbols, re.M) else []
        options = SANITIZER_OPTIONS % (model == 64 and sanitizers is SANITIZERS)
        environment = dict(common.ENVIRONMENT, ASAN_OPTIONS=options, MSAN_OPTIONS=options)
        result = common.run([executable, *isolated], env=environment)
    if result.status or result.timed_out or b"driver-failed" in result.out:
        raise ValueError("the oracle failed with status %d\n%s%s" % (
            result.status, result.out[-200:].decode(), result.err[-2000:].decode(errors="replace")))
    return [line.split("\t") for line in result.out.decode().splitlines()]


def check_uninitialised(path):
    """What the memory sanitizer says against the `// oracle: uninitialised` lines of a program."""
    annotations = Annotations(path)
    expected = {objects: any(kind == "uninitialised" and annotations.holds(expression, objects)
                             for kind, expression in annotations.errors)
                for objects, _, _ in enumerate_inputs(path, 64, SANITIZERS)}
    found = {objects: result == "uninitialised" for objects, result, _ in enumerate_inputs(path, 64, MEMORY_SANITIZER)}
    wrong = [objects for objects in expected if expected[objects] != found.get(objects, False)]
    return "the memory sanitizer disagrees on %d inputs such as %s" % (len(wrong), wrong[0]) if wrong else None


# ---- The tests of loci run ----

def read_ktest(path):
    """The inputs of a test: a list of (name, bytes). ValueError when the file is damaged."""
    with open(path, "rb") as file:
        content = file.read()
    if content[:5] != b"KTEST":
        raise ValueError("%s is no test" % path)
    place = 5

    def number():
        nonlocal place
        if place + 4 > len(content):
            raise ValueError("%s is cut" % path)
        place += 4
        return struct.unpack(">I", content[place - 4:place])[0]

    def counted():
        nonlocal place
        size = number()
        if place + size > len(content):
            raise ValueError("%s is cut" % path)
        place += size
        return content[place - size:place]

    if number() != 3:
        raise ValueError("%s has an unknown version" % path)
    for _ in range(number()):
        counted()
    number(), number()
    objects = [(counted().decode("latin-1"), counted()) for _ in range(number())]
    if place != len(content):
        raise ValueError("%s has bytes behind its end" % path)
    return objects


Test = collections.namedtuple("Test", "name entry behaviour")


def read_texts(folder):
    """{test: its text} of tests.txt; of a test that was written twice, the last."""
    with open(os.path.join(folder, "tests.txt"), "rb") as file:
        everything = file.read()
    texts, at = {}, 0
    while head := re.compile(rb"(test\d+): (\d+) bytes\n").match(everything, at):
        end = head.end() + int(head[2])
        if end >= len(everything):
            break  # the process was killed while it wrote this
        texts[head[1].decode()] = everything[head.end():end]
        at = end + 1
    return texts


def read_text(texts, path):
    """What tests.txt says of a test: its status, its output, and {file: {line: count}} of what it ran."""
    text = texts.get(os.path.basename(path), b"")
    found = re.match(rb"status: (.*)\n", text)
    output = re.search(rb"^output: (\d+) bytes\n", text, re.M)
    if not found or not output or len(text) < output.end() + int(output[1]):
        raise ValueError("%s is cut" % path)
    lines = {}
    for name, counts in re.findall(r"^lines: (.*)\n(.*)$", text[:output.start()].decode("latin-1"), re.M):
        lines[name] = {int(line): int(count) for line, count in (entry.split(":") for entry in counts.split())}
    return found[1].decode("latin-1"), text[output.end():output.end() + int(output[1])].decode("latin-1"), lines


def read_tests(folder):
    """The tests in an output folder of `loci run`."""
    tests, texts = [], read_texts(folder)
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".ktest"):
            continue
        stem = os.path.join(folder, name[:-len(".ktest")])
        entry = "|".join(data.hex() for _, data in read_ktest(stem + ".ktest"))
        result, out, _ = read_text(texts, stem)
        tests.append(Test(name, entry, Behaviour(result, out if result.isdigit() else "")))
    return tests


def loci_run(loci, path, model, options, out, timeout):
    """Runs `loci run --json`; returns (its object, complaint)."""
    result = common.run([loci, "run", "--json", "--no-native", "--leaks=error", "--query-time=100000", "--%d" % model, "--out=" + out, *options, path], timeout=timeout)
    if result.timed_out:
        return None, "did not end in time"
    try:
        return dict(json.loads(result.out), status=result.status), None
    except ValueError:
        return None, "status %d, no JSON\n%s" % (result.status, result.err.decode(errors="replace")[-2000:])


def judge_tests(tests, known):
    """Each test against the behaviour of its input."""
    problems = []
    for test in tests:
        expected = known.behaviours.get(test.entry)
        if expected is None:
            problems.append("%s: the input %s does not exist" % (test.name, test.entry))
        elif expected != test.behaviour:
            problems.append("%s: input %s: %s expected, %s found" % (test.name, test.entry, show(expected), show(test.behaviour)))
    return problems[:10]


def judge_set(tests, known, report, memory):
    """Whether all behaviours were met, as far as the model promises it."""
    everything = set(known.classes.values())
    met = {known.classes[test.entry] for test in tests if test.entry in known.classes}
    missed = everything - met
    if "-joins" in memory:
        missed = {behaviour for behaviour in missed if is_error(behaviour)}
    if memory in PARTIAL:
        return [] if not missed or not report["complete"] else ["says complete, but missed behaviours"]
    problems = [] if report["complete"] else ["incomplete: " + "; ".join(report.get("incomplete_reasons", []))]
    return problems + ["missed: " + show(behaviour) for behaviour in sorted(missed)]


def judge_bugs(known, report, memory):
    found = {bug["kind"] for bug in report["bugs"]}
    problems = ["the bug %s:%s is not confirmed by the machine" % (bug["kind"], bug["line"])
                for bug in report["bugs"] if not bug["confirmed_machine"]]
    if found - known.kinds():
        problems.append("reports %s, which no input has" % ", ".join(sorted(found - known.kinds())))
    if memory not in PARTIAL and known.kinds() - found:
        problems.append("does not report " + ", ".join(sorted(known.kinds() - found)))
    status = 1 if report["bugs"] else 0 if report["complete"] else 3
    if report["status"] != status:
        problems.append("status %d expected, %d found" % (status, report["status"]))
    return problems


def test_run(loci, path, model, memory, timeout, cache=CACHE):
    """What is wrong with one run of one program; None when nothing is."""
    known = oracle(path, model, cache)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        report, complaint = loci_run(loci, path, model, {**MEMORIES, **VARIANTS}[memory], out, timeout)
        if complaint:
            return complaint
        tests = read_tests(out)
    problems = judge_tests(tests, known) + judge_set(tests, known, report, memory) + judge_bugs(known, report, memory)
    if report["tests"] != len(tests):
        problems.append("speaks of %d tests, wrote %d" % (report["tests"], len(tests)))
    return "\n".join(problems) or None


# ---- The oracle against loci exec ----

def exec_behaviour(loci, path, model, entry):
    result = common.run([loci, "exec", "--%d" % model, "--leaks=error", path, INPUTS], env=dict(common.ENVIRONMENT, INPUTS=entry.replace("|", "")))
    tag = re.search(r"error: .* \[([\w-]+)\]$", result.err.decode(errors="replace"), re.M)
    if result.status == 99 and tag:
        return Behaviour(tag[1], "")
    if result.status == 134:
        return Behaviour("assertion-failure" if b"ssertion" in result.err else "abort", "")
    if result.status == 78:
        return Behaviour("reach-error", "")
    return Behaviour(str(result.status), result.out.decode("latin-1"))


def test_exec(loci, path, model):
    known = oracle(path, model)
    problems = []
    for entry in known.examples(2):
        found = exec_behaviour(loci, path, model, entry)
        if found != known.behaviours[entry]:
            problems.append("input %s: %s expected, %s found" % (entry, show(known.behaviours[entry]), show(found)))
    return "\n".join(problems) or None


# ---- Names of tests ----

def paths():
    return sorted(os.path.join(FOLDER, name) for name in os.listdir(FOLDER) if name.endswith(".c"))


def has_line(path, word):
    with open(path, encoding="utf-8") as file:
        return "\n// %s:" % word in file.read()


def is_long(path):
    return has_line(path, "long")


def suits(path, model, memory):
    keeps_apart = memory.split("-")[0] in ("single", "names", "forking", "merging", "region")
    return model == 64 and keeps_apart or not has_line(path, "large")


# What `make test` has time for, by data model; `make test-long` runs everything.
QUICK = {64: ("forking", "merging", "flat", "segmented-andersen"), 32: ()}
# And one of each of these for each program.
IN_TURN = [
    [(64, "partitioned-cells"), (64, "burstall"), (32, "partitioned-cells"), (64, "names"), (64, "partitioned-joins"),
     (32, "burstall"), (64, "partitioned-dsa"), (64, "partitioned-contexts")],
    [(64, "region"), (32, "region"), (64, "region"), (64, "region-joins")],
    [(64, "forking-joins"), (64, "segmented-observed"), (64, "forking-joins"), (64, "single")],
    [(32, "forking"), (32, "segmented-andersen")],
]


def tests(options, memories=None):
    """(name, function that returns what is wrong); the quick ones, for test/run.py, when no memories are given."""
    for number, path in enumerate(paths()):
        if not memories and is_long(path):
            continue
        name = os.path.splitext(os.path.basename(path))[0]
        turns = [turn[number % len(turn)] for turn in IN_TURN]
        for model in (64, 32):
            in_turn = [memory for of, memory in turns if of == model]
            for memory in memories or (*QUICK[model], *in_turn):
                if memory in VARIANTS and model == 32 or not suits(path, model, memory):
                    continue
                yield "%s-%d-%s" % (name, model, memory), lambda path=path, model=model, memory=memory: \
                    test_run(options.loci, path, model, memory, options.timeout)


def describe(path, model):
    """What the oracle of a program finds, for a reader; and a complaint."""
    known = oracle(path, model)
    counts = collections.Counter(known.classes.values())
    lines = ["%s-%d: %d inputs, %d behaviours" % (os.path.basename(path), model, len(known.behaviours), len(counts))]
    lines += ["    %6d  %s" % (count, show(behaviour)) for behaviour, count in sorted(counts.items())]
    print("\n".join(lines), flush=True)
    if len(counts) < 2:
        return "has one behaviour only"
    if model == 64 and any(kind == "uninitialised" for kind, _ in Annotations(path).errors):
        return check_uninitialised(path)
    return None


def main():
    parser = argparse.ArgumentParser(description="Compares loci run with brute force.")
    parser.add_argument("--oracle-only", action="store_true", help="print what the oracle finds")
    parser.add_argument("--exec", action="store_true", help="compare the oracle with loci exec")
    parser.add_argument("--only", default="", help="only tests whose name contains this")
    parser.add_argument("--memory", choices=[*MEMORIES, *VARIANTS], help="only this memory model or variant")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--timeout", type=float, default=common.PATIENCE)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    if options.oracle_only or options.exec:
        work = [("%s-%d" % (os.path.basename(path)[:-2], model),
                 lambda path=path, model=model: test_exec(options.loci, path, model) if options.exec else describe(path, model))
                for path in paths() for model in (64, 32)]
    else:
        work = list(tests(options, [options.memory] if options.memory else (*MEMORIES, *VARIANTS)))
    return run_tests(work, options)


def run_tests(named, options):
    """Runs tests, prints what failed; the exit status."""
    failed = passed = 0
    for name, complaint in common.in_parallel(options.jobs, [lambda n=n, t=t: (n, guarded(t)) for n, t in named if options.only in n]):
        failed, passed = failed + bool(complaint), passed + (not complaint)
        if complaint:
            print("FAILED %s\n%s\n" % (name, complaint), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


def guarded(test):
    try:
        return test()
    except (OSError, ValueError, KeyError) as problem:
        return "%s: %s" % (type(problem).__name__, problem)


if __name__ == "__main__":
    sys.exit(main())
