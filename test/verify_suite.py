"""The verify suite: small programs whose comments say what `loci verify` must answer, in both data models.

    // expect: PROPERTY ANSWER        true, false(NAME) with the line of the violation, or `unknown REGEXP` for the reason
    // expect-32: ...                 in that data model only
    // harness: KIND                  the harness of the first FALSE makes the native program fail: `address`, `undefined`
                                      (what the sanitizer of this name reports) or the line at which the program aborts
    // flags: ...                     further options
    // inputs: N N ...                the values that the first FALSE must name, in order

Also: the witness of every TRUE and FALSE is read by the validator, which must come to the same answer; task definitions;
bad input; limits.
"""
import glob
import importlib.util
import json
import os
import re
import sys
import tempfile
import time
import types

import common

PROPERTIES = {
    "unreach-call": ["G ! call(reach_error())"],
    "old-unreach-call": ["G ! call(__VERIFIER_error())"],
    "valid-memsafety": ["G valid-free", "G valid-deref", "G valid-memtrack"],
    "valid-memcleanup": ["G valid-memcleanup"],
    "no-overflow": ["G ! overflow"],
    "termination": ["F end"],
}
EXPECT = re.compile(r"^// expect(?:-(32|64))?: (\S+) (true|false\(\S+\)|unknown)(?: line (\d+)| (.*))?$", re.M)
SECONDS = 60  # for what must be found
UNKNOWN_SECONDS = (3, 15, 60)  # what is unknown takes all of its time; its reason may need more of it on a busy machine
STATUS = {"true": 0, "false": 1, "unknown": 3}


class Expectation:
    def __init__(self, path, model, property_name, answer, line, reason):
        self.path, self.model, self.property = path, model, property_name
        self.answer, self.line, self.reason = answer, line, reason
        self.name = "%s-%s-%d" % (os.path.basename(path)[:-2], property_name, model)


def expectations(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for model, name, answer, line, reason in EXPECT.findall(text):
        for bits in [int(model)] if model else [32, 64]:
            yield Expectation(path, bits, name, answer, line and int(line), reason)


def directive(path, name):
    with open(path, encoding="utf-8") as file:
        found = re.search(r"^// %s: (.*)$" % name, file.read(), re.M)
    return found and found[1]


def property_file(folder, name):
    path = os.path.join(folder, name + ".prp")
    with open(path, "w", encoding="utf-8") as file:
        for formula in PROPERTIES[name]:
            file.write("CHECK( init(main()), LTL(%s) )\n" % formula)
    return path


def verify(options, folder, *words):
    return common.run([options.loci, "verify", *words], cwd=folder, timeout=options.timeout)


def result_line(out):
    lines = out.decode(errors="replace").splitlines()
    return lines[-1] if lines else ""


def show(result):
    return "status %d\n%s%s" % (result.status, result.out.decode(errors="replace")[-2000:],
                                result.err.decode(errors="replace")[-2000:])


def expected_flags(folder, expected):
    return ["--%d" % expected.model, "--property=" + property_file(folder, expected.property), expected.path,
            *(directive(expected.path, "flags") or "").split()]


def unknown_complaint(options, folder, reason, *flags):
    """Not even with more time another answer, and in some of them this reason."""
    for seconds in UNKNOWN_SECONDS:
        result = verify(options, folder, "--max-time=%d" % seconds, *flags)
        said = result_line(result.out)
        if not said.startswith("RESULT: unknown (") or result.status != STATUS["unknown"]:
            return "expected an unknown\n" + show(result)
        if re.search(reason, said):
            return None
    return "the reason is not as expected\n" + show(result)


def answer_test(options, expected):
    with tempfile.TemporaryDirectory() as folder:
        flags = expected_flags(folder, expected)
        if expected.answer == "unknown":
            return unknown_complaint(options, folder, expected.reason, *flags)
        flags.append("--max-time=%d" % SECONDS)
        result = verify(options, folder, "--witness=witness.yml", *flags)
        if result_line(result.out) != "RESULT: " + expected.answer:
            return "expected %s\n%s" % (expected.answer, show(result))
        if result.status != STATUS[expected.answer.split("(")[0]]:
            return "wrong status\n" + show(result)
        if expected.line and not re.search(r":%d:\d+: error: " % expected.line, result.out.decode()):
            return "no error at line %d\n%s" % (expected.line, show(result))
        return witness_complaint(options, folder, flags, expected)


def witness_complaint(options, folder, flags, expected):
    """The validator follows the witness to the same answer, and does not follow one that says something else."""
    result = verify(options, folder, "--validate=witness.yml", *flags)
    if result_line(result.out) != "RESULT: " + expected.answer:
        return "the validator does not agree\n" + show(result)
    return None


def harness_test(options, path):
    """The harness makes the native program fail in the way the report says."""
    kind = directive(path, "harness")
    expected = next(e for e in expectations(path) if e.answer.startswith("false"))
    sanitizer = ["-fsanitize=" + kind] if not kind.isdigit() else []
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--%d" % expected.model, "--property=" + property_file(folder, expected.property), expected.path]
        flags += (directive(path, "flags") or "").split()
        result = verify(options, folder, "--harness=harness.c", *flags)
        if result.status != 1:
            return show(result)
        if kind.isdigit():  # the program's own reach_error may do nothing: it is taken away
            sanitizer = ["-Dreach_error=loci_reached"]
            with open(os.path.join(folder, "reached.c"), "w", encoding="utf-8") as file:
                file.write("#include <stdlib.h>\nvoid loci_reached(void) { abort(); }\n")
            sources = [without_definition(path, folder), "harness.c", "reached.c"]
        else:
            sources = [path, "harness.c"]
        build = common.run([common.CLANG, *common.MODELS[expected.model], "-w", "-g", *sanitizer, *sources, "-o", "program"],
                           cwd=folder)
        if build.status:
            return "the harness does not compile\n" + show(build)
        native = common.run([os.path.join(folder, "program")], cwd=folder, timeout=options.timeout)
        text = native.err.decode(errors="replace")
        failed = native.status == -6 or native.status == 134 if kind.isdigit() else \
            "Sanitizer" in text or "runtime error" in text
        return None if failed else "the native program does not fail\n" + show(native)


def without_definition(path, folder):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^(void reach_error\(void\)) \{\}.*$", r"extern \1;", file.read(), flags=re.M)
    copy = os.path.join(folder, "program.c")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text)
    return copy


def inputs_test(options, path):
    wanted = directive(path, "inputs").split()
    expected = next(e for e in expectations(path) if e.answer.startswith("false"))
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, "--json", "--property=" + property_file(folder, expected.property), path)
        found = [entry["value"] for entry in json.loads(result.out)["answers"][0]["inputs"]]
        return None if found == wanted else "the inputs are %s, not %s" % (found, wanted)


TASK = """format_version: '2.0'
input_files: %s
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
  - property_file: ../properties/coverage-branches.prp
options:
  language: C
  data_model: %s
"""


def task_test(options):
    """A task definition names file, property and data model."""
    for model, answer in (("ILP32", "true"), ("LP64", "false(unreach-call)")):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "sub"))
            property_file(os.path.join(folder, "sub"), "unreach-call")
            with open(os.path.join(common.HERE, "verify", "data-model.c"), "rb") as source, \
                    open(os.path.join(folder, "sub", "a b.c"), "wb") as copy:
                copy.write(source.read())
            for files in ("'a b.c'", "\n  - 'a b.c'"):
                with open(os.path.join(folder, "sub", "task.yml"), "w", encoding="utf-8") as file:
                    file.write(TASK % (files, model))
                result = verify(options, folder, "sub/task.yml")
                if result_line(result.out) != "RESULT: " + answer:
                    return "%s: expected %s\n%s" % (model, answer, show(result))
    return None


def all_properties_test(options):
    """Without a property all of them are checked, a line each."""
    path = os.path.join(common.HERE, "verify", "overflow.c")
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, path)
        lines = result.out.decode().splitlines()
        for wanted in ("unreach-call: true", "valid-deref: true", "valid-free: true", "valid-memtrack: true",
                       "valid-memcleanup: true", "no-overflow: false(no-overflow)", "termination: true"):
            if wanted not in lines:
                return "no line '%s'\n%s" % (wanted, show(result))
        return None if lines[-1] == "RESULT: false(no-overflow)" and result.status == 1 else show(result)


def limit_test(options):
    """A task without an end ends in time; what that is costs is not measured exactly here."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        result = verify(options, folder, "--max-time=2", "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "reach-unknown.c"))
        took = time.monotonic() - start
        if result.status != 3 or not result_line(result.out).startswith("RESULT: unknown ("):
            return show(result)
        return None if took < 60 else "it took %.1f s" % took


def printed_invariants_test(options):
    """What a proof rests on, in words of the program and where the loop stands."""
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, "--invariants", "--engine=induction", "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "induct-sum.c"))
        modulo = verify(options, folder, "--invariants", "--engine=induction", "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "induct-class.c"))
        if not re.search(r"^invariant: .*induct-class\.c:\d+: in main: .*\bx % 3u\) == 1u", modulo.out.decode(), re.M) or result_line(modulo.out) != "RESULT: true":
            return show(modulo)
        said = re.search(r"^invariant: .*induct-sum\.c:\d+: in main: (.*\bi\b.*\bsum\b|.*\bsum\b.*\bi\b)", result.out.decode(), re.M)
        return None if said and result_line(result.out) == "RESULT: true" else show(result)


# The rows of table 3 of the paper on memory as uninterpreted functions, as far as they do not name Alloc.
TABLE_3 = [
    "m=0 k=1", "p = A0 & A0 > 0 & B(A0) = 1", "m=0 k=2", "q = A1 & A1 > 0 & B(A1) = 2", "m=0 k=3", "x = A2 & A2 > 0 & B(A2) = 3",
    "m=1 k=4", "f1(p) = A3 & A3 > 0 & B(A3 + i) = 4, 0 <= i < 8", "m=2 k=4", "f2(f1(p) + 4) = 1", "m=3 k=4", "f3(x) = f2(p) + 0",
    "m=4 k=4", "f4(q) = f3(x)", "m=4 k=4", "!(f4(f4(p) + 4) = f4(f4(q) + 4))", "the path is infeasible", "RESULT: true"]


def table_3_test(options):
    """The example of the paper's section 4.2, formula by formula."""
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, "--engine=cegar", "--formulas", "--32", "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "cegar-container.c"))
        text, at = result.out.decode(), 0
        for row in TABLE_3:
            at = text.find(row, at)
            if at < 0:
                return "no '%s'\n%s" % (row, show(result))
        return None


def graph_test(options, name, wanted):
    """--dump-art draws the states, --log says what a refinement taught."""
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, "--engine=cegar", "--log", "--dump-art=" + name, "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "cegar-equal.c"))
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        log = result.err.decode()
        return None if wanted in text and "refinement 1:" in log and "new predicates" in log else show(result) + text


# What holds relates three variables, which is not guessed.
GROWS_ON = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, sum = 0;
    while (__VERIFIER_nondet_int())
        if (x < 10000) {
            x++;
            sum += x;
        }
    if (2 * sum != x * (x + 1)) reach_error();
    return 0;
}
"""


def growing_test(options):
    """A predicate that grows with the refinements is recognised, and named when nothing comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        result = verify(options, folder, "--engine=cegar", "--log", "--max-time=%d" % SECONDS, "--property=" + property_file(folder, "unreach-call"),
                        os.path.join(common.HERE, "verify", "cegar-grows.c"))
        if "grows with the refinements" not in result.err.decode() or "RESULT: true" not in result.out.decode():
            return show(result)
        with open(os.path.join(folder, "on.c"), "w", encoding="utf-8") as file:
            file.write(GROWS_ON)
        return unknown_complaint(options, folder, r"at line \d+ a predicate grows", "--engine=cegar",
                                 "--property=" + property_file(folder, "unreach-call"), "on.c")


# Every split of memory, every optimisation switched off and every analysis come to the same answer.
CEGAR_WAYS = [["--uf-split=types"], ["--uf-split=fields"], ["--uf-split=andersen"], ["--uf-split=none"], ["--memory=uf"],
              ["--memory=uf", "--uf-without=pure"], ["--memory=uf", "--uf-without=constants,independent"],
              ["--memory=uf", "--uf-without=used"], ["--memory=uf", "--uf-split=types", "--uf-without=pure,constants,independent,used"],
              ["--cpa=predicate"], ["--cartesian"], ["--blocks=calls"], ["--blocks=5"], ["--blocks=loops"]]


def cegar_way_test(options, flags):
    for name, wanted in (("cegar-lock.c", "RESULT: true"), ("cegar-lock-false.c", "RESULT: false(unreach-call)"),
                         ("cegar-container.c", "RESULT: true")):
        with tempfile.TemporaryDirectory() as folder:
            result = verify(options, folder, "--engine=cegar", "--max-time=60", *flags, "--property=" + property_file(folder, "unreach-call"),
                            os.path.join(common.HERE, "verify", name))
            if result_line(result.out) != wanted:
                return name + "\n" + show(result)
    return None


def edited_witness_test(options, pattern, replacement, wanted):
    """A witness that says something else leads nowhere."""
    path = os.path.join(common.HERE, "verify", "reach-false.c")
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--property=" + property_file(folder, "unreach-call"), "--max-time=10", path]
        verify(options, folder, "--witness=witness.yml", *flags)
        name = os.path.join(folder, "witness.yml")
        with open(name, encoding="utf-8") as file:
            text = file.read()
        changed = re.sub(pattern, replacement, text)
        if changed == text:
            return "the witness has no '%s'\n%s" % (pattern, text)
        with open(name, "w", encoding="utf-8") as file:
            file.write(changed)
        result = verify(options, folder, "--validate=witness.yml", *flags)
        said = result_line(result.out)
        return None if re.fullmatch(wanted, said) else "expected %s\n%s" % (wanted, show(result))


LOOPS = """extern void reach_error(void);
int main(void) {
    int i = 0, n = 5;
    while (i < n) i++;
    for (int k = 0; ; k++) {
        if (k == 3) break;
    }
    n = i;
    if (i != 5) reach_error();
    return 0;
}
"""
PROOF = """- entry_type: invariant_set
  metadata:
    format_version: "2.0"
  content:
    - invariant:
        type: loop_invariant
        location: {file_name: "loops.c", line: 4, column: 5, function: main}
        value: "%s"
        format: c_expression
    - invariant:
        type: loop_invariant
        location: {file_name: "loops.c", line: 5, column: 5, function: main}
        value: "%s"
        format: c_expression
    - invariant:
        type: location_invariant
        location: {file_name: "loops.c", line: 8, column: 5, function: main}
        value: "%s"
        format: c_expression
"""


def invariants_test(options, values, wanted):
    """The invariants of a proof are checked, each where it stands."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("loops.c", LOOPS), ("proof.yml", PROOF % values)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        result = verify(options, folder, "--validate=proof.yml", "--property=" + property_file(folder, "unreach-call"),
                        "--max-time=20", "loops.c")
        said = result_line(result.out)
        return None if re.fullmatch(wanted, said) else "expected %s\n%s" % (wanted, show(result))


def benchexec_test():
    """The module for BenchExec understands what is printed. BenchExec itself need not be there: a stand-in is enough."""
    names = ["benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template",
             "benchexec.tools.sv_benchmarks_util"]
    modules = {name: types.ModuleType(name) for name in names}
    modules["benchexec.result"].__dict__.update(RESULT_TRUE_PROP="true", RESULT_FALSE_PROP="false", RESULT_UNKNOWN="unknown")
    modules["benchexec.tools.template"].BaseTool2 = object
    util = modules["benchexec.tools.sv_benchmarks_util"]
    util.__dict__.update(ILP32="ILP32", LP64="LP64", get_data_model_from_task=lambda task, models: models[task.model])
    modules["benchexec"].result = modules["benchexec.result"]
    modules["benchexec"].tools = modules["benchexec.tools"]
    modules["benchexec.tools"].template = modules["benchexec.tools.template"]
    saved = {name: sys.modules.get(name) for name in names}
    sys.modules.update(modules)
    try:
        spec = importlib.util.spec_from_file_location("contrib_loci", os.path.join(common.ROOT, "contrib", "loci.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, value in saved.items():
            sys.modules.pop(name) if value is None else sys.modules.update({name: value})
    tool = module.Tool()
    for lines, wanted in ((["x", "RESULT: true"], "true"), (["RESULT: false(valid-deref)", ""], "false(valid-deref)"),
                          (["RESULT: unknown (no (more) time)"], "unknown (no (more) time)"), (["loci: no"], "ERROR (loci: no)"),
                          ([], "ERROR (no output)")):
        found = tool.determine_result(types.SimpleNamespace(output=lines))
        if found != wanted:
            return "%s is understood as '%s'" % (lines, found)
    task = types.SimpleNamespace(property_file="p.prp", model="ILP32", input_files_or_identifier=["a.i"])
    words = tool.cmdline("loci", [], task, types.SimpleNamespace(cputime=100, memory=1 << 30))
    wanted = ["loci", "verify", "--property=p.prp", "--32", "--max-time=95", "--max-memory=921M", "a.i"]
    return None if words == wanted else "the command is %s" % words


BAD = {
    "no-file": (["missing.c"], "missing.c"),
    "no-task": (["missing.yml"], "missing.yml"),
    "broken-c": (["broken.c"], "broken.c"),
    "broken-yml": (["broken.yml"], "broken.yml:2"),
    "empty-yml": (["empty.yml"], "no task definition"),
    "no-files-yml": (["nofiles.yml"], "input_files"),
    "java-yml": (["java.yml"], "not in C"),
    "model-yml": (["model.yml"], "ILP32"),
    "no-property": (["--property=missing.prp", "good.c"], "missing.prp"),
    "wrong-property": (["--property=wrong.prp", "good.c"], "wrong.prp:1"),
    "empty-property": (["--property=empty.prp", "good.c"], "no property"),
    "no-engine": (["--engine=magic", "good.c"], "magic"),
    "no-cpa": (["--engine=cegar", "--cpa=magic", "good.c"], "magic"),
    "no-split": (["--engine=cegar", "--uf-split=magic", "good.c"], "magic"),
    "no-blocks": (["--engine=cegar", "--blocks=0", "good.c"], "loops, calls or a number"),
    "no-optimisation": (["--engine=cegar", "--memory=uf", "--uf-without=used,magic", "good.c"], "magic"),
    "without-uf": (["--engine=cegar", "--uf-without=used", "good.c"], "--memory=uf"),
    "uf-elsewhere": (["--engine=explore", "--memory=uf", "good.c"], "cegar"),
    "art-elsewhere": (["--dump-art=art.svg", "good.c"], "cegar"),
    "two-models": (["--32", "--64", "good.c"], "exclude"),
    "no-witness-folder": (["--witness=missing/w.yml", "--property=good.prp", "good.c"], "missing/w.yml"),
    "no-witness": (["--validate=missing.yml", "--property=good.prp", "good.c"], "missing.yml"),
    "no-yaml-witness": (["--validate=broken.yml", "--property=good.prp", "good.c"], "broken.yml"),
    "task-and-file": (["empty.yml", "good.c"], "alone"),
    "no-main": (["nomain.c"], "main"),
}
BAD_FILES = {
    "good.c": "int main(void) { return 0; }\n", "broken.c": "int main(void) { return\n", "nomain.c": "int x;\n",
    "broken.yml": "format_version: '2.0'\n  input_files: [\n", "empty.yml": "", "nofiles.yml": "format_version: '2.0'\n",
    "java.yml": "input_files: 'good.c'\noptions:\n  language: Java\n",
    "model.yml": "input_files: 'good.c'\noptions:\n  data_model: LLP64\n",
    "wrong.prp": "CHECK( init(main()), LTL(G sunshine) )\n", "empty.prp": "\n",
    "good.prp": "CHECK( init(main()), LTL(G ! overflow) )\n",
}


def bad_test(options, words, wanted):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in BAD_FILES.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        result = verify(options, folder, *words)
        lines = [line for line in result.err.decode().splitlines() if line.startswith("loci: ")]
        if result.status != 2 or len(lines) != 1 or wanted not in lines[0]:
            return "expected status 2 and one sentence with '%s'\n%s" % (wanted, show(result))
    return None


def tests(options):
    for number, path in enumerate(sorted(glob.glob(os.path.join(common.HERE, "verify", "*.c")))):
        for expected in expectations(path):
            is_in_turn = expected.model == (64 if number % 2 else 32) or len({e.model for e in expectations(path)}) == 1
            if not options.long and not is_in_turn:
                continue
            yield expected.name, lambda expected=expected: answer_test(options, expected)
        name = os.path.basename(path)[:-2]
        if directive(path, "harness"):
            yield name + "-harness", lambda path=path: harness_test(options, path)
        if directive(path, "inputs"):
            yield name + "-inputs", lambda path=path: inputs_test(options, path)
    yield "task", lambda: task_test(options)
    yield "all-properties", lambda: all_properties_test(options)
    yield "limit", lambda: limit_test(options)
    yield "printed-invariants", lambda: printed_invariants_test(options)
    yield "cegar-table-3", lambda: table_3_test(options)
    yield "cegar-growing", lambda: growing_test(options)
    yield "cegar-art-svg", lambda: graph_test(options, "art.svg", "<svg")
    yield "cegar-art-dot", lambda: graph_test(options, "art.dot", "digraph")
    for flags in CEGAR_WAYS:
        name = "-".join(flag.lstrip("-") for flag in flags).replace("=", "-").replace(",", "-")
        yield "cegar-way-" + name, lambda f=flags: cegar_way_test(options, f)
    refuted = r"RESULT: unknown \(no run that follows the witness violates the property\)"
    for name, pattern, replacement, wanted in (
            ("value", r"result == 6", "result == 7", refuted), ("line", r"line: 10$", "line: 11", refuted),
            ("range", r"result == 6", "result >= 6", r"RESULT: false\(unreach-call\)"),
            ("less", r"result == 6", "result < 6", refuted)):
        yield "witness-" + name, lambda p=re.compile(pattern, re.M), r=replacement, w=wanted: edited_witness_test(options, p, r, w)
    fails = r"RESULT: unknown \(an invariant of the witness does not hold, line %d\)"
    for name, values, wanted in (
            ("hold", ("0 <= i && i <= n", "k <= 3", "i == 5"), "RESULT: true"),
            ("while", ("i < n", "k <= 3", "i == 5"), fails % 4), ("for", ("i <= n", "k < 3", "i == 5"), fails % 5),
            ("statement", ("i <= n", "k <= 3", "i == 4"), fails % 8)):
        yield "invariants-" + name, lambda v=values, w=wanted: invariants_test(options, v, w)
    yield "benchexec", benchexec_test
    for name, (words, wanted) in BAD.items():
        yield "bad-" + name, lambda words=words, wanted=wanted: bad_test(options, words, wanted)
