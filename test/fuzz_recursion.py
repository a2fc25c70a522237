#!/usr/bin/env python3
"""Random recursive functions over bytes: `loci verify` against all runs there are.

    test/fuzz_recursion.py [--count N] [--start SEED] [--show] [--loci PATH] [--engine NAME] [--seconds N] [-j JOBS]

One or two functions of one or two bytes call themselves and each other, end somewhere or nowhere, perhaps count in a global
variable, perhaps call the error function for some arguments; main asks for bytes and claims something about the result.

The truth is found natively, from all inputs. What is deeper than there are states has come back to one of them and never
returns: so nothing happens behind it. TRUE is wrong where an error is reached, FALSE where none is.
"""
import os
import random
import sys
import tempfile

import common

NATIVE = """
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf out; static unsigned long depth, calls; static unsigned char inputs[2]; static int at, reached;
enum { DEEPEST = %d, MOST = 30000000 };
#define ENTER if (++depth > DEEPEST) longjmp(out, 1); if (++calls > MOST) { puts("too long"); exit(0); }
#define LEAVE(x) do { b left = (b)(x); depth--; return left; } while (0)
void reach_error(void) { reached = 1; longjmp(out, 1); }
unsigned char __VERIFIER_nondet_uchar(void) { return inputs[at++]; }
"""
DRIVER = """
#undef main
int main(void) {
    for (int i = 0; i < 256 && !reached; i++)
        for (int j = 0; j < 256 && !reached; j++) {
            inputs[0] = (unsigned char)i; inputs[1] = (unsigned char)j; at = 0; depth = 0; count = 0;
            if (!setjmp(out)) program();
        }
    puts(reached ? "false" : "true");
    return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.signed = self.pick("signed char", "unsigned char")
        self.params = self.pick(1, 2, 2)
        self.names = self.pick(["f"], ["f"], ["f", "g"])
        self.counts = self.rng.random() < 0.2

    def pick(self, *choices):
        return self.rng.choice(choices)

    def variable(self):
        return self.pick(*"nm"[:self.params])

    def number(self):
        return str(self.pick(0, 0, 1, 1, 2, 3, 7, 10, 91, 100))

    def condition(self):
        return "%s %s %s" % (self.variable(), self.pick("<=", "<", "==", ">", ">=", "!="), self.pick(self.number(), self.number(), self.variable()))

    def simple(self):
        kind = self.rng.random()
        if kind < 0.3:
            return self.number()
        if kind < 0.5:
            return self.variable()
        return "%s %s %s" % (self.variable(), self.pick("+", "-", "*", "&"), self.pick(self.variable(), self.number()))

    def call(self, depth=0):
        steps = ["(b)(%s %s %s)" % (name, self.pick("-", "-", "+"), self.pick("1", "1", "2", "11")) if self.rng.random() < 0.8 else name
                 for name in "nm"[:self.params]]
        if depth < 1 and self.rng.random() < 0.15:
            steps[0] = self.call(depth + 1)
        return "%s(%s)" % (self.pick(*self.names), ", ".join(steps))

    def recursive(self):
        return self.pick("%s", "%s", "%s + 1", "1 + %s", "n + %s", "%s - 1", "2 * %s", "0 - %s") % self.call()

    def function(self, name):
        lines = ["    if (%s) LEAVE(%s);" % (self.condition(), self.simple()) for _ in range(self.rng.randint(1, 2))]
        if self.counts:
            lines.append("    count++;")
        if self.rng.random() < 0.2:
            lines.append("    if (%s) LEAVE(%s);" % (self.condition(), self.recursive()))
        if self.rng.random() < 0.1:
            lines.append("    if (%s && %s) reach_error();" % (self.condition(), self.condition()))
        lines.append("    LEAVE(%s);" % self.recursive())
        return "b %s(%s) {\n    ENTER\n%s\n}\n" % (name, ", ".join("b " + n for n in "nm"[:self.params]), "\n".join(lines))

    def claim(self):
        claims = ["r == %s" % self.simple(), "r == (b)(%s)" % self.simple(), "r >= %s" % self.simple(), "r <= %s" % self.simple(), "r != %s" % self.simple(),
                  "!(%s) || r == (b)(%s)" % (self.condition(), self.simple()), "r == 0 || r == 1"]
        if self.counts:
            claims += ["count >= 0", "count != 7"]
        return self.pick(*claims)

    def text(self):
        prototypes = "".join("b %s(%s);\n" % (name, ", ".join(["b"] * self.params)) for name in self.names)
        functions = "".join(self.function(name) for name in self.names)
        asks = "".join("    b %s = (b)__VERIFIER_nondet_uchar();\n" % name for name in "nm"[:self.params])
        assumed = "    if (%s) return 0;\n" % self.condition() if self.rng.random() < 0.6 else ""
        main = "int main(void) {\n%s%s    b r = f(%s);\n    if (!(%s)) reach_error();\n    return 0;\n}\n" % (
            asks, assumed, ", ".join("nm"[:self.params]), self.claim())
        native = NATIVE % (300000 * len(self.names) if self.counts else 70000 * len(self.names))
        return ("typedef %s b;\n#ifdef NATIVE\n%s#define main program\n#else\nextern void reach_error(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
                "#define ENTER\n#define LEAVE(x) return (b)(x)\n#endif\nstatic signed char count;\n%s%s%s#ifdef NATIVE%s#endif\n" %
                (self.signed, native, prototypes, functions, main, DRIVER))


def truth(folder):
    built = common.run([common.CLANG, "-w", "-O1", "-DNATIVE", "program.c", "-o", "native"], cwd=folder)
    if built.status:
        raise ValueError("the program does not compile: " + built.err.decode(errors="replace")[:500])
    result = common.run(["bash", "-c", "ulimit -s unlimited; exec ./native"], cwd=folder, timeout=60)
    return result.out.decode().strip() if result.status == 0 and not result.timed_out else "too long"


def check(loci, seed, engine, seconds, show=False):
    with tempfile.TemporaryDirectory() as folder:
        text = Program(seed).text()
        with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(folder, "property.prp"), "w", encoding="utf-8") as file:
            file.write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        native = truth(folder)
        if native == "too long":
            return "skipped", None
        result = common.run([loci, "verify", "program.c", "--property=property.prp", "--engine=" + engine, "--max-time=%d" % seconds],
                            cwd=folder, timeout=60 + 20 * seconds)
        said = {0: "true", 1: "false", 3: "unknown"}.get(result.status, "broken")
        if show:
            print("seed %d: natively %s, said %s" % (seed, native, said), flush=True)
        if said == "broken" or (said != "unknown" and said != native):
            return "wrong", "seed %d: natively %s, said %s\n%s\n%s" % (seed, native, said, text, result.out.decode(errors="replace")[-1500:])
        return said, None


def tests(loci, start, count, engine="recursion", seconds=5):
    for seed in range(start, start + count):
        yield "recursion-%d" % seed, lambda seed=seed: check(loci, seed, engine, seconds)[1]


if __name__ == "__main__":
    sys.exit(common.fuzz_verify_main("Random recursive functions against loci verify.", check, "recursion"))
