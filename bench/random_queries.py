#!/usr/bin/env python3
"""Random arithmetic over bit-vectors: `loci solve` beside z3, answers and CPU seconds.

    bench/random_queries.py [--loci PATH] [--start SEED] [--count N] [--seconds N] [--keep FOLDER]

Prints each query that is answered differently, not at all where z3 answers, or in more than SLOW seconds and TIMES those of
z3; at the end how often each pair of answers was seen. Ends with status 1 if two answers contradict each other.
"""
import argparse
import collections
import os
import random
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SLOW, TIMES = 0.5, 5
DIVISIONS = ["bvudiv", "bvurem", "bvsdiv", "bvsrem"]
SHIFTS = ["bvshl", "bvlshr", "bvashr"]
OPERATIONS = ["bvadd", "bvadd", "bvsub", "bvmul", "bvmul", "bvand", "bvor", "bvxor", "ite", "bvsrem", "bvurem", *DIVISIONS, *SHIFTS]
COMPARISONS = ["=", "distinct", "bvult", "bvule", "bvslt", "bvsle"]


class Query:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.width = self.random.choice([8, 16, 32, 32, 32, 64])
        self.symbols = ["x%d" % i for i in range(self.random.choice([1, 2, 2, 3]))]

    def number(self, value):
        return "(_ bv%d %d)" % (value % (1 << self.width), self.width)

    def constant(self):
        return self.number(self.random.choice([self.random.randrange(1 << self.width), self.random.randrange(1, 20),
                                               self.random.randrange(1, 1000), -self.random.randrange(1, 20),
                                               1 << self.random.randrange(self.width)]))

    def term(self, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.constant() if self.random.random() < 0.35 else self.random.choice(self.symbols)
        operation = self.random.choice(OPERATIONS)
        first = self.term(depth - 1)
        if operation == "ite":
            return "(ite %s %s %s)" % (self.condition(depth - 1), first, self.term(depth - 1))
        if operation in DIVISIONS + SHIFTS and self.random.random() < 0.7:
            return "(%s %s %s)" % (operation, first, self.number(self.random.randrange(1, 30)))
        return "(%s %s %s)" % (operation, first, self.term(depth - 1))

    def condition(self, depth):
        return "(%s %s %s)" % (self.random.choice(COMPARISONS), self.term(depth), self.term(depth))

    def text(self):
        lines = ["(set-logic QF_BV)"] + ["(declare-const %s (_ BitVec %d))" % (name, self.width) for name in self.symbols]
        for name in self.symbols:
            if self.random.random() < 0.4:
                bound = self.number(self.random.choice([10, 100, 1000, 1 << (self.width - 2)]))
                lines.append("(assert (bv%slt %s %s))" % (self.random.choice("us"), name, bound))
        for _ in range(self.random.choice([1, 1, 2, 3])):
            lines.append("(assert %s)" % self.condition(self.random.choice([1, 2, 2, 3])))
        return "\n".join([*lines, "(check-sat)", ""])


def answer(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return words[0] if words and words[0] in ("sat", "unsat") else "unknown", seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--keep", help="a folder for the queries that are printed")
    options = parser.parse_args()
    pairs, wrong, folder = collections.Counter(), 0, tempfile.mkdtemp()
    path = os.path.join(folder, "query.smt2")
    for seed in range(options.start, options.start + options.count):
        text = Query(seed).text()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        theirs, their_seconds = answer(["z3", "-T:%d" % options.seconds, path])
        ours, our_seconds = answer([options.loci, "solve", "--max-time=%d" % options.seconds, path])
        pairs[theirs, ours] += 1
        wrong += {theirs, ours} == {"sat", "unsat"}
        if (theirs != "unknown" and ours != theirs) or our_seconds > max(SLOW, TIMES * their_seconds):
            print("seed %d: z3 %s %.2f s, loci %s %.2f s" % (seed, theirs, their_seconds, ours, our_seconds), flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                os.replace(path, os.path.join(options.keep, "%d.smt2" % seed))
    for (theirs, ours), count in sorted(pairs.items()):
        print("%5d  z3 %-8s loci %s" % (count, theirs, ours))
    if os.path.exists(path):
        os.remove(path)
    os.rmdir(folder)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
