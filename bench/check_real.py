#!/usr/bin/env python3
"""Whole packages of Debian under `loci check` and under clang's analyzer: lines a second, peak memory, what is reported.

    bench/check_real.py [--loci PATH] [--fetch PROGRAM] [--work DIR] [--function-time N] [--longest N] [PACKAGE ...]

Each source is unpacked (--fetch PACKAGE DIR, test/debian-source by default) and configured; then `loci check -- make ...`
builds it and looks at what was compiled. What the build compiles is recorded again for the analyzer, which gets the same
files with the same flags, two at a time. Lines are those of the C files that were compiled. Seconds are of computing (user
and system, of all processes): on a busy machine the clock says little. The build itself is measured alone and taken off.
Reports are written to DIR/PACKAGE.json and, with their paths, to DIR/PACKAGE.html.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Package:
    name: str
    build: str = "make"
    configure: str = "./configure --disable-shared"
    folder: str = ""  # of the build, in the source
    flags: list = field(default_factory=list)  # of loci check


PACKAGES = [
    Package("zlib", "make libz.a", "./configure --static"),
    Package("cjson", "make libcjson.a", "true"),
    Package("bzip2", "make bzip2 bzip2recover", "true"),
    Package("lua5.4", "cd src && for f in l*.c; do [ $f = luac.c ] || cc -std=gnu99 -DLUA_USE_POSIX -c $f; done",
            "echo '#define DEB_HOST_MULTIARCH \"%s-linux-gnu\"' >src/lua5.4-deb-multiarch.h" % platform.machine()),
    Package("expat", "cd lib && for f in xmlparse xmlrole xmltok; do cc -DHAVE_GETRANDOM -DXML_NS -DXML_DTD -DXML_CONTEXT_BYTES=1024"
            " -DBYTEORDER=1234 -c $f.c; done", "touch lib/expat_config.h", "expat"),
    Package("sqlite3", "make libsqlite3.la", "./configure --disable-shared --disable-tcl --disable-readline"),
    Package("ed"),
    Package("jhead", "make", "true"),
    Package("jbigkit", "make -C libjbig", "true"),
    Package("ncompress", "make compress", "true"),
    Package("byacc", "make"),
    Package("tinyproxy"),
    Package("mawk"),
    Package("giflib", "make libgif.a gifbuild giftext", "true"),
    Package("tree", "make", "true"),
    Package("lz4", "make liblz4.a", "true", "lib"),
    Package("less", "make less"),
    Package("mujs", "make build/release/mujs", "true"),
]


def quiet(command, cwd, seconds=600):
    with open(os.path.join(cwd, "..", "bench.log"), "a", encoding="utf-8") as log:
        try:
            return subprocess.run(command, cwd=cwd, shell=isinstance(command, str), stdout=log, stderr=log, timeout=seconds,
                                  check=False).returncode
        except subprocess.TimeoutExpired:
            return None


def source(options, package):
    """The folder in which the package is built, configured; None: it cannot be had."""
    place = os.path.join(options.work, package.name)
    if not os.path.isdir(place):
        os.makedirs(place)
        subprocess.run([options.fetch, package.name, place], stdout=subprocess.DEVNULL, check=False)
        for tree in glob.glob(place + "/*/debian"):
            quiet(package.configure, os.path.join(os.path.dirname(tree), package.folder))
    trees = glob.glob(place + "/*/debian")
    return os.path.join(os.path.dirname(trees[0]), package.folder) if trees else None


def measured(run):
    """What the function returns, and the seconds that it computed with all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_of(command, cwd, stdout, seconds):
    """Status and MiB of the largest process below the command."""
    with tempfile.NamedTemporaryFile("r") as report, open(stdout, "w", encoding="utf-8") as out:
        result = subprocess.run(["/usr/bin/env", "time", "-o", report.name, "-f", "%M", *command], cwd=cwd, stdout=out,
                                stderr=subprocess.DEVNULL, timeout=seconds, check=False)
        peak = re.search(r"(\d+)\s*$", report.read())
    return result.returncode, int(peak[1]) / 1024 if peak else 0


def compilations(tree, build, clean):
    """[(folder, C file, flags)] of the build, by a compiler that writes down what it is asked."""
    quiet(clean, tree)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cc", "gcc", "c99", "clang"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as script:
                script.write('#!/bin/sh\nprintf "%%s\\037" "$PWD" "$@" >>%s/calls; echo >>%s/calls\nexec /usr/bin/gcc "$@"\n' % (folder, folder))
            os.chmod(os.path.join(folder, name), 0o755)
        quiet("PATH=%s:$PATH; %s" % (folder, build), tree)
        try:
            with open(os.path.join(folder, "calls"), encoding="utf-8", errors="replace") as calls:
                lines = [line.rstrip("\n").rstrip("\037").split("\037") for line in calls]
        except OSError:
            lines = []
    found = {}
    for place, *words in lines:
        if "-E" in words or "-M" in words:
            continue
        flags, after = [], ""
        for word in words:
            if after in ("-I", "-D", "-include", "-isystem", "-U"):
                flags += [after, word]
            elif re.match(r"-(I|D|U|std=|isystem|include|m32).", word):
                flags.append(word)
            after = word if word in ("-I", "-D", "-include", "-isystem", "-U", "-o") else ""
        for word in words:
            if word.endswith(".c") and os.path.exists(os.path.join(place, word)):
                found.setdefault((os.path.join(place, word)), (place, word, flags))
    return list(found.values())


def analyze(files):
    """clang --analyze on each, two at a time: (MiB of the largest, reports)."""
    def one(item):
        place, file, flags = item
        with tempfile.TemporaryDirectory() as folder:
            said = os.path.join(folder, "said")
            _, peak = peak_of(["sh", "-c", 'exec clang-19 --analyze -Xclang -analyzer-output=text -w "$@" 2>&1', "sh", *flags, file], place,
                              said, 1800)
            with open(said, encoding="utf-8", errors="replace") as text:
                return peak, len(re.findall(r"^\S.*: warning: ", text.read(), re.M))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(one, files))
    return max((peak for peak, _ in results), default=0), sum(count for _, count in results)


def count_lines(files):
    total = 0
    for place, file, _ in files:
        with open(os.path.join(place, file), "rb") as text:
            total += text.read().count(b"\n")
    return total


def row(options, package):
    tree = source(options, package)
    if not tree:
        return [package.name, "no source"]
    clean = "make clean >/dev/null 2>&1; find . -name '*.o' -o -name '*.lo' -o -name '*.a' | xargs rm -f"
    files = compilations(tree, package.build, clean)
    quiet(clean, tree)
    _, building = measured(lambda: quiet(package.build, tree))
    quiet(clean, tree)
    report = os.path.join(options.work, package.name)
    command = [options.loci, "check", "--json", "--cache=none", "--html=%s.html" % report, "--function-time=%s" % options.function_time,
               *package.flags, "--", "sh", "-c", package.build]
    try:
        (status, peak), seconds = measured(lambda: peak_of(command, tree, report + ".json", options.longest))
    except subprocess.TimeoutExpired:
        return [package.name, "not over in %d s" % options.longest]
    with open(report + ".json", encoding="utf-8", errors="replace") as text:
        try:
            findings = json.load(text)["findings"]
        except ValueError:
            return [package.name, "status %s, no report" % status]
    seconds = max(seconds - building, 0.01)
    lines = count_lines(files)
    (clang_peak, clang_reports), clang_seconds = measured(lambda: analyze(files))
    return [package.name, str(len(files)), str(lines), "%.1f" % seconds, "%.0f" % (lines / seconds), "%.0f" % peak, str(len(findings)),
            "%.1f" % clang_seconds, "%.0f" % (lines / max(clang_seconds, 0.01)), "%.0f" % clang_peak, str(clang_reports)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loci", default=os.path.join(HERE, "..", "build", "loci"))
    parser.add_argument("--fetch", default=os.path.join(HERE, "..", "test", "debian-source"))
    parser.add_argument("--work", default=os.path.join(HERE, "..", "build", "check-real"))
    parser.add_argument("--function-time", default="0.5", help="seconds of computing for a function")
    parser.add_argument("--longest", type=int, default=3600, help="seconds by the clock for a package")
    parser.add_argument("packages", nargs="*", help="of PACKAGES; all of them otherwise")
    options = parser.parse_args()
    options.loci, options.work = os.path.abspath(options.loci), os.path.abspath(options.work)
    if not shutil.which("time"):
        sys.exit("GNU time is needed")
    os.makedirs(options.work, exist_ok=True)
    print("| package | files | lines | Loci: s | lines/s | MiB | reports | clang --analyze: s | lines/s | MiB | reports |")
    print("|---|%s" % ("---:|" * 10))
    for package in PACKAGES:
        if not options.packages or package.name in options.packages:
            print("| %s |" % " | ".join(row(options, package)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
