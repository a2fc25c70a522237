#!/usr/bin/env python3
"""Random programs that follow a pointer which may be any number, against what is there.

    test/fuzz_pointers.py [--count N] [--start SEED] [--show] [--loci PATH] [-j JOBS]

A program has variables (constant or not), locals of two functions, heap blocks of which some are freed, and functions. An input
is used as a pointer, aligned or not: what is there is read, written, copied or freed, or it is called. The end tells which
element of which object it was. The truth is known: an end for each element of each object that lives, and an error for null, for
a number that is no object's, for one beside an object. Under every memory model `loci run` must find just these ends (models that
do not follow everything: a part of them, and not complete), and each test must end in `loci exec` as the run says.
"""
import argparse
import json
import os
import random
import sys
import tempfile

import common

MODELS = ["forking", "merging", "flat", "segmented", "partitioned", "region", "burstall", "names", "single"]
PARTIAL = {"partitioned", "burstall", "names", "single"}  # of these some do not follow every valid access
ERRORS = {"null-dereference", "wild-pointer", "out-of-bounds", "write-to-constant", "invalid-free", "use-after-free",
          "use-after-scope", "use-after-return", "double-free", "bad-call"}


class Program:
    """objects: (name, kind, number of elements); element e of object k is the end 10 * k + e + 1."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.what = self.random.choice(["read", "read", "write", "copy", "free", "call"])
        self.objects = []
        for i in range(self.random.randrange(2, 7)):
            kind = self.random.choice(["global", "constant", "local", "outer", "heap", "heap", "freed"])
            self.objects.append(("object%d" % i, kind, self.random.randrange(1, 5)))
        self.functions = self.random.randrange(1, 5)
        self.bound = self.random.random() < 0.4  # the program itself says that it is one of its objects

    def value(self, k, e):
        return 10 * k + e + 1

    def live(self):
        return [(k, name, kind, size) for k, (name, kind, size) in enumerate(self.objects) if kind != "freed"]

    def expected(self):
        """The ends without an error."""
        if self.what == "call":
            return {101 + i for i in range(self.functions)}
        if self.what == "free":
            return {10 * k + 1 for k, _, kind, _ in self.live() if kind == "heap"} | {0}
        kinds = {"global", "local", "outer", "heap"} | ({"constant"} if self.what != "write" else set())
        return {self.value(k, e) for k, _, kind, size in self.live() if kind in kinds for e in range(size)}

    def declare(self, wanted, indent=""):
        for k, (name, kind, size) in enumerate(self.objects):
            values = ", ".join(str(self.value(k, e)) for e in range(size))
            if kind in wanted and kind != "heap":
                yield "%s%sint %s[%d] = {%s};" % (indent, "const " if kind == "constant" else "", name, size, values)
            elif kind in ("heap", "freed") and "heap" in wanted:
                yield "%sint *%s = malloc(%d);" % (indent, name, 4 * size)
                yield "".join("%s%s[%d] = %d;" % (indent, name, e, self.value(k, e)) for e in range(size))

    def act(self):
        """The operation, and the end that it leads to."""
        if self.what == "call":
            yield "    return ((int (*)(void))p)();"
            return
        if self.what == "free":
            yield "    free(p);"
            for k, (name, kind, _) in enumerate(self.objects):
                if kind == "heap":
                    yield "    if (p == (void *)%s) return %d;" % (name, 10 * k + 1)
            yield "    return 0;"
            return
        if self.what == "write":
            yield "    *(int *)p = 777;"
            for k, name, kind, size in self.live():
                for e in range(size):
                    yield "    if (((volatile int *)%s)[%d] == 777) return %d;" % (name, e, self.value(k, e))
            yield "    return 0;"
            return
        yield "    int got;"
        yield "    got = *(int *)p;" if self.what == "read" else "    memcpy(&got, p, sizeof got);"
        for end in sorted(self.expected()):
            yield "    if (got == %d) return %d;" % (end, end)
        yield "    return 0;"

    def source(self):
        lines = ["#include <klee/klee.h>", "#include <stdlib.h>", "#include <string.h>"]
        lines += self.declare({"global", "constant"})
        lines += ["int function%d(void) { return %d; }" % (i, 101 + i) for i in range(self.functions)]
        lines += ["int (*const functions[])(void) = {%s};" % ", ".join("function%d" % i for i in range(self.functions))]
        outer = [name for name, kind, _ in self.objects if kind == "outer"]
        parameters = ", ".join("int *" + name for name in outer) or "void"
        lines += ["static int inner(%s) {" % parameters]
        lines += self.declare({"local", "heap"}, "    ")
        lines += ["    free(%s);" % name for name, kind, _ in self.objects if kind == "freed"]
        lines += ["    void *p;", '    klee_make_symbolic(&p, sizeof p, "p");']
        if self.what not in ("call", "free"):
            lines += ["    klee_assume(((unsigned long)p & 3) == 0);"]
        lines += ["    klee_assume(p != (void *)&p);"]
        if self.bound or self.what not in ("call", "free"):
            inside = ["p == (void *)functions[%d]" % i for i in range(self.functions)] if self.what == "call" else \
                ["(unsigned long)p - (unsigned long)%s < sizeof(int) * %d" % (name, size) for name, kind, size in self.objects
                 if kind != "freed"]
            outside = ["(unsigned long)p < 4096"] if not self.bound else []
            lines += ["    klee_assume(%s);" % " | ".join("(%s)" % text for text in inside + outside or ["0 == 0"])]
        lines += self.act()
        lines += ["}", "int main(void) {"]
        lines += self.declare({"outer"}, "    ")
        lines += ["    return inner(%s);" % ", ".join(outer), "}", ""]
        return "\n".join(lines)


def ends_of(folder):
    """The status of each test, as tests.txt has it."""
    ends = {}
    name = None
    with open(os.path.join(folder, "tests.txt"), errors="replace") as file:
        for line in file:
            if line.startswith("test") and line[4:10].isdigit():
                name = line[:10]
            elif line.startswith("status: ") and name not in ends:
                ends[name] = line[8:].strip()
    return ends


def check(loci, program, folder, model, bits):
    """What is wrong, or None."""
    out = os.path.join(folder, "out")
    command = [loci, "run", "--json", "--no-native", "--leaks=off", "--memory=" + model, "--%d" % bits, "--out=" + out, "p.c"]
    result = common.run(command, cwd=folder, timeout=common.PATIENCE)
    try:
        report = json.loads(result.out)
    except ValueError:
        return "no report: " + result.err.decode(errors="replace")[-500:]
    ends = ends_of(out)
    found = {int(end) for end in ends.values() if end.isdigit()}
    errors = {end for end in ends.values() if not end.isdigit()}
    expected = program.expected()
    if not found <= expected | {0}:
        return "ends that do not exist: %s" % sorted(found - expected)
    if not expected <= found and (report["complete"] or model not in PARTIAL):
        return "ends that were not found: %s" % sorted(expected - found)
    if not errors <= ERRORS:
        return "unexpected errors: %s" % sorted(errors - ERRORS)
    if not errors and not program.bound:
        return "no error was found"
    if any("did not show again" in text for text in report["incomplete_reasons"]):
        return "an error did not show again: %s" % report["incomplete_details"]
    for test, end in ends.items():
        again = common.run([loci, "exec", "--leaks=off", "--%d" % bits, "--test=" + os.path.join(out, test + ".ktest"), "p.c"], cwd=folder)
        wanted = int(end) if end.isdigit() else 99
        if again.status != wanted or (wanted == 99 and "[%s]" % end not in again.err.decode(errors="replace")):
            return "%s: %s in the run, %d in exec\n%s" % (test, end, again.status, again.err.decode(errors="replace")[:300])
    return None


def one(loci, seed, models=MODELS, show=False):
    program = Program(seed)
    wrong = []
    for bits in (64, 32):
        for model in models:
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "p.c"), "w") as file:
                    file.write(program.source())
                problem = check(loci, program, folder, model, bits)
                if problem:
                    wrong.append("%d bits, %s: %s" % (bits, model, problem))
    if wrong and show:
        print(program.source())
    return "\n".join(wrong) or None


def tests(loci, start, count):
    """(name, function that returns what is wrong), for test/run.py: one model a seed."""
    for seed in range(start, start + count):
        yield "pointers-%d" % seed, lambda seed=seed: one(loci, seed, [MODELS[seed % len(MODELS)], "forking"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print programs that go wrong")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    options = parser.parse_args()
    failed = 0
    for seed in range(options.start, options.start + options.count):
        problem = one(os.path.abspath(options.loci), seed, show=options.show)
        failed += problem is not None
        if problem:
            print("seed %d: %s" % (seed, problem), flush=True)
    print("%d programs, %d failed" % (options.count, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
