"""The alias suite: small programs whose comments say what the points-to analysis must find.

    // expect: points P O         the pointer P may point to O
    // expect: may-alias P Q      the sets of two pointers have a common object
    // expect: disjoint P Q       they have none
    // expect: class O == O       two objects are in the same class (or !=)
    // expect: groups A P == P    the analysis A puts two pieces of objects into one group of memory (or !=)
    // expect: pointer A P == O,O the analysis A lets a pointer in a register point to the groups of these pieces, no others
    // expect-32: ...             in that data model only

A may be the name of an analysis with `+bottom-up`: with these contexts.
    // options: ...               for loci alias

What must be found (points, may-alias) every analysis must find; what must not (disjoint, class) is Andersen's. That no
access leaves its group, and that cells are at least as fine as the others, is checked by test/unit/alias_observed.c.

A piece is `heap:LINE.field`, `global:NAME.field` or `local:NAME.field`, the field as far as there is one. A pointer is `function.name` or the name alone, if only one has it. An object is `heap:LINE` (the allocation stands
there), `heap:LINE@LINE` (called there), `string`, or the name of a global or local variable.
"""
import glob
import json
import os
import re
import xml.dom.minidom

import common

EXPECT = re.compile(r"// expect(?:-(32|64))?: (groups \S+|pointer \S+|\S+) (\S+) (?:(==|!=) )?(\S+)$", re.M)
OPTIONS = re.compile(r"// options: (.*)$", re.M)
ANALYSES = ["andersen", "steensgaard", "steensgaard-fields", "dsa", "cells"]


def chosen(analysis):
    """The options for an analysis, with the contexts that its name may have."""
    name, _, context = analysis.partition("+")
    return ["--analysis=" + name, *(["--context=" + context] if context else [])]


def own_options(path):
    with open(path, encoding="utf-8") as source:
        return [option for line in OPTIONS.findall(source.read()) for option in line.split()]


def run(loci, path, model, *options):
    result = common.run([loci, "alias", "--%d" % model, *options, *own_options(path), path])
    return result.out.decode(errors="replace"), result.err.decode(errors="replace"), result.status


def matches(pattern, text, file):
    """Does the printed object answer to the name?"""
    found = re.fullmatch(r"heap:(\d+)(?:@(\d+))?", pattern)
    if found:
        place = "heap at %s:%s:" % (file, found[1])
        return text.startswith(place) and (not found[2] or "called at %s:%s:" % (file, found[2]) in text)
    if pattern == "string":
        return text.startswith("string ")
    return text == "global " + pattern or text.startswith("local %s of " % pattern)


def pointer_sets(output):
    sets = {}
    for line in output.splitlines():
        name, _, objects = line.partition(" {")
        sets.setdefault(name, set()).update(o.strip() for o in objects.rstrip("} ").split(";") if o.strip())
    return sets


def class_sets(output):
    classes = []
    for line in output.splitlines():
        if line.startswith("class "):
            classes.append(set())
        else:
            classes[-1].add(line.strip())
    return classes


def set_of(sets, name):
    found = [s for n, s in sets.items() if n == name or n.endswith("." + name)]
    if len(found) != 1:
        raise ValueError("the pointer '%s' is printed %d times" % (name, len(found)))
    return found[0]


def class_of(classes, name, file):
    found = [i for i, members in enumerate(classes) if any(matches(name, m, file) for m in members)]
    if len(found) != 1:
        raise ValueError("the object '%s' is in %d classes" % (name, len(found)))
    return found[0]


def is_piece(pattern, text, file):
    """Does the printed piece of an object answer to the name?"""
    kind, name, field = re.fullmatch(r"(\w+):(\w+)(\.\w+)?", pattern).groups()
    start = {"heap": r"heap at %s:%s:.*" % (re.escape(file), name), "global": "global " + name, "local": "local %s of .*" % name}[kind]
    path = r" ?\S*" + re.escape(field) if field else r"(?: [.\[]\S*)?" if kind != "global" else ""
    found = re.fullmatch(start + path, text)
    return bool(found) and (bool(field) or not re.search(r" [.\[]\S*$", text))


def group_of(groups, pattern, file):
    found = {group["group"] for group in groups for piece in group["pieces"] if is_piece(pattern, piece, file)}
    if len(found) != 1:
        # A collapsed object is printed without its fields.
        whole = pattern.split(".")[0]
        found = {group["group"] for group in groups for piece in group["pieces"] if is_piece(whole, piece, file)}
    if len(found) != 1:
        raise ValueError("'%s' is in %d groups" % (pattern, len(found)))
    return found.pop()


def holds_for_groups(loci, path, model, analysis, left, relation, right):
    out, err, status = run(loci, path, model, "--json", *chosen(analysis))
    if status:
        raise ValueError("status %d\n%s" % (status, err[-2000:]))
    groups, file = json.loads(out)["groups"], os.path.basename(path)
    return (group_of(groups, left, file) == group_of(groups, right, file)) == (relation == "==")


def holds_for_pointer(loci, path, model, analysis, pointer, pieces):
    out, err, status = run(loci, path, model, "--json", *chosen(analysis))
    if status:
        raise ValueError("status %d\n%s" % (status, err[-2000:]))
    result, file = json.loads(out), os.path.basename(path)
    name = pointer.split(".")
    found = [p for p in result["pointers"] if p["pointer"] == name[-1] and p["function"] in (name[0], p["function"] if len(name) == 1 else None)]
    if len(found) != 1:
        raise ValueError("the pointer '%s' is printed %d times" % (pointer, len(found)))
    return set(found[0]["points_to"]) == {group_of(result["groups"], piece, file) for piece in pieces.split(",")}


def holds(kind, left, relation, right, sets, classes, file):
    if kind == "points":
        return any(matches(right, o, file) for o in set_of(sets, left))
    if kind == "may-alias":
        return bool(set_of(sets, left) & set_of(sets, right))
    if kind == "disjoint":
        return not set_of(sets, left) & set_of(sets, right)
    if kind == "class":
        return (class_of(classes, left, file) == class_of(classes, right, file)) == (relation == "==")
    raise ValueError("unknown expectation '%s'" % kind)


def unsound(loci, path, model, analysis, expectations):
    """What the analysis must find and does not."""
    out, err, status = run(loci, path, model, "--points-to", *chosen(analysis))
    if status:
        return ["%s: status %d\n%s" % (analysis, status, err[-2000:])]
    file, sets = os.path.basename(path), pointer_sets(out)
    return ["%s: does not hold: %s %s %s" % (analysis, kind, left, right) for kind, left, relation, right in expectations
            if kind in ("points", "may-alias") and not holds(kind, left, relation, right, sets, [], file)]


def check(loci, path, model):
    """What is wrong with the analyses of a program, None if nothing is."""
    with open(path, encoding="utf-8") as source:
        found = EXPECT.findall(source.read())
    if not found:
        return "there is no expectation in it"
    expectations = [rest for only, *rest in found if only in ("", str(model))]
    file, sets, classes = os.path.basename(path), {}, []
    for option in ([], ["--points-to"]):
        out, err, status = run(loci, path, model, *option)
        if status:
            return "status %d\n%s" % (status, err[-2000:])
        sets, classes = (pointer_sets(out), classes) if option else (sets, class_sets(out))
    problems = []
    for kind, left, relation, right in expectations:
        if kind.startswith("groups "):
            is_right = holds_for_groups(loci, path, model, kind.split()[1], left, relation, right)
        elif kind.startswith("pointer "):
            is_right = holds_for_pointer(loci, path, model, kind.split()[1], left, right)
        else:
            is_right = holds(kind, left, relation, right, sets, classes, file)
        if not is_right:
            problems.append("does not hold: %s %s %s %s" % (kind, left, relation, right))
    with_contexts = [] if "--clone-calls" in own_options(path) else ["dsa+bottom-up", "cells+bottom-up"]
    for analysis in ANALYSES[1:] + with_contexts if model == 64 else ["cells"] + with_contexts[1:]:
        problems += unsound(loci, path, model, analysis, expectations)
    return "\n".join(problems) or None


def check_formats(loci, path, analysis):
    """Is each format what it says it is, and are the numbers of groups the same in all of them?"""
    outputs = {}
    for name in ("text", "json", "dot", "svg"):
        out, err, status = run(loci, path, 64, "--analysis=" + analysis, "--" + name)
        if status or not out:
            return "--%s: status %d\n%s" % (name, status, err[-2000:])
        outputs[name] = out
    groups = len(json.loads(outputs["json"])["groups"])
    pointers = len({(p["function"], *p["points_to"]) for p in json.loads(outputs["json"])["pointers"]})
    drawing = xml.dom.minidom.parseString(outputs["svg"])
    counts = {"text": len(re.findall(r"^group \d+: ", outputs["text"], re.M)),
              "dot": len(re.findall(r"^    n\d+ \[label=", outputs["dot"], re.M)) - pointers,
              "svg": len(drawing.getElementsByTagName("rect")) - pointers}
    if re.search("__loci_|model_", outputs["text"]):
        return "there are groups of the library"
    if "__loci_" not in run(loci, path, 64, "--analysis=" + analysis, "--with-library")[0]:
        return "there are no groups of the library although they were asked for"
    return None if set(counts.values()) == {groups} else "%d groups, but %s" % (groups, counts)


def check_compare(loci, path, analyses, *options):
    out, err, status = run(loci, path, 64, "--compare", "--json", *options)
    if status:
        return "status %d\n%s" % (status, err[-2000:])
    rows = json.loads(out)["analyses"]
    wrong = [row for row in rows if not 0 < row["user_groups"] <= row["groups"] or not row["largest"] or row["seconds"] < 0 or row["memory_bytes"] <= 0]
    return "wrong: %s" % wrong if wrong or [row["analysis"] for row in rows] != analyses else None


def tests(loci):
    figure = os.path.join(common.HERE, "alias", "figure-4.c")
    for analysis in ANALYSES:
        yield "alias/formats-" + analysis, lambda analysis=analysis: check_formats(loci, figure, analysis)
    yield "alias/compare", lambda: check_compare(loci, figure, ANALYSES)
    yield "alias/compare-bottom-up", lambda: check_compare(loci, figure, ANALYSES[1:], "--context=bottom-up")
    for path in sorted(glob.glob(os.path.join(common.HERE, "alias", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        for model in (64, 32):
            yield "alias/%s-%d" % (name, model), lambda path=path, model=model: check(loci, path, model)
