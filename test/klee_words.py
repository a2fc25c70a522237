"""What KLEE's users type: options in KLEE's spelling and with KLEE's documented meaning, given to loci run."""
import json
import os
import tempfile

import common

LONG = r"""
#include <string.h>
int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "--long") && argv[2][0] == 'x' && argv[2][1] == 'y') __builtin_trap();
    return argc;
}
"""
FILES = r"""
#include <stdio.h>
int main(void) {
    FILE *file = fopen("B", "r");
    if (!file) return 2;
    if (fgetc(file) == 'k') __builtin_trap();
    return fgetc(stdin) == 'k';
}
"""
SEVERAL = r"""
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned char c[4];
    klee_make_symbolic(c, sizeof c, "c");
    for (int i = 0; i < 4; i++)
        if (c[i] > 100) c[0]++;
    if (c[1] == 7) abort();
    if (c[2] == 9) __builtin_trap();
    return 0;
}
"""
ENDLESS = r"""
#include <klee/klee.h>
int main(void) {
    unsigned x, n = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    while (n < x) n += x & 1 ? 1 : 2;
    return 0;
}
"""


def run(loci, source, words, behind=()):
    """The JSON of a run and the names of the files that it left."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(source)
        command = [loci, "run", "--json", "--no-native", "--out=out", *words, "p.c", *behind]
        result = common.run(command, cwd=folder, timeout=common.PATIENCE)
        try:
            return json.loads(result.out), sorted(os.listdir(os.path.join(folder, "out")))
        except ValueError:
            raise AssertionError(result.err.decode(errors="replace")[-1000:])


def count_tests(left):
    return sum(name.endswith(".ktest") for name in left)


def names_of(bug):
    return [(item["name"], len(item["bytes"]) // 2) for item in bug["input"]]


def groups(loci):
    """Several groups of arguments, one behind the other, each with its own length."""
    report, _ = run(loci, LONG, [], ["--sym-args", "0", "1", "10", "--sym-args", "0", "2", "2"])
    assert report["complete"] and [bug["kind"] for bug in report["bugs"]] == ["trap"], report["bugs"]
    sizes = [item for item in names_of(report["bugs"][0]) if item[0].startswith("arg")]
    assert sizes == [("arg00", 11), ("arg01", 3)], sizes


def own_spelling(loci):
    report, _ = run(loci, LONG, ["--sym-args=0,1,10", "--sym-args=0,2,2"])
    assert report["complete"] and len(report["bugs"]) == 1


def behind_the_program(loci):
    report, _ = run(loci, LONG, [], ["--", "--long", "-sym-arg", "2"])
    assert report["complete"] and report["paths"] == 3 and len(report["bugs"]) == 1, report


def files_and_input(loci):
    report, _ = run(loci, FILES, [], ["--sym-files", "2", "4", "--sym-stdin", "3"])
    assert report["complete"] and len(report["bugs"]) == 1
    assert {("A_data", 4), ("B_data", 4), ("stdin", 3)} <= set(names_of(report["bugs"][0])), report["bugs"]


def first_error(loci):
    report, left = run(loci, SEVERAL, ["--exit-on-error"])
    assert len(report["bugs"]) == 1 and not report["complete"], report
    assert any("was to stop" in reason for reason in report["incomplete_reasons"])
    assert sum(name.endswith(".err") for name in left) == 1


def first_error_of_a_kind(loci):
    for kind in ("abort", "trap"):
        report, _ = run(loci, SEVERAL, ["--exit-on-error-type=" + kind])
        assert report["bugs"][-1]["kind"] == kind and sum(bug["kind"] == kind for bug in report["bugs"]) == 1, report["bugs"]
    report, _ = run(loci, SEVERAL, ["--exit-on-error-type=leak"])
    assert report["complete"] and len(report["bugs"]) == 2


def number_of_tests(loci):
    report, left = run(loci, SEVERAL, ["--max-tests=3"])
    assert report["tests"] == 3 == count_tests(left) and not report["complete"]


def number_of_instructions(loci):
    report, _ = run(loci, ENDLESS, ["--max-instructions=3000", "--max-time=1h"])
    assert not report["complete"] and report["instructions"] >= 3000


def only_new(loci):
    every, _ = run(loci, SEVERAL, [])
    report, left = run(loci, SEVERAL, ["--only-output-states-covering-new"])
    assert report["complete"] and report["paths"] == every["paths"] and report["coverage"] == every["coverage"]
    assert 2 <= count_tests(left) < every["tests"] and len(report["bugs"]) == 2, left


def one_path_is_new(loci):
    _, left = run(loci, "int main(void) { return 0; }", ["--only-output-states-covering-new"])
    assert count_tests(left) == 1


def time_with_a_unit(loci):
    report, _ = run(loci, ENDLESS, ["--max-time=1s"])
    assert not report["complete"] and report["seconds"] < 30


# As KLEE's page on its experiments with coreutils has it, with the names of version 3.
COREUTILS = """--simplify-sym-indices --write-cov --output-module --max-memory=1000 --disable-inlining --optimize --use-forked-solver
--use-cex-cache --libc=uclibc --posix-runtime --external-calls=all --only-output-states-covering-new --env-file=test.env
--run-in-dir=sandbox --max-sym-array-size=4096 --max-solver-time=30s --max-time=60min --watchdog --max-memory-inhibit=false
--max-static-fork-pct=1 --max-static-solve-pct=1 --max-static-cpfork-pct=1 --switch-type=internal --search=random-path
--search=nurs:covnew --use-batching-search --batch-instructions=10000""".split()


def said_by(loci, source, words):
    """Status, and what was said on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(source)
        result = common.run([loci, "run", "--no-native", "--out=out", *words], cwd=folder, timeout=common.PATIENCE)
        return result.status, result.err.decode(errors="replace")


def command_line_of_the_coreutils_page(loci):
    report, left = run(loci, LONG, COREUTILS, ["--sym-args", "0", "1", "10", "--sym-args", "0", "2", "2", "--sym-files", "1", "8",
                                               "--sym-stdin", "8", "--sym-stdout"])
    assert report["complete"] and len(report["bugs"]) == 1 and 0 < count_tests(left) < report["paths"], report
    assert report["search"] == "interleaved", report["search"]
    _, said = said_by(loci, LONG, [*COREUTILS, "p.c"])
    assert "without effect here: --simplify-sym-indices, " in said and "--batch-instructions" in said, said
    assert not any(word in said for word in ("--max-time", "--search", "--external-calls", "--max-memory,")), said


def one_dash_and_values_apart(loci):
    report, left = run(loci, SEVERAL, ["-max-time", "2min", "--max-tests", "3", "-search=bfs", "-write-paths=true", "-exit-on-error=0"])
    assert report["tests"] == 3 and report["search"] == "bfs" and any(name.endswith(".path") for name in left), report


def other_names(loci):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(SEVERAL)
        common.run([loci, "run", "--no-native", "--output-dir=there", "--write-no-tests", "p.c"], cwd=folder)
        left = os.listdir(os.path.join(folder, "there"))
        assert "summary.json" in left and count_tests(left) == 0, left


def kinds_of_errors(loci):
    """KLEE's kinds stand for some of Loci's each; several may be given."""
    for words, kind in ((["Abort"], None), (["Ptr"], None), (["Ptr", "Abort"], None), (["trap"], "trap")):
        report, _ = run(loci, SEVERAL, ["--exit-on-error-type=" + word for word in words])
        stops = words != ["Ptr"]
        assert report["complete"] == (not stops) and len(report["bugs"]) >= (1 if stops else 2), (words, report)
        assert kind is None or report["bugs"][-1]["kind"] == kind, report["bugs"]
    status, said = said_by(loci, SEVERAL, ["--exit-on-error-type=Nothing", "p.c"])
    assert status == 2 and "no such kind" in said, said


def wrong_words(loci):
    for words, wanted in ((["--search=random-path", "--search=dfs"], "given twice"), (["--exit-on-error=2"], "true and false"),
                          (["--max-time=5x"], "1h30min"), (["--search=nothing"], "no search"), (["-no-such-option"], "unknown option"),
                          (["argument"], "behind --"), (["--max-time"], "needs a value")):
        status, said = said_by(loci, SEVERAL, ["p.c", *words])
        assert status == 2 and wanted in said and said.count("\n") == 1, (words, said)


def what_is_wrong(check):
    def test(loci):
        try:
            check(loci)
        except AssertionError as error:
            return str(error) or "an expectation of %s does not hold" % check.__name__
        return None
    return test


CHECKS = [groups, own_spelling, behind_the_program, files_and_input, first_error, first_error_of_a_kind, number_of_tests,
          number_of_instructions, only_new, one_path_is_new, time_with_a_unit, command_line_of_the_coreutils_page,
          one_dash_and_values_apart, other_names, kinds_of_errors, wrong_words]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
