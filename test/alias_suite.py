"""The alias suite: small programs whose comments say what the points-to analysis must find.

    // expect: points P O         the pointer P may point to O
    // expect: may-alias P Q      the sets of two pointers have a common object
    // expect: disjoint P Q       they have none
    // expect: class O == O       two objects are in the same class (or !=)

A pointer is `function.name` or the name alone, if only one has it. An object is `heap:LINE` (the allocation stands
there), `heap:LINE@LINE` (called there), `string`, or the name of a global or local variable.
"""
import glob
import os
import re

import common

EXPECT = re.compile(r"// expect: (\S+) (\S+) (?:(==|!=) )?(\S+)$", re.M)


def run(loci, path, model, *options):
    result = common.run([loci, "alias", "--%d" % model, *options, path])
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


def check(loci, path, model):
    """What is wrong with the analysis of a program, None if nothing is."""
    with open(path, encoding="utf-8") as source:
        expectations = EXPECT.findall(source.read())
    if not expectations:
        return "there is no expectation in it"
    file, sets, classes = os.path.basename(path), {}, []
    for option in ([], ["--points-to"]):
        out, err, status = run(loci, path, model, *option)
        if status:
            return "status %d\n%s" % (status, err[-2000:])
        sets, classes = (pointer_sets(out), classes) if option else (sets, class_sets(out))
    problems = []
    for kind, left, relation, right in expectations:
        if not holds(kind, left, relation, right, sets, classes, file):
            problems.append("does not hold: %s %s %s %s" % (kind, left, relation, right))
    return "\n".join(problems) or None


def tests(loci):
    for path in sorted(glob.glob(os.path.join(common.HERE, "alias", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        for model in (64, 32):
            yield "alias/%s-%d" % (name, model), lambda path=path, model=model: check(loci, path, model)
