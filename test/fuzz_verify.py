#!/usr/bin/env python3
"""Random programs with loops: `loci verify` against many native runs.

    test/fuzz_verify.py [--count N] [--start SEED] [--arrays|--around|--protocols] [--show] [--loci PATH] [--engine NAME] [-j JOBS]

A program has loops of every shape over a few variables, an array, a struct, pointers and a state machine, asks for inputs
wherever it likes, and calls reach_error() where something does not hold. Natively it is run with thousands of random
inputs. Where one of them reaches the error, TRUE is wrong; where FALSE is said, its inputs have been run in the machine,
and the harness must fail natively. How often something is proved is counted: a prover that never proves is never wrong.

With --arrays the programs are about arrays whose size is an input: every other one about what they hold, the rest about
where they end (natively the address sanitizer says so).

With --around objects are accessed out of bounds. Natively each has room around it that is filled with random bytes: that is
what `loci verify` assumes of the place.

With --protocols the programs are those of random_protocol.py: functions that keep a protocol in a few variables.
"""
import argparse
import os
import random
import sys
import tempfile

import common
import random_protocol
import symbolic

PROLOGUE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned u;
struct pair { u x; unsigned char y; };
static u g0, g1;
static struct pair s;
static unsigned char state;
"""
ARRAY = "static u a[8];\n#define RESET memset(a, 0, sizeof a);\n"
# Objects with nobody's memory around them.
PADDED = """#ifdef NATIVE
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static u room[3][64];
#define a (room[0] + 28)
#define c (*(unsigned char *)(room[1] + 32))
#define RESET for (u n = 0; n < 192; n++) room[0][n] = next() & 64 ? next() : next() % 4; memset(a, 0, 32); c = 0;
#else
static u a[8];
static unsigned char c;
#endif
"""

# A run that takes long is over: what comes later is not seen, which is on the safe side here.
NATIVE = """
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static unsigned long long random_state; static int fuel; static jmp_buf out;
static unsigned next(void) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33);
}
unsigned char __VERIFIER_nondet_uchar(void) {
    if (--fuel < 0) longjmp(out, 1);
    unsigned n = next();
    return n & 256 ? (n & 3) : (unsigned char)n;
}
int __VERIFIER_nondet_int(void) {
    if (--fuel < 0) longjmp(out, 1);
    unsigned n = next();
    return n & 1024 ? (int)(n % 7) - 3 : (int)n;
}
void tick(void) { if (--fuel < 0) longjmp(out, 1); }
void reach_error(void) { longjmp(out, 2); }
int program(void);
int main(void) {
    for (unsigned i = 0; i < 4000; i++) {
        random_state = i * 0x9e3779b97f4a7c15ull; fuel = i % 8 ? 300 : 5000;
        g0 = g1 = 0; RESET memset(&s, 0, sizeof s); p = a; state = 0;
        int how = setjmp(out);
        if (how == 2) { printf("error\\n"); return 0; }
        if (!how) program();
    }
    printf("none\\n");
    return 0;
}
"""


class Program:
    """Statements over a small set of places; every access is in bounds by construction."""

    objects = ARRAY

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.locals = ["x", "y", "i", "j"]
        self.depth = 0
        self.labels = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def place(self):
        return self.pick("x", "y", "x", "y", "g0", "g1", "s.x", "s.y", "a[%d]" % self.random.randrange(8), "a[i & 7]", "*p", "state")

    def constant(self):
        return str(self.pick(0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 100, 255))

    def value(self, depth=0):
        r = self.random.random()
        if r < 0.3 or depth > 2:
            return self.constant()
        if r < 0.6:
            return self.place() if self.random.random() < 0.6 else self.pick(*self.locals)
        if r < 0.68:
            return "__VERIFIER_nondet_uchar()"
        if r < 0.72:
            return "(u)__VERIFIER_nondet_int()"
        operator = self.pick("+", "-", "+", "*", "&", "|", "^", ">>")
        right = self.constant() if operator in (">>", "*") else self.value(depth + 1)
        return "(%s %s %s)" % (self.value(depth + 1), operator, right + (" & 7" if operator == ">>" else ""))

    def condition(self):
        r = self.random.random()
        if r < 0.25:
            return self.pick("__VERIFIER_nondet_uchar()", "__VERIFIER_nondet_uchar() & 1", "__VERIFIER_nondet_int() > 3")
        left, right = self.pick(*self.locals, self.place()), self.value(1)
        operator = self.pick("<", "<=", "==", "!=", ">", ">=")
        if r < 0.4:
            return "(int)%s %s (int)%s" % (left, operator, right)
        return "%s %s %s" % (left, operator, right)

    def statement(self):
        r = self.random.random()
        if r < 0.34:
            return self.pick("%s = %s;", "%s += %s;", "%s -= %s;") % (self.place(), self.value())
        if r < 0.42:
            return "%s%s;" % (self.place(), self.pick("++", "--"))
        if r < 0.47:
            return "p = &a[%s & 7];" % self.value(1)
        if r < 0.51:
            return "if (p < a + 7) p++;"
        if r < 0.56:
            return "switch (state) { case 0: state = %s; break; case 1: state = 2; %s break; case 2: if (%s) state = 0; break; default: state = 1; }" % (
                self.pick("1", "2"), self.simple(), self.condition())
        if r < 0.60:
            return "help(&%s, %s);" % (self.pick("x", "y", "g0", "a[2]", "s.x"), self.value(1))
        if r < 0.75:
            return "if (%s) { %s }%s" % (self.condition(), self.block(), " else { %s }" % self.block() if self.random.random() < 0.5 else "")
        if r < 0.83:
            return "if (!(%s)) reach_error();" % self.claim()
        return self.loop()

    def simple(self):
        return "%s = %s;" % (self.place(), self.value(1))

    def claim(self):
        return self.pick("x <= %s" % self.constant(), "x <= y", "x == y", "x != %s" % self.constant(), "state <= 2", "state < 4", "(x & 1) == 0",
                         "i <= 16", "g0 <= g1", "x + y == %s" % self.constant(), "p >= a && p < a + 8", "s.y < 200", "2 * x == y", "a[3] <= 1", "g0 == 0",
                         "x < 100 || y < 100", "j <= i", "(x - y) % 4 == 0")

    def block(self):
        return " ".join(self.statement() for _ in range(self.random.randrange(1, 4)))

    def loop(self):
        if self.depth >= 2:
            return self.simple()
        self.depth += 1
        counter = self.pick("i", "j")
        body = "TICK " + self.block()
        if self.random.random() < 0.25:
            body += " if (%s) %s;" % (self.condition(), self.pick("break", "continue"))
        form = self.random.randrange(6)
        bound = self.pick("10", "16", "y", "100", "1000", "x")
        text = {0: "for (%s = 0; %s < %s; %s++) { %s }" % (counter, counter, bound, counter, body),
                1: "while (%s) { %s }" % (self.condition(), body),
                2: "do { %s } while (%s);" % (body, self.condition()),
                3: "for (%s = %s; %s > 0; %s--) { %s }" % (counter, bound, counter, counter, body),
                4: "while (1) { %s if (%s) break; }" % (body, self.condition()),
                5: "for (%s = 0; %s < %s; %s += 2) { x += 2; y += 4; %s }" % (counter, counter, bound, counter, body)}[form]
        self.depth -= 1
        return text

    def text(self):
        start = " ".join("%s = %s;" % (name, self.pick("0", "1", self.constant(), "__VERIFIER_nondet_uchar()")) for name in self.locals)
        body = "\n    ".join(self.statement() for _ in range(self.random.randrange(1, 4)))
        body += "\n    %s\n    if (!(%s)) reach_error();" % (self.loop(), self.claim())
        return (PROLOGUE + self.objects + "static u *p;\n#ifdef NATIVE\nvoid tick(void);\n#define TICK tick();\n#define main program\n#else\n#define TICK\n#endif\n" +
                "static void help(u *q, u n) { u k; for (k = 0; k < n % 6; k++) *q += k & 1; }\n" +
                "int main(void) {\n    u x, y, i, j;\n    p = a;\n    %s\n    %s\n    return 0;\n}\n#ifdef NATIVE\n#undef main\n%s#endif\n" % (start, body, NATIVE))


class AroundProgram(Program):
    """The array, a single byte and a pointer are used out of bounds."""

    objects = PADDED

    def place(self):
        if self.random.random() < 0.5:
            return super().place()
        return self.pick("a[%d]" % self.random.randrange(-12, 24), "a[(i & 15) - 4]", "a[x & 15]", "p[%d]" % self.random.randrange(-4, 5),
                         "c", "(*(u *)&c)", "((struct pair *)&c)->y", "((unsigned char *)a)[30 + (j & 7)]")

    def statement(self):
        r = self.random.random()
        if r < 0.06:
            return "p = a + (%s & 15) - 4;" % self.value(1)
        if r < 0.10:
            return "s = *(struct pair *)%s;" % self.pick("&c", "(a + 7)", "(a - 1)", "p")
        if r < 0.14:
            return "*(struct pair *)%s = s;" % self.pick("&c", "(a + 7)", "(a - 1)", "p")
        return super().statement()

    def claim(self):
        if self.random.random() < 0.6:
            return super().claim()
        return self.pick("a[9] == x", "a[-2] == a[-2]", "*(u *)&c == %s" % self.constant(), "a[7] == 0", "c == 0", "p[2] == a[8]", "a[8] + a[9] >= a[9]")


ARRAY_PROLOGUE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
void free(void *), *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
typedef unsigned u;
"""

ARRAY_NATIVE = """
#include <setjmp.h>
#include <stdio.h>
static unsigned long long random_state; static int fuel; static jmp_buf out;
static unsigned next(void) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33);
}
unsigned char __VERIFIER_nondet_uchar(void) { unsigned n = next(); return n & 256 ? (n & 3) : (unsigned char)n; }
int __VERIFIER_nondet_int(void) { unsigned n = next(); return n & 1024 ? (int)(n % 7) - 3 : (int)n; }
void tick(void) { if (--fuel < 0) longjmp(out, 1); }
void reach_error(void) { if (!ENDS) longjmp(out, 2); }
void *any(unsigned char *p, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) p[i] = next() & 256 ? next() & 3 : next();
    return p;
}
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=99:log_path=/dev/null"; }
int program(void);
int main(void) {
    for (unsigned i = 0; i < 3000; i++) {
        random_state = i * 0x9e3779b97f4a7c15ull; fuel = 200;
        int how = setjmp(out);
        if (how == 2) { printf("error\\n"); return 0; }
        if (!how) program();
    }
    printf("none\\n");
    return 0;
}
"""


class ArrayProgram:
    """Arrays a and s of n and m elements. In a program about contents every access is in bounds by construction."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.about_ends = seed % 2 == 1
        self.depth = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def index(self, size):
        if not self.about_ends:
            return "(%s) %% %s" % (self.pick("i", "j", "x", "n - 1", "m - 1", "0", "i + 1", "__VERIFIER_nondet_uchar()"), size)
        return self.pick("i", "j", "i", "j", size + " - 1", "0", "i + 1", "%s - 1 - i" % size, "x", "x %% %s" % size)

    def place(self):
        return self.pick("a[%s]" % self.index("n"), "s[%s]" % self.index("m"), "x", "x")

    def value(self):
        return self.pick("0", "1", "5", "x", "i", "j", self.place(), "__VERIFIER_nondet_uchar()", "n", "m", "%s + 1" % self.place())

    def condition(self):
        left, right = self.pick("i", "j", "x", self.place()), self.pick("n", "m", "n - 1", "m - 1", "0", "1", "5", self.place())
        return self.pick("__VERIFIER_nondet_uchar() & 1", "%s %s %s" % (left, self.pick("<", "<=", "==", "!=", ">"), right))

    def statement(self):
        r = self.random.random()
        if r < 0.35:
            return "%s = %s;" % (self.place(), self.value())
        if r < 0.45:
            return self.pick("i++;", "j++;", "if (i) i--;", "if (j < n) j++;", "x++;")
        if r < 0.55:
            return "if (%s) { %s }" % (self.condition(), self.block())
        if r < 0.63:
            return "if (!(%s)) reach_error();" % self.claim()
        if r < 0.70:
            return self.range()
        return self.loop()

    def range(self):
        if self.about_ends:
            length = self.pick("n * sizeof *a", "m * sizeof *s", "x", "i", "n")
        else:
            length = self.pick("(x %% (n + 1)) * sizeof *a", "n * sizeof *a", "sizeof *a")
        return self.pick("memset(a, %s, %s);" % (self.pick("0", "1", "x"), length.replace("%%", "%")),
                         "if (n * sizeof *a <= m * sizeof *s) memcpy(s, a, n * sizeof *a);")

    def claim(self):
        return self.pick("a[%s] == 0" % self.index("n"), "s[m - 1] == 0", "a[0] <= 5", "i <= n", "j <= m", "x <= 5", "i < n", "a[n - 1] != 3",
                         "x == i", "s[0] == 0 || i > 0", "i == j", "a[%s] < 100" % self.index("n"))

    def block(self):
        return " ".join(self.statement() for _ in range(self.random.randrange(1, 3)))

    def loop(self):
        if self.depth >= 2:
            return "x = %s;" % self.value()
        self.depth += 1
        body, one = "TICK " + self.block(), "TICK " + self.pick("", "x++;", "s[%s] = 1;" % self.index("m"))
        small, size = self.pick(("a", "n"), ("s", "m"))
        text = self.pick("for (i = 0; i < %s; i++) { %s }" % (size, body),
                         "for (j = i; j < %s; j++) { %s }" % (size, body),
                         "for (i = %s; i-- > 0;) { %s }" % (size, body),
                         "for (i = 0; i < %s && %s[i]; i++) { %s }" % (size, small, body),
                         "%s[%s - 1] = 0; for (E *p = %s; *p; p++) { %s }" % (small, size, small, one),
                         "%s[%s - 1] = 0; i = 0; while (%s[i]) { %s i++; }" % (small, size, small, one),
                         "a[n - 1] = 0; if (n <= m) { E *p = a, *q = s; while ((*q++ = *p++) != 0) { TICK } }",
                         "while (%s) { %s }" % (self.condition(), body))
        self.depth -= 1
        return text

    def block_of(self, name, size):
        how = self.pick("malloc(%s * sizeof(E))", "calloc(%s, sizeof(E))", "__builtin_alloca(%s * sizeof(E))", "realloc(malloc(sizeof(E)), %s * sizeof(E))")
        text = "E *%s = %s;" % (name, how % size)
        return text + ("" if "calloc" in how else " ANY(%s, %s);" % (name, size))

    def text(self):
        start = "u n = __VERIFIER_nondet_uchar() %% %d + 1, m = __VERIFIER_nondet_uchar() %% 5 + 1, i = 0, j = 0, x = __VERIFIER_nondet_uchar() %% 4;" % self.pick(3, 6, 6)
        start += "\n    %s\n    %s" % (self.block_of("a", "n"), self.block_of("s", "m"))
        body = "\n    ".join(self.statement() for _ in range(self.random.randrange(1, 4)))
        body += "\n    %s\n    if (!(%s)) reach_error();" % (self.loop(), self.claim())
        return (ARRAY_PROLOGUE + "typedef %s E;\n" % self.pick("unsigned char", "unsigned", "unsigned short") +
                "#ifdef NATIVE\nvoid tick(void), *any(unsigned char *, unsigned long);\n#define TICK tick();\n" +
                "#define ANY(p, n) any((unsigned char *)p, n * sizeof(E))\n#define main program\n#else\n#define TICK\n#define ANY(p, n)\n#endif\n" +
                "int main(void) {\n    %s\n    %s\n    return 0;\n}\n#ifdef NATIVE\n#undef main\n%s#endif\n" % (start, body, ARRAY_NATIVE))


def check_arrays(loci, seed, engine, seconds, show=False):
    """As check, for an ArrayProgram."""
    program = ArrayProgram(seed)
    text = program.text()
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        source, native, property_file = os.path.join(folder, "p.c"), os.path.join(folder, "p"), os.path.join(folder, "p.prp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        with open(property_file, "w", encoding="utf-8") as file:
            file.write("CHECK( init(main()), LTL(%s) )\n" % ("G valid-deref" if program.about_ends else "G ! call(reach_error())"))
        common.run([common.CLANG, "-w", "-O1", "-fwrapv", "-fno-builtin", "-fsanitize=address", "-DNATIVE",
                    "-DENDS=%d" % program.about_ends, source, "-o", native])
        run = common.run([native], timeout=120)
        seen = run.out.decode().strip()
        if program.about_ends:
            seen = "error" if run.status == 99 else "none"
        elif seen not in ("error", "none"):
            return "skip", None
        result = common.run([loci, "verify", "--property=" + property_file, "--max-time=%d" % seconds, "--engine=" + engine,
                             "--%d" % (32 if seed % 4 < 2 else 64), source], timeout=seconds * 4 + 30)
        lines = result.out.decode(errors="replace").strip().splitlines()
        verdict = lines[-1].split("(")[0].strip() if lines else ""
        if verdict not in ("RESULT: true", "RESULT: false", "RESULT: unknown"):
            return "crash", "seed %d: no verdict, status %s\n%s" % (seed, result.status, result.err.decode(errors="replace")[-800:])
        if verdict == "RESULT: true" and seen == "error":
            return "wrong", "seed %d: TRUE, but a native run is in error\n%s" % (seed, "\n".join(lines))
        return verdict[8:] + (" (natively %s)" % seen), None


def check_around(loci, seed, engine, seconds, show=False):
    return check(loci, seed, engine, seconds, show, AroundProgram)


def check_protocols(loci, seed, engine, seconds, show=False):
    return check(loci, seed, engine, seconds, show, random_protocol.ProtocolProgram)


def check(loci, seed, engine, seconds, show=False, kind=Program):
    """(verdict, what is wrong or None)"""
    text = kind(seed).text()
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        source, native = os.path.join(folder, "p.c"), os.path.join(folder, "p")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        common.run([common.CLANG, "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-DNATIVE", source, "-o", native])
        seen = common.run([native], timeout=60).out.decode().strip()
        if seen not in ("error", "none"):
            return "skip", None
        harness = os.path.join(folder, "h.c")
        result = common.run([loci, "verify", "--property=" + prp(folder), "--max-time=%d" % seconds, "--engine=" + engine,
                             "--harness=" + harness, "--%d" % (32 if seed % 2 else 64), source], timeout=seconds * 4 + 30)
        lines = result.out.decode(errors="replace").strip().splitlines()
        verdict = lines[-1].split("(")[0].strip() if lines else ""
        if verdict not in ("RESULT: true", "RESULT: false", "RESULT: unknown"):
            return "crash", "seed %d: no verdict, status %s\n%s" % (seed, result.status, result.err.decode(errors="replace")[-800:])
        if verdict == "RESULT: true" and seen == "error":
            return "wrong", "seed %d: TRUE, but a native run reaches the error\n%s" % (seed, "\n".join(lines))
        return verdict[8:], None


def prp(folder):
    path = os.path.join(folder, "p.prp")
    with open(path, "w", encoding="utf-8") as file:
        file.write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    return path


def tests(loci, start, count, engine="induction", seconds=10, checker=check, name="random"):
    for seed in range(start, start + count):
        yield "%s-%s-%d" % (name, engine, seed), lambda seed=seed: checker(loci, seed, engine, seconds)[1]


def main():
    parser = argparse.ArgumentParser(description="Random programs with loops against loci verify.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--engine", default="induction")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--arrays", action="store_true")
    parser.add_argument("--around", action="store_true")
    parser.add_argument("--protocols", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    loci, verdicts, wrong = os.path.abspath(options.loci), {}, 0
    seeds = range(options.start, options.start + options.count)
    checker = check_arrays if options.arrays else check_around if options.around else check_protocols if options.protocols else check
    tasks = [lambda seed=seed: checker(loci, seed, options.engine, options.seconds, options.show) for seed in seeds]
    for verdict, complaint in common.in_parallel(options.jobs, tasks):
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        if complaint:
            wrong += 1
            print(complaint, flush=True)
    print(", ".join("%s %d" % item for item in sorted(verdicts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
