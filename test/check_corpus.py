"""The corpus of `loci check`: test/check/**/*.c, small functions with and without bugs.

    // flags: ...               first line: further options of `loci check`
    // files: parts/x.c         first line: a file that belongs to it, with annotations of its own
    // expect: KIND[, KIND]     at the end of a line: the findings on it (a leak stands where the block is allocated)
    // run: statements          above a function: how a native program calls it (test/check_truth.py); several lines are several
                                runs; a function without parameters needs none

A line without `expect` has no finding. What is annotated is true of the program, whatever a tool says. test/check/open.txt lists
the functions that `loci check` does not get right yet.
"""
import glob
import os
import re

import common

FOLDER = os.path.join(common.HERE, "check")
EXPECT = re.compile(r"// expect: ([\w-]+(?:, [\w-]+)*)\s*$")
FUNCTION = re.compile(r"^(?!typedef\b|return\b|else\b)(?P<static>static\s+)?[A-Za-z_][\w\s*]*?\b(?P<name>\w+)\((?P<parameters>.*)\)[^;]*\{")


class Function:
    """A function of the corpus: its lines in the file, the findings expected on them, the ways to run it."""

    def __init__(self, path, name, is_static, has_parameters, first):
        self.path, self.name, self.is_static, self.has_parameters = path, name, is_static, has_parameters
        self.first = self.last = first
        self.expected = set()  # (line, kind)
        self.runs = []
        self.text = ""

    @property
    def id(self):
        return "%s:%s" % (os.path.relpath(self.path, FOLDER), self.name)


class File:
    def __init__(self, path):
        self.path = path
        self.functions = []
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        first = lines[0]
        self.flags = first[len("// flags:"):].split() if first.startswith("// flags:") else []
        names = first[len("// files:"):].split() if first.startswith("// files:") else []
        self.parts = [File(os.path.join(os.path.dirname(path), name)) for name in names]
        for part in self.parts:
            for function in part.functions:
                function.is_static = True  # they are run by those of this file
        runs, current = [], None
        for number, line in enumerate(lines, 1):
            if line.startswith("// run: "):
                runs.append(line[len("// run: "):].strip())
            found = None if current else FUNCTION.match(line)
            if found:
                current = Function(path, found["name"], bool(found["static"]), found["parameters"] != "void", number)
                current.runs, runs = runs, []
                self.functions.append(current)
            if EXPECT.search(line) and not current:
                raise ValueError("%s:%d: an annotation outside of a function" % (path, number))
            if current:
                current.last = number
                current.text += line + "\n"
                found_here = EXPECT.search(line)
                current.expected |= {(number, kind) for kind in found_here[1].split(", ")} if found_here else set()
                if line.startswith("}") or re.sub(r"\s*//.*", "", line).endswith("}") and number == current.first:
                    current = None
        if runs:
            raise ValueError("%s: runs of no function: %s" % (path, runs))

    def function_at(self, line):
        return next((f for f in self.functions if f.first <= line <= f.last), None)

    def all_functions(self):
        """Those of its parts too."""
        return [function for file in [self, *self.parts] for function in file.functions]

    def expected(self):
        return set().union(*[f.expected for f in self.functions])


def files():
    return [File(path) for path in sorted(glob.glob(os.path.join(FOLDER, "*", "*.c")))]


def open_functions():
    """Functions that are known not to be right yet, each with a reason: `folder/file.c:function  reason`."""
    result = {}
    path = os.path.join(FOLDER, "open.txt")
    if not os.path.exists(path):
        return result
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, _, reason = line.strip().partition(" ")
                if not reason.strip():
                    raise ValueError("open.txt: no reason for " + name)
                result[name] = reason.strip()
    return result
