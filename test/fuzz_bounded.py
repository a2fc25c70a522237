#!/usr/bin/env python3
"""Random programs about memory: `loci verify --engine=bounded` against brute force over all inputs.

    test/fuzz_bounded.py [--count N] [--start SEED] [--show] [--loci PATH] [-j JOBS] [--memory NAME ...]

The programs are those of test/fuzz_memory.py. `loci exec` says what each input leads to: a sum, or an error. Three
questions are put to the bounded engine under each memory model:
  - is every sum what it is (a table of all sums is part of the program): TRUE;
  - the same with one sum changed: FALSE, with the input that it was changed for;
  - is memory safe: FALSE with a property that some input violates, or TRUE if there is none.
UNKNOWN is counted, and is no answer; a model that cannot be wrong but never answers would show in the count.
"""
import argparse
import os
import random
import re
import sys
import tempfile

import common
import fuzz_memory
import random_memory

MEMORIES = ["merging", "forking", "flat", "partitioned", "segmented", "region", "burstall", "names", "single"]
NEVER_TRUE = ("burstall", "names")
PROPERTY_OF = {
    "out-of-bounds": "valid-deref", "use-after-free": "valid-deref", "use-after-scope": "valid-deref",
    "use-after-return": "valid-deref", "null-dereference": "valid-deref", "wild-pointer": "valid-deref",
    "write-to-constant": "valid-deref", "double-free": "valid-free", "invalid-free": "valid-free",
    "leak": "valid-memtrack",
}
# Of these verify thinks otherwise than `exec`: values are any, arithmetic wraps around, a run goes on.
OTHER_MEANING = {"uninitialised", "signed-overflow", "bad-shift", "overlap"}

REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
SAFETY = "".join("CHECK( init(main()), LTL(G %s) )\n" % name for name in ("valid-free", "valid-deref", "valid-memtrack"))


def source_text(program, expected):
    """The program; with a table of sums, an input whose sum is another one is an error. None: that input is not looked at."""
    text = program.text()
    text = text[:text.index("int main(void) {")]
    names = [each.name for each in program.inputs]
    lines = ["extern void reach_error(void);", "extern unsigned char __VERIFIER_nondet_uchar(void);",
             "extern void __VERIFIER_assume(int);"]
    if expected is not None:
        lines.append("static const unsigned expected[] = {%s};" % ", ".join("%du" % (value or 0) for value in expected))
        lines.append("static const char counts[] = {%s};" % ", ".join("01"[value is not None] for value in expected))
    lines += ["int main(void) {"]
    for each in program.inputs:
        lines.append("    unsigned char %s = __VERIFIER_nondet_uchar();" % each.name)
        lines.append("    __VERIFIER_assume(%s < %d);" % (each.name, each.bound))
    key = "0u"
    for each in program.inputs:
        key = "(%s) * %du + %s" % (key, each.bound, each.name)
    lines.append("    unsigned key = %s;" % key)
    lines.append("    run(%s);" % ", ".join(names))
    if expected is not None:
        lines.append("    if (counts[key] && sum != expected[key]) reach_error();")
    lines += ["    return 0;", "}"]
    return text + "\n".join(lines) + "\n"


def sum_of(outcome):
    """What the program wrote: four bytes."""
    data = outcome.out.encode("latin-1")
    return int.from_bytes(data[-4:], "little") if len(data) >= 4 else None


def verdict(loci, folder, name, text, prop, model, memory):
    path, property_file = os.path.join(folder, name + ".c"), os.path.join(folder, name + ".prp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with open(property_file, "w", encoding="utf-8") as file:
        file.write(prop)
    result = common.run([loci, "verify", "--engine=bounded", "--memory=" + memory, "--%d" % model, "--max-time=20",
                         "--property=" + property_file, path], timeout=60)
    found = re.findall(r"^RESULT: (\w+)(?:\(([\w-]+)\))?", result.out.decode("latin-1"), re.M)
    if not found or result.status not in (0, 1, 3):
        return "crash", "status %d %s" % (result.status, result.err.decode("latin-1")[-300:])
    return found[-1]


class Case:
    def __init__(self, loci, seed):
        self.loci, self.seed = loci, seed
        self.model = (32, 64)[seed % 2]
        self.program = random_memory.generate(seed)
        self.answers = {"true": 0, "false": 0, "unknown": 0}

    def questions(self, known):
        """(name, text, property, verdicts that are right)."""
        entries = self.program.entries()
        results = [known[entry] for entry in entries]
        errors = {outcome.result for outcome in results if fuzz_memory.is_error(outcome)}
        if errors & OTHER_MEANING:
            return
        sums = [None if fuzz_memory.is_error(outcome) else sum_of(outcome) for outcome in results]
        yield "same", source_text(self.program, sums), REACH, {"true"}
        counted = [i for i, value in enumerate(sums) if value is not None]
        if counted:
            changed = list(sums)
            changed[random.Random(self.seed).choice(counted)] ^= 1
            yield "changed", source_text(self.program, changed), REACH, {"false"}
        violated = {PROPERTY_OF[error] for error in errors if error in PROPERTY_OF}
        yield "safety", source_text(self.program, None), SAFETY, violated or {"true"}

    def problems(self, memories):
        with tempfile.TemporaryDirectory() as folder:
            source, bitcode = os.path.join(folder, "program.c"), os.path.join(folder, "program.bc")
            with open(source, "w", encoding="utf-8") as file:
                file.write(self.program.text())
            complaint = fuzz_memory.compile_bitcode(source, bitcode, self.model)
            if complaint:
                return [complaint]
            known = fuzz_memory.truth(self.loci, bitcode, self.model, self.program, folder)
            found = []
            for name, text, prop, right in self.questions(known):
                for memory in memories:
                    found += self.judge(name, memory, verdict(self.loci, folder, name, text, prop, self.model, memory), right)
            return found

    def judge(self, name, memory, answer, right):
        word, detail = answer
        self.answers[word] = self.answers.get(word, 0) + 1
        said = detail if word == "false" and name == "safety" else word
        is_right = word == "unknown" or (said in right and not (word == "true" and memory in NEVER_TRUE))
        if is_right:
            return []
        return ["seed %d, %s, %d bits, %s: %s said, %s right" % (
            self.seed, memory, self.model, name, said if word != "crash" else detail, " or ".join(sorted(right)))]


def test_seed(loci, seed, memories):
    """What is wrong; None: nothing."""
    return "\n".join(Case(loci, seed).problems(memories)) or None


QUICK = range(5, 17)  # seeds 4 and 31 take minutes
LONG = range(40)


def tests(options):
    """(name, function that returns what is wrong), for test/run.py: two models a seed in turn."""
    for seed in LONG if options.long else QUICK:
        memories = ["merging", MEMORIES[1 + seed % (len(MEMORIES) - 1)]]
        yield "bounded-%d" % seed, lambda seed=seed, memories=memories: test_seed(options.loci, seed, memories)


def main():
    parser = argparse.ArgumentParser(description="Compares the bounded engine with brute force on random programs.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print the program of the first seed")
    parser.add_argument("--memory", action="append", choices=MEMORIES)
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    options = parser.parse_args()
    if options.show:
        program = random_memory.generate(options.start)
        print(source_text(program, [0] * program.count()))
        return 0
    answers, wrong = {}, 0

    def one(seed):
        case = Case(options.loci, seed)
        return case.problems(options.memory or MEMORIES), case.answers

    for problems, counts in common.in_parallel(options.jobs, [lambda seed=seed: one(seed) for seed in range(options.start, options.start + options.count)]):
        for problem in problems:
            print(problem, flush=True)
            wrong += 1
        for word, count in counts.items():
            answers[word] = answers.get(word, 0) + count
    print(", ".join("%s %d" % entry for entry in sorted(answers.items())))
    print("%d passed, %d failed" % (options.count - min(wrong, options.count), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
