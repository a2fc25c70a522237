#!/usr/bin/env python3
"""Random programs in which ways part and meet again: `loci run --merge-joins` against brute force over all inputs.

    test/fuzz_joins.py [--count N] [--start SEED] [--show] [--loci PATH] [-j JOBS]

A program works out one number of a few bits from two inputs of four bits each, and ends with it as its status, on a path
of its own. The native program says which numbers there are. `loci run --merge-joins` must find just these and say that it
is complete: undisturbed, when it is interrupted or killed again and again and resumed each time, and when all states that
wait are parked. In all of them every test must end as its inputs do natively.
"""
import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import common
import symbolic

OUTCOMES = 32
BITCODE = ["-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g", "-std=gnu17", "-w",
           "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,unreachable", "-c", "-emit-llvm"]
MEMORIES = ["forking", "merging", "flat", "segmented", "region"]

PROLOGUE = """#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef unsigned u;
struct pair { u x, y; };
static u table[8];
static struct pair pairs[4];
static u *places[4];
"""

EPILOGUE = """
#ifdef NATIVE
int main(void) {
    for (u i = 0; i < 256; i++) {
        memset(table, 0, sizeof table);
        memset(pairs, 0, sizeof pairs);
        for (u k = 0; k < 4; k++) places[k] = &table[k];
        printf("%%u %%u\\n", i, work(i & 15, i >> 4) %% %d);
    }
    return 0;
}
#else
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
    unsigned char in;
    klee_make_symbolic(&in, sizeof in, "in");
    for (u k = 0; k < 4; k++) places[k] = &table[k];
    switch (work(in & 15, in >> 4) %% %d) {
%s
    }
    return 0;
}
#endif
""" % (OUTCOMES, OUTCOMES, "\n".join('    case %d: _exit(%d);' % (i, i) for i in range(OUTCOMES)))


class Writer:
    """One random program. All numbers are unsigned, so nothing overflows."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.depth, self.loops, self.is_nested = [], 1, 0, False
        self.variables = []

    def pick(self, *ways):
        return self.random.choice(ways)

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def value(self):
        return self.pick(*self.variables, *self.variables, "a", "b", str(self.random.randrange(16)),
                         "table[%d]" % self.random.randrange(8), "pairs[%d].y" % self.random.randrange(4))

    def expression(self):
        return self.pick(self.value(), "%s + %s" % (self.value(), self.value()), "%s ^ %s" % (self.value(), self.value()),
                         "%s * %d" % (self.value(), self.random.randrange(2, 7)), "(%s >> %d)" % (self.value(), self.random.randrange(1, 4)),
                         "table[%s & 7]" % self.value(), "*places[%s & 3]" % self.value(), "pairs[%s & 3].x" % self.value())

    def condition(self):
        number = self.random.randrange(16)
        return self.pick("(%s & %d) == %d" % (self.value(), 1 << self.random.randrange(4), 0), "%s > %d" % (self.value(), number),
                         "%s < %s" % (self.value(), self.value()), "(%s & 3) != %d" % (self.value(), number & 3))

    def block(self, size):
        self.depth += 1
        for _ in range(size):
            self.statement()
        self.depth -= 1

    def choose_way(self):
        self.line("if (%s) {" % self.condition())
        self.block(self.random.randrange(1, 4))
        if self.random.random() < 0.6:
            self.line("} else {")
            self.block(self.random.randrange(1, 3))
        self.line("}")

    def loop(self):
        name = "i%d" % self.loops
        self.loops += 1
        bound = self.pick("%d" % self.random.randrange(1, 4), "(%s & 3)" % self.value())
        self.line("for (u %s = 0, n = %s; %s < n; %s++) {" % (name, bound, name, name))
        self.block(self.random.randrange(1, 3))
        self.line("}")

    def switch(self):
        self.line("switch (%s & 3) {" % self.value())
        for case in self.random.sample(range(4), self.random.randrange(1, 4)):
            self.line("case %d:" % case)
            self.block(1)
            if self.random.random() < 0.8:
                self.line("    break;")
        self.line("default: break;")
        self.line("}")

    def heap_block(self):
        name = self.pick(*self.variables)
        self.line("{ u *p = malloc(%d); if (!p) _exit(99); p[0] = %s; p[1] = %s;" % (self.pick(8, 16), self.expression(), self.value()))
        self.block(self.random.randrange(0, 2))
        self.line("%s ^= p[%s & 1]; free(p); }" % (name, self.value()))

    def statement(self):
        kinds = [self.assign] * 5 + [self.store] * 2 + [self.call, self.point, self.heap_block, self.copy]
        if self.depth < 4:
            kinds += [self.choose_way] * 5 + [self.loop, self.switch]
        self.pick(*kinds)()

    def assign(self):
        self.line("%s %s %s;" % (self.pick(*self.variables), self.pick("=", "+=", "^=", "="), self.expression()))

    def store(self):
        self.line("%s %s %s;" % (self.pick("table[%s & 7]" % self.value(), "*places[%s & 3]" % self.value(), "pairs[%s & 3].y" % self.value(),
                                           "pairs[%s & 3].x" % self.value()), self.pick("=", "+="), self.value()))

    def call(self):
        name = self.pick(*self.variables)
        calls = ["%s = twist(%s, %s);" % (name, self.value(), self.value()), "bump(&%s, %s);" % (name, self.value()),
                 "%s += sum(2, %s, %s);" % (name, self.value(), self.value())]
        if not self.is_nested:
            calls.append("%s = nested(%s);" % (name, self.value()))
        self.line(self.pick(*calls))

    def point(self):
        self.line("places[%s] = %s;" % (self.pick("%s & 3" % self.value(), str(self.random.randrange(4))),
                                        self.pick("&table[%d]" % self.random.randrange(8), "&pairs[%d].x" % self.random.randrange(4),
                                                  "&table[%s & 7]" % self.value())))

    def copy(self):
        self.line(self.pick("pairs[%d] = pairs[%s & 3];" % (self.random.randrange(4), self.value()),
                            "memcpy(&table[%d], &pairs[%d], 8);" % (self.random.randrange(4), self.random.randrange(4)),
                            "memset(&table[%d], %d, %d);" % (self.random.randrange(4), self.random.randrange(3), self.pick(4, 8, 5))))

    def function(self, head, count, size):
        self.variables = ["v%d" % i for i in range(count)]
        self.lines.append(head + " {")
        self.line("u " + ", ".join("%s = %s" % (name, self.pick("a", "b", "a ^ b", "1")) for name in self.variables) + ";")
        for _ in range(size):
            self.statement()
        self.line("return (%s) ^ table[1] ^ table[a & 7] ^ pairs[b & 3].y ^ *places[1];" % " + ".join(self.variables))
        self.lines.append("}")

    def program(self):
        self.lines += ["static u twist(u a, u b) {", "    u local[2] = {a, b};",
                       "    if (%s) local[%s & 1] += %d;" % (self.pick("a > b", "a & 1", "b > 5"), self.pick("a", "b"), self.random.randrange(9)),
                       "    return local[0] ^ local[1] << 1;", "}",
                       "static void bump(u *to, u by) { if (by & 2) *to += by; else *to ^= 5; }",
                       "static u sum(int count, ...) {", "    va_list list; u all = 0;", "    va_start(list, count);",
                       "    for (int i = 0; i < count; i++) { u next = va_arg(list, u); if (next & 1) all += next; else all ^= 3; }",
                       "    va_end(list);", "    return all;", "}"]
        head = "static u nested(u a)"
        self.lines += [head + " {", "    u b = a >> 1;"]
        self.variables = ["a", "b"]
        self.depth, self.is_nested = 3, True
        self.statement()
        self.depth, self.is_nested = 1, False
        self.lines += ["    return a + b;", "}"]
        self.function("static u work(u a, u b)", self.random.randrange(2, 5), self.random.randrange(4, 10))
        return PROLOGUE + "\n".join(self.lines) + EPILOGUE


def compile_program(text, folder, model):
    """(bitcode, {input: number}); None if the program is not to be had."""
    source, native, bitcode = (os.path.join(folder, name) for name in ("p.c", "native", "p%d.bc" % model))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    for command in ([common.CLANG, *common.MODELS[model], "-w", "-DNATIVE", source, "-o", native],
                    [common.CLANG, *common.MODELS[model], *BITCODE, source, "-o", bitcode]):
        result = common.run(command)
        if result.status:
            raise RuntimeError("clang: " + result.err.decode(errors="replace")[-1000:])
    result = common.run([native])
    return bitcode, {int(line.split()[0]): line.split()[1] for line in result.out.decode().splitlines()}


def judge(out, truth, status, answer):
    """What is wrong with what a run left that says it is done."""
    problems, found = [], set()
    for test in symbolic.read_tests(out):
        given, number = int(test.entry, 16), test.behaviour.result
        found.add(number)
        if number != truth[given]:
            problems.append("for %#x a test ends with %s instead of %s" % (given, number, truth[given]))
    missed = set(truth.values()) - found
    if missed:
        problems.append("%d of %d numbers are missed, such as %s" % (len(missed), len(set(truth.values())), min(missed)))
    try:
        report = json.loads(answer)
        if not report["complete"] or report["bugs"]:
            problems.append("complete %s: %s, %d bugs" % (report["complete"], report.get("incomplete_reasons"), len(report["bugs"])))
    except ValueError:
        problems.append("status %s, no JSON: %r" % (status, answer[-300:]))
    return problems


def undisturbed(loci, bitcode, flags, truth):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        result = common.run([loci, "run", "--json", "--out=" + out, *flags, bitcode], timeout=300)
        if result.timed_out:
            return ["does not end"]
        problems = judge(out, truth, result.status, result.out)
        return problems + ([result.err.decode(errors="replace")[-800:]] if result.status else [])


def interrupted(loci, bitcode, flags, truth, seed):
    """Stops the run again and again, each time a little later."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        place, wait, begin, tries = "--out=", 0.05, time.monotonic(), 0
        while time.monotonic() - begin < 300:
            if place == "--out=":  # it may not have begun yet
                tries += 1
                out = os.path.join(folder, "out%d" % tries)
            process = subprocess.Popen([loci, "run", "--json", place + out, *flags, bitcode], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=common.ENVIRONMENT)
            try:
                answer, _ = process.communicate(timeout=wait * chance.uniform(0.5, 1.5))
                return judge(out, truth, process.returncode, answer)
            except subprocess.TimeoutExpired:
                process.send_signal(chance.choice([signal.SIGINT, signal.SIGINT, signal.SIGKILL]))
                _, err = process.communicate()
            if process.returncode not in (0, 3, -signal.SIGKILL, -signal.SIGINT):
                return ["status %d\n%s" % (process.returncode, err.decode(errors="replace")[-1500:])]
            if os.path.exists(os.path.join(out, "run.json")):
                place = "--resume="
            wait *= 1.3
        return ["does not end"]


def ways(seed):
    """(name, flags, how it is run)"""
    memory = MEMORIES[seed % len(MEMORIES)]
    flags = ["--merge-joins", "--memory=" + memory] + (["--alias=andersen"] if memory == "segmented" else [])
    yield memory, flags, undisturbed
    yield memory + " interrupted", flags, lambda *arguments: interrupted(*arguments, seed)
    yield memory + " parked", flags + ["--force-parking"], undisturbed


def test_seed(loci, seed):
    text, problems = Writer(seed).program(), []
    model = 32 if seed % 3 == 0 else 64
    with tempfile.TemporaryDirectory() as folder:
        bitcode, truth = compile_program(text, folder, model)
        for name, flags, run in ways(seed):
            problems += ["%s, %d bits: %s" % (name, model, problem) for problem in run(loci, bitcode, flags, truth)]
    return "\n".join(problems + ["test/fuzz_joins.py --start %d --count 1" % seed]) if problems else None


def tests(loci, start, count):
    """(name, function that returns what is wrong), for test/run.py."""
    for seed in range(start, start + count):
        yield "joins-%d" % seed, lambda seed=seed: test_seed(loci, seed)


def main():
    parser = argparse.ArgumentParser(description="Random programs for loci run --merge-joins.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.show:
        print(Writer(options.start).program())
        return 0
    return symbolic.run_tests(tests(os.path.abspath(options.loci), options.start, options.count), options)


if __name__ == "__main__":
    sys.exit(main())
