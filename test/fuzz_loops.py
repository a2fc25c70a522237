#!/usr/bin/env python3
"""Random loops over bytes: `loci verify` against all runs there are.

    test/fuzz_loops.py [--count N] [--start SEED] [--show] [--loci PATH] [--engine NAME] [--seconds N] [-j JOBS]

A program has two or three bytes, signed or not, an array of four, a struct, a ring of three nodes, pointers into all of these,
and loops, nested or one after the other, with claims that hold or do not: counters that run together, sums, a lock, cells
that were set. It reads whole bytes at its beginning and asks yes-or-no questions anywhere, also in loops that never end.

The truth is found natively, by going through all answers. At the head of each loop the whole state is looked up among those
seen there: a state seen before leads to nothing new, so that what is explored is finite, and the outcome is exact. TRUE is
wrong where an error was reached, FALSE where none can be.
"""
import os
import random
import sys
import tempfile

import common
import fuzz_verify

PROLOGUE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
typedef unsigned char b;
struct pair { b v, w; };
struct node { b v; struct node *next; };
static b a[4];
static struct pair s;
static struct node ring[3] = {{0, &ring[1]}, {0, &ring[2]}, {0, &ring[0]}};
#ifdef NATIVE
b any(void), few(void), maybe(void);
void look(const void *, int);
#define HEAD(n) do { struct { void *p, *q; long at; b all[32]; } now = {p, q, n, {x, y, z, i, j, k, s.v, s.w, a[0], a[1], a[2], a[3], \\
    ring[0].v, ring[1].v, ring[2].v, ring[0].next - ring, ring[1].next - ring, ring[2].next - ring}}; look(&now, sizeof now); } while (0);
#define main program
#else
static b any(void) { return __VERIFIER_nondet_uchar(); }
static b few(void) { return __VERIFIER_nondet_uchar() & 7; }
static b maybe(void) { return __VERIFIER_nondet_uchar() & 1; }
#define HEAD(n)
#endif
"""

# Depth first over the answers: a run repeats those of `script`, and its first new answer is the least one.
NATIVE = """
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 1 << 22, ANSWERS = 1 << 16 };
static b script[ANSWERS]; static unsigned limit[ANSWERS], known, at, repeated;
static jmp_buf out;
static struct { unsigned char key[56]; } *seen;
static unsigned *slots, count;
static unsigned long long steps;
static void give_up(void) { printf("too many\\n"); exit(0); }
static b answer(unsigned n) {
    if (at == ANSWERS) give_up();
    if (at == known) { script[known] = 0; limit[known++] = n; }
    return script[at++];
}
b any(void) { return answer(256); }
b few(void) { return answer(8); }
b maybe(void) { return answer(2); }
void look(const void *state, int size) {
    if (++steps > 40000000) give_up();
    if (at < repeated) return; /* on the way to the first new answer */
    unsigned long long hash = 14695981039346656037ull;
    for (int n = 0; n < size; n++) hash = (hash ^ ((const unsigned char *)state)[n]) * 1099511628211ull;
    unsigned slot = (unsigned)(hash >> 20) % MOST;
    for (; slots[slot]; slot = (slot + 1) % MOST)
        if (!memcmp(seen[slots[slot] - 1].key, state, (unsigned)size)) longjmp(out, 1);
    if (count == MOST / 2) give_up();
    memcpy(seen[count].key, state, (unsigned)size);
    slots[slot] = ++count;
}
void reach_error(void) { printf("error\\n"); exit(0); }
int program(void);
int main(void) {
    seen = calloc(MOST / 2, sizeof *seen);
    slots = calloc(MOST, sizeof *slots);
    do {
        memset(a, 0, sizeof a); memset(&s, 0, sizeof s);
        for (int n = 0; n < 3; n++) { ring[n].v = 0; ring[n].next = &ring[(n + 1) % 3]; }
        at = 0; repeated = known;
        if (!setjmp(out)) program();
        known = at;
        while (known && script[known - 1] + 1u == limit[known - 1]) known--;
        if (known) script[known - 1]++;
    } while (known);
    printf("none\\n");
    return 0;
}
"""


class Program:
    """Statements over bytes; every access is valid by construction."""

    def __init__(self, seed):
        self.random = random.Random(seed * 7919 + 1)
        self.heads = self.depth = 0
        self.names = ["x", "y", "z"][:self.random.choice((2, 2, 3))]
        self.types = {name: self.pick("b", "b", "signed char") for name in ("x", "y", "z", "i", "j", "k")}

    def pick(self, *choices):
        return self.random.choice(choices)

    def constant(self):
        return str(self.pick(0, 1, 2, 3, 4, 5, 7, 10, 100, 127, 128, 200, 255))

    def small(self):
        return str(self.pick(1, 2, 3, 4, 5, 8))

    def place(self):
        return self.pick(*self.names, *self.names, *self.names, "a[%d]" % self.random.randrange(4), "a[i & 3]", "s.v", "s.w", "*p", "q->v", "q->next->v",
                         "ring[1].v")

    def value(self):
        return self.pick(self.constant(), self.small(), self.place(), self.place(), "i", "%s + %s" % (self.place(), self.small()),
                         "%s - %s" % (self.place(), self.place()), "maybe()", "%s & 3" % self.place(), "2 * %s" % self.place(), "%s / 2" % self.place())

    def condition(self):
        if self.random.random() < 0.3:
            return "maybe()"
        return "%s %s %s" % (self.pick(*self.names, "i", self.place()), self.pick("<", "<=", "==", "!=", ">", ">="), self.pick(self.constant(), self.place(), "i"))

    def statement(self):
        r = self.random.random()
        if r < 0.28:
            return "%s %s %s;" % (self.place(), self.pick("=", "+=", "-=", "="), self.value())
        if r < 0.42:
            return "%s%s;" % (self.place(), self.pick("++", "++", "--"))
        if r < 0.50:
            return "p = &%s;" % self.pick("s.v", "s.w", "a[%d]" % self.random.randrange(4), "a[i & 3]", "q->v", "a[%s & 3]" % self.pick(*self.names))
        if r < 0.58:
            return self.pick("q = q->next;", "q = q->next;", "q = &ring[%d];" % self.random.randrange(3), "q->next = &ring[%d];" % self.random.randrange(3))
        if r < 0.62:
            return "add(&%s, %s);" % (self.pick("s.v", "a[1]", "ring[0].v"), self.value())
        if r < 0.80:
            return "if (%s) { %s }%s" % (self.condition(), self.block(), " else { %s }" % self.block() if self.random.random() < 0.4 else "")
        if r < 0.86:
            return "if (!(%s)) reach_error();" % self.claim()
        return self.loop()

    def claim(self):
        x, y = self.names[:2]
        return self.pick("%s <= %s" % (x, self.constant()), "%s == %s" % (x, y), "%s == (%s)(2 * %s)" % (x, self.types[x], y), "%s <= %s" % (y, x),
                         "(%s & 1) == 0" % x, "s.v <= 1", "a[2] == 0", "*p <= %s" % self.constant(), "q->v == ring[0].v", "q->next != q", "i <= 16",
                         "%s != %s" % (x, self.constant()), "(b)(%s + %s) == %s" % (x, y, self.constant()), "s.v == 0 || s.w == 0", "a[0] <= a[1]",
                         "%s == %s || %s == %s" % (x, self.small(), x, self.small()))

    def block(self):
        return " ".join(self.statement() for _ in range(self.random.randrange(1, 4)))

    def head(self):
        self.heads += 1
        return "HEAD(%d)" % self.heads

    def loop(self):
        """A loop with what its body does, and mostly a claim that goes with it."""
        if self.depth >= 2:
            return "%s++;" % self.place()
        self.depth += 1
        counter = "ijk"[self.depth - 1]
        x, y = self.random.sample(self.names, 2)
        kind = self.random.randrange(9)
        head, more = self.head(), self.block() if self.random.random() < 0.45 else ""
        bound, step = self.pick("10", "16", "5", "100", y, "a[0]"), self.pick("1", "1", "2", "3")
        text = {
            0: "for (%s = 0; %s < %s; %s++) { %s %s }" % (counter, counter, bound, counter, head, more or self.block()),
            1: "%s = 0; for (%s = 0; %s < %s; %s++) { %s %s++; %s } if (!(%s == %s)) reach_error();" % (x, counter, counter, bound, counter, head, x, more, x, counter),
            2: "%s = 0; %s = 0; while (maybe()) { %s %s += %s; %s += 2 * %s; %s } if (!(%s == (%s)(2 * %s))) reach_error();" % (
                x, y, head, x, step, y, step, more, y, self.types[y], x),
            3: "s.v = 0; while (1) { %s if (s.v) reach_error(); s.v = 1; %s if (maybe()) { s.v = 0; %s } else break; } " % (head, more, self.pick("", "%s++;" % x)),
            4: "for (%s = 0; %s < 4; %s++) { %s a[%s] = %s; %s } if (!(a[%d] == %s)) reach_error();" % (
                counter, counter, counter, head, counter + (" & 3" if more else ""), step, more, self.random.randrange(4), step),
            5: "%s = %s; %s = 0; while (%s > 0) { %s %s--; %s++; %s } if (!(%s == 0)) reach_error();" % (x, bound, y, x, head, x, y, more, x),
            6: "q = &ring[0]; for (%s = 0; %s < %s; %s++) { %s q->v = %s; q = q->next; %s } if (!(ring[%d].v <= 5)) reach_error();" % (
                counter, counter, bound, counter, head, step, more, self.random.randrange(3)),
            7: "do { %s %s } while (%s);" % (head, more or self.block(), self.condition()),
            8: "while (%s) { %s %s if (%s) break; }" % (self.condition(), head, more or self.block(), self.condition())}[kind]
        self.depth -= 1
        return text

    def text(self):
        inputs = dict(zip(self.random.sample(self.names, 2), self.pick((), ("any()",), ("any()",), ("few()",), ("any()", "few()"))))
        start = " ".join("%s %s = %s;" % (self.types[name], name, inputs.get(name) or self.pick("0", "0", "1", self.constant()))
                         for name in ("x", "y", "z", "i", "j", "k"))
        start += " b *p = &%s; struct node *q = &ring[0];" % self.pick("s.v", "a[0]")
        body = "\n    ".join(self.statement() for _ in range(self.random.randrange(0, 3)))
        body += "\n    " + self.loop()
        if self.random.random() < 0.5:
            body += "\n    " + self.loop()
        if self.random.random() < 0.5:
            body += "\n    if (!(%s)) reach_error();" % self.claim()
        return PROLOGUE + "static void add(b *to, b n) { *to += n & 3; }\nint main(void) {\n    %s\n    %s\n    return 0;\n}\n#ifdef NATIVE\n#undef main\n%s#endif\n" % (
            start, body, NATIVE)


def truth(source, folder):
    """error, none, or something else where there are too many states."""
    native = os.path.join(folder, "p")
    built = common.run([common.CLANG, "-w", "-O1", "-fno-strict-aliasing", "-DNATIVE", source, "-o", native])
    if built.status:
        raise ValueError("the program does not compile: " + built.err.decode(errors="replace")[:500])
    return common.run([native], timeout=60).out.decode().strip()


def check(loci, seed, engine, seconds, show=False):
    """(verdict and truth, what is wrong or None)"""
    text = Program(seed).text()
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "p.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        what = truth(source, folder)
        if what not in ("error", "none"):
            return "skipped", None
        result = common.run([loci, "verify", "--property=" + fuzz_verify.prp(folder), "--max-time=%d" % seconds, "--engine=" + engine,
                             "--%d" % (32 if seed % 2 else 64), source], timeout=seconds * 4 + 30)
        lines = result.out.decode(errors="replace").strip().splitlines()
        verdict = lines[-1].split("(")[0].strip() if lines else ""
        if verdict not in ("RESULT: true", "RESULT: false", "RESULT: unknown"):
            return "crash", "seed %d: no verdict, status %s\n%s" % (seed, result.status, result.err.decode(errors="replace")[-800:])
        if verdict == "RESULT: true" and what == "error" or verdict == "RESULT: false" and what == "none":
            return "wrong", "seed %d: %s, but of all runs %s is in error\n%s" % (seed, verdict[8:], "one" if what == "error" else "none", "\n".join(lines))
        return "%s, rightly" % verdict[8:] if verdict != "RESULT: unknown" else "unknown (%s)" % {"error": "false", "none": "true"}[what], None


def tests(loci, start, count, engine="auto", seconds=2):
    return fuzz_verify.tests(loci, start, count, engine, seconds, check, "loops")


if __name__ == "__main__":
    sys.exit(common.fuzz_verify_main("Random loops over bytes against loci verify.", check, "auto"))
