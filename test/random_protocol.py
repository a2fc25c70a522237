"""Random programs whose functions keep a protocol in a few variables: locks, modes, counters, functions that call each
other, through pointers and recursively, results that say what has happened, and much in between that does not matter."""
import random

PROLOGUE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern int outside(int *p);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
struct device { int open; short mode; unsigned char busy; int *data; };
static int lock, count, shared, table[4];
static signed char level;
static struct device dev, other;
static int (*handler)(int, int), *cursor;
#ifdef NATIVE
void tick(void);
#define TICK tick();
#define main program
#else
#define TICK
#endif
"""

NATIVE = """
#undef main
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static unsigned long long random_state; static int fuel; static jmp_buf out;
static unsigned next(void) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33);
}
void tick(void) { if (--fuel < 0) longjmp(out, 1); }
unsigned char __VERIFIER_nondet_uchar(void) { tick(); unsigned n = next(); return n & 256 ? (n & 3) : (unsigned char)n; }
int __VERIFIER_nondet_int(void) { tick(); unsigned n = next(); return n & 1024 ? (int)(n % 7) - 3 : (int)n; }
int outside(int *p) { return __VERIFIER_nondet_int(); }
void __VERIFIER_assume(int holds) { if (!holds) longjmp(out, 1); }
void reach_error(void) { longjmp(out, 2); }
int program(void);
int main(void) {
    for (unsigned i = 0; i < 20000; i++) {
        random_state = i * 0x9e3779b97f4a7c15ull; fuel = 400;
        lock = count = shared = level = 0; handler = 0; cursor = &shared;
        memset(&dev, 0, sizeof dev); memset(&other, 0, sizeof other); memset(table, 0, sizeof table);
        int how = setjmp(out);
        if (how == 2) { printf("error\\n"); return 0; }
        if (!how) program();
    }
    printf("none\\n");
    return 0;
}
"""


class ProtocolProgram:
    """Functions f0, f1, ... of two numbers; each may call those before it, itself with a smaller first argument, and what
    `handler` points to."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.now = 0
        self.depth = 0
        self.itself = 0  # the function that is being written, or one that can be called
        self.keeps = self.pick("lock", "dev.mode", "level", "dev.open")  # what the claims are about

    def pick(self, *choices):
        return self.random.choice(choices)

    def place(self):
        return self.pick("a", "b", "x", "y", "x", "lock", "count", "level", "dev.open", "dev.mode", "dev.busy", "shared", "*cursor",
                         "table[1]", "other.open", "*q", self.keeps)

    def constant(self):
        return str(self.pick(0, 0, 1, 1, 2, 3, -1, 7, 255))

    def value(self):
        return self.pick(self.constant(), self.constant(), self.place(), self.place(), "__VERIFIER_nondet_int()",
                         "%s + 1" % self.place(), "%s - %s" % (self.place(), self.constant()), "outside(&shared)", "%s ^ 1" % self.place(),
                         "!%s" % self.place(), "%s & 3" % self.place(), "(%s ? %s : %s)" % (self.condition(), self.constant(), self.place()))

    def condition(self):
        return self.pick("__VERIFIER_nondet_uchar() & 1", "x", "y", "!x", "%s == %s" % (self.place(), self.constant()),
                         "%s %s %s" % (self.place(), self.pick("<", ">", "<=", ">=", "!="), self.constant()), "x == y",
                         "%s == %s" % (self.keeps, self.constant()), "x < y && y < 10", "(unsigned)x < 4u", "handler")

    def claim(self):
        return self.pick("%s == 0" % self.keeps, "%s == 1" % self.keeps, "%s != 2" % self.keeps, "%s <= 3 && %s >= 0" % (self.keeps, self.keeps),
                         "%s != 1 || x == 1" % self.keeps, "x == y || %s == 0" % self.keeps, "%s < 100" % self.keeps)

    def call(self):
        known = ["f%d(%s, %s)" % (i, self.value(), self.value()) for i in range(self.now)]
        if self.now:
            known.append("(a > 0 && a < 5 ? f%d(a - 1, b) : %s)" % (self.pick(self.now - 1, self.itself), self.constant()))
        known.append("(handler ? handler(%s, %s) : 0)" % (self.value(), self.value()))
        return self.pick(*known)

    def protocol(self):
        """Taken and given back, with or without a mistake."""
        return self.pick("if (%(k)s == 0) { %(k)s = 1; %(s)s %(k)s = 0; }", "if (%(k)s) reach_error(); %(k)s = 1;", "if (%(k)s != 1) reach_error(); %(k)s = 0;",
                         "x = __VERIFIER_nondet_int(); if (x == 3) { %(k)s = 1; } %(s)s if (x == 3) { if (%(k)s != 1) reach_error(); %(k)s = 0; }",
                         "x = 0; if (%(k)s == 0) { %(k)s = 2; x = 1; } %(s)s if (x) %(k)s = 0;") % {"k": self.keeps, "s": self.statement()}

    def statement(self):
        r = self.random.random()
        if self.depth > 3:
            return "%s = %s;" % (self.place(), self.value())
        self.depth += 1
        if r < 0.25:
            text = "%s = %s;" % (self.place(), self.value())
        elif r < 0.40:
            text = "if (%s) { %s } else { %s }" % (self.condition(), self.block(), self.block())
        elif r < 0.48:
            text = "switch (%s) { case 0: %s break; case 1: %s case 2: %s break; default: %s }" % (
                self.place(), self.statement(), self.statement(), self.statement(), self.statement())
        elif r < 0.60:
            text = "%s = %s;" % (self.pick("x", "y", "count"), self.call())
        elif r < 0.72:
            text = self.protocol()
        elif r < 0.77:
            text = "handler = %s;" % self.pick(*["f%d" % i for i in range(self.now)], "0")
        elif r < 0.80:
            text = self.pick("cursor = &%s;" % self.pick("shared", "table[2]", "other.open"), "q = &%s;" % self.pick("z", "shared"),
                             "__VERIFIER_assume((%s) != 0);" % self.condition(), "qsort(table, 4, sizeof *table, by_size);")
        elif r < 0.90:
            text = self.pick("while (%s) { TICK %s }", "do { TICK if (%s) break; %s } while (x < 3);", "for (y = 0; %s && y < 4; y++) { TICK %s }") % (
                self.condition(), self.block())
        else:
            text = "if (!(%s)) reach_error();" % self.claim()
        self.depth -= 1
        return text

    def block(self):
        return " ".join(self.statement() for _ in range(self.random.randrange(1, 3)))

    def function(self):
        self.itself = self.now
        body = "\n    ".join(self.statement() for _ in range(self.random.randrange(1, 4)))
        text = "static int f%d(int a, int b) {\n    int x = 0, y = 0, z = 0, *q = &z; TICK y = %s;\n    %s\n    return %s;\n}\n" % (
            self.now, self.value(), body, self.pick("x", "y", "0", "1", "a", self.value()))
        self.now += 1
        return text

    def text(self):
        compares = "static int by_size(const void *a, const void *b) { %s return *(const int *)a - *(const int *)b; }\n" % self.pick("", "", "count++;")
        functions = "".join(self.function() for _ in range(self.random.randrange(2, 5)))
        self.itself = 0
        body = "\n    ".join(self.statement() for _ in range(self.random.randrange(2, 5)))
        return (PROLOGUE + compares + functions +
                "int main(void) {\n    int a = 0, b = 0, x = __VERIFIER_nondet_int(), y = 0, z = 0, *q = &z;\n    cursor = &shared;\n    %s\n" % body +
                "    if (!(%s)) reach_error();\n    return 0;\n}\n#ifdef NATIVE\n%s#endif\n" % (self.claim(), NATIVE))
