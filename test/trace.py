#!/usr/bin/env python3
"""Whether the native program, given a test of `loci run`, takes the path that `loci run` says the test takes.

    test/trace.py [--loci PATH] [--only SUBSTRING] [--memory NAME] [PROGRAM.c]

The program is built natively with clang's source coverage and run once a test. `loci run` writes into tests.txt how
often the path executed each line of the user's code. What must hold for every test:
  - each line that Loci executed was executed natively;
  - each line that some test of the run executes and that was executed natively was executed by Loci on this path;
  - lines with if, while, for, switch or return were executed as often as natively.
Of a test that ends in an error only the first is asked, for the native program goes on; so of programs that leave
functions by exit; and of programs with longjmp nothing, since clang's counts are estimates there.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import common
import symbolic

LLVM_COV = os.environ.get("LLVM_COV", "llvm-cov-19")
LLVM_PROFDATA = os.environ.get("LLVM_PROFDATA", "llvm-profdata-19")
# The counters live in the file itself, so that they survive a crash.
COVERAGE = ["-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation"]


class Native:
    """A program built with coverage."""

    def __init__(self, path, model, folder):
        self.path, self.folder = path, folder
        self.executable = os.path.join(folder, "native")
        objects = [os.path.join(folder, "program.o"), os.path.join(folder, "inputs.o")]
        # Only the program is counted, not what gives it its inputs.
        for source, output, flags in ((path, objects[0], COVERAGE), (symbolic.INPUTS, objects[1], [])):
            self.check(common.compile_native([source], output, model, ["-c", *flags]))
        self.check(common.compile_native(objects, self.executable, model, COVERAGE))
        with open(path, encoding="utf-8") as file:
            self.text = file.read().splitlines()

    @staticmethod
    def check(complaint):
        if complaint:
            raise ValueError(complaint)

    def run(self, inputs):
        """Runs one input (hexadecimal); returns {line: count}."""
        profile, merged = os.path.join(self.folder, "profraw"), os.path.join(self.folder, "profdata")
        if os.path.exists(profile):
            os.unlink(profile)
        common.run([self.executable], env=dict(common.ENVIRONMENT, INPUTS=inputs, LLVM_PROFILE_FILE="%c" + profile))
        subprocess.run([LLVM_PROFDATA, "merge", profile, "-o", merged], check=True)
        exported = subprocess.run([LLVM_COV, "export", self.executable, "-instr-profile=" + merged], check=True, capture_output=True)
        data, = json.loads(exported.stdout)["data"]
        file, = [one for one in data["files"] if os.path.basename(one["filename"]) == os.path.basename(self.path)]
        return self.line_counts(file["segments"])

    def line_counts(self, segments):
        """How often each line was executed: the largest count of the regions that begin on it or reach into it.

        A segment is [line, column, count, has count, is the entry of a region, is a gap]."""
        counts = {}
        current = None  # the segment that reaches into this line
        index = 0
        for line in range(1, len(self.text) + 1):
            here = []
            while index < len(segments) and segments[index][0] == line:
                here.append(segments[index])
                index += 1
            candidates = [s[2] for s in here if s[3] and s[4] and not s[5]]
            if current and current[3]:
                candidates.append(current[2])
            if candidates:
                counts[line] = max(candidates)
            if here:
                current = here[-1]
        return counts


def leaves_early(text):
    return any(re.search(r"\bexit\(", line) for line in text)


def read_lines(path, name):
    """{line: count} of a test, of the program's own file."""
    _, _, files = symbolic.read_text(symbolic.read_texts(os.path.dirname(path)), path)
    return {line: count for source, lines in files.items() if os.path.basename(source) == name for line, count in lines.items()}


def judge_counts(native, expected, found):
    """The counts of the lines on which source and machine agree what is executed."""
    return ["line %d: %d times natively, %d times in Loci" % (number, expected[number], found[number])
            for number, text in enumerate(native.text, 1)
            if re.search(r"\b(if|while|for|switch|return)\b", text) and found.get(number, 0) != expected.get(number, 0)
            and number in found and number in expected]


def check_program(loci, path, model, memory, timeout):
    """What is wrong with the paths of one run; None when nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        out, name = os.path.join(folder, "out"), os.path.basename(path)
        # natively every branch of the source is one
        options = [*symbolic.MEMORIES[memory], "--fork-conditions"]
        _, complaint = symbolic.loci_run(loci, path, model, options, out, timeout)
        if complaint:
            return complaint
        native = Native(path, model, folder)
        tests = symbolic.read_tests(out)
        if not tests:
            return "no tests"
        lines = {test.name: read_lines(stem(out, test), name) for test in tests}
        code = set().union(*lines.values())
        problems = []
        for test in tests:
            problems += [test.name + ": " + problem for problem in judge(native, test, lines[test.name], code)]
    return "\n".join(problems[:10]) or None


def stem(out, test):
    return os.path.join(out, test.name[:-len(".ktest")])


def judge(native, test, lines, code):
    """One test against its native run."""
    counts = native.run(test.entry.replace("|", ""))
    # What stands at a lone brace, the compilers do not agree on; the comparison of a range of cases stands at its line.
    braces = {number for number, text in enumerate(native.text, 1)
              if not re.search(r"[^{}\s]", text.replace("else", "")) or re.search(r"\bcase\b.*\.\.\.", text)}
    lines = {line: count for line, count in lines.items() if line not in braces}
    code = code - braces
    executed = {line for line, count in counts.items() if count}
    if any("longjmp(" in text for text in native.text):
        return []
    problems = ["line %d was executed by Loci, not natively" % line for line in sorted(set(lines) - executed)]
    if symbolic.is_error(test.behaviour) or leaves_early(native.text):
        return problems
    problems += ["line %d was executed natively, not by Loci" % line for line in sorted((executed & code) - set(lines))]
    return problems + judge_counts(native, counts, lines)


def tests(options, programs=(), memory="forking"):
    """(name, function that returns what is wrong), for test/run.py."""
    chosen = programs or symbolic.paths()[::1 if options.long else 2]
    for path in chosen:
        for model in (64,) if not programs else (64, 32):
            yield "%s-%d" % (os.path.basename(path)[:-2], model), \
                lambda path=path, model=model: check_program(options.loci, path, model, memory, options.timeout)


def main():
    parser = argparse.ArgumentParser(description="Compares the paths of loci run with native runs.")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM.c", help="all of test/symbolic when none is given")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--memory", choices=[m for m in symbolic.MEMORIES if not m.endswith("-joins")], default="forking")
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=float, default=common.PATIENCE)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    options.long = True
    return symbolic.run_tests(tests(options, options.programs, options.memory), options)


if __name__ == "__main__":
    sys.exit(main())
