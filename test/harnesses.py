#!/usr/bin/env python3
"""Harnesses in bulk: the inputs of a FALSE make the native program fail.

    test/harnesses.py [--count N] [--start SEED] [--seconds S] [--loci PATH] [-j JOBS]

Random programs of fuzz_verify.py and random_protocol.py are verified, one seed after the other, until N (30) of them have
a harness that gives all inputs: one that depends on uninitialised values, pointers from outside or what lies behind an
object says so and is left out. Each is compiled with its program, without Loci and without a sanitizer, in the data model
that it was found in, and must end in abort(), which is what the harness' error function does.
"""
import argparse
import os
import sys
import tempfile

import common
import fuzz_verify
import random_protocol

NOT_GIVEN = ("It depends on uninitialised values", "It follows pointers that come from outside", "It goes on after an access")
ABORTED = (-6, 134)


def program(seed):
    kind = random_protocol.ProtocolProgram if seed % 2 else fuzz_verify.Program
    return kind(seed).text()


def check(loci, seed, seconds):
    """None: no FALSE, or a harness that does not give everything. Else "" or what is wrong."""
    model = 32 if seed // 2 % 2 else 64
    with tempfile.TemporaryDirectory() as folder:
        source, harness, native = (os.path.join(folder, name) for name in ("p.c", "h.c", "p"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(seed))
        result = common.run([loci, "verify", "--property=" + fuzz_verify.prp(folder), "--max-time=%d" % seconds,
                             "--harness=" + harness, "--%d" % model, source], timeout=seconds * 6 + 60)
        if result.status != 1:
            return None
        with open(harness, encoding="utf-8") as file:
            if any(text in file.read() for text in NOT_GIVEN):
                return None
        build = common.run([common.CLANG, *common.MODELS[model], "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", source, harness, "-o", native])
        if build.status:
            return "seed %d: the harness does not compile\n%s" % (seed, build.err.decode(errors="replace")[-800:])
        run = common.run([native], timeout=120)
        return "" if run.status in ABORTED else "seed %d, %d bits: the native program ends with status %d" % (seed, model, run.status)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    loci, failed, shown, seed = os.path.abspath(options.loci), 0, 0, options.start
    while shown + failed < options.count:
        seeds = range(seed, seed + 4 * options.jobs)
        seed = seeds.stop
        for complaint in common.in_parallel(options.jobs, [lambda s=s: check(loci, s, options.seconds) for s in seeds]):
            if complaint:
                print(complaint, flush=True)
            failed += bool(complaint)
            shown += complaint == ""
    print("%d programs: %d harnesses fail natively as they must, %d do not" % (seed - options.start, shown, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
