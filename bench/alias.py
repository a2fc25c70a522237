#!/usr/bin/env python3
"""The points-to analyses on real programs: `loci alias --compare` on Lua and SQLite, their sources fetched by test/debian-source.

    bench/alias.py [lua sqlite ...] [--loci PATH] [--sources FOLDER] [--clone-calls] [--context=bottom-up]

Prints, for each, what --compare prints, and the user time and the most memory of the whole command, compiling included.
"""
import argparse
import os
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test"))
import long


def main():
    parser = argparse.ArgumentParser(description="The points-to analyses on real programs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of %s; lua and sqlite when none is given" % ", ".join(long.CASES))
    parser.add_argument("--loci", default=os.path.join(ROOT, "build", "loci"))
    parser.add_argument("--sources", default=os.path.join(ROOT, "build", "long"))
    parser.add_argument("--clone-calls", action="store_true")
    parser.add_argument("--context", help="none or bottom-up")
    arguments = parser.parse_args()
    status = 0
    for name in arguments.names or ["lua", "sqlite"]:
        if name not in long.CASES:
            parser.error("unknown program '%s'" % name)
        case = long.CASES[name](os.path.abspath(arguments.sources))
        if case is None:
            print("%s: tclsh is not installed" % name)
            continue
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        options = (["--clone-calls"] if arguments.clone_calls else []) + (["--context=" + arguments.context] if arguments.context else [])
        command = [arguments.loci, "alias", "--compare", *options, *case.flags, *case.sources]
        print("%s:" % name, flush=True)
        status |= subprocess.run(command, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        print("the whole command: %.1f s of user time; most memory so far: %d MiB\n" % (after.ru_utime - before.ru_utime, after.ru_maxrss >> 10))
    return status


if __name__ == "__main__":
    sys.exit(main())
