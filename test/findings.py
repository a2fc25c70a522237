"""What `loci run` tells and leaves: bugs with inputs, confirmed natively; tests whose output is that of the native program;
coverage; the folder, which another run goes on with."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time

import common
import symbolic
from verdicts import VERDICTS

PROGRAM = os.path.join(common.HERE, "findings", "many.c")
KINDS = {"out-of-bounds": 13, "use-after-free": 30, "uninitialised": 33, "assertion-failure": 36, "division-by-zero": 37,
         "signed-overflow": 38}


def run(loci, folder, *flags):
    return common.run([loci, "run", *flags, PROGRAM], cwd=folder)


def judge_bugs(report, native):
    problems = []
    found = {bug["kind"]: bug["line"] for bug in report["bugs"]}
    if found != KINDS:
        problems.append("bugs %s" % found)
    for bug in report["bugs"]:
        if not bug["confirmed_machine"] or bug["confirmed_native"] is not native:
            problems.append("%s: machine %s, natively %s" % (bug["kind"], bug["confirmed_machine"], bug["confirmed_native"]))
        if [one["name"] for one in bug["input"]] != ["x", "b"]:
            problems.append("%s: input %s" % (bug["kind"], bug["input"]))
    return problems


def confirmed(loci):
    """All bugs, natively too; the summary names input and replay; the folder has what it must."""
    with tempfile.TemporaryDirectory() as folder:
        result = run(loci, folder)
        text = result.out.decode()
        if result.status != 1:
            return "status %d\n%s%s" % (result.status, text[-1500:], result.err.decode()[-1500:])
        out = os.path.join(folder, "loci-last")
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            report = json.load(file)
        problems = judge_bugs(report, True)
        problems += ["the summary lacks '%s'" % part for part in ("| x: 4 bytes", "loci replay loci-out-0/test", "complete: every path")
                     if part not in text]
        if text.count("confirmed by the machine, natively too\n") != len(KINDS):
            problems.append("not all bugs are told to show natively\n" + text)
        for bug in report["bugs"]:
            with open(os.path.join(out, bug["test"] + ".err"), encoding="utf-8") as file:
                if "Line: %d\n" % bug["line"] not in file.read():
                    problems.append("%s.err does not name the line" % bug["test"])
        with open(os.path.join(out, "coverage.txt"), encoding="utf-8") as file:
            listing = file.read()
        if not re.search(r"^ *#####: +9:", listing, re.M) or not re.search(r"^ *1: +20:", listing, re.M):
            problems.append("coverage.txt\n" + listing)
        if os.listdir(folder) and not os.path.islink(out):
            problems.append("loci-last is no link")
    return "\n".join(problems) or None


def rendered(loci):
    """The output in each test is that of the native program."""
    with tempfile.TemporaryDirectory() as folder:
        result = run(loci, folder, "--no-native", "--out=out")
        problems = [] if result.status == 1 else ["status %d" % result.status]
        tests = symbolic.read_tests(os.path.join(folder, "out"))
        erroneous = {test.entry for test in tests if symbolic.is_error(test.behaviour)}
        for test in tests:
            if test.entry in erroneous:
                continue
            native = common.run([loci, "replay", os.path.join("out", test.name), PROGRAM], cwd=folder)
            if native.out.decode("latin-1") != test.behaviour.out or str(native.status) != test.behaviour.result:
                problems.append("%s: natively %d %r, in the test %s %r" % (
                    test.name, native.status, native.out, test.behaviour.result, test.behaviour.out))
    return "\n".join(problems) or None


def resumed(loci):
    """A run that goes on with a finished one has nothing to do and tells the same."""
    with tempfile.TemporaryDirectory() as folder:
        first = run(loci, folder, "--no-native", "--json", "--out=out")
        before = sorted(os.listdir(os.path.join(folder, "out")))
        second = run(loci, folder, "--no-native", "--json", "--resume=out")
        after = sorted(os.listdir(os.path.join(folder, "out")))
        if first.status != 1 or second.status != 1 or before != after:
            return "status %d and %d, %d files and %d\n%s" % (first.status, second.status, len(before), len(after), second.err.decode())
        reports = [json.loads(result.out) for result in (first, second)]
        problems = judge_bugs(reports[1], None)
        problems += ["%s: %s, then %s" % (key, reports[0][key], reports[1][key])
                     for key in ("paths", "tests", "complete", "coverage", "instructions") if reports[0][key] != reports[1][key]]
    return "\n".join(problems) or None


def without_tests(loci):
    with tempfile.TemporaryDirectory() as folder:
        result = run(loci, folder, "--no-native", "--no-tests", "--json", "--out=out")
        left = [name for name in os.listdir(os.path.join(folder, "out")) if name.startswith("test")]
        report = json.loads(result.out)
        problems = judge_bugs(report, None)
        if left or report["tests"] or result.status != 1:
            problems.append("%d tests, %s, status %d" % (report["tests"], left, result.status))
    return "\n".join(problems) or None


def statistics(loci):
    with tempfile.TemporaryDirectory() as folder:
        result = run(loci, folder, "--no-native", "--stats", "--out=out")
    missing = [part for part in (b"places that forked most", b"switch (x) {", b"blast") if part not in result.err]
    return "--stats lacks %s\n%s" % (missing, result.err.decode()) if missing else None


def sanitizers(loci):
    """What the flags ask for is checked with symbolic operands too, and what they allow is no error; natively the same."""
    source = os.path.join(common.HERE, "findings", "sanitizers.c")
    flags = "-fwrapv -fsanitize=address,unsigned-integer-overflow,bounds,implicit-conversion,float-cast-overflow,builtin,bool"
    kinds = [("float-cast", 7), ("implicit-conversion", 6), ("invalid-value", 8), ("invalid-value", 20), ("out-of-bounds", 5),
             ("unsigned-overflow", 4)]
    problems = []
    for options in (["--64"], ["--32", "--no-native", "--memory=merging"]):
        with tempfile.TemporaryDirectory() as folder:
            result = common.run([loci, "run", "--json", "--cflags=" + flags, *options, source], cwd=folder, timeout=60)
        report = json.loads(result.out)
        found = sorted((bug["kind"], bug["line"]) for bug in report["bugs"])
        confirmed = [bug["kind"] for bug in report["bugs"] if bug["confirmed_native"] is False]
        if found != kinds or confirmed or not report["complete"]:
            problems.append("%s: %s, not natively: %s, complete: %s" % (options[0], found, confirmed, report["complete"]))
        if b"'-fsanitize=address' is left out" not in result.err:
            problems.append("no note: %s" % result.err.decode())
    return "\n".join(problems) or None


def frozen(loci):
    """A frozen value is no longer undefined: nothing is reported, in no model and not when a test is run again."""
    source = os.path.join(common.HERE, "findings", "freeze.ll")
    with tempfile.TemporaryDirectory() as folder:
        for model in ("forking", "merging", "flat"):
            result = common.run([loci, "run", "--no-native", "--json", "--memory=" + model, "--out=" + model, source], cwd=folder, timeout=60)
            report = json.loads(result.out)
            if result.status or not report["complete"] or report["paths"] != 2:
                return "%s: status %d, %s" % (model, result.status, report)
        for test in ("test000001.ktest", "test000002.ktest"):
            again = common.run([loci, "exec", "--test=" + os.path.join("flat", test), source], cwd=folder)
            if again.status:
                return "exec %s: %s" % (test, again.err.decode())
    return None


def judge_verdict(loci, case, model):
    """The bugs of a small program, each with a test that shows it again; the status; what is said about the rest."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w", encoding="utf-8") as file:
            file.write(case.source)
        result = common.run([loci, "run", "--%d" % model, "--json", "--out=out", *([] if case.native and model == 64 else ["--no-native"]), *case.flags, "p.c"],
                            cwd=folder)
        try:
            report = json.loads(result.out)
        except ValueError:
            return "status %d, no JSON\n%s" % (result.status, result.err.decode(errors="replace")[-1500:])
        problems = []
        found = sorted(bug["kind"] for bug in report["bugs"])
        if found != sorted(case.bugs) or result.status != case.status:
            problems.append("status %d and bugs %s expected, %d and %s found" % (case.status, case.bugs, result.status, found))
        if report["complete"] is not case.complete:
            problems.append("complete: %s" % report["complete"])
        said = " ".join(report["incomplete_reasons"] + report["incomplete_details"] + [bug["message"] for bug in report["bugs"]])
        problems += ["'%s' is not said: %s" % (part, said) for part in case.says if part not in said]
        for bug in report["bugs"]:
            again = common.run([loci, "exec", "--%d" % model, *case.exec_flags, "--test=out/%s.ktest" % bug["test"], "p.c"], cwd=folder)
            if again.status != 99 or b"p.c:%d:" % bug["line"] not in again.err:
                problems.append("%s: its test does not show it again: status %d\n%s" % (bug["kind"], again.status, again.err.decode()))
            if case.native and model == 64 and bug["confirmed_native"] is not True:
                problems.append("%s, line %d: natively %s" % (bug["kind"], bug["line"], bug["native_reason"]))
    return "\n".join(problems) or None


def many_targets(loci):
    """Fills, copies, frees and calls through a pointer to one of 600 blocks are one path and its fault."""
    source = os.path.join(common.HERE, "findings", "many_targets.c")
    with tempfile.TemporaryDirectory() as folder:
        result = common.run([loci, "run", "--json", "--no-native", "--no-leaks", "--memory=merging", source], cwd=folder, timeout=300)
    report = json.loads(result.out)
    found = [(bug["kind"], bug["line"]) for bug in report["bugs"]]
    if report["paths"] != 4 or found != [("use-after-free", 31)] or not report["complete"]:
        return "%d paths, %s, complete: %s" % (report["paths"], found, report["complete"])
    return None


def native_follows(loci):
    """The native program is compiled and run while the run goes on; nothing is left of it, however the run ends."""
    source = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n    int x = klee_int(\"x\");\n    if (x == 5) abort();\n    for (;;) x++;\n}\n"
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, "temporary")
        os.mkdir(temporary)
        with open(os.path.join(folder, "p.c"), "w", encoding="utf-8") as file:
            file.write(source)
        for seconds, expected in ((0.4, None), (6, True)):
            process = subprocess.Popen([loci, "run", "--search=bfs", "--cflags=-fwrapv", "--json", "--out=out%g" % seconds, "p.c"],
                                       cwd=folder, env=dict(os.environ, TMPDIR=temporary), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            if expected and [bug["confirmed_native"] for bug in json.loads(out)["bugs"]] != [expected]:
                problems.append("not confirmed while the run went on: %s%s" % (out.decode(), err.decode()))
            problems += ["%s is left after %g s" % (name, seconds) for name in os.listdir(temporary)]
    return "\n".join(problems) or None


def without_room(loci):
    """A native program that cannot start shows no error, whatever it dies of."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w", encoding="utf-8") as file:
            file.write("#include <stdlib.h>\nint main(void) { abort(); }\n")
        result = common.run(["sh", "-c", "ulimit -v 8000000; exec \"$0\" run --json p.c", loci], cwd=folder)
        try:
            bug, = json.loads(result.out)["bugs"]
        except ValueError:
            return None if b"AddressSanitizer failed to allocate" in result.err else "status %d\n%s" % (result.status, result.err.decode())
    if bug["confirmed_native"] is not False or "failed to allocate" not in bug["native_reason"]:
        return "natively %s, %s" % (bug["confirmed_native"], bug["native_reason"])
    return None


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for case in VERDICTS:
        for model in (64, 32):
            yield "%s-%d" % (case.name, model), lambda case=case, model=model: judge_verdict(loci, case, model)
    for check in (confirmed, rendered, resumed, without_tests, statistics, sanitizers, frozen, many_targets, native_follows, without_room):
        yield check.__name__, lambda check=check: check(loci)
