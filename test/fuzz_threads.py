#!/usr/bin/env python3
"""Random programs with threads against all their schedules, tried one by one in Python.

    test/fuzz_threads.py [--count N] [--start SEED] [--show] [--loci PATH] [-j JOBS]

A program has two or three threads, each a short list of steps: locks taken in any order (so that some deadlock), tried locks,
semaphores, condition variables, atomics, variables that only their lock's owner touches, and with --threads=all also
variables that nobody guards. It ends with a number made of everything that can differ, or in a deadlock. The truth is the
set of ends over all interleavings of the steps and both values of an input. `loci run --threads=fork` (all) must find just
these ends, and say that it is complete; the tests of a run must end again as they did in `loci exec`.
With --max-preemptions what is found must be a part of the truth, and the run must not be called complete when it misses one.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

import common

LOCKS, SEMAPHORES, ENDS = 2, 1, 64

PROLOGUE = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef unsigned u;
void klee_make_symbolic(void *, size_t, const char *);
static pthread_mutex_t lock0 = PTHREAD_MUTEX_INITIALIZER, lock1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static u guarded0, guarded1, plain;
static atomic_uint shared;
static u is_set;
static unsigned char in;
"""


class Program:
    """threads: lists of steps (kind, operand). A step is atomic, but for those of `plain`, which load and store apart."""

    def __init__(self, seed, is_plain):
        self.random = random.Random(seed)
        self.is_plain = is_plain
        count = 2 if is_plain or self.random.random() < 0.7 else 3
        self.posts = self.random.randrange(0, 2)
        self.threads = [self.steps(1 if is_plain else 2 if count == 3 else self.random.randrange(2, 4)) for _ in range(count)]

    def steps(self, size):
        steps = []
        for _ in range(size):
            self.add(steps)
        return steps

    def add(self, steps):
        lock, number = self.random.randrange(LOCKS), self.random.randrange(1, 6)
        kind = self.random.choice(["plain", "plain", "section", "atomic"] if self.is_plain else
                                  ["section"] * 3 + ["nested", "try", "atomic", "store", "post", "wait", "if", "set", "await"])
        if kind == "section":
            steps += [("lock", lock), ("update", (lock, number)), ("unlock", lock)]
        elif kind == "nested":
            steps += [("lock", lock), ("lock", 1 - lock), ("update", (lock, number)), ("unlock", 1 - lock), ("unlock", lock)]
        elif kind == "set":
            steps += [("lock", 0), ("set", None), ("unlock", 0)]
            steps.insert(-1, ("signal", None)) if self.random.random() < 0.5 else steps.append(("signal", None))
        elif kind == "await":
            steps += [("lock", 0), ("await", None), ("unlock", 0)]
        elif kind == "plain":
            steps += [("load", number), ("store_plain", number)]
        elif kind == "try":
            steps.append(("try", (lock, number)))
        else:
            steps.append((kind, number))

    # ---- as C ----

    @staticmethod
    def text_of(kind, operand):
        if kind == "update":
            return "guarded%d = guarded%d * 3 + mine + %d; mine += guarded%d;" % (operand[0], operand[0], operand[1], operand[0])
        if kind == "try":
            return ("if (pthread_mutex_trylock(&lock%d) == 0) { guarded%d += %d; pthread_mutex_unlock(&lock%d); } else mine += 7;"
                    % (operand[0], operand[0], operand[1], operand[0]))
        texts = {"lock": "pthread_mutex_lock(&lock%s);", "unlock": "pthread_mutex_unlock(&lock%s);",
                 "atomic": "mine += atomic_fetch_add(&shared, %s);", "store": "atomic_store(&shared, mine + %s);",
                 "post": "sem_post(&sem);", "wait": "sem_wait(&sem);", "if": "if (in & 1) mine += %s;",
                 "set": "is_set = 1;", "signal": "pthread_cond_broadcast(&changed);",
                 "await": "while (!is_set) pthread_cond_wait(&changed, &lock0);",
                 "load": "{ u copy = plain;", "store_plain": "plain = copy + %s; mine = mine * 2 + copy; }"}
        return texts[kind] % operand if "%s" in texts[kind] else texts[kind]

    def text(self):
        lines = [PROLOGUE]
        for i, steps in enumerate(self.threads):
            lines.append("static void *thread%d(void *given) {\n    u mine = %d;" % (i, i))
            lines += ["    " + self.text_of(*step) for step in steps]
            lines.append("    return (void *)(unsigned long)(mine & 255);\n}")
        count = len(self.threads)
        lines.append("int main(void) {\n    pthread_t threads[%d];\n    void *result;\n    u end = 0;" % count)
        lines.append('    klee_make_symbolic(&in, sizeof in, "in");\n    if (in > 1) exit(0);\n    sem_init(&sem, 0, %d);' % self.posts)
        lines += ["    pthread_create(&threads[%d], NULL, thread%d, NULL);" % (i, i) for i in range(count)]
        lines += ["    pthread_join(threads[%d], &result);\n    end = end * 5 + (u)(unsigned long)result;" % i for i in range(count)]
        lines.append("    end = end * 3 + guarded0; end = end * 3 + guarded1; end = end * 3 + shared + plain;")
        lines.append("    switch (end %% %d) {" % ENDS)
        lines += ["    case %d: exit(%d);" % (i, i + 1) for i in range(ENDS)]
        return "\n".join(lines) + "\n    }\n}\n"

    # ---- all schedules ----

    def ends(self):
        found = {"0"}  # inputs that are not looked at
        for given in (0, 1):
            found |= self.explore(given)
        return found

    def explore(self, given):
        count = len(self.threads)
        start = ((0,) * count, tuple(range(count)), (None,) * count, (None, None), self.posts, (0, 0), 0, 0, 0, frozenset())
        seen, waiting, found = {start}, [start], set()
        while waiting:
            state = waiting.pop()
            after = [following for i in range(count) for following in self.step(state, i, given)]
            if not after:
                found.add(self.end(state))
            for following in after:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return found

    def end(self, state):
        places, mine, _, _, _, guarded, shared, plain, _, _ = state
        if any(place < len(steps) for place, steps in zip(places, self.threads)):
            return "deadlock"
        end = 0
        for number in mine:
            end = end * 5 + (number & 255)
        end = ((end * 3 + guarded[0]) * 3 + guarded[1]) * 3 + shared + plain
        return str((end & 0xffffffff) % ENDS + 1)

    def step(self, state, i, given):
        """The states after thread i has done its next step; none if it cannot."""
        places, mine, copies, owners, posts, guarded, shared, plain, is_set, sleeping = state
        if places[i] == len(self.threads[i]) or (i in sleeping):
            return []
        kind, operand = self.threads[i][places[i]]
        places, own, copy = list(places), mine[i], copies[i]
        owners, guarded = list(owners), list(guarded)
        places[i] += 1
        if kind == "lock":
            if owners[operand] is not None:
                return []
            owners[operand] = i
        elif kind == "unlock":
            owners[operand] = None
        elif kind == "update":
            lock, number = operand
            guarded[lock] = (guarded[lock] * 3 + own + number) & 0xffffffff
            own += guarded[lock]
        elif kind == "try":
            lock, number = operand
            if owners[lock] is None:  # what follows is a step of its own: others may try while it is held
                owners[lock] = i
                guarded[lock] += number
                return [self.made(places, mine, i, own, copies, copy, owners, posts, guarded, shared, plain, is_set, sleeping, lock)]
            own += 7
        elif kind == "atomic":
            own, shared = own + shared, (shared + operand) & 0xffffffff
        elif kind == "store":
            shared = (own + operand) & 0xffffffff
        elif kind == "post":
            posts += 1
        elif kind == "wait":
            if posts == 0:
                return []
            posts -= 1
        elif kind == "if":
            own += operand if given else 0
        elif kind == "set":
            is_set = 1
        elif kind == "signal":
            sleeping = frozenset()
        elif kind == "await":
            if owners[0] not in (None, i):
                return []
            owners[0] = i
            if not is_set:  # sleeps without the lock, and comes back to this step
                places[i] -= 1
                owners[0] = None
                sleeping = sleeping | {i}
        elif kind == "load":
            copy = plain
        elif kind == "store_plain":
            plain = (copy + operand) & 0xffffffff
            own = own * 2 + copy
        return [self.made(places, mine, i, own, copies, copy, owners, posts, guarded, shared, plain, is_set, sleeping, None)]

    def made(self, places, mine, i, own, copies, copy, owners, posts, guarded, shared, plain, is_set, sleeping, held):
        mine, copies = list(mine), list(copies)
        mine[i], copies[i] = own & 0xffffffff, copy
        if held is not None:  # a tried lock that was had is given free by a step that stands only here
            places = list(places)
            places[i] -= 1
            copies[i] = ("held", held)
        return (tuple(places), tuple(mine), tuple(copies), tuple(owners), posts, tuple(g & 0xffffffff for g in guarded), shared, plain,
                is_set, sleeping)


def with_release(step):
    """A tried lock that was had is given free as a step of its own."""
    def stepped(self, state, i, given):
        copies = state[2]
        if isinstance(copies[i], tuple):
            places, owners, free = list(state[0]), list(state[3]), list(copies)
            owners[copies[i][1]] = None
            places[i] += 1
            free[i] = None
            return [(tuple(places), state[1], tuple(free), tuple(owners)) + state[4:]]
        return step(self, state, i, given)
    return stepped


Program.step = with_release(Program.step)


def found_ends(out):
    text = open(os.path.join(out, "tests.txt"), encoding="utf-8", errors="replace").read()
    return {name: end for name, end in re.findall(r"^(test\d+): \d+ bytes\nstatus: (\S+)", text, re.M)}


def check(loci, seed, show=False):
    is_plain = seed % 4 == 3
    program = Program(seed, is_plain)
    model = 32 if seed % 5 == 4 else 64
    truth = program.ends()
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "p.c"), os.path.join(folder, "out")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program.text())
        if show:
            print(program.text(), sorted(truth))
        flags = ["--threads=" + ("all" if is_plain else "fork"), "--no-native"] + (["--32"] if model == 32 else [])
        bounded = seed % 7 == 6
        if bounded:
            flags.append("--max-preemptions=%d" % (seed % 3))
        if seed % 11 == 5:
            flags.append("--force-parking")
        result = common.run([loci, "run", "--json", "--out=" + out, *flags, source], timeout=600)
        if result.status not in (0, 1, 3):
            return "seed %d: status %d\n%s" % (seed, result.status, result.err.decode(errors="replace")[-1500:])
        report = json.loads(result.out)
        tests = found_ends(out)
        found = set(tests.values())
        problems = []
        if found - truth:
            problems.append("ends that cannot be: %s" % sorted(found - truth))
        if truth - found and (report["complete"] or not bounded):
            problems.append("ends that are missed: %s (complete: %s)" % (sorted(truth - found), report["complete"]))
        if not bounded and not report["complete"]:
            problems.append("not complete: %s %s" % (report["incomplete_reasons"], report["incomplete_details"]))
        for name in random.Random(seed).sample(sorted(tests), min(3, len(tests))):
            again = common.run([loci, "exec", *(["--32"] if model == 32 else []), "--test=" + os.path.join(out, name + ".ktest"), source])
            is_same = again.status == 99 if tests[name] == "deadlock" else str(again.status) == tests[name]
            if not is_same:
                problems.append("%s ends with %s in loci exec instead of %s: %s" % (name, again.status, tests[name], again.err.decode()[-500:]))
        return "seed %d:\n  %s" % (seed, "\n  ".join(problems)) if problems else None


def tests(loci, start, count):
    for seed in range(start, start + count):
        yield "threads-%d" % seed, lambda seed=seed: check(loci, seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    arguments = parser.parse_args()
    failed = 0
    for complaint in common.in_parallel(arguments.jobs, [lambda seed=seed: check(arguments.loci, seed, arguments.show)
                                                         for seed in range(arguments.start, arguments.start + arguments.count)]):
        if complaint:
            failed += 1
            print(complaint, flush=True)
    print("%d programs, %d failed" % (arguments.count, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
