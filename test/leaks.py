#!/usr/bin/env python3
"""Leaks in `loci run`: programs that say what is found, and random graphs of blocks checked against brute force.

    test/leaks.py [--count N] [--start SEED] [--loci PATH] [--out FOLDER] [-j JOBS]      random graphs, until N are checked

A program (test/leaks/*.c) has comment lines
    // run: OPTIONS                  for `loci run`
    // found: KIND:LINE ...          the bugs, all of them; the run is complete
    // cut: REASON                   unless it must say this
    // paths: N                      optional
A random program has three small inputs and builds a graph of up to five blocks with links, roots and frees that depend on
them. This file computes for every input whether a block is lost; `loci run` must agree in every test, under every memory
model, in both data models, and `loci exec` for some inputs.
"""
import argparse
import itertools
import os
import random
import re
import sys
import tempfile

import common
import symbolic

FOLDER = os.path.join(common.HERE, "leaks")
QUICK = {64: ("forking", "merging", "flat", "segmented-andersen"), 32: ("forking", "merging")}
GRAPHS = [(1, 64, "forking"), (2, 64, "merging"), (3, 64, "flat"), (4, 64, "segmented-andersen"), (5, 64, "forking-joins"),
          (7, 64, "segmented-small"), (10, 32, "forking"), (11, 32, "flat"), (12, 32, "merging-joins"), (1004, 64, "merging-joins"),
          (5016, 64, "flat"), (5016, 32, "flat")]  # seed, data model, memory model


# ---- Programs that say what is found ----

def expectation(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    flags = re.search(r"^// run: (.*)$", text, re.M)
    paths = re.search(r"^// paths: (\d+)$", text, re.M)
    cut = re.search(r"^// cut: (.*)$", text, re.M)
    found = sorted(re.search(r"^// found:(.*)$", text, re.M)[1].split())
    return flags[1].split() if flags else [], found, paths and int(paths[1]), [cut[1]] if cut else []


def program_test(loci, path, model, memory, timeout):
    flags, expected, paths, cuts = expectation(path)
    with tempfile.TemporaryDirectory() as folder:
        report, complaint = symbolic.loci_run(loci, path, model, [*symbolic.MEMORIES[memory], *flags],
                                              os.path.join(folder, "out"), timeout)
    if complaint:
        return complaint
    reasons = report.get("incomplete_reasons", [])
    problems = [] if reasons == cuts and report["complete"] == (not cuts) else ["incomplete: " + "; ".join(reasons)]
    found = sorted("%s:%s" % (bug["kind"], bug["line"]) for bug in report["bugs"])
    if found != expected:
        problems.append("found %s, expected %s" % (found, expected))
    if paths and memory == "forking" and report["paths"] != paths:
        problems.append("%d paths, expected %d" % (report["paths"], paths))
    return "\n".join(problems) or None


# ---- Random graphs ----

RANGES = (3, 2, 3)  # of the inputs a, b, c
ROOTS, LINKS = 3, 3
HEAD = """#include "harness.h"
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *link[3];
    char text[%d];
};
typedef struct node *Pointer;

static Pointer root[3];
static struct __attribute__((packed)) { char tag; Pointer pointer; } packed[2];
static Pointer *table;

static Pointer moved(Pointer block, int delta) { return (Pointer)((char *)block + delta); }
"""


class Block:
    def __init__(self):
        self.links, self.lives = [None] * LINKS, True


class Memory:
    """What a program has built for one input."""

    def __init__(self, inputs):
        self.inputs = dict(zip("abc", inputs))
        self.blocks, self.variables, self.made = [], {}, []

    def new_block(self):
        block = Block()
        self.made.append(block)
        return block

    def loses(self, roots):
        pending = [self.variables.get(name) for name in roots]
        reached = set()
        while pending:
            block = pending.pop()
            if block is None or not block.lives or id(block) in reached:
                continue
            reached.add(id(block))
            pending += block.links
        return any(block.lives and id(block) not in reached for block in self.made)


class Generator:
    """Statements as pairs: C text, and a function that does the same to a Memory."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.random.randint(2, 5)
        self.usable = list(range(self.count))  # blocks that no statement so far can have freed
        self.leaves_by_exit = self.random.random() < 0.4

    def index(self, limit):
        """An expression below the limit: text, and its value."""
        kind = self.random.randrange(5)
        name = self.random.choice("abc")
        top = RANGES["abc".index(name)]
        if kind == 0 or (kind < 3 and top > limit):
            value = self.random.randrange(limit)
            return str(value), lambda m: value
        if kind < 3:
            return name, lambda m: m.inputs[name]
        add = self.random.randrange(limit)
        return "(%s + %d) %% %d" % (name, add, limit), lambda m: (m.inputs[name] + add) % limit

    def condition(self):
        name = self.random.choice("abc")
        value = self.random.randrange(RANGES["abc".index(name)])
        return "%s == %d" % (name, value), lambda m: m.inputs[name] == value

    def block(self):
        """Some block, as a pointer to its start or into it."""
        number = self.random.randrange(self.count)
        kind = self.random.randrange(5)
        text = "block[%d]" % number
        if kind == 3:
            text = "moved(%s, %d)" % (text, self.random.randint(1, 12))
        elif kind == 4:
            text = "%s + 1" % text  # one past the end
        return text, lambda m: m.blocks[number]

    def value(self, depth=0):
        kind = self.random.randrange(8)
        if kind == 0:
            return "NULL", lambda m: None
        if kind <= 3 or depth > 1:
            return self.block()
        if kind == 4:
            place, text = self.place()
            return text[0], lambda m: text[1](m) if place is None else m.variables.get(place(m))
        if kind == 5 and self.usable:
            number, (text, index) = self.random.choice(self.usable), self.index(LINKS)
            return "block[%d]->link[%s]" % (number, text), lambda m: m.blocks[number].links[index(m)]
        choices = [self.value(depth + 1) for _ in range(3)]
        text, index = self.index(3)
        return ("((Pointer[]){%s}[%s])" % (", ".join(choice[0] for choice in choices), text),
                lambda m: choices[index(m)][1](m))

    def place(self):
        """A variable: a function that names it, and its text."""
        kind = self.random.randrange(4)
        text, index = self.index(ROOTS)
        if kind == 0:
            text, index = self.index(2)
            return lambda m: ("packed", index(m)), ("packed[%s].pointer" % text, None)
        if kind == 1:
            return lambda m: ("table", index(m)), ("table[%s]" % text, None)
        if kind == 2:
            text, index = self.index(2)
            return lambda m: ("kept", index(m)), ("kept[%s]" % text, None)
        return lambda m: ("root", index(m)), ("root[%s]" % text, None)

    def assign(self):
        value, worth = self.value()
        if self.usable and self.random.random() < 0.5:
            number, (text, index) = self.random.choice(self.usable), self.index(LINKS)

            def link(m):
                m.blocks[number].links[index(m)] = worth(m)
            return "block[%d]->link[%s] = %s;" % (number, text, value), link
        place, (text, _) = self.place()

        def store(m):
            m.variables[place(m)] = worth(m)
        return "%s = %s;" % (text, value), store

    def release(self):
        """One of two blocks, or none, by an index; both are out of use from here on."""
        chosen = self.random.sample(self.usable, min(len(self.usable), 2))
        for number in chosen:
            self.usable.remove(number)
        entries = ([*chosen, None] * 2)[:3]
        text, index = self.index(3)

        def end(m):
            number = entries[index(m)]
            if number is not None:
                m.blocks[number].lives = False
        return "free((Pointer[]){%s}[%s]);" % (", ".join("NULL" if n is None else "block[%d]" % n for n in entries), text), end

    def move(self):
        number = self.random.choice(self.usable)

        def realloc(m):
            old, new = m.blocks[number], m.new_block()
            new.links, old.lives = list(old.links), False
            m.blocks[number] = new
        return "block[%d] = realloc(block[%d], sizeof(struct node) + %d);" % (number, number, self.random.choice((3, 40))), realloc

    def statement(self):
        kind = self.random.randrange(12)
        if kind == 0 and self.usable:
            return self.release()
        text, run = self.move() if kind == 1 and self.usable else self.assign()
        if self.random.random() < 0.4:
            condition, holds = self.condition()
            return "if (%s)\n        %s" % (condition, text), lambda m: run(m) if holds(m) else None
        return text, run

    def program(self):
        """The text, and a function from inputs to whether a block is lost."""
        statements = [self.statement() for _ in range(self.random.randint(4, 12))]
        text = HEAD % self.random.choice((1, 5, 9))
        text += "\nstatic void __attribute__((noinline)) build(int a, int b, int c, Pointer *kept) {\n    Pointer block[%d];\n" % self.count
        text += "    for (int i = 0; i < %d; i++)\n        block[i] = calloc(1, sizeof(struct node));\n" % self.count
        text += "".join("    %s\n" % statement for statement, _ in statements) + "}\n"
        # Registers may still have what calls left there that are over: exit is called from one that has overwritten them.
        text += "\nstatic void __attribute__((noinline)) leave(%s) {\n    exit(0%s);\n}\n" % (
            ", ".join("int x%d" % i for i in range(12)), "".join(" * x%d" % i for i in range(12)))
        text += "\nint main(void) {\n    Pointer kept[2] = {0};\n"
        text += "".join("    int %s = klee_range(0, %d, \"%s\");\n" % (name, top, name) for name, top in zip("abc", RANGES))
        text += "    table = calloc(3, sizeof *table);\n    build(a, b, c, kept);\n"
        text += "    leave(%s);\n}\n" % ", ".join(["1"] * 12) if self.leaves_by_exit else "    return 0;\n}\n"
        roots = [("root", i) for i in range(3)] + [("packed", i) for i in range(2)] + [("table", i) for i in range(3)]
        roots += [("kept", i) for i in range(2)] if self.leaves_by_exit else []

        def loses(inputs):
            m = Memory(inputs)
            m.blocks = [m.new_block() for _ in range(self.count)]
            for _, run in statements:
                run(m)
            return m.loses(roots)
        return text, loses


def oracle_of(loses):
    behaviours = {}
    for inputs in itertools.product(*map(range, RANGES)):
        entry = "|".join(value.to_bytes(4, "little").hex() for value in inputs)
        behaviours[entry] = symbolic.Behaviour("leak" if loses(inputs) else "0", "")
    return symbolic.Oracle(behaviours, behaviours)


def judge(loci, path, known, model, memory, timeout):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        report, complaint = symbolic.loci_run(loci, path, model, symbolic.MEMORIES[memory], out, timeout)
        if complaint:
            return complaint
        tests = symbolic.read_tests(out)
    return "\n".join(symbolic.judge_tests(tests, known) + symbolic.judge_set(tests, known, report, memory) +
                     symbolic.judge_bugs(known, report, memory)) or None


def judge_exec(loci, path, known, model):
    problems = []
    for entry in known.examples(2):
        found = symbolic.exec_behaviour(loci, path, model, entry)
        if found != known.behaviours[entry]:
            problems.append("exec, input %s: %s expected, %s found" % (
                entry, symbolic.show(known.behaviours[entry]), symbolic.show(found)))
    return "\n".join(problems) or None


def graph_test(loci, seed, memories, timeout, keep=None):
    """What is wrong with one random program; `keep`: a folder for those with which something is."""
    text, loses = Generator(seed).program()
    known = oracle_of(loses)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "leaks%d.c" % seed)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('"harness.h"', '"%s"' % os.path.join(symbolic.FOLDER, "harness.h")))
        for model, names in memories.items():
            cases = [(memory, judge(loci, path, known, model, memory, timeout)) for memory in names]
            cases.append(("exec", judge_exec(loci, path, known, model)))
            problems += ["%d-%s: %s" % (model, name, complaint) for name, complaint in cases if complaint]
    if problems and keep:
        os.makedirs(keep, exist_ok=True)
        with open(os.path.join(keep, "leaks%d.c" % seed), "w", encoding="utf-8") as file:
            file.write("/*\n%s\n*/\n%s" % ("\n".join(problems), text))
    return "\n".join(problems) or None


# ---- Names of tests ----

def tests(options):
    for name in sorted(os.listdir(FOLDER)):
        path = os.path.join(FOLDER, name)
        for model in (64, 32):
            for memory in QUICK[model]:
                yield "leaks/%s-%d-%s" % (name[:-2], model, memory), lambda path=path, model=model, memory=memory: \
                    program_test(options.loci, path, model, memory, options.timeout)
    for seed, model, memory in GRAPHS:
        yield "leaks/graph-%d-%d-%s" % (seed, model, memory), lambda seed=seed, model=model, memory=memory: \
            graph_test(options.loci, seed, {model: (memory,)}, options.timeout)


def main():
    parser = argparse.ArgumentParser(description="Random graphs of blocks: loci run against brute force.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--out", default=os.path.join(common.ROOT, "build", "fuzz"))
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    everything = {64: list(symbolic.MEMORIES), 32: list(symbolic.MEMORIES)}
    return symbolic.run_tests([("graph-%d" % seed, lambda seed=seed: graph_test(
        options.loci, seed, everything, options.timeout, options.out)) for seed in range(options.start, options.start + options.count)], options)


if __name__ == "__main__":
    sys.exit(main())
