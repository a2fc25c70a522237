"""loci run --memory=region on the examples of the paper (test/regions): what it finds, --dump-regions, --svg.

A program says in comments what is expected:

    finds: nothing, or KIND LINE         the bugs of the run, which is complete
    regions FUNCTION:LINE                the rows of the table there, a table a path, `--` between; `...`: there are more
    tree FUNCTION:LINE                   the hierarchy
    stats: TEXT                          --stats has this text
    check: nothing                       loci check finds nothing in its functions, under this model and another one
    same-cost: FLAGS                     with these options for clang as many objects are made, as much storage
"""
import json
import os
import re
import tempfile
import xml.etree.ElementTree

import common

FOLDER = os.path.join(common.HERE, "regions")
COMMENT = re.compile(r"/\* (finds|regions|tree|stats|check|same-cost):? ?(.*?)\s*\*/", re.S)


def run(loci, path, *options):
    """Status, standard output, standard error."""
    with tempfile.TemporaryDirectory() as folder:
        result = common.run([loci, "run", "--memory=region", "--no-native", "--out=" + os.path.join(folder, "out"), *options,
                             path], cwd=folder, timeout=common.PATIENCE)
    return result.status, result.out.decode(), result.err.decode()


def found(loci, path, bits):
    report = json.loads(run(loci, path, "--json", bits)[1])
    if not report["complete"]:
        return "incomplete"
    return ", ".join("%s %d" % (bug["kind"], bug["line"]) for bug in report["bugs"]) or "nothing"


def rows(text):
    """The rows of each table: (expression, region, value)."""
    tables = []
    for line in text.splitlines():
        if line.startswith("regions at "):
            tables.append([])
        match = re.match(r"  (\S.*?)\s+(region \d+)\s+(.*)", line)
        if match and tables and not re.match(r"  (\$|Expression)", line):
            tables[-1].append(" | ".join(match.groups()))
    return tables


def tree(text):
    """The lines of the hierarchy, each with its depth, of the first state."""
    lines = re.search(r"\n(  (?:stack|heap|static|unknown)\n.*?)(?=\nregions at|\n\S|\Z)", text, re.S).group(1).splitlines()
    return [re.sub(r"\s+region \d+.*", "", line[2:]) for line in lines if line.startswith("  ")]


def compare(expected, actual, what):
    if expected[-1] == "...":
        expected, actual = expected[:-1], actual[:len(expected) - 1]
    if expected != actual:
        return "%s:\n  expected %s\n  found    %s" % (what, "\n           ".join(expected), "\n           ".join(actual))
    return None


def check_regions(loci, path, place, lines):
    tables = rows(run(loci, path, "--dump-regions=" + place)[1])
    expected, more = [[]], False
    for line in lines:
        if line == "--":
            expected.append([])
        elif line == "..." and not expected[-1]:
            more = True
        else:
            expected[-1].append(line)
    is_open = expected[-1] and expected[-1][-1] == "..."
    if is_open:
        expected[-1].pop()
    if len(tables) < len(expected) or (len(tables) > len(expected) and not is_open and not more):
        return "%s: %d tables expected, %d found" % (place, len(expected), len(tables))
    for wanted, table in zip(expected, tables):
        complaint = compare(wanted, table, place)
        if complaint:
            return complaint
    return None


def cost(loci, path, flags):
    text = run(loci, path, "--stats", "--max-stack=64M", *(["--cflags=" + flags] if flags else []))[2]
    return re.search(r"objects bound as needed:.*", text).group(0)


def check_functions(loci, path):
    for memory in ("region", "forking"):
        result = common.run([loci, "check", "--memory=" + memory, path], timeout=common.PATIENCE)
        if result.status or b"0 findings" not in result.out:
            return "loci check --memory=%s: %s" % (memory, (result.out + result.err).decode())
    return None


def check(loci, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for kind, content in COMMENT.findall(text):
        head, *lines = content.split("\n")
        complaint = None
        if kind == "finds":
            for bits in ("--64", "--32"):
                actual = found(loci, path, bits)
                complaint = complaint or (None if actual == head else "%s found with %s, %s expected" % (actual, bits, head))
        elif kind == "regions":
            complaint = check_regions(loci, path, head, lines)
        elif kind == "tree":
            complaint = compare(lines, tree(run(loci, path, "--dump-regions=" + head)[1]), "tree at " + head)
        elif kind == "check":
            complaint = check_functions(loci, path)
        elif kind == "stats":
            complaint = None if head in cost(loci, path, "") else "%s: not '%s'" % (cost(loci, path, ""), head)
        elif cost(loci, path, "") != cost(loci, path, head):
            complaint = "not the same cost: %s; with %s: %s" % (cost(loci, path, ""), head, cost(loci, path, head))
        if complaint:
            return complaint
    return None


def check_drawing(loci):
    """Figure 2: a box for every region and every space, an arrow to each super region, one along each pointer."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        common.run([loci, "run", "--memory=region", "--no-native", "--dump-regions=foo:21", "--svg", "--out=" + out,
                    os.path.join(FOLDER, "walk.c")], cwd=folder, timeout=common.PATIENCE)
        root = xml.etree.ElementTree.parse(os.path.join(out, "regions000001.svg")).getroot()
    space = "{http://www.w3.org/2000/svg}"
    boxes = len(root.findall(space + "rect"))
    supers = len([path for path in root.findall(space + "path") if path.get("class") == "super"])
    points = len([path for path in root.findall(space + "path") if path.get("class") == "points"])
    if (boxes, supers, points) != (10, 8, 2):
        return "10 boxes, 8 arrows and 2 pointers expected, found %d, %d, %d" % (boxes, supers, points)
    return None


def check_refusals(loci):
    program = os.path.join(FOLDER, "walk.c")
    for options, sentence in ((["--dump-regions=foo"], "FUNCTION:LINE is expected"), (["--svg"], "--svg wants --dump-regions"),
                              (["--dump-regions", "--json"], "exclude each other")):
        status, _, message = run(loci, program, *options)
        if status != 2 or sentence not in message:
            return "%s: %d %s" % (" ".join(options), status, message)
    return None


def tests(options):
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".c"):
            yield name[:-2], lambda name=name: check(options.loci, os.path.join(FOLDER, name))
    yield "drawing", lambda: check_drawing(options.loci)
    yield "refusals", lambda: check_refusals(options.loci)
