"""Each function of <klee/klee.h> with the meaning that KLEE's documentation gives it (klee.github.io/docs/intrinsics)."""
from klee_meaning import Folder
from klee_words import what_is_wrong

HEAD = "#include <assert.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <klee/klee.h>\n#include <stdio.h>\n#include <stdlib.h>\n"


def follow(loci, body, *words, before=""):
    """The report of a run of main with that body, what was said, and the inputs of each test."""
    with Folder(loci, HEAD + before + "int main(void) {\n" + body + "\nreturn 0;\n}\n") as folder:
        report, said = folder.run(*words)
        return report, said, [folder.objects(test) for test in folder.tests()]


def kinds(report):
    return sorted(bug["kind"] for bug in report["bugs"])


def arrays_of_structs(loci):
    """All bytes of an array of structs, padding too; a part of an object as well, which KLEE refuses."""
    report, _, inputs = follow(loci, """struct point { char tag; int at[2]; } points[3];
klee_make_symbolic(points, sizeof points, "points");
if (points[2].at[1] == 77 && points[0].tag == 'x') return 1;
klee_make_symbolic(&points[1].at, sizeof points[1].at, "part");
if (points[1].at[0] == 5) return 2;""")
    assert report["complete"] and report["paths"] >= 3 and not report["bugs"], report
    assert any(test["points"][0:1] == b"x" and test["points"][32:36] == b"\x4d\0\0\0" for test in inputs), inputs
    assert any(test.get("part", b"")[:4] == b"\5\0\0\0" for test in inputs), inputs


def assumptions(loci):
    report, said, inputs = follow(loci, """int x, y;
klee_make_symbolic(&x, sizeof x, "x");
klee_make_symbolic(&y, sizeof y, "y");
klee_assume(x > 10 & x < 13);
if (x == 12) klee_assume(y == x + 1);
if (y == 7) klee_assume(x == 12);""")
    assert report["complete"] and report["paths"] == 2, report
    assert all(int.from_bytes(test["x"], "little") in (11, 12) for test in inputs), inputs
    assert said.count("no input of the path meets the assumption") == 1 and "p.c:13: warning" in said, said


def ranges_and_choices(loci):
    report, _, inputs = follow(loci, """int r = klee_range(-2, 3, "r");
klee_assert(r >= -2 && r < 3);
klee_assert(klee_range(4, 5, "one") == 4);
uintptr_t c = klee_choose(3);
klee_assert(c < 3);
if (c == 0) return 1;
if (c == 1) return 2;
if (klee_int("free") == -1) return 3;""")
    assert report["complete"] and report["paths"] == 4 and not report["bugs"], report
    assert all("one" not in test for test in inputs) and any("free" in test for test in inputs), inputs
    report, _, _ = follow(loci, 'klee_range(3, 3, "empty");')
    assert kinds(report) == ["user-report"], report


def sizes_of_objects(loci):
    report, _, _ = follow(loci, """struct { int a; char b[9]; } s;
char *block = malloc(17), array[6];
klee_assert(klee_get_obj_size(&s) == sizeof s && klee_get_obj_size(s.b) == sizeof s);
klee_assert(klee_get_obj_size(block) == 17 && klee_get_obj_size(array + 2) == 6);
free(block);""")
    assert report["complete"] and not report["bugs"], report


def what_is_symbolic(loci):
    """In the engine, not where a test is run again."""
    report, _, inputs = follow(loci, """int x = klee_int("x"), y = x;
int asked = klee_is_symbolic(x) && klee_is_symbolic(y ^ 1) && !klee_is_symbolic(7) && !klee_is_symbolic(x - x);
if (klee_is_symbolic(x)) x = asked;
if (x == 1) return 1;
klee_assert(klee_is_replay() == 0);""")
    assert report["complete"] and report["paths"] == 1 and not report["bugs"] and len(inputs) == 1, report


def values(loci):
    """A value that the expression can have: no input any more, and the path is not bound to it."""
    report, _, _ = follow(loci, """int x = klee_int("x");
double d;
float f;
long long l;
klee_make_symbolic(&d, sizeof d, "d");
klee_make_symbolic(&f, sizeof f, "f");
klee_make_symbolic(&l, sizeof l, "l");
klee_assume(x > 5 & x < 9);
int v = klee_get_value_i32(x);
int fixed = !klee_is_symbolic(v) & !klee_is_symbolic(klee_get_valuel(l)) & !klee_is_symbolic(klee_get_valuell(l));
fixed &= !klee_is_symbolic(klee_get_value_i64(l)) & !klee_is_symbolic((long)klee_get_valued(1)) & (klee_get_valuef(2) == 2);
klee_assert(fixed && v > 5 && v < 9);
volatile double taken = klee_get_valued(d) + klee_get_valuef(f);
if (x == 6) return 1;
if (x == 7) return 2;
return 3;""")
    assert report["complete"] and report["paths"] == 3 and not report["bugs"], report


def reported_errors(loci):
    report, _, _ = follow(loci, """int x = klee_int("x");
if (x == 1) klee_report_error("mine.h", 77, "this must not be", "user.err");
if (x == 2) klee_abort();
if (x == 3) assert(x > 4);
if (x == 4) klee_assert(x > 4);""")
    assert report["complete"] and kinds(report) == ["abort", "assertion-failure", "assertion-failure", "user-report"], report
    assert any(bug["message"] == "mine.h:77: this must not be" for bug in report["bugs"]), report["bugs"]


def checked_accesses(loci):
    report, _, _ = follow(loci, """char array[8], *block = malloc(4);
int x = klee_range(0, 5, "x");
if (x == 0) klee_check_memory_access(array, 8);
if (x == 1) klee_check_memory_access(array + 1, 8);
if (x == 2) klee_check_memory_access(block, 5);
if (x == 3) klee_check_memory_access(block + 4, 0);
free(block);
if (x == 4) klee_check_memory_access(block, 1);""")
    assert report["complete"] and kinds(report) == ["out-of-bounds", "out-of-bounds", "use-after-free"], report


def messages(loci):
    report, said, _ = follow(loci, """int x = klee_range(0, 4, "x");
if (x > 1) x = 5;
klee_warning("each time");
klee_warning_once("one time");
if (x == 1) inner();""", before="static void inner(void) { klee_stack_trace(); }\n")
    assert report["complete"] and report["paths"] == 3, report
    assert said.count("p.c:11: warning: each time\n") == 2 and said.count("p.c:12: warning: one time\n") == 1, said
    assert "p.c:7: stack:\n  p.c:7: in 'inner'\n  p.c:13: in 'main'\n" in said, said


def the_error_number(loci):
    report, _, _ = follow(loci, 'errno = 3;\nklee_assert(klee_get_errno() == 3);\nopen("nowhere", O_RDONLY);\n'
                                "klee_assert(klee_get_errno() == ENOENT);\nklee_mark_global(&errno);")
    assert report["complete"] and not report["bugs"], report


CHECKS = [arrays_of_structs, assumptions, ranges_and_choices, sizes_of_objects, what_is_symbolic, values, reported_errors,
          checked_accesses, messages, the_error_number]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
