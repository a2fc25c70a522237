"""Random C programs with a few small symbolic inputs: what their generators share.

A program is a list of lines, each a statement of its own that may be left out, so that a failing one can be made smaller.
Every statement adds to `sum`. In the end the program *pins* its input: it compares the inputs with each of their values
and writes the sum, so that each input that meets no error has exactly one path of its own, whatever the paths
were before. Then a lost path, a path that overlaps another and a wrong value all show in the tests of `loci run`.
"""
import random
import re

PROTOTYPES = """typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
long write(int, const void *, size_t);
void abort(void);
void exit(int);
"""


class Input:
    """A symbolic byte below a bound."""

    def __init__(self, name, bound):
        self.name, self.bound = name, bound


class Program:
    """inputs; lines of three sections: `globals` (outside of functions), `locals` (declarations), `body`."""

    def __init__(self, inputs, pinned=True):
        self.inputs, self.pinned = inputs, pinned
        self.globals, self.locals, self.body, self.end = [], [], [], []

    def sections(self):
        return ("globals", "locals", "body", "end")

    def copy(self):
        other = Program(self.inputs, self.pinned)
        for section in self.sections():
            setattr(other, section, list(getattr(self, section)))
        return other

    def count(self):
        """How many inputs there are."""
        result = 1
        for each in self.inputs:
            result *= each.bound
        return result

    def entries(self):
        """All inputs, each a tuple of numbers."""
        result = [()]
        for each in self.inputs:
            result = [entry + (value,) for entry in result for value in range(each.bound)]
        return result

    def text(self):
        names = [each.name for each in self.inputs]
        lines = [PROTOTYPES + "static unsigned sum;", *self.globals]
        lines.append("static void run(%s) {" % ", ".join("unsigned char " + name for name in names))
        lines += ["    " + line for section in (self.locals, self.body, self.end) for line in section]
        lines += ["}", "", "int main(void) {", "    unsigned char %s;" % ", ".join(names)]
        for each in self.inputs:
            lines.append('    klee_make_symbolic(&%s, 1, "%s");' % (each.name, each.name))
            lines.append("    klee_assume(%s < %d);" % (each.name, each.bound))
        lines.append("    run(%s);" % ", ".join(names))
        if self.pinned:
            key = "0"
            for each in self.inputs:
                key = each.name if key == "0" else "(%s) * %du + %s" % (key, each.bound, each.name)
            lines += ["    unsigned key = %s;" % key, "    for (unsigned k = 0; k < %du; k++)" % self.count(),
                      '        if (key == k) { write(1, &sum, sizeof sum); exit(0); }']
        lines += ["    return 0;", "}", ""]
        return "\n".join(lines)


class Written(Program):
    """A program from a file that was made like those here: its inputs are bytes below a bound."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.content = file.read()
        found = re.findall(r'klee_make_symbolic\(&(\w+), 1, "\w+"\);\s*klee_assume\(\1 < (\d+)\);', self.content)
        super().__init__([Input(name, int(bound)) for name, bound in found], "key == k" in self.content)

    def text(self):
        return self.content


class Generator:
    """Choices and expressions over the inputs; every expression is unsigned int or promotes to a small non-negative int."""

    def __init__(self, seed, most_inputs=3):
        self.random = random.Random(seed)
        count = self.random.choice([2, 2, 2, 3] if most_inputs > 2 else [1, 2, 2])
        bounds = {1: [8], 2: [3, 4, 4, 5], 3: [2, 3]}[count]
        self.inputs = [Input("xyz"[i], self.random.choice(bounds)) for i in range(count)]
        self.program = Program(self.inputs)
        self.names = 0

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, *choices):
        return self.random.choice(choices)

    def below(self, bound):
        return self.random.randrange(bound)

    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def input(self):
        return self.random.choice(self.inputs)

    def small(self):
        """An expression over the inputs with small values."""
        x, y = self.input().name, self.input().name
        c = self.below(4) + 1
        return self.one(x, x, x, "%s + %d" % (x, c), "%s * %d" % (x, c), "%s + %s" % (x, y), "(%s ^ %s)" % (x, y),
                        "(%s > %d ? %s : %d)" % (x, self.below(4), y, c), "(%s & %s)" % (x, y), "(%s | %d)" % (x, c),
                        "(%d - %s) * (%s < %d)" % (c, x, x, c))

    def within(self, count, constants=0.3):
        """An expression that is below count for every input."""
        if count <= 1:
            return "0"
        if self.chance(constants):
            return str(self.below(count))
        fitting = [each.name for each in self.inputs if each.bound <= count]
        if fitting and self.chance(0.5):
            return self.random.choice(fitting)
        expression = self.small()
        if count & (count - 1) == 0 and self.chance(0.5):
            return "((%s) & %d)" % (expression, count - 1)
        return "(unsigned)(%s) %% %d" % (expression, count)

    def condition(self):
        x, y = self.input(), self.input()
        return self.one("%s == %d" % (x.name, self.below(x.bound)), "%s < %s" % (x.name, y.name),
                        "%s > %d" % (x.name, self.below(x.bound)), "%s != %d" % (x.name, self.below(x.bound)),
                        "((%s ^ %s) & 1)" % (x.name, y.name), "%s + %s == %d" % (x.name, y.name, self.below(6)))
