#!/usr/bin/env python3
"""What a user of `loci run` can act on: leaks as warnings, cuts with their places, statistics, tests for Test-Comp, variables that
are defined nowhere, limits that hold, and the page, in a headless Chromium when there is one (`make test-browser` installs it).

    test/run_reports.py [--loci PATH] [--browser]     --browser: a missing Chromium is a failure
"""
import hashlib
import json
import os
import sys
import tempfile
import time
import xml.etree.ElementTree
import zipfile

import browser
import common

KLEE = "#include <klee/klee.h>\n#include <stdlib.h>\n"
LEAK = KLEE + """
static void *get(int n) { return malloc(n); }
int main(void) {
    int x = klee_int("x");
    int *p = get(sizeof *p);
    if (x == 7) free(p);
    return x == 9;
}
"""
MEMBERS = KLEE + """
struct line { char text[4]; int behind; };
static struct line lines[2];
int main(void) {
    int n = klee_range(0, 6, "n");
    const char *end = &lines[1].text[4];
    lines[0].text[n] = 1;
    return lines[0].behind + (end - lines[1].text);
}
"""
# Each way to write text into `name`, with as many characters as fit (7) and one more; the last member may go on behind.
TEXTS = """
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct record { int number; char name[8]; char last[4]; };
static struct record records[2];
static void print(char *out, const char *format, ...) { va_list a; va_start(a, format); vsprintf(out, format, a); va_end(a); }
static void into(struct record *r, int way, const char *text) {
    r->name[0] = 'a', r->name[1] = 0;
    switch (way) {
    case 0: strcpy(r->name, text); break;
    case 1: stpcpy(r->name, text); break;
    case 2: strcat(r->name, text + 1); break;
    case 3: strncpy(r->name, text, strlen(text) + 1); break;
    case 4: strncat(r->name, text, strlen(text) - 1); break;
    case 5: sprintf(r->name, "%s", text); break;
    case 6: snprintf(r->name, 40, "%s", text); break;
    case 7: strcpy(r->name + 2, text + 2); break;
    case 8: strcpy(records[1].name, text); break;
    case 9: print(r->last, "%s", "abc"); memset(r->name, 1, sizeof r->name + sizeof r->last); break;
    case 10: snprintf(r->name, sizeof *r, "%.7s", text); break;
    }
}
int main(int argc, char **argv) {
    struct record r;
    into(&r, argv[1][0] - 'a', argv[2]);
    return 0;
}
"""
WAYS = 11
NONDET = """
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    if (__VERIFIER_nondet_int() == -5) {
        if (__VERIFIER_nondet_char() == -3) reach_error();
        return 1;
    }
    if (__VERIFIER_nondet_double() == 2.5) {
        if (__VERIFIER_nondet_ulong() == 0xfffffff0) return 2;
    }
    return 0;
}
"""
FIXES = "#include <math.h>\n" + KLEE + """
int main(void) {
    int n = klee_int("n");
    double d = sin(n);
    return d > 0.5;
}
"""
MISSING = """
extern int number;
extern int table[];
int main(int argc, char **argv) {
    if (argc > 3) return table[1];
    if (number == 5) return 1;
    return 0;
}
"""
WIDE = KLEE + """
int main(void) {
    unsigned char b[40];
    int n = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < 40; i++)
        if (b[i] > 7) n++;
    return n;
}
"""
# Many paths, two bugs, a line that is never run, signs of HTML in the source.
PAGE = KLEE + """
/* </script><b>&amp; größer */
static int never(int x) { return x * 2; }
int main(void) {
    unsigned char b[10];
    int n = 0, a[9] = {0};
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < 10; i++)
        if (b[i] > 7) n++;
    if (n == 10) return a[n];
    if (n > 100) return never(n);
    if (n == 0) return 1 / n;
    return n;
}
"""


class Run:
    """`loci run` on a program, in a folder of its own."""

    def __init__(self, loci, source, *flags, name="program.c"):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
            file.write(source)
        start = time.monotonic()
        result = common.run([loci, "run", "--no-native", "--out=out", *flags, name], cwd=self.path, timeout=200)
        self.seconds = time.monotonic() - start
        self.status, self.out, self.err = result.status, result.out.decode(), result.err.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def file(self, name):
        return os.path.join(self.path, "out", name)

    def summary(self):
        with open(self.file("summary.json"), encoding="utf-8") as file:
            return json.load(file)


def test_leaks(loci):
    expected = {(): (0, ["warning"]), ("--leaks=warning",): (0, ["warning"]), ("--leaks=error",): (1, ["error"]),
                ("--leaks=off",): (0, []), ("--no-leaks",): (0, []), ("--ignore-leaks=get",): (0, []),
                ("--leaks=error", "--ignore-leaks=other.c,program.c:4"): (0, []), ("--ignore-leaks=program.c",): (0, []),
                ("--leaks=error", "--ignore-leaks=program.c:5,gets"): (1, ["error"])}
    for flags, (status, severities) in expected.items():
        with Run(loci, LEAK, *flags) as run:
            found = [bug["severity"] for bug in run.summary()["bugs"]]
            if run.status != status or found != severities:
                return "%s: status %d, %s\n%s%s" % (flags, run.status, found, run.out, run.err)
            if severities == ["warning"] and ("warning: a heap block of 4 bytes" not in run.out or "0 bugs, 1 leak in" not in run.out):
                return "%s:\n%s" % (flags, run.out)
            if not severities and run.summary()["paths"] != 3 and not run.summary()["complete"]:
                return "%s: %s" % (flags, run.summary())
    with Run(loci, LEAK, "--exit-on-error") as run:
        if not run.summary()["complete"]:
            return "a warning stops the run:\n" + run.out
    return None


def test_texts_in_members(loci):
    """Text that leaves its member but not the struct is an error, in both data models; what fits is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(TEXTS)
        for bits in ("--64", "--32"):
            for way in range(WAYS):
                for text in ("1234567", "12345678"):
                    result = common.run([loci, "exec", bits, path, "--", chr(ord("a") + way), text])
                    is_wrong = len(text) == 8 and way < 9
                    said = b"bytes to a member of" in result.err and b"[out-of-bounds]" in result.err
                    if (result.status == 99) != is_wrong or said != is_wrong:
                        return "%s, way %d, %s: %s" % (bits, way, text, result.err.decode())
        quiet = common.run([loci, "exec", "--cflags=-fno-sanitize=array-bounds", path, "--", "a", "12345678"])
        return None if quiet.status == 0 else quiet.err.decode()


def test_leaks_in_exec(loci):
    """The status is the program's own, unless leaks are errors."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#include <stdlib.h>\nint main(void) { malloc(8); return 5; }\n")
        for flags, status, said in (((), 5, b"warning: a heap block"), (("--leaks=error",), 99, b"error: a heap block"),
                                    (("--leaks=off",), 5, b""), (("--ignore-leaks=p.c:2",), 5, b"")):
            result = common.run([loci, "exec", *flags, path])
            if result.status != status or said not in result.err or (not said and result.err):
                return "%s: status %d, %s" % (flags, result.status, result.err.decode())
    return None


def test_members(loci):
    with Run(loci, MEMBERS) as run:
        found = [(bug["kind"], bug["line"], bug["message"]) for bug in run.summary()["bugs"]]
        if found != [("out-of-bounds", 9, "index 4 is out of the bounds of 'char[4]'")]:
            return str(found)
    with Run(loci, MEMBERS, "--cflags=-fno-sanitize=array-bounds") as run:
        if run.summary()["bugs"]:
            return "found although it is switched off"
    return None


def test_testcomp(loci):
    with Run(loci, NONDET, "--test-format=testcomp", "--32") as run:
        with zipfile.ZipFile(run.file("test-suite.zip")) as suite:
            if suite.testzip():
                return "the zip is damaged"
            names = sorted(suite.namelist())
            texts = {name: suite.read(name) for name in names}
        with open(os.path.join(run.path, "program.c"), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        folder = sorted(os.listdir(run.file("test-suite")))
    if folder != names or names != ["metadata.xml"] + ["testcase-%d.xml" % i for i in range(1, len(names))]:
        return "files %s, in the zip %s" % (folder, names)
    metadata = {element.tag: element.text for element in xml.etree.ElementTree.fromstring(texts["metadata.xml"])}
    wanted = {"sourcecodelang": "C", "programfile": "program.c", "programhash": digest, "entryfunction": "main", "architecture": "32bit",
              "specification": "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"}
    if any(metadata.get(key) != value for key, value in wanted.items()) or "creationtime" not in metadata or "producer" not in metadata:
        return "metadata %s" % metadata
    tests = []
    for name in names[1:]:
        root = xml.etree.ElementTree.fromstring(texts[name])
        tests.append((root.get("coversError"), [(one.get("type"), one.text) for one in root]))
    if ("true", [("int", "-5"), ("char", "-3")]) not in tests:
        return "no test covers the error: %s" % tests
    if not any(("double", "2.5") in inputs and ("unsigned long", "4294967280") in inputs for _, inputs in tests):
        return "values are missing: %s" % tests
    if sum(covers is not None for covers, _ in tests) != 1:
        return "coversError %s" % tests
    return None


def test_cuts(loci):
    with Run(loci, FIXES) as run:
        cuts = run.summary()["cuts"]
        if [(cut["reason"], [(place["file"], place["line"]) for place in cut["places"]]) for cut in cuts] != \
                [("values fixed to one of several", [("program.c", 7)])]:
            return str(cuts)
        if "program.c:7: values fixed to one of several: 1" not in run.out:
            return run.out
    return None


def test_statistics(loci):
    with Run(loci, PAGE, "--stats") as run:
        for part in ("time: interpretation ", " solver ", " writing ", "instructions: ", " a second", "places that cost the solver most:"):
            if part not in run.err:
                return "'%s' is missing\n%s" % (part, run.err)
        summary = run.summary()
        total = sum(summary["time"].values())
        if not 0.5 * summary["seconds"] <= total <= summary["seconds"] * 1.05 + 0.05:
            return "the phases take %s of %s seconds" % (total, summary["seconds"])
        if summary["files"] != [{"file": "program.c", **summary["coverage"]}]:
            return "coverage by file: %s" % summary["files"]
    return None


def test_same_coverage(loci):
    """Complete runs cover the same branches whatever the timer does."""
    found = set()
    for flags in ((), ("--force-slices", "--search=random"), ("--search=bfs",)):
        with Run(loci, PAGE, "--no-tests", *flags) as run:
            found.add(json.dumps(run.summary()["coverage"], sort_keys=True))
    return None if len(found) == 1 else "coverage %s" % found


def test_missing(loci):
    with Run(loci, MISSING) as run:
        if run.status != 3 or "the variables 'table', 'number' are defined nowhere" not in run.err:
            return "status %d\n%s%s" % (run.status, run.out, run.err)
        if "program.c:6: the variable 'number' is accessed but is defined nowhere" not in run.out or run.summary()["bugs"]:
            return run.out
    with Run(loci, MISSING, "--external=any") as run:
        summary = run.summary()
        if summary["paths"] != 2 or summary["complete"] or "the variable 'number' is defined nowhere: it holds any value" not in run.out:
            return run.out
    return None


def test_limit(loci):
    """With very many states the end is part of the limit."""
    with Run(loci, WIDE, "--search=bfs", "--max-time=6") as run:
        summary = run.summary()
        left = [cut for cut in summary["cuts"] if cut["reason"] == "states left at the time limit"]
        if not left or left[0]["count"] < 1000 or left[0]["places"][0]["line"] != 9:
            return "cuts %s" % summary["cuts"]
        if not summary["tests"]:
            return "no tests of what was left"
        if summary["seconds"] > 6 * 1.2:  # the machine may be slow
            return "%.2f seconds" % summary["seconds"]
    return None


def bad_options(loci):
    cases = {("--leaks=no",): "'--leaks=no': warning, error or off is expected", ("--leaks=error", "--no-leaks"): "exclude each other",
             ("--test-format=xml",): "'--test-format=xml': ktest, testcomp or both is expected",
             ("--test-format=",): "ktest, testcomp or both is expected", ("--test-format=testcomp", "--no-tests"): "exclude each other",
             ("--html=none/page.html",): "cannot write 'none/page.html'"}
    for flags, sentence in cases.items():
        with Run(loci, LEAK, *flags) as run:
            if run.status != 2 or sentence not in run.err or run.err.count("\n") != 1:
                return "%s: status %d, %s" % (flags, run.status, run.err)
    return None


# ---- The page ----

def test_page(loci):
    """It is one file that names no other place, and has the data of the run."""
    with Run(loci, PAGE, "--html=.") as run:
        with open(os.path.join(run.path, "index.html"), encoding="utf-8") as file:
            text = file.read()
        data = json.loads(text.split('id="data">', 1)[1].split("</script>", 1)[0])
        if "http://" in text.replace("http-equiv", "") or "https://" in text or "src=" in text.split('id="data">')[0].replace("default-src", "").replace("script-src", ""):
            return "the page names another place"
        if len(data["paths"]) != run.summary()["paths"] or data["summary"]["bugs"] != run.summary()["bugs"]:
            return "%d paths of %d" % (len(data["paths"]), run.summary()["paths"])
        tree = [(data["nodes"][i], data["nodes"][i + 2]) for i in range(0, len(data["nodes"]), 4)]
        if any(parent > number for number, (parent, _) in enumerate(tree)) or len(set(path[0] for path in data["paths"])) != len(data["paths"]):
            return "the tree is none"
        times = [sample[0] for sample in data["samples"]]
        if not times or times != sorted(times) or data["samples"][-1][1] != run.summary()["paths"]:
            return "samples %s" % data["samples"]
    return None


def look_at(view, folder):
    """What a user does with the page; returns a complaint."""
    view.open("file://%s/page.html" % folder)
    text = "document.body.innerText"
    if "1,024" not in view.value(text) or "2 bugs" not in view.value(text):
        return "the head: " + view.value("document.querySelector('header').innerText")

    def go(place):
        view.value("location.hash = '#%s'" % place)
        view.settle()

    go("bugs")
    if view.value("document.querySelectorAll('#view-bugs .bug').length") != 2 or "loci replay" not in view.value(text):
        return "the bugs are not shown"
    go("paths")
    if view.value("icicle.boxes.length") < 1000 or view.value("document.querySelectorAll('#side .row').length") != 100:
        return "the tree has %s boxes" % view.value("icicle.boxes.length")
    pixel = "[...document.getElementById('tree').getContext('2d').getImageData(20, document.getElementById('tree').height - 5, 1, 1).data].join()"
    if view.value(pixel).endswith(",0"):
        return "the tree is not drawn"
    view.value("""(() => { const tree = document.getElementById('tree'), frame = tree.getBoundingClientRect();
        const at = { clientX: frame.left + frame.width / 4, clientY: frame.top + frame.height / 12 };
        tree.dispatchEvent(new MouseEvent('mousemove', at)); })()""")
    if view.value("document.getElementById('tip').hidden") or "program.c:" not in view.value("document.getElementById('tip').textContent"):
        return "no word about the box that is pointed to"
    view.value("document.getElementById('tree').click()")
    view.settle()
    if not view.value("location.hash").startswith("#paths/") or view.value("icicle.top === root") or \
            view.value("document.querySelectorAll('#side ol li').length") < 1:
        return "a click does not look closer: " + view.value("location.hash")
    view.value("document.getElementById('whole').click()")
    view.settle()
    if view.value("icicle.top !== root"):
        return "the whole tree is not shown again"
    go("source")
    if view.value("document.querySelectorAll('.listing tr.no').length") < 1 or view.value("document.querySelectorAll('.listing tr.bugline').length") != 2:
        return "the coverage is not in the source"
    if "</script><b>&amp; größer" not in view.value("document.getElementById('listing').textContent"):
        return "signs of HTML in the source are not shown as they are"
    view.value("document.getElementById('next-missed').click()")
    view.settle()
    if view.value("document.querySelectorAll('.listing tr.at.no').length") != 1:
        return "the next line that was not run is not shown"
    go("time")
    if view.value("document.querySelectorAll('#charts svg path').length") < 9:
        return "the curves are not drawn"
    if view.complaints() or view.requests() != ["file://%s/page.html" % folder]:
        return "complaints %s, requests %s" % (view.complaints(), view.requests())
    return None


def test_browser(loci):
    with Run(loci, PAGE, "--html=page.html") as run, browser.Browser() as view:
        return look_at(view, run.path)


def tests(loci, needs_browser=False):
    for test in (test_leaks, test_leaks_in_exec, test_members, test_texts_in_members, test_testcomp, test_cuts, test_statistics, test_same_coverage, test_missing,
                 test_limit, test_page):
        yield test.__name__[len("test_"):], lambda test=test: test(loci)
    yield "bad-options", lambda: bad_options(loci)
    yield from browser.tests("the page of a run", lambda: test_browser(loci), needs_browser)


def main():
    return browser.main("Tests the reports of loci run.", tests)


if __name__ == "__main__":
    sys.exit(main())
