#!/usr/bin/env python3
"""Random loops whose rounds a number decides that `rand` gives, far more of them than anybody follows one by one, and what is done
behind them. What happens is computed here for every number of rounds: `loci check` must not report what happens for none of
them, and must report what happens for all.

    test/fuzz_rounds.py [--loci PATH] [--count N] [--start SEED]
"""
import os
import random
import sys
import tempfile

import check_suite
import common
from fuzz_check import Source

ROUNDS, FUNCTIONS, SECONDS = 20000, 4, 2


class Step:
    """What a round does with k: as C, and as it is."""

    def __init__(self, r):
        c, m, kind = r.randrange(1, 4), r.randrange(5, 60), r.randrange(5)
        self.text, self.apply = [
            ("k += %d;" % c, lambda k, i: k + c),
            ("k = (k + %d) %% %d;" % (c, m), lambda k, i: (k + c) % m),
            ("k++; if (k == %d) k = 0;" % m, lambda k, i: 0 if k + 1 == m else k + 1),
            ("if (i & 1) k += %d;" % c, lambda k, i: k + c if i & 1 else k),
            ("k ^= %d;" % c, lambda k, i: k ^ c)][kind]


class Function:
    def __init__(self, name, r):
        self.step, limit, value = Step(r), r.randrange(ROUNDS), r.randrange(70)
        guard, self.is_guarded = r.choice([
            ("n > %d" % limit, lambda n, k: n > limit), ("k == %d" % value, lambda n, k: k == value),
            ("k > %d" % value, lambda n, k: k > value), ("n >= 0", lambda n, k: True), ("n < 0", lambda n, k: False)])
        size = r.randrange(1, 80)
        self.kind, act, self.goes_wrong = r.choice([
            ("out-of-bounds", "static int a[%d]; a[k] = 1;" % size, lambda k: not 0 <= k < size),
            ("use-after-free", "int *p = malloc(4); if (!p) return 0; free(p); *p = k;", lambda k: True),
            ("division-by-zero", "k = 100 / (k - %d);" % value, lambda k: k == value)])
        self.lines = ["int %s(void) {" % name, "    int n = rand() %% %d, k = 0;" % ROUNDS,
                      "    for (int i = 0; i < n; i++) { %s }" % self.step.text, "    if (%s) { %s }" % (guard, act), "    return k;", "}"]

    def ways(self):
        """For how many numbers of rounds it goes wrong."""
        count, k = 0, 0
        for n in range(ROUNDS):
            count += self.is_guarded(n, k) and self.goes_wrong(k)
            k = self.step.apply(k, n)
        return count


def check(loci, seed):
    r = random.Random(seed)
    functions = [Function("f%d" % i, r) for i in range(FUNCTIONS)]
    text, expected = ["#include <stdlib.h>"], {}
    for function in functions:
        text += function.lines
        expected[len(text) - 2] = function
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rounds.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
        found, complaint = check_suite.findings(loci, Source(path), ["--function-time=%d" % SECONDS])
    if complaint:
        return complaint
    problems = ["false %s at line %d" % (kind, line) for line, kind in found
                if line not in expected or expected[line].kind != kind or not expected[line].ways()]
    problems += ["missed %s at line %d" % (function.kind, line) for line, function in expected.items()
                 if function.ways() == ROUNDS and (line, function.kind) not in found]
    return "\n".join(problems + text) if problems else None


def tests(loci, start, count):
    for seed in range(start, start + count):
        yield "%d" % seed, lambda seed=seed: check(loci, seed)


if __name__ == "__main__":
    sys.exit(common.seeds_main("Random loops of many rounds: loci check against all numbers of rounds.", tests))
