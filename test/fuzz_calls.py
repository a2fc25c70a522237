#!/usr/bin/env python3
"""Random functions that call what is long to follow, chains of calls and recursion on a number that `rand` gives, and what they
do behind the call with what it left. What happens is computed here for every number: `loci check` must not report what
happens for none of them, and must report what happens for all.

    test/fuzz_calls.py [--loci PATH] [--count N] [--start SEED]
"""
import os
import random
import subprocess
import sys
import tempfile

import check_suite
import common
from fuzz_check import Source

BITS, FUNCTIONS, SECONDS = 12, 3, 2
NUMBERS = 1 << BITS


def step(r):
    """What is done with k: as C, and as it is."""
    c, m = r.randrange(1, 4), r.randrange(5, 60)
    return r.choice([("k + %d" % c, lambda k: k + c), ("(k + %d) %% %d" % (c, m), lambda k: (k + c) % m),
                     ("k ^ %d" % c, lambda k: k ^ c), ("k", lambda k: k)])


class Chain:
    """Functions that call each other; the innermost goes a way of its own for each bit."""

    def __init__(self, name, r):
        self.depth, (text, self.apply) = r.randrange(1, 4), step(r)
        other, self.other = step(r)
        self.lines = ["static int %s0(int n, int k) {" % name,
                      "    for (int i = 0; i < %d; i++) { if (n >> i & 1) k = %s; else k = %s; }" % (BITS, text, other), "    return k;", "}"]
        for i in range(1, self.depth):
            self.lines += ["static int %s%d(int n, int k) { return %s%d(n, k + 1); }" % (name, i, name, i - 1)]
        self.call = "%s%d(n, 0)" % (name, self.depth - 1)

    def run(self, n):
        k = self.depth - 1
        for i in range(BITS):
            k = self.apply(k) if n >> i & 1 else self.other(k)
        return k


class Recursion:
    """A function that calls itself, perhaps through another."""

    def __init__(self, name, r):
        self.a, self.b, self.c = r.randrange(1, 9), r.randrange(1, 9), r.randrange(3)
        (text, self.apply), (other, self.other), is_pair = step(r), step(r), r.randrange(2)
        again = name + ("b" if is_pair else "a")
        self.lines = ["static int %sa(int n, int k);" % name,
                      "static int %sb(int n, int k) { return %sa(n, k); }" % (name, name),
                      "static int %sa(int n, int k) {" % name, "    if (n <= 0) return k;",
                      "    if (n %% 3 == %d) return %s(n - %d, %s);" % (self.c, again, self.a, text),
                      "    return %s(n - %d, %s);" % (again, self.b, other), "}"]
        self.call = "%sa(n, 0)" % name

    def run(self, n):
        k = 0
        while n > 0:
            n, k = (n - self.a, self.apply(k)) if n % 3 == self.c else (n - self.b, self.other(k))
        return k


class Function:
    """Calls it, takes what it left in one of several ways, and does something that may be wrong."""

    def __init__(self, name, r):
        callee = r.choice([Chain, Recursion])(name + "_", r)
        self.results = [callee.run(n) for n in range(NUMBERS)]
        limit, value, size = r.randrange(NUMBERS), r.randrange(40), r.randrange(1, 60)
        guard, self.is_guarded = r.choice([
            ("n > %d" % limit, lambda n, k: n > limit), ("k == %d" % value, lambda n, k: k == value), ("n >= 0", lambda n, k: True),
            ("kept == 7", lambda n, k: True), ("kept != 7", lambda n, k: False), ("k > %d" % value, lambda n, k: k > value)])
        self.kind, act, self.goes_wrong = r.choice([
            ("out-of-bounds", "static int a[%d]; a[k] = 1;" % size, lambda k: not 0 <= k < size),
            ("out-of-bounds", "static int a[7]; a[kept] = 1;", lambda k: True),
            ("use-after-free", "int *p = malloc(4); if (!p) return 0; free(p); *p = k;", lambda k: True),
            ("division-by-zero", "k = 100 / (k - %d);" % value, lambda k: k == value)])
        way = r.randrange(4)
        declared = ["int k = %s;" % callee.call, "int k = 0; %s_out(n, &k);" % name, "%s_global(n); int k = %s_left;" % (name, name),
                    "struct %s_s s = {0, &kept}; %s_in(n, &s); int k = s.k; kept = *s.kept;" % (name, name)][way]
        helper = [[], ["static void %s_out(int n, int *k) { *k = %s; }" % (name, callee.call)],
                  ["static int %s_left;" % name, "static void %s_global(int n) { %s_left = %s; }" % (name, name, callee.call)],
                  ["struct %s_s { int k; int *kept; };" % name,
                   "static void %s_in(int n, struct %s_s *s) { s->k = %s; }" % (name, name, callee.call)]][way]
        self.lines = callee.lines + helper + ["int %s(void) {" % name, "    int n = rand() %% %d, kept = 7;" % NUMBERS, "    %s" % declared,
                                              "    if (%s) { %s }" % (guard, act), "    return k;", "}"]

    def ways(self):
        """For how many numbers it goes wrong."""
        return sum(self.is_guarded(n, k) and self.goes_wrong(k) for n, k in enumerate(self.results))


def program(seed):
    r = random.Random(seed)
    text, expected = ["#include <stdlib.h>"], {}
    for i in range(FUNCTIONS):
        function = Function("f%d" % i, r)
        text += function.lines
        expected[len(text) - 2] = function
    return text, expected


def check(loci, seed):
    text, expected = program(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calls.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
        found, complaint = check_suite.findings(loci, Source(path), ["--function-time=%d" % SECONDS])
    if complaint:
        return complaint
    problems = ["false %s at line %d" % (kind, line) for line, kind in found
                if line not in expected or expected[line].kind != kind or not expected[line].ways()]
    problems += ["missed %s at line %d" % (function.kind, line) for line, function in expected.items()
                 if function.ways() == NUMBERS and (line, function.kind) not in found]
    return "\n".join(problems + text) if problems else None


BEHIND = """static unsigned mix(unsigned long x, int i, unsigned h) {
    if (i == 40) return h;
    if (x >> i & 1) return mix(x, i + 1, h + i);
    return mix(x, i + 1, h ^ i);
}
int g(unsigned long x, int n) {
    char b[4];
    mix(x, 0, 1);
    if (n < 0 || n > 4) return 0;
    b[n] = 1;
    return b[0];
}
"""


def uses_summaries(loci):
    """The paths through the call take all the time there is: only behind its summary both ways of the comparison are seen."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "behind.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BEHIND)
        run = subprocess.run([loci, "check", path, "--cache=none", "--stats", "--function-time=%d" % SECONDS], capture_output=True, text=True, check=False)
    is_right = "also by summary: mix at behind.c:3 (is recursive)" in run.stderr or "mix at behind.c:8 (is recursive)" in run.stderr
    return None if is_right and "behind.c:10:" in run.stdout + run.stderr else run.stdout + run.stderr


def tests(loci, start, count):
    yield "summaries", lambda: uses_summaries(loci)
    for seed in range(start, start + count):
        yield "%d" % seed, lambda seed=seed: check(loci, seed)


if __name__ == "__main__":
    sys.exit(common.seeds_main("Random calls that are long to follow: loci check against all numbers.", tests))
