#!/usr/bin/env python3
"""Real programs under Loci, bzip2, Lua and SQLite among them, their sources fetched by test/debian-source.

    test/long.py [bzip2 ed lua lz4 mujs sqlite zlib] [--loci PATH] [--sources FOLDER] [--32]

Each is built natively and run by `loci exec` from the same sources with the same arguments and input; outputs and
statuses must agree. Takes minutes, and the network on the first run. SQLite needs tclsh to make its single file.
"""
import argparse
import glob
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import common

SCRIPTS = os.path.join(common.HERE, "programs", "long")


def fetch(package, folder):
    """The unpacked source of a package, from the network only when it is not there yet."""
    target = os.path.join(folder, package)
    found = [path for path in glob.glob(os.path.join(target, "*")) if os.path.isdir(path)]
    if not found:
        subprocess.run([os.path.join(common.HERE, "debian-source"), package, target], check=True, stdout=subprocess.DEVNULL)
        found = [path for path in glob.glob(os.path.join(target, "*")) if os.path.isdir(path)]
    return found[0]


def text(lines):
    """Text that compresses like prose, the same on every run."""
    generator = random.Random(1)
    words = ["".join(generator.choice("aeioubcdlmnrst") for _ in range(generator.randint(1, 9))) for _ in range(300)]
    return "".join(" ".join(generator.choice(words) for _ in range(generator.randint(3, 14))) + ".\n"
                   for _ in range(lines)).encode()


def script(name):
    with open(os.path.join(SCRIPTS, name), "rb") as file:
        return file.read()


class Case:
    """A program: its sources and flags, and its runs (arguments, standard input)."""

    def __init__(self, sources, flags, runs):
        self.sources, self.flags, self.runs = sources, flags, runs


def bzip2(folder):
    source = fetch("bzip2", folder)
    names = ["bzip2", "blocksort", "bzlib", "compress", "crctable", "decompress", "huffman", "randtable"]
    plain = text(400)
    packed = subprocess.run([sys.executable, "-c", "import bz2, sys; sys.stdout.buffer.write(bz2.compress(sys.stdin.buffer.read()))"],
                            input=plain, stdout=subprocess.PIPE, check=True).stdout
    return Case([os.path.join(source, name + ".c") for name in names], ["-D_FILE_OFFSET_BITS=64"],
                [(["-z", "-c"], plain), (["-d", "-c"], packed), (["-t", "-v"], packed), (["-d", "-c"], packed[:-20])])


def lua(folder):
    source = os.path.join(fetch("lua5.4", folder), "src")
    with open(os.path.join(source, "lua5.4-deb-multiarch.h"), "w", encoding="utf-8") as header:
        header.write('#define DEB_HOST_MULTIARCH "any"\n')  # Debian makes it while building
    sources = [path for path in sorted(glob.glob(os.path.join(source, "*.c"))) if os.path.basename(path) != "luac.c"]
    return Case(sources, ["-DLUA_COMPAT_5_3"], [(["-"], script("features.lua")), (["-e", "error('wrong')"], b""), (["-v"], b"")])


def sqlite(folder):
    source = fetch("sqlite3", folder)
    single = os.path.join(source, "sqlite3.c")
    if not os.path.exists(single) or not os.path.exists(os.path.join(source, "shell.c")):
        if not any(shutil.which(name) for name in ("tclsh", "tclsh8.6", "tclsh8.7")):
            return None
        log = subprocess.run("./configure --disable-tcl >configure.log 2>&1 && make sqlite3.c shell.c >make.log 2>&1", shell=True,
                             cwd=source, check=False)
        if log.returncode:
            raise OSError("the single file of SQLite could not be made (see make.log in %s)" % source)
    flags = ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_DEFAULT_MEMSTATUS=0"]
    return Case([os.path.join(source, "shell.c"), single], flags, [([":memory:"], script("features.sql"))])


def zlib(folder):
    source = fetch("zlib", folder)
    names = ["adler32", "crc32", "deflate", "infback", "inffast", "inflate", "inftrees", "trees", "zutil", "compress", "uncompr",
             "gzclose", "gzlib", "gzread", "gzwrite", "test/minigzip"]
    plain = text(600)
    packed = gzip.compress(plain, mtime=1)
    return Case([os.path.join(source, name + ".c") for name in names], ["-I" + source, "-DHAVE_UNISTD_H"],
                [([], plain), (["-9"], plain), (["-d"], packed), (["-d"], packed[:-100])])


def lz4(folder):
    source = fetch("lz4", folder)
    sources = sorted(glob.glob(os.path.join(source, "lib", "*.c")) + glob.glob(os.path.join(source, "programs", "*.c")))
    plain = text(600)
    return Case(sources, ["-I" + os.path.join(source, "lib"), "-DXXH_NAMESPACE=LZ4_"], [(["-c"], plain), (["-9", "-c"], plain)])


def mujs(folder):
    source = fetch("mujs", folder)
    return Case([os.path.join(source, name) for name in ("one.c", "main.c")], [],
                [([os.path.join(SCRIPTS, "features.js")], b""), (["/does/not/exist.js"], b"")])


def ed(folder):
    sources = [path for path in sorted(glob.glob(os.path.join(fetch("ed", folder), "*.c")))]
    commands = b"H\na\n" + text(40) + b".\n" + script("features.ed")
    return Case(sources, ['-DPROGVERSION="1"'], [([], commands), (["-p", "*"], commands), (["-s"], b"1\nQ\n")])


CASES = {"bzip2": bzip2, "ed": ed, "lua": lua, "lz4": lz4, "mujs": mujs, "sqlite": sqlite, "zlib": zlib}


def check(name, case, model, loci, timeout):
    """Runs a case in one data model; returns the number of runs that failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        executable = os.path.join(folder, name)
        complaint = common.compile_native(case.sources, executable, model, case.flags)
        if complaint:
            print("FAILED %s-%d: the native compilation failed\n%s" % (name, model, complaint))
            return len(case.runs)
        for arguments, stdin in case.runs:
            native = common.run([executable, *arguments], stdin, cwd=folder, timeout=timeout)
            start = time.monotonic()
            found = common.loci_exec(loci, case.sources, model, arguments, case.flags, stdin, folder, timeout)
            difference = common.compare(native, found, stderr=False)
            print("%s %s-%d %s (%.1f s)" % ("FAILED" if difference else "passed", name, model, " ".join(arguments),
                                            time.monotonic() - start), flush=True)
            if difference:
                failed += 1
                print(difference)
                print(found.err.decode(errors="replace")[:3000])
    return failed


def main():
    parser = argparse.ArgumentParser(description="Runs real programs under Loci.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of %s; all when none is given" % ", ".join(CASES))
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--sources", default=os.path.join(common.ROOT, "build", "long"))
    parser.add_argument("--timeout", type=float, default=1800)
    parser.add_argument("--32", dest="both", action="store_true", help="also in 32 bit")
    arguments = parser.parse_args()
    loci = os.path.abspath(arguments.loci)
    if not os.access(loci, os.X_OK):
        parser.error("there is no program '%s'" % arguments.loci)
    for name in arguments.names:
        if name not in CASES:
            parser.error("unknown program '%s'" % name)
    failed = runs = 0
    for name in arguments.names or CASES:
        case = CASES[name](os.path.abspath(arguments.sources))
        if case is None:
            print("skipped %s: tclsh is not installed" % name)
            continue
        for model in (64, 32) if arguments.both else (64,):
            failed += check(name, case, model, loci, arguments.timeout)
            runs += len(case.runs)
    print("%d passed, %d failed" % (runs - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
