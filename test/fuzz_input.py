#!/usr/bin/env python3
"""Feeds damaged files to Loci: bitcode, LLVM assembly, C and tests with bytes changed, cut, doubled or removed.

    test/fuzz_input.py [--loci PATH] [--count N] [--seed S] [--out FOLDER]

Whatever comes in, `loci ir` (`loci ktest` for tests) must end by itself with status 0 or 2, and with one sentence that begins with `loci:` when
it is 2 (clang's own diagnostics may come before). Files that break this are kept in the folder.
"""
import argparse
import glob
import os
import random
import subprocess
import sys
import tempfile

import common
import ktest


def seeds(folder):
    """A few small programs in each of the forms that Loci reads."""
    found = []
    for path in sorted(glob.glob(os.path.join(common.HERE, "programs", "*.c")))[::15]:
        base = os.path.join(folder, os.path.basename(path)[:-2])
        with open(path, "rb") as file:
            found.append((".c", file.read()))
        for flags, suffix in ((["-c"], ".bc"), (["-S"], ".ll")):
            command = [common.CLANG, "-w", "-O1", "-g", "-emit-llvm", *flags, "-o", base + suffix, path]
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
                with open(base + suffix, "rb") as file:
                    found.append((suffix, file.read()))
    for count in range(4):
        objects = [("x%d" % i, ktest.integer(i, 1 << i)) for i in range(count)] + [("stdin", b"some text\n")]
        found.append((".ktest", ktest.encode(objects, ["program"] * count, version=3 - count % 3)))
    return found


def damaged(data, generator):
    data = bytearray(data)
    for _ in range(generator.randint(1, 6)):
        if not data:
            break
        at = generator.randrange(len(data))
        length = generator.randint(1, 40)
        kind = generator.randrange(5)
        if kind == 0:
            data[at] = generator.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << generator.randrange(8)
        elif kind == 2:
            del data[at:at + length]
        elif kind == 3:
            data[at:at] = data[at:at + length]
        else:
            del data[at:]
    return bytes(data)


def problem(loci, path):
    result = common.run([loci, "ktest" if path.endswith(".ktest") else "ir", path], timeout=60)
    if result.timed_out:
        return "did not end"
    if result.status == 0:
        return None
    if result.status != 2:
        return "status %d" % result.status
    last = result.err.decode(errors="replace").strip().splitlines()
    return None if last and any(line.startswith("loci: ") for line in last) else "no sentence"


def main():
    parser = argparse.ArgumentParser(description="Feeds damaged files to Loci.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=os.path.join(common.ROOT, "build", "fuzz"))
    options = parser.parse_args()
    generator = random.Random(options.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        originals = seeds(folder)
        for number in range(options.count):
            suffix, data = generator.choice(originals)
            path = os.path.join(folder, "damaged" + suffix)
            with open(path, "wb") as file:
                file.write(damaged(data, generator))
            what = problem(os.path.abspath(options.loci), path)
            if what:
                failures += 1
                os.makedirs(options.out, exist_ok=True)
                kept = os.path.join(options.out, "input-%d-%d%s" % (options.seed, number, suffix))
                os.replace(path, kept)
                print("%s: %s" % (kept, what))
    print("%d passed, %d failed" % (options.count - failures, failures))
    sys.exit(failures != 0)


main()
