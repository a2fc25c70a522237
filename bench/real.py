#!/usr/bin/env python3
"""Real programs from Debian's sources under `loci run`: one Loci, or two in turn (before and after).

    bench/real.py [--loci PATH] [--before PATH] [--seconds N] [--cpu N] [--sources FOLDER] [--only SUBSTRING]

Tools of coreutils as bitcode, linked with gnulib, with `--sym-args=0,2,3 --sym-stdin=8`; libraries with the harnesses of
bench/real. Everything else is the default but that no bug is confirmed natively. Sources are fetched and built once, in
FOLDER. With --cpu a run is interrupted when it has used so many CPU seconds, so that the rows of a busy machine can be
compared. Paths, lines covered, those of a tool's own file of all it has, CPU seconds (which on a shared machine differ from
those of the clock), the share of the solver's seconds, and the stage of the solver that took most of them, what
interpretation, forking, solver, the look for lost blocks and writing took of the time (in per cent), and the most memory it
had at a time.
"""
import argparse
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ["head", "wc", "base64", "tr", "expr", "cat", "nl", "fold", "uniq", "tail", "echo"]
OWN_FILES = {"base64": "basenc.c", "lodepng": "lodepng.cpp"}
WRAPPER = """#!/bin/sh
# Compiles as clang does, and to bitcode beside each object.
case " $* " in
*" -c "*)
    out=; previous=
    for word; do [ "$previous" = -o ] && out=$word; previous=$word; done
    [ -z "$out" ] || clang-19 -O1 -Xclang -disable-llvm-passes -U__OPTIMIZE__ -fno-builtin "$@" -emit-llvm -g -o "$out.bc" -MF /dev/null 2>/dev/null ;;
esac
exec clang-19 "$@"
"""
LIBRARIES = {  # harness: package, where its headers are, what is compiled, flags
    "expat": ("expat", "expat/lib", ["expat/lib/xmlparse.c", "expat/lib/xmltok.c", "expat/lib/xmlrole.c"],
              "-DXML_GE=1 -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 -DXML_DEV_URANDOM -DBYTEORDER=1234"),
    "cjson": ("cjson", "", ["cJSON.c"], ""),
    "inflate": ("zlib", "", ["inflate.c", "inftrees.c", "inffast.c", "zutil.c", "adler32.c", "crc32.c"], ""),
    "lodepng": ("lodepng", "", [], "-w"),  # the harness includes its one file, which is C by another name
    "yaml": ("libyaml", "include", ["src/api.c", "src/reader.c", "src/scanner.c", "src/parser.c"],
             '-DYAML_VERSION_STRING="0" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5'),
}


def source(package, folder):
    """The folder of the unpacked package; None if it cannot be had."""
    place = os.path.join(folder, package)
    found = [path for path in glob.glob(os.path.join(place, "*")) if os.path.isdir(path)]
    if not found:
        subprocess.run([os.path.join(HERE, "..", "test", "debian-source"), package, place], stdout=subprocess.DEVNULL, check=False)
        found = [path for path in glob.glob(os.path.join(place, "*")) if os.path.isdir(path)]
    return found[0] if found else None


def quiet(command, cwd, **variables):
    with open(os.path.join(cwd, "bench.log"), "a", encoding="utf-8") as log:
        return subprocess.run(command, cwd=cwd, env=dict(os.environ, **variables), stdout=log, stderr=log, check=False).returncode == 0


def build_tools(folder):
    """{tool: bitcode}"""
    made = {tool: os.path.join(folder, tool + ".bc") for tool in TOOLS}
    if all(map(os.path.exists, made.values())):
        return made
    root = source("coreutils", folder)
    if not root:
        return {}
    compiler = os.path.join(folder, "cc")
    with open(compiler, "w", encoding="utf-8") as file:
        file.write(WRAPPER)
    os.chmod(compiler, 0o755)
    if not os.path.exists(os.path.join(root, "Makefile")):
        quiet(["./configure", "--quiet", "--disable-nls", "--without-selinux", "--disable-acl", "--without-openssl", "--disable-libcap"],
              root, CC="clang-19", FORCE_UNSAFE_CONFIGURE="1")
    listing = subprocess.run(["make", "-pn"], cwd=root, capture_output=True, text=True, check=False).stdout
    headers = re.search(r"^BUILT_SOURCES = (.*)$", listing, re.M)[1].split()
    make = ["make", "-k", "-j2", "CC=" + compiler, "CFLAGS=-O0 -w"]
    quiet([*make, "src/version.h", "lib/unistr.h", "lib/unitypes.h", "lib/uniwidth.h", "lib/iconv.h",
           *(name for name in headers if name.startswith("lib/") and "$" not in name)], root)
    quiet([*make, *("src/" + tool for tool in TOOLS)], root)
    library = os.path.join(folder, "gnulib.bc")
    parts = sorted(glob.glob(os.path.join(root, "lib", "**", "*.o.bc"), recursive=True))
    quiet(["llvm-link-19", "-o", library, *parts, os.path.join(root, "src", "version.o.bc")], root)
    for tool, path in made.items():
        own = glob.glob(os.path.join(root, "src", tool + ".o.bc")) or glob.glob(os.path.join(root, "src", tool + "-*.o.bc"))
        quiet(["llvm-link-19", "--only-needed", "-o", path, own[0] if own else tool, library], root)
    return {tool: path for tool, path in made.items() if os.path.exists(path)}


def programs(folder):
    """(name, arguments of loci run)"""
    for tool, path in build_tools(folder).items():
        yield tool, ["--sym-args=0,2,3", "--sym-stdin=8", path]
    for name, (package, headers, files, flags) in LIBRARIES.items():
        root = source(package, folder)
        if root:
            yield name, ["-I" + os.path.join(root, headers), *(["--cflags=" + flags] if flags else []),
                         os.path.join(HERE, "real", name + ".c"), *(os.path.join(root, file) for file in files)]


def own_lines(coverage, name):
    """Lines covered and lines of the file that a tool is named after, of a text in the manner of gcov."""
    counts = [0, 0]
    for part in coverage.split("Source:")[1:]:
        head, _, text = part.partition("\n")
        if os.path.basename(head) == OWN_FILES.get(name, name + ".c"):
            marks = re.findall(r"^ *([\d#]+)\*?: *\d+:", text, re.M)
            counts[0] += sum(not mark.startswith("#") for mark in marks)
            counts[1] += len(marks)
    return counts


def used_cpu(process):
    """CPU seconds of a running process, without its children."""
    try:
        with open("/proc/%d/stat" % process, encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def run_for(command, cpu):
    """Standard output and error, and what the process used; it is interrupted when it has used the CPU seconds, if not 0."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        while cpu and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if used_cpu(process.pid) >= cpu:
                process.send_signal(signal.SIGINT)
                break
            time.sleep(0.02)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return out.read(), err.read(), used


CAUSES = ("interpretation", "forking", "solver", "checks", "writing")


def shares(report):
    """Of the seconds of a run, what each cause took, in the order of CAUSES; an old Loci does not tell."""
    times = report.get("time")
    total = sum(times.values()) if times else 0
    return "/".join("%.0f" % (100 * times[cause] / total) for cause in CAUSES) if total else "-"


def measure(loci, name, arguments, seconds, limit):
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    output, errors, used = run_for([loci, "run", "--no-native", "--json", "--stats", "--max-time=%d" % seconds,
                                    "--out=" + os.path.join(folder, "out"), *arguments], limit)
    try:
        report = json.loads(output)
        with open(os.path.join(folder, "out", "coverage.txt"), encoding="utf-8", errors="replace") as file:
            own = "%d of %d" % tuple(own_lines(file.read(), name))
    except (ValueError, OSError):
        return ["-"] * 7
    finally:
        shutil.rmtree(folder)
    stages = re.findall(r"^(\w+) +\d+ +\d+ +\d+ +\d+ +([\d.]+)", errors, re.M)
    slowest = max(stages, key=lambda stage: float(stage[1]), default=("none", "0"))
    cpu = used.ru_utime + used.ru_stime
    share = 100 * report["solver_seconds"] / max(report["seconds"], 0.001)
    return [str(report["paths"]), str(report["coverage"]["lines"]), own, "%.1f" % cpu, "%.0f %% (%s)" % (share, slowest[0]),
            shares(report), "%d" % (used.ru_maxrss // 1024)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default=os.path.join(os.path.dirname(HERE), "build", "loci"))
    parser.add_argument("--before")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--cpu", type=float, default=0)
    parser.add_argument("--sources", default=os.path.join(os.path.dirname(HERE), "build", "real"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    folder = os.path.abspath(options.sources)
    os.makedirs(folder, exist_ok=True)
    binaries = [(name, os.path.abspath(path)) for name, path in (("before: ", options.before), ("", options.loci)) if path]
    print("| program | %s |" % " | ".join("%spaths | lines | own | CPU s | solver | time | MiB" % name for name, _ in binaries))
    print("|---|%s" % ("---:|---:|---:|---:|---|---|---:|" * len(binaries)))
    for name, arguments in programs(folder):
        if options.only in name:
            cells = [cell for _, loci in binaries for cell in measure(loci, name, arguments, options.seconds, options.cpu)]
            print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


if __name__ == "__main__":
    main()
