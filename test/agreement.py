#!/usr/bin/env python3
"""`loci verify --engine=bounded` on the programs of test/symbolic, under each memory model, against brute force.

    test/agreement.py [--only SUBSTRING] [--memory NAME ...] [--model 32|64] [--slice K/N] [--loci PATH] [-j JOBS]

With --slice=K/N only every N-th program is looked at, from the K-th one on (1/N to N/N are all of them). The oracle of test/symbolic.py knows what every input leads to. Three questions are put to the bounded engine: is memory
safe; can the program end with a status that it does end with, for some input; and with one that it never ends with.
UNKNOWN is no answer, and counted; TRUE and FALSE must be right.
"""
import argparse
import os
import sys
import tempfile

import common
import fuzz_bounded
import symbolic

# The program is part of this one; where it ends is where its status is looked at.
WRAPPER = """#include <stdlib.h>
extern void reach_error(void);
static void agreement_end(int status) {
    if ((status & 255) == %d) reach_error();
    exit(status);
}
#define main program_main
#define exit agreement_end
#include "%s"
#undef main
#undef exit
int main(void) { agreement_end(program_main()); }
"""


def statuses(known):
    return {int(behaviour.result) for behaviour in known.behaviours.values() if not symbolic.is_error(behaviour)}


def questions(path, known):
    """(name, text of the program, property, verdicts that are right)."""
    kinds = known.kinds()
    if kinds & fuzz_bounded.OTHER_MEANING:
        return
    with open(path, encoding="utf-8") as file:
        text = file.read()
    violated = {fuzz_bounded.PROPERTY_OF[kind] for kind in kinds if kind in fuzz_bounded.PROPERTY_OF}
    yield "safety", '#include "%s"\n' % path, fuzz_bounded.SAFETY, violated or {"true"}
    if "reach_error" in text:
        return  # it has a meaning of its own there
    seen = statuses(known)
    if seen:
        yield "seen", WRAPPER % (max(seen), path), fuzz_bounded.REACH, {"false"}
    never = next(status for status in range(255, -1, -1) if status not in seen)
    yield "never", WRAPPER % (never, path), fuzz_bounded.REACH, {"true"}


def check(loci, path, model, memories, answers):
    """Brute force is asked once for all memory models."""
    known = symbolic.oracle(path, model)
    with tempfile.TemporaryDirectory() as folder:
        return [problem for memory in memories for problem in check_memory(loci, folder, path, model, memory, known, answers)]


def check_memory(loci, folder, path, model, memory, known, answers):
    problems = []
    for name, text, prop, right in questions(path, known):
        word, detail = fuzz_bounded.verdict(loci, folder, name, text, prop, model, memory)
        answers[memory, word] = answers.get((memory, word), 0) + 1
        said = detail if word == "false" and name == "safety" else word
        is_right = word == "unknown" or (said in right and not (word == "true" and memory in fuzz_bounded.NEVER_TRUE))
        if not is_right:
            problems.append("%s, %s, %d bits, %s: %s said, %s right" % (
                os.path.basename(path), memory, model, name, detail if word == "crash" else said, " or ".join(sorted(right))))
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--memory", action="append", choices=fuzz_bounded.MEMORIES)
    parser.add_argument("--model", type=int, action="append", choices=(32, 64))
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    parser.add_argument("--slice", default="1/1", help="K/N: every N-th program, from the K-th on")
    options = parser.parse_args()
    first, step = map(int, options.slice.split("/"))
    answers, tasks = {}, []
    memories = options.memory or fuzz_bounded.MEMORIES
    paths = [path for path in symbolic.paths() if options.only in path and not symbolic.is_long(path)]
    for path in paths[first - 1::step]:
        for model in options.model or (64, 32):
            tasks.append(lambda path=path, model=model: check(options.loci, path, model, memories, answers))
    failed = 0
    for problems in common.in_parallel(options.jobs, tasks):
        failed += bool(problems)
        for problem in problems:
            print(problem, flush=True)
    for memory in memories:
        print("%s: %s" % (memory, ", ".join("%s %d" % (word, count) for (of, word), count in sorted(answers.items()) if of == memory)))
    print("%d passed, %d failed" % (len(tasks) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
