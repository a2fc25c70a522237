#!/usr/bin/env python3
"""Random programs with lists: `loci verify` against many native runs.

    test/fuzz_lists.py [--count N] [--start SEED] [--show] [--loci PATH] [--engine NAME] [-j JOBS]

A program builds lists of any length (singly and doubly linked, circular, with data, with lists or blocks of their own),
goes through them, searches, changes, reverses, inserts, removes and frees; some forget a check, a node or a link. Natively
it is run with thousands of random inputs over a pool of nodes in which every access and every free is checked, and what is
lost at the end is found by marking. For the engine cegar, most programs are about values that all nodes have (Valued). Where one of these runs shows an error, TRUE is wrong; a FALSE has been run in the
machine. How often something is proved is counted: a prover that never proves is never wrong.
"""
import os
import random
import sys
import tempfile

import common

PROLOGUE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
struct node { struct node *next, *prev; int data; struct node *sub; };
static struct node *g, *h;
#ifdef NATIVE
struct node *check(struct node *);
void release(struct node *);
struct node *make(void);
void tick(void);
#define D(p) check(p)
#define FREE(p) release(p)
#define NEW() make()
#define TICK tick();
#define main program
#else
#define D(p) (p)
#define FREE(p) free(p)
#define NEW() ((struct node *)malloc(sizeof(struct node)))
#define TICK
#endif
"""

NATIVE = """
#undef main
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
enum { POOL = 300, RUNS = 6000, ERROR = 2, MEMORY = 3 };
static struct node pool[POOL]; static char state[POOL]; static int used, fuel, bias; static jmp_buf out;
static unsigned long long random_state;
static unsigned next_random(void) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33);
}
void tick(void) { if (--fuel < 0) longjmp(out, 1); }
int __VERIFIER_nondet_int(void) {
    tick();
    unsigned n = next_random();
    return n % 8 < (unsigned)bias ? 0 : n & 64 ? (int)(n >> 8) % 4 : 1;
}
void reach_error(void) { longjmp(out, ERROR); }
static int index_of(struct node *p) {
    unsigned long at = (unsigned long)p - (unsigned long)pool;
    return p && at < sizeof pool && at % sizeof *pool == 0 ? (int)(at / sizeof *pool) : -1;
}
struct node *check(struct node *p) {
    int i = index_of(p);
    if (i < 0 || state[i] != 1) longjmp(out, MEMORY);
    return p;
}
void release(struct node *p) { if (p) { check(p); state[index_of(p)] = 2; } }
struct node *make(void) {
    if (used == POOL) longjmp(out, 1);
    struct node *n = &pool[used], *any = next_random() & 1 ? 0 : (struct node *)0x5a5a5a50;
    *n = (struct node){any, any, (int)next_random() % 5, any};
    state[used++] = 1;
    return n;
}
static void mark(struct node *p) {
    int i = index_of(p);
    if (i < 0 || state[i] != 1) return;
    state[i] = 3;
    mark(p->next); mark(p->prev); mark(p->sub);
}
int program(void);
int main(void) {
    int error = 0, memory = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        random_state = i * 0x9e3779b97f4a7c15ull; fuel = 400; used = 0; bias = 1 + i % 6; g = h = 0;
        memset(state, 0, sizeof state);
        int how = setjmp(out);
        if (!how) {
            program();
            mark(g); mark(h);
            for (int k = 0; k < used; k++) memory |= state[k] == 1;
        }
        error |= how == ERROR; memory |= how == MEMORY;
    }
    printf("%s %s\\n", error ? "error" : "none", memory ? "memory" : "none");
    return 0;
}
"""


class Program:
    """Statements over lists that start in variables; what a variable holds may be anything the statements before left."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.heads = ["a", "b", "g"]
        self.is_double = self.random.random() < 0.4
        self.buggy = self.random.random() < 0.5
        self.loops = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def slip(self, chance=0.12):
        """Is something forgotten here?"""
        return self.buggy and self.random.random() < chance

    def data(self):
        return self.pick("1", "1", "2", "3", "flag", "__VERIFIER_nondet_int()", "k", "(flag = !flag)")

    def more(self):
        """The condition of a loop that builds."""
        return self.pick("__VERIFIER_nondet_int()", "__VERIFIER_nondet_int()", "__VERIFIER_nondet_int() && n++ < 5")

    def extra(self):
        """What a new node t is given for itself."""
        kind = self.random.randrange(8)
        if kind == 0:
            return "D(t)->sub = NEW(); D(D(t)->sub)->sub = 0; D(D(t)->sub)->next = 0; D(D(t)->sub)->data = 7;"
        if kind == 1:
            return ("D(t)->sub = 0; do { TICK x = NEW(); D(x)->data = 5; D(x)->sub = 0; D(x)->next = D(t)->sub; D(t)->sub = x; }"
                    " while (__VERIFIER_nondet_int());")
        if kind == 2:
            return "D(t)->sub = t;"
        return "" if self.slip() else "D(t)->sub = 0;"

    def build_front(self, head):
        link = "" if self.slip() else "D(t)->next = %s;" % head
        back = "D(t)->prev = 0; if (%s) D(%s)->prev = t;" % (head, head) if self.is_double else ""
        return "while (%s) { TICK t = NEW(); D(t)->data = %s; %s %s %s %s = t; }" % (
            self.more(), self.data(), self.extra(), link, back, head)

    def build_back(self, head):
        start = "" if self.slip() else "if (!%s) " % head
        back = "D(t)->prev = p;" if self.is_double else ""
        end = "" if self.slip() else "D(t)->next = 0;"
        return ("%s{ t = NEW(); D(t)->next = D(t)->prev = D(t)->sub = 0; D(t)->data = 1; %s = t; }\n"
                "    p = %s; while (D(p)->next && D(p)->next != %s) { TICK p = D(p)->next; }\n"
                "    while (%s) { TICK t = NEW(); %s D(t)->data = %s; %s %s D(p)->next = t; p = t; }" % (
                    start, head, head, head, self.more(), end, self.data(), back, self.extra()))

    def act(self, node):
        kind = self.random.randrange(7)
        if kind == 0:
            return "D(%s)->data = %s;" % (node, self.data())
        if kind == 1:
            return "if (D(%s)->data == %s) reach_error();" % (node, self.pick("2", "3", "9", "flag"))
        if kind == 2:
            return "if (D(%s)->data != 1) { flag = 1; break; }" % node
        if kind == 3:
            return "n++;"
        if kind == 4 and self.is_double:
            return "if (D(%s)->next && D(D(%s)->next)->prev != %s) reach_error();" % (node, node, node)
        if kind == 5:
            return "if (D(%s)->sub && D(%s)->sub != %s && D(D(%s)->sub)->data == 6) reach_error();" % (node, node, node, node)
        return "q = %s;" % node

    def walk(self, head):
        body = " ".join(self.act("p") for _ in range(self.random.randrange(1, 3)))
        stop = "p && p->next" if self.random.random() < 0.2 and not self.buggy else "p"
        stop = stop.replace("p->", "D(p)->")
        return "for (p = %s; %s; p = D(p)->next) { TICK %s if (D(p)->next == %s) break; }" % (head, stop, body, head)

    def walk_back(self, head):
        return ("p = %s; while (p && D(p)->next) { TICK p = D(p)->next; }\n"
                "    while (p) { TICK %s p = D(p)->prev; }" % (head, self.act("p")))

    def reverse(self, head):
        back = " D(p)->prev = q;" if self.is_double else ""
        link = "" if self.slip() else "D(p)->next = t;"
        return "t = 0; p = %s; while (p) { TICK q = D(p)->next; %s%s t = p; p = q; } %s = t;" % (head, link, back, head)

    def insert(self, head):
        back = "D(t)->prev = p; if (D(t)->next) D(D(t)->next)->prev = t;" if self.is_double else ""
        guard = "" if self.slip() else "if (p) "
        return ("p = %s; while (p && D(p)->next && %s) { TICK p = D(p)->next; }\n"
                "    %s{ t = NEW(); D(t)->sub = 0; D(t)->data = %s; D(t)->next = D(p)->next; %s D(p)->next = t; }" % (
                    head, self.pick("__VERIFIER_nondet_int()", "D(p)->data != 2", "D(D(p)->next)->data < k"), guard,
                    self.data(), back))

    def free_node(self, node):
        sub = "" if self.slip(0.3) else "while (D(%s)->sub && D(%s)->sub != %s) { TICK x = D(%s)->sub; D(%s)->sub = D(x)->next ? D(x)->next : 0; FREE(x); }" % (
            node, node, node, node, node)
        return "%s %s" % (sub, "" if self.slip() else "FREE(%s);" % node)

    def remove(self, head):
        back = "if (D(p)->next) D(D(p)->next)->prev = p;" if self.is_double and not self.slip() else ""
        return ("p = %s; while (p && D(p)->next && %s) { TICK p = D(p)->next; }\n"
                "    if (p && D(p)->next && D(p)->next != %s) { q = D(p)->next; %sD(p)->next = D(q)->next; %s %s q = 0; }" % (
                    head, self.pick("__VERIFIER_nondet_int()", "D(D(p)->next)->data == 1"), head,
                    "if (q == g || q == h || q == a || q == b) return 0; " if not self.slip() else "", back, self.free_node("q")))

    def pop(self, head):
        back = "if (%s) D(%s)->prev = 0;" % (head, head) if self.is_double else ""
        return "if (%s) { q = %s; %s = D(q)->next; %s %s q = 0; }" % (head, head, head, back, self.free_node("q"))

    def free_all(self, head):
        test = self.pick("%s" % head, "%s && __VERIFIER_nondet_int()" % head) if self.slip() else head
        return "while (%s) { TICK t = D(%s)->next; %s %s = t; }" % (test, head, self.free_node(head), head)

    def move(self, head):
        other = self.pick(*[name for name in self.heads if name != head])
        kind = self.random.randrange(3)
        if kind == 0:
            return "if (!%s) { %s = %s; %s = 0; }" % (other, other, head, head)
        if kind == 1:
            return "while (%s) { TICK t = D(%s)->next; D(%s)->next = %s; %s = %s; %s = t; }" % (
                head, head, head, other, other, head, head)
        return "if (!%s && %s) { p = D(%s)->next; D(%s)->next = 0; %s = p; }" % (other, head, head, head, other)

    def claim(self, head):
        return "if (%s) reach_error();" % self.pick(
            "%s && D(%s)->data == 3" % (head, head), "%s && !%s" % (head, self.pick(*self.heads)), "flag > 1", "n < 0",
            "%s && D(%s)->next == %s" % (head, head, head), "q && q == %s" % head,
            "%s && D(%s)->next && D(D(%s)->next)->data == D(%s)->data" % (head, head, head, head))

    def statement(self):
        head = self.pick(*self.heads)
        kinds = [self.build_front, self.build_front, self.build_back, self.walk, self.walk, self.reverse, self.insert, self.remove,
                 self.pop, self.move, self.claim, self.walk_back if self.is_double else self.walk]
        if self.slip(0.5):
            kinds.append(self.free_all)
        return self.pick(*kinds)(head)

    def text(self):
        body = [self.pick(self.build_front, self.build_back)(self.pick(*self.heads))]
        body += [self.statement() for _ in range(self.random.randrange(1, 5))]
        if self.random.random() < 0.25:
            count = self.random.randrange(1, 3)
            body.append("while (__VERIFIER_nondet_int()) { TICK\n    %s\n    }" % "\n    ".join(
                self.statement() for _ in range(count)))
        for head in self.heads:
            if not self.slip(0.2):
                body.append(self.free_all(head))
        return (PROLOGUE + "int main(void) {\n    struct node *a = 0, *b = 0, *p = 0, *q = 0, *t = 0, *x = 0;\n"
                "    int flag = %s, k = __VERIFIER_nondet_int(), n = 0;\n    %s\n    return 0;\n}\n#ifdef NATIVE\n%s#endif\n" % (
                    self.pick("0", "1", "__VERIFIER_nondet_int()"), "\n    ".join(body), NATIVE))


class Valued(Program):
    """Lists in which each node has a value that a rule gives it; loops change them and claim that another rule holds. What all
    nodes have in common has to be found, and where the rules differ, it must not be."""

    def rule(self, last):
        """How the k-th node gets its value, and what a loop over the list can then claim."""
        one, two = self.random.sample("1234", 2)
        ending = [self.pick("5", "6")] if last else []
        kind = self.random.randrange(5)
        if kind == 0:
            return one, {one, *ending}, None
        if kind == 1:
            return "mode ? %s : %s" % (one, two), {one, two, *ending}, ("mode ? {0} != %s : {0} != %s" % (one, two), ending)
        if kind == 2:
            return "(flag = !flag) ? %s : %s" % (one, two), {one, two, *ending}, ("(flag = !flag) ? {0} != %s : {0} != %s" % (one, two), ending)
        if kind == 3:
            return "__VERIFIER_nondet_int() ? %s : %s" % (one, two), {one, two, *ending}, None
        return "k", {"k", *ending}, None

    def build(self, head, value, last):
        if self.random.random() < 0.5:
            end = "%s = 0;" % head
            if last:
                end = "t = NEW(); D(t)->data = %s; D(t)->next = 0; D(t)->sub = 0; %s = t;" % (last, head)
            return end + " while (%s) { TICK t = NEW(); D(t)->data = %s; D(t)->sub = 0; D(t)->next = %s; %s = t; }" % (
                self.more(), value, head, head)
        last = "D(p)->data = %s; " % last if last and not self.slip(0.3) else "D(p)->data = %s; " % value
        return ("%s = NEW(); p = %s; D(p)->sub = 0; while (%s) { TICK D(p)->data = %s; t = NEW(); D(t)->sub = 0; D(p)->next = t; p = t; }"
                " %s%sD(p)->next = 0;" % (head, head, self.more(), value, last, "" if self.random.random() < 0.8 else "if (k == 2) "))

    def change(self, head, values):
        """A loop that gives some nodes another value; returns it with the values there may be afterwards."""
        old, new = self.pick(*sorted(values)), self.pick("1", "2", "7")
        kind = self.random.randrange(4)
        if kind == 0:
            return "for (p = %s; p; p = D(p)->next) { TICK if (D(p)->data == %s) D(p)->data = %s; }" % (head, old, new), (values - {old}) | {new}
        if kind == 1:
            return "for (p = %s; p; p = D(p)->next) { TICK D(p)->data = %s; }" % (head, new), {new}
        if kind == 2:
            return "p = %s; if (p && D(p)->next) D(D(p)->next)->data = %s;" % (head, new), values | {new}
        return self.reverse(head), values

    def claim_values(self, head, values):
        wanted = sorted(values)
        if self.buggy and self.random.random() < 0.4:
            wanted = wanted[1:] or ["8"]
        test = " && ".join("D(p)->data != %s" % value for value in wanted)
        return "for (p = %s; p; p = D(p)->next) { TICK if (%s) reach_error(); }" % (head, test)

    def text(self):
        head = self.pick(*self.heads)
        last = self.pick("", "5", "6")
        value, values, claim = self.rule(last)
        if last:
            values = (values - {"5", "6"}) | {last}
        body = ["flag = 0; " + self.build(head, value, last)]
        changes = self.random.randrange(3) if self.random.random() < 0.5 else 0
        for _ in range(changes):
            loop, values = self.change(head, values)
            body.append(loop)
        if claim and not changes and self.random.random() < 0.6:
            stop = "p && D(p)->data != %s" % last if last else "p"
            body.append("flag = 0; for (p = %s; %s; p = D(p)->next) { TICK if (%s) reach_error(); }" % (
                head, stop, claim[0].format("D(p)->data")))
        else:
            body.append(self.claim_values(head, values))
        return (PROLOGUE + "int main(void) {\n    struct node *a = 0, *b = 0, *p = 0, *q = 0, *t = 0;\n"
                "    int flag = 0, mode = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), n = 0;\n    %s\n    return 0;\n}\n"
                "#ifdef NATIVE\n%s#endif\n" % ("\n    ".join(body), NATIVE))


PROPERTIES = {
    "error": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "memory": "".join("CHECK( init(main()), LTL(G %s) )\n" % name for name in ("valid-free", "valid-deref", "valid-memtrack")),
}


def check(loci, seed, engine, seconds, show=False):
    """(verdict, what is wrong or None)"""
    only_errors = engine == "cegar"  # which knows of no other property
    text = (Valued if only_errors and seed % 4 else Program)(seed).text()
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        source, native, prp = (os.path.join(folder, name) for name in ("p.c", "p", "p.prp"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        built = common.run([common.CLANG, "-w", "-O1", "-fwrapv", "-DNATIVE", source, "-o", native])
        seen = common.run([native], timeout=60).out.decode().split() if not built.status else []
        if len(seen) != 2:
            return "crash", "seed %d: the native program does not run\n%s" % (seed, built.err.decode(errors="replace")[-800:])
        about = "error" if only_errors or seed % 3 == 0 else "memory"
        with open(prp, "w", encoding="utf-8") as file:
            file.write(PROPERTIES[about])
        result = common.run([loci, "verify", "--property=" + prp, "--max-time=%d" % seconds, "--engine=" + engine,
                             "--%d" % (32 if seed % 2 else 64), source], timeout=seconds * 4 + 30)
        lines = result.out.decode(errors="replace").strip().splitlines()
        verdict = lines[-1].split("(")[0].strip() if lines else ""
        if verdict not in ("RESULT: true", "RESULT: false", "RESULT: unknown"):
            return "crash", "seed %d: no verdict, status %s\n%s" % (seed, result.status, result.err.decode(errors="replace")[-800:])
        if "killed by signal" in lines[-1] or "ended with status" in lines[-1]:
            return "crash", "seed %d: %s" % (seed, lines[-1])
        if verdict == "RESULT: true" and about in seen:
            return "wrong", "seed %d: TRUE, but a native run shows a violation\n%s" % (seed, "\n".join(lines))
        return verdict[8:] + (" (violated)" if about in seen else ""), None


def tests(loci, start, count, engine="shape", seconds=10):
    for seed in range(start, start + count):
        yield "random-lists-%d" % seed, lambda seed=seed: check(loci, seed, engine, seconds)[1]


if __name__ == "__main__":
    sys.exit(common.fuzz_verify_main("Random programs with lists against loci verify.", check, "shape", 10))
