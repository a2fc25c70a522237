#!/usr/bin/env python3
"""What `loci run` leaves behind when it is killed, and how it keeps its limits.

    test/kill.py [--loci PATH]

A test is *there* once its .ktest is; it must then be whole, with its text in tests.txt, whatever happens to the process
(so the .ktest is put in place last, by rename). --resume=DIR goes on where the tests and notes in DIR end; in the end
every behaviour of the program has a test. A limit that is hit ends the run with complete false and a reason.
"""
import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import common
import fuzz_joins
import symbolic

PROGRAM = os.path.join(common.HERE, "kill", "paths.c")
BITS = 14
SOME_TESTS = 150  # how many must be on disk before the process is killed
MEMORY = 200 << 20
SEEDS = 3  # of programs with --merge-joins; more in `make fuzz`


def everything(bits):
    """The outputs of all paths of the program."""
    return {format(value, "0%db" % bits)[::-1] + "\n" for value in range(1 << bits)}


def start(loci, flags):
    return subprocess.Popen([loci, "run", "--json", "--dump-states-on-halt=none", "--cflags=-DBITS=%d" % BITS, *flags, PROGRAM], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=common.ENVIRONMENT)


def tests_on_disk(out):
    return [name for name in os.listdir(out) if name.endswith(".ktest")] if os.path.isdir(out) else []


def wait_for_tests(process, out, count):
    """Waits until so many tests are on disk; False when the process ended before."""
    while len(tests_on_disk(out)) < count:
        if process.poll() is not None:
            return False
        time.sleep(0.0005)
    return True


def digests(out):
    result = {}
    for name in tests_on_disk(out):
        with open(os.path.join(out, name), "rb") as file:
            result[name] = hashlib.sha256(file.read()).hexdigest()
    return result


def judge_folder(out, bits=BITS):
    """What is wrong with the tests in a folder: each must be whole, and its output that of its input."""
    problems, texts = [], symbolic.read_texts(out)
    for name in tests_on_disk(out):
        stem = os.path.join(out, name[:-len(".ktest")])
        try:
            (_, data), = symbolic.read_ktest(stem + ".ktest")
            status, output, _ = symbolic.read_text(texts, stem)
        except (OSError, ValueError) as problem:
            problems.append(str(problem))
            continue
        value = int.from_bytes(data, "little") & ((1 << bits) - 1)
        if status != "0" or output != format(value, "0%db" % bits)[::-1] + "\n":
            problems.append("%s: status %s, output %r for %#x" % (name, status, output, value))
    return problems[:5]


def outputs(out):
    return {test.behaviour.out for test in symbolic.read_tests(out)}


def interrupted(loci, number, times=2):
    """Interrupts a run several times, resumes it as often, and lets it end."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        flags, before = ["--out=" + out], {}
        for round_ in range(times):
            process = start(loci, flags)
            if not wait_for_tests(process, out, len(before) + SOME_TESTS):
                _, err = process.communicate()
                return "ended by itself in round %d, status %d\n%s" % (round_, process.returncode, err.decode()[-1500:])
            process.send_signal(number)
            try:
                text, _ = process.communicate(timeout=common.PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return "does not end after signal %d" % number
            problems = judge_folder(out) + changed(before, digests(out))
            if number == signal.SIGINT:
                problems += judge_farewell(process.returncode, text)
            if problems:
                return "round %d\n%s" % (round_, "\n".join(problems))
            before = digests(out)
            flags = ["--resume=" + out]
        return resumed_to_the_end(loci, out, before)


def siblings(loci, times=8):
    """A run that is interrupted when one state is left, within an operation, has neither more paths nor fewer in the end."""
    program = os.path.join(common.HERE, "kill", "siblings.c")
    command = [loci, "run", "--json", "--dump-states-on-halt=none", "--no-native", "--32", program]
    with tempfile.TemporaryDirectory() as folder:
        expected = json.loads(common.run([*command, "--out=" + os.path.join(folder, "whole")], timeout=common.PATIENCE).out)["paths"]
        for round_ in range(times):
            out = os.path.join(folder, "out-%d" % round_)
            process = subprocess.Popen([*command, "--out=" + out], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env=common.ENVIRONMENT)
            if wait_for_tests(process, out, expected - 1):
                process.send_signal(signal.SIGINT)
            report = json.loads(process.communicate()[0])
            if not report["complete"]:
                report = json.loads(common.run([*command, "--resume=" + out], timeout=common.PATIENCE).out)
            if report["paths"] != expected or len(tests_on_disk(out)) != expected:
                return "%d paths and %d tests, expected %d" % (report["paths"], len(tests_on_disk(out)), expected)
    return None


def reordered(loci):
    """Resumes a run whose paths meet functions in another order than they did before: a choice may go by addresses."""
    program = os.path.join(common.HERE, "kill", "order.c")
    expected = {"one\n", "two\n"} | {text + format(value, "08b") + "\n" for text in ("abc\n", "xyz\n") for value in range(256)}
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command = [loci, "run", "--json", "--dump-states-on-halt=none", "--no-native"]
        process = subprocess.Popen([*command, "--out=" + out, program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=common.ENVIRONMENT)
        wait_for_tests(process, out, 30)
        process.send_signal(signal.SIGINT)
        process.communicate()
        result = common.run([*command, "--resume=" + out, program], timeout=120)
        missed = expected - outputs(out)
        problems = ["%d of %d behaviours were lost, such as %r" % (len(missed), len(expected), min(missed))] if missed else []
        if result.status or not json.loads(result.out or b"{}").get("complete"):
            problems.append("status %d\n%s" % (result.status, result.out.decode()[-500:]))
        return "\n".join(problems) or None


def damaged(loci, damage):
    """Resumes a run whose frontier is damaged: it must not take what is left of it for everything."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        process = start(loci, ["--out=" + out])
        if not wait_for_tests(process, out, SOME_TESTS):
            process.communicate()
            return "ended by itself"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=common.PATIENCE)
        path = os.path.join(out, "frontier")
        with open(path, "rb") as file:
            content = file.read()
        with open(path, "wb") as file:
            file.write(damage(content))
        return resumed_to_the_end(loci, out, digests(out))


def resumed_to_the_end(loci, out, before):
    process = start(loci, ["--resume=" + out])
    try:
        text, err = process.communicate(timeout=common.PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "the resumed run does not end"
    problems = judge_folder(out) + changed(before, digests(out))
    missed = everything(BITS) - outputs(out)
    if missed:
        problems.append("%d of %d behaviours were lost, such as %r" % (len(missed), 1 << BITS, min(missed)))
    if process.returncode != 0 or not json.loads(text or b"{}").get("complete"):
        problems.append("the resumed run ends with status %d\n%s%s" % (process.returncode, text.decode()[-500:], err.decode()[-500:]))
    return "\n".join(problems) or None


def changed(before, after):
    lost = [name for name in before if after.get(name) != before[name]]
    return ["%d tests changed or vanished, such as %s" % (len(lost), lost[0])] if lost else []


def judge_farewell(status, text):
    """After SIGINT the run still says what it did, and that it is not complete."""
    try:
        report = json.loads(text)
    except ValueError:
        return ["no JSON after SIGINT"]
    if report["complete"] or status not in (1, 3):
        return ["complete %s and status %d after SIGINT" % (report["complete"], status)]
    return []


# ---- Limits ----

# A check build keeps freed memory for a while, to find uses of it: that is not Loci's.
FREED_IS_FREE = {**common.ENVIRONMENT, "ASAN_OPTIONS": "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"}


def limited(loci, flags, bits, memory=None, data=16):
    """Runs under a limit; checks that it ends, the memory and that the answer is honest."""
    with tempfile.TemporaryDirectory() as folder:
        out, bitcode = os.path.join(folder, "out"), os.path.join(folder, "paths.bc")
        # Bitcode, so that no compiler's memory is measured.
        common.run([common.CLANG, "-m64", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-DBITS=%d" % bits, "-DDATA=%d" % data,
                    "-c", "-emit-llvm", PROGRAM, "-o", bitcode])
        begin = time.monotonic()
        with open(os.path.join(folder, "json"), "w+b") as text, open(os.path.join(folder, "err"), "w+b") as err:
            process = subprocess.Popen([loci, "run", "--json", "--dump-states-on-halt=none", "--out=" + out, *flags, bitcode], stdin=subprocess.DEVNULL,
                                       stdout=text, stderr=err, env=FREED_IS_FREE)
            usage = wait_with_usage(process, begin + common.PATIENCE)
            text.seek(0), err.seek(0)
            answer, complaint = text.read(), err.read().decode(errors="replace")[-1500:]
        if usage is None:
            return "does not end"
        problems = judge_folder(out, bits)
        if memory and usage.ru_maxrss * 1024 > memory:
            problems.append("used %d MiB of %d" % (usage.ru_maxrss >> 10, memory >> 20))
        try:
            report = json.loads(answer)
        except ValueError:
            return "\n".join(problems + ["status %s, no JSON\n%s" % (process.returncode, complaint)])
        if memory and not report["states"]["parked"]:
            problems.append("the limit of memory was never near")
        return "\n".join(problems + judge_honesty(report, process.returncode, out, bits)) or None


def wait_with_usage(process, deadline):
    """The resources a process used; None, and it is killed, when it takes too long."""
    while time.monotonic() < deadline:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage
        time.sleep(0.01)
    process.kill()
    process.wait()
    return None


def judge_honesty(report, status, out, bits):
    if report["complete"]:
        missed = (1 << bits) - len(outputs(out))
        return ["says complete, but %d behaviours have no test" % missed] if missed or status != 0 else []
    problems = [] if status == 3 else ["incomplete, but the status is %d" % status]
    return problems if report["incomplete_reasons"] else problems + ["incomplete without a reason"]


LIMITS = {
    # Hundreds of states at a time with a block of 512 KiB each.
    "max-memory-bfs": (["--max-memory=200M", "--search=bfs"], 10, MEMORY, 1 << 19),
    "max-memory-random": (["--max-memory=200M", "--search=random"], 10, MEMORY, 1 << 19),
    "max-time": (["--max-time=2"], 24),
    "max-states": (["--max-states=20", "--search=bfs"], 10),
    "max-forks": (["--max-forks=50"], 10),
    "max-depth": (["--max-depth=5"], 10),
    "no-limit": ([], 8),
}


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    yield "sigkill", lambda: interrupted(loci, signal.SIGKILL)
    yield "sigint", lambda: interrupted(loci, signal.SIGINT)
    yield "sigterm", lambda: interrupted(loci, signal.SIGTERM)
    yield "siblings", lambda: siblings(loci)
    yield "order", lambda: reordered(loci)
    yield from fuzz_joins.tests(loci, 0, SEEDS)
    yield "frontier-cut", lambda: damaged(loci, lambda content: content[:content.rindex(b"\n", 0, len(content) // 2) + 1])
    yield "frontier-empty", lambda: damaged(loci, lambda content: b"")
    yield "frontier-changed", lambda: damaged(loci, lambda content: content[:60] + bytes([content[60] ^ 1]) + content[61:])
    for name, arguments in LIMITS.items():
        yield "limit-" + name, lambda arguments=arguments: limited(loci, *arguments)


def main():
    parser = argparse.ArgumentParser(description="Kills loci run and looks at what is left.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--only", default="")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    return symbolic.run_tests(tests(os.path.abspath(options.loci)), options)


if __name__ == "__main__":
    sys.exit(main())
