"""What `loci check` prints and leaves: text, JSON, SARIF, HTML, suppressions, baselines, statuses. The page is looked at in a
headless Chromium when there is one (`make test-browser` installs it).

    test/check_reports.py [--loci PATH] [--browser]     --browser: a missing Chromium is a failure
"""
import contextlib
import html.parser
import json
import os
import pathlib
import re
import sys
import tempfile

import browser
import common
import sarif_check

PROGRAM = r"""#include <stdlib.h>
static const char *text = "</script><b>&amp;";
int choose(void);
static int *make(int size) {
    if (size < 3) return NULL;
    return calloc(size, sizeof(int));
}
int follow(void) {
    int *p = make(choose());
    int v = *p;
    free(p);
    return v;
}
/* größer: */ int twice(void) { int *p = malloc(4); free(p); free(p); return text[0]; }
int ignored(void) {
    int *p = NULL;
    return *p; // loci: ignore[null-dereference] it is meant so
}
int ignored_above(void) {
    int *p = NULL;
    // loci: ignore[leak, null-dereference] the line below
    return *p;
}
int not_ignored(void) {
    int *p = NULL;
    /* loci: ignore[leak] another kind */
    return *p;
}
int ignored_all(void) {
    int *p = NULL;
    /* loci: ignore[all] anything */
    return *p;
}
int text_is_no_comment(void) {
    int *p = NULL; const char *t = "loci: ignore[all]";
    return *p + t[0];
}
"""
SHOWN = {(10, "null-dereference"), (14, "double-free"), (27, "null-dereference"), (36, "null-dereference")}
SUPPRESSED = {(17, "it is meant so"), (22, "the line below"), (32, "anything")}


@contextlib.contextmanager
def checked(loci, *options, text=PROGRAM, name="a program.c"):
    """A folder with the program, and the result of loci check on it."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        yield folder, common.run([loci, "check", *options, name], cwd=folder)


def lines_of(findings):
    return {(f["line"], f["kind"]) for f in findings}


def test_text(loci):
    with checked(loci) as (_, result):
        out = result.out.decode()
        found = {(int(m[1]), m[2]) for m in re.finditer(r"^a program\.c:(\d+):\d+: (?:error|warning): .* \[([\w-]+), CWE-\d+, \w+\]$", out, re.M)}
        if found != SHOWN or result.status != 1:
            return "status %d\n%s" % (result.status, out)
        if "   10 |     int v = *p;\n      |             ^\n" not in out:
            return "no source and caret\n" + out
        if not re.search(r"^a program\.c:\d+:\d+: note: .*\n +\d+ \| .*\n +\| +\^$", out, re.M):
            return "no note with its source\n" + out
        return None if out.endswith("4 findings, 3 suppressed by comments\n") else "no sum\n" + out


CONDITIONS = """int divide(int n, int given, const char *text) {
    if (!text || n < 3) return 0;
    for (int i = 0; i < 2; i++)
        if (n == 7 && given)
            return n / (given - given);
    return given > 5 ? 1 : 2;
}
"""
BRANCHES = ["'!text' is false", "'n < 3' is false", "'n == 7' is true", "'given' is true"]


def test_conditions(loci):
    """Branches are told in the words of their conditions, each operand with how it came out."""
    with checked(loci, "--json", text=CONDITIONS) as (_, result):
        findings = json.loads(result.out)["findings"]
        told = [step["text"].split(" where ")[0] for f in findings for step in f["path"] if step["kind"] == "branch"]
        return None if told == BRANCHES else "branches: %s\n%s" % (told, result.err.decode())


def test_json(loci):
    with checked(loci, "--json") as (_, result):
        report = json.loads(result.out)
        if lines_of(report["findings"]) != SHOWN or report["suppressed"] != 3 or report["known"] != 0:
            return result.out.decode()
        if {(f["line"], f.get("justification")) for f in report["hidden"]} != SUPPRESSED:
            return "suppressed: %s" % report["hidden"]
        follow = next(f for f in report["findings"] if f["line"] == 10)
        last = follow["path"][-1]
        if (last["line"], last["text"]) != (10, follow["message"]) or follow["function"] != "follow" or follow["cwe"] != 476:
            return "the last step is not the finding: %s" % follow
        prints = [f["fingerprint"] for f in report["findings"] + report["hidden"]]
        return None if len(set(prints)) == len(prints) else "fingerprints are not unique: %s" % prints


def test_sarif(loci):
    with checked(loci, "--sarif=out.sarif") as (folder, result):
        with open(os.path.join(folder, "out.sarif"), encoding="utf-8") as file:
            text = file.read()
        problems = sarif_check.problems_of(text)
        if problems:
            return "\n".join(problems)
        run = json.loads(text)["runs"][0]
        results = run["results"]
        suppressed = {(r["locations"][0]["physicalLocation"]["region"]["startLine"], r["suppressions"][0]["justification"])
                      for r in results if "suppressions" in r}
        if suppressed != SUPPRESSED or len(results) != len(SHOWN) + len(SUPPRESSED):
            return "results: %s" % json.dumps(results, indent=1)
        twice = next(r for r in results if r["ruleId"] == "double-free")
        region = twice["locations"][0]["physicalLocation"]["region"]
        column = PROGRAM.split("\n")[13].index("free(p); return") + 1
        if (region["startColumn"], region["endColumn"]) != (column, column + 4):
            return "columns in UTF-16 units: %s, not %d" % (region, column)
        if run["artifacts"][0]["location"]["uri"] != "a%20program.c" or "codeFlows" not in twice or run["invocations"][0]["exitCode"] != 1:
            return json.dumps(run, indent=1)[-3000:]
        return None if b"4 findings" in result.out else "no text beside the file"


def test_baseline(loci):
    """Findings stay known when lines move and others come; they are new when their own line changes."""
    for option, name in ((["--json"], "base.json"), (["--sarif=-"], "base.sarif")):
        with checked(loci, *option) as (folder, result), tempfile.TemporaryDirectory() as keep:
            base = os.path.join(keep, name)
            pathlib.Path(base).write_bytes(result.out)
            same = common.run([loci, "check", "--baseline=" + base, "a program.c"], cwd=folder)
            if same.status != 0 or not same.out.decode().startswith("0 findings"):
                return "the same program: status %d\n%s" % (same.status, same.out.decode())
            moved = "/* one */\n/* two */\n" + PROGRAM.replace("    return *p + t[0];", "    int other = t[0];\n    return *p + other;") + \
                "int fresh(int n) { int *q = NULL; return n ? 0 : *q; }\n"
            pathlib.Path(folder, "a program.c").write_text(moved, encoding="utf-8")
            later = json.loads(common.run([loci, "check", "--json", "--baseline=" + base, "a program.c"], cwd=folder).out)
            if lines_of(later["findings"]) != {(39, "null-dereference"), (41, "null-dereference")} or later["known"] != 3:
                return "moved: %s, %d known" % (lines_of(later["findings"]), later["known"])
    with checked(loci, "--baseline=nowhere.json") as (folder, result):
        if result.status != 2 or b"nowhere.json" not in result.err:
            return "a missing baseline: status %d" % result.status
        bad = common.run([loci, "check", "--baseline=a program.c", "a program.c"], cwd=folder)
        return None if bad.status == 2 and b"no report" in bad.err else "a bad baseline: status %d" % bad.status


def test_status(loci):
    with checked(loci, text="int good(int a) { return a; }\n") as (_, result):
        if result.status != 0 or result.out != b"0 findings\n":
            return "a clean program: status %d, %s" % (result.status, result.out)
    with checked(loci, "--sarif=/nonexistent/x.sarif") as (_, result):
        if result.status != 2:
            return "a report that cannot be written: status %d" % result.status
    with checked(loci, text="int bad( {\n") as (_, result):
        return None if result.status == 2 else "a program that does not compile: status %d" % result.status


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.loads, self.data, self.in_data = [], [], "", False

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.loads += [attributes[key] for key in ("src", "srcset", "data", "action") if attributes.get(key)]
        if tag == "link":
            self.loads.append(attributes.get("href"))
        self.in_data = attributes.get("id") == "data"
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        self.in_data = False

    def handle_data(self, data):
        if self.in_data:
            self.data += data


def test_html(loci):
    with checked(loci, "--html=out.html") as (folder, result):
        text = pathlib.Path(folder, "out.html").read_text(encoding="utf-8")
        page = Page()
        page.feed(text)
        if page.open or page.loads:
            return "elements that are not closed: %s; what is loaded: %s" % (page.open, page.loads)
        report = json.loads(page.data)
        if lines_of(report["findings"]) != SHOWN:
            return "findings: %s" % report["findings"]
        source = report["sources"]["a program.c"]
        lines = {part["from"] + i: line for part in source["parts"] for i, line in enumerate(part["lines"])}
        wanted = dict(enumerate(PROGRAM.split("\n"), 1))
        wrong = [n for n, line in lines.items() if wanted[n] != line]
        if wrong or 10 not in lines:
            return "lines of the source: %s" % wrong
        return None if re.search(r"url\(|@import|https?://(?!cwe\.mitre\.org|www\.w3\.org)", text) is None else "something is loaded from elsewhere"


def look_at(view, folder):
    """What a user does with the page; returns a complaint."""
    view.open("file://%s/out.html" % folder)
    rows = "document.querySelectorAll('#rows tr').length"
    if view.value(rows) != 4 or view.value("document.getElementById('count').textContent") != "4 findings":
        return "the index has %s rows" % view.value(rows)
    choose = "(id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event(id === 'search' ? 'input' : 'change')); }"
    view.value("(%s)('kind', 'double-free')" % choose)
    if view.value(rows) != 1:
        return "filtered by kind: %s rows" % view.value(rows)
    view.value("(%s)('kind', '')" % choose)
    view.value("(%s)('search', 'FOLLOW')" % choose)
    if view.value(rows) != 1:
        return "searched: %s rows" % view.value(rows)
    view.value("(%s)('search', 'no such words')" % choose)
    if view.value(rows) != 0 or view.value("document.getElementById('nothing').hidden"):
        return "nothing found is not said"
    view.value("(%s)('search', '')" % choose)
    view.value("document.querySelector('th[data-sort=kind]').click()")
    kinds = view.value("[...document.querySelectorAll('#rows tr td:nth-child(2)')].map(e => e.textContent)")
    if kinds != sorted(kinds):
        return "sorted by kind: %s" % kinds
    view.value("[...document.querySelectorAll('#rows tr a')].find(a => a.closest('tr').textContent.includes('follow')).click()")
    view.settle()
    if view.value("document.getElementById('finding').hidden") or not view.value("document.getElementById('index').hidden"):
        return "a click does not open the finding"
    steps = view.value("document.querySelectorAll('#step-list li').length")
    place = "document.getElementById('step-count').textContent"
    if steps < 2 or view.value(place) != "step %d of %d" % (steps, steps) or not view.value("document.getElementById('next-step').disabled"):
        return "%s steps, %s" % (steps, view.value(place))
    if view.value("document.querySelectorAll('#sources .bubble').length") != steps or \
            view.value("document.querySelectorAll('#arcs path').length") != steps - 1:
        return "the path is not drawn into the source"
    if view.value("document.querySelector('#sources .bubble.last').previousElementSibling.dataset.line") != "10":
        return "the last step is not at its line"
    view.value("document.getElementById('previous-step').click()")
    view.settle()
    if view.value(place) != "step %d of %d" % (steps - 1, steps):
        return "the step before: " + view.value(place)
    view.key("n")
    view.settle()
    if view.value(place) != "step %d of %d" % (steps, steps):
        return "the key n: " + view.value(place)
    if view.value("(() => { const r = document.querySelector('.bubble.here').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()") is not True:
        return "the step is not in view"
    shown = view.value("document.getElementById('message').textContent")
    view.key("k" if view.value("document.getElementById('next-finding').disabled") else "j")
    view.settle()
    if view.value("document.getElementById('message').textContent") == shown and view.value("location.hash") == "":
        return "the keys for the next finding do nothing"
    view.value("location.hash = '#%d'" % (view.value("report.findings.findIndex(f => f.kind === 'double-free')") + 1))
    view.settle()
    if "größer" not in view.value("document.getElementById('sources').textContent"):
        return "the source is not shown as it is"
    view.value("location.hash = '#1'")
    view.settle()
    if "</script><b>&amp;" not in view.value("document.getElementById('sources').textContent"):
        return "signs of HTML in the source are not shown as they are"
    if view.complaints() or view.requests() != ["file://%s/out.html" % folder]:
        return "complaints %s, requests %s" % (view.complaints(), view.requests())
    return None


def test_browser(loci):
    with checked(loci, "--html=out.html") as (folder, _), browser.Browser() as view:
        return look_at(view, folder)


def tests(loci, needs_browser=False):
    for test in (test_text, test_conditions, test_json, test_sarif, test_baseline, test_status, test_html):
        yield test.__name__[len("test_"):], lambda test=test: test(loci)
    yield from browser.tests("the HTML report", lambda: test_browser(loci), needs_browser)


def main():
    return browser.main("Tests the reports of loci check.", tests)


if __name__ == "__main__":
    sys.exit(main())
