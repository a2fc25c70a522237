"""What the test drivers share: running commands, the header lines of test programs, native results.

A test program may begin with these lines, in any order:
    // only: 64             the data model it is meant for (32 or 64); both when absent
    // args: a "b c"        its arguments
    // stdin: text\\n        its standard input, with C escapes
    // files: d/x.c d/y.c   further translation units, relative to the program's folder
    // cflags: -std=gnu89   options for the compiler
    // unchecked: null      sanitizers that test/check-corpus.py must not use: they forbid what Loci allows
    // stderr: any          standard error is not compared (it holds the program's name)
A program killed by signal n has status 128 + n, as in a shell.
"""
import argparse
import codecs
import collections
import concurrent.futures
import difflib
import functools
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CLANG = os.environ.get("CLANG", "clang-19")
MODELS = {64: ["-m64"], 32: ["-m32", "-msse2", "-mfpmath=sse"]}
HEADER = re.compile(r"// (only|args|stdin|files|cflags|stderr|unchecked): ?(.*)")
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", ""), "LC_ALL": "C", "TZ": "UTC0",
               "LOCI_TEST": "yes", "LOCI_CACHE": "none"}
if "LLVM_PROFILE_FILE" in os.environ:  # make coverage
    ENVIRONMENT["LLVM_PROFILE_FILE"] = os.environ["LLVM_PROFILE_FILE"]


class Result:
    """What a command did: its status (128 + n for signal n), what it wrote, whether it ran out of time."""

    def __init__(self, status, out, err, timed_out=False):
        self.status, self.out, self.err, self.timed_out = status, out, err, timed_out


PATIENCE = 900  # seconds after which a command counts as one that does not end: no test depends on how fast the machine is


def run(command, stdin=b"", cwd=None, timeout=PATIENCE, env=None):
    """Runs a command; a command that takes too long is killed together with its children."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=cwd, env=env or ENVIRONMENT, start_new_session=True)
    try:
        out, err = process.communicate(stdin, timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return Result(-1, out, err, timed_out=True)
    status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    return Result(status, out, err)


class Program:
    """A C program of the corpus and what its header lines say."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        header = {}
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = HEADER.match(line.rstrip("\n"))
                if not found:
                    break
                header[found[1]] = found[2]
        self.models = [int(header["only"])] if "only" in header else [64, 32]
        self.args = shlex.split(header.get("args", ""))
        self.stdin = codecs.decode(header.get("stdin", ""), "unicode_escape").encode("latin-1")
        folder = os.path.dirname(path)
        self.sources = [path] + [os.path.join(folder, name) for name in header.get("files", "").split()]
        self.cflags = shlex.split(header.get("cflags", ""))
        self.unchecked = header.get("unchecked")
        self.compare_stderr = header.get("stderr") != "any"

    def digest(self):
        """A number for the text of all sources, to find stored native results."""
        digest = hashlib.sha256()
        for source in self.sources:
            with open(source, "rb") as file:
                digest.update(file.read())
        return digest.hexdigest()


@functools.lru_cache(None)
def include_flags(model):
    """Where the compiler for 32 bit must look last: some systems keep asm/*.h in the folder of the 64 bit model only."""
    if model == 64:
        return ()
    listing = run([CLANG, "-m64", "-E", "-v", "-x", "c", "-"]).err.decode(errors="replace")
    folders = listing.partition("search starts here:\n#include <...> search starts here:\n")[2].partition("End of search")[0]
    return tuple("-idirafter" + folder.strip() for folder in folders.splitlines())


def programs_in(folder):
    """The programs of a folder in the order of their names."""
    return [Program(path) for path in sorted(glob.glob(os.path.join(folder, "*.c")))]


def compile_native(sources, output, model, flags=(), compiler=CLANG):
    """Builds a native program; returns the compiler's complaint when it fails, None when it does not."""
    command = [compiler, *MODELS[model], *include_flags(model), "-O0", "-w", *flags, *sources, "-o", output, "-lm"]
    result = run(command)
    return None if result.status == 0 else result.err.decode(errors="replace")


def native_result(program, model, cache):
    """The result of the native program, from the cache when the same text ran before. Returns (result, complaint)."""
    stored = os.path.join(cache, "%s-%d-%s.json" % (program.name, model, program.digest()[:16]))
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            entry = json.load(file)
        return Result(entry["status"], entry["out"].encode("latin-1"), entry["err"].encode("latin-1")), None
    with tempfile.TemporaryDirectory() as folder:
        executable = os.path.join(folder, program.name)
        complaint = compile_native(program.sources, executable, model, program.cflags)
        if complaint:
            return None, "the native compilation failed\n" + complaint
        work = os.path.join(folder, "work")
        os.mkdir(work)
        result = run([executable, *program.args], program.stdin, cwd=work)
    if result.timed_out:
        return None, "the native program did not end"
    os.makedirs(cache, exist_ok=True)
    partial = "%s.%d" % (stored, os.getpid())
    with open(partial, "w", encoding="utf-8") as file:
        json.dump({"status": result.status, "out": result.out.decode("latin-1"), "err": result.err.decode("latin-1")}, file)
    os.replace(partial, stored)
    return result, None


def loci_exec(loci, sources, model, args=(), cflags=(), stdin=b"", cwd=None, timeout=PATIENCE, options=()):
    """Runs `loci exec` on sources or bitcode."""
    command = [loci, "exec", "--%d" % model, "--leaks=error", *options]
    if cflags:
        command.append("--cflags=" + " ".join(cflags))
    command += sources
    if args:
        command += ["--", *args]
    return run(command, stdin, cwd=cwd, timeout=timeout)


def diff(expected, actual, what):
    """The difference of two texts in unified form, at most 40 lines of it."""
    lines = list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), what + " expected", what + " found",
                                      lineterm="", n=2))
    if len(lines) > 40:
        lines = lines[:40] + ["... %d more lines" % (len(lines) - 40)]
    return "\n".join(lines)


def compare(expected, actual, stderr=True):
    """What differs between two results, None when nothing does."""
    if actual.timed_out:
        return "did not end in time"
    problems = []
    if expected.status != actual.status:
        problems.append("status %d expected, %d found" % (expected.status, actual.status))
    if expected.out != actual.out:
        problems.append(diff(expected.out.decode(errors="replace"), actual.out.decode(errors="replace"), "stdout")
                        or "stdout differs in line ends")
    if (stderr or problems) and expected.err != actual.err:
        problems.append(diff(expected.err.decode(errors="replace"), actual.err.decode(errors="replace"), "stderr"))
    return "\n".join(problems) or None


def csmith_include():
    """The folder of csmith.h, found beside the csmith program."""
    program = shutil.which("csmith")
    if not program:
        return None
    prefix = os.path.dirname(os.path.dirname(os.path.realpath(program)))
    found = glob.glob(os.path.join(prefix, "include", "csmith*", "csmith.h")) + \
        glob.glob(os.path.join(prefix, "include", "csmith.h"))
    return os.path.dirname(found[0]) if found else None


CSMITH_OPTIONS = ["--max-funcs", "5", "--max-block-depth", "3", "--max-block-size", "3", "--max-expr-complexity", "6",
                  "--max-array-len-per-dim", "6", "--max-pointer-depth", "3"]


def csmith_program(seed, path):
    """Writes the program of a seed; returns a complaint when that fails."""
    result = run(["csmith", "--seed", str(seed), *CSMITH_OPTIONS, "--output", path])
    return None if result.status == 0 else "csmith failed on seed %d" % seed


def csmith_cases(loci, seed, folder, models=(64, 32), native_timeout=2):
    """Compares the native program of a seed with `loci exec` of its source and of its -O1 bitcode.

    Yields (case name, complaint or None); (name, 'skip: why') when the native program is of no use."""
    include = csmith_include()
    source = os.path.join(folder, "seed%d.c" % seed)
    complaint = csmith_program(seed, source) if include else "csmith is not installed"
    if complaint:
        yield "%d" % seed, complaint
        return
    flags = ["-I" + include, "-w"]
    for model in models:
        executable = os.path.join(folder, "seed%d-%d" % (seed, model))
        complaint = compile_native([source], executable, model, flags)
        native = None if complaint else run([executable], cwd=folder, timeout=native_timeout)
        if complaint or native.timed_out:
            yield "%d-%d" % (seed, model), complaint or "skip: the native program takes more than %g s" % native_timeout
            continue
        found = loci_exec(loci, [source], model, cflags=flags, cwd=folder)
        yield "%d-%d-source" % (seed, model), compare(native, found)
        bitcode = executable + ".bc"
        made = run([CLANG, *MODELS[model], *include_flags(model), *flags, "-O1", "-g", "-c", "-emit-llvm", source, "-o", bitcode])
        if made.status:
            yield "%d-%d-bitcode" % (seed, model), made.err.decode(errors="replace")
            continue
        found = loci_exec(loci, [bitcode], model, cwd=folder)
        yield "%d-%d-bitcode" % (seed, model), compare(native, found)


def in_parallel(jobs, tasks):
    """Runs functions without arguments on several threads; yields their results as they end."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task) for task in tasks]
        for future in concurrent.futures.as_completed(futures):
            yield future.result()


def fuzz_verify_main(description, check, engine, seconds=5):
    """The main function of a generator for `loci verify`: `check(loci, seed, engine, seconds, show)` is (verdict, complaint or None)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--engine", default=engine)
    parser.add_argument("--seconds", type=int, default=seconds)
    parser.add_argument("--loci", default=os.path.join(ROOT, "build", "loci"))
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    loci, counts, wrong = os.path.abspath(options.loci), collections.Counter(), 0
    seeds = range(options.start, options.start + options.count)
    tasks = [lambda seed=seed: check(loci, seed, options.engine, options.seconds, options.show) for seed in seeds]
    for verdict, complaint in in_parallel(options.jobs, tasks):
        counts[verdict] += 1
        if complaint:
            wrong += 1
            print(complaint, flush=True)
    print(", ".join("%s: %d" % item for item in sorted(counts.items())))
    return 1 if wrong else 0


def seeds_main(description, tests):
    """The command of a generator: tests(loci, start, count) are names with functions that return a complaint or None."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--loci", default=os.path.join(ROOT, "build", "loci"))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--start", type=int, default=0)
    arguments = parser.parse_args()
    passed, failed = 0, 0
    for name, test in tests(os.path.abspath(arguments.loci), arguments.start, arguments.count):
        complaint = test()
        failed += complaint is not None
        passed += complaint is None
        if complaint:
            print("FAILED %s\n%s\n" % (name, complaint), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0
