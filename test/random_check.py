"""Random functions for `loci check` about blocks, lists, arrays and ownership, whose only unknown is a number that `rand` gives: a
native program can take all ways, so that what is wrong with them is known exactly.

Everything is initialised and no address of a local variable gets out, so that the first error of a way is of one of these kinds:
null-dereference, out-of-bounds, use-after-free, double-free, division-by-zero; a way without an error may leak.
"""
import random

HEAD = """#include <stdlib.h>
#ifdef NATIVE
void at_line(int line);
void *note_block(void *block, int line);
#define AT at_line(__LINE__);
#define NEW(count, size) note_block(calloc(count, size), __LINE__)
int choose(void);
#else
#define AT
#define NEW(count, size) calloc(count, size)
#define choose() (rand() & 1)
#endif
struct block { int v[4]; struct block *link; };
static struct block *g0, *g1;
"""
MOST_CHOICES = 7


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.choices, self.counters = [], 0, 0

    def add(self, depth, text):
        self.lines.append("    " * depth + "AT " + text)

    def block(self):
        return self.random.choice(["p0", "p1", "p2", "g0", "g1"])

    def local(self):
        return self.random.choice(["p0", "p1", "p2"])

    def array(self):
        return self.random.choice(["h0", "h1"])

    def number(self):
        return self.random.choice(["x", "y"])

    def value(self):
        """A number that cannot be wrong."""
        return self.random.choice([self.number(), str(self.random.randrange(5))])

    def safe(self, pointer, text):
        """Mostly behind a test for null, as real code is."""
        return "if (%s) %s" % (pointer, text) if self.random.random() < 0.8 else text

    def statement(self, depth):
        r = self.random
        kind = r.choices(["new", "free", "move", "null", "link", "unlink", "write", "read", "array-new", "array-free", "array-write",
                          "array-read", "local", "number", "divide", "if", "test", "loop", "call"],
                         [6, 4, 4, 1, 4, 3, 4, 4, 3, 2, 3, 3, 2, 2, 1, 7 if depth < 4 else 0, 4 if depth < 4 else 0, 2, 2])[0]
        p, q, h, x = self.block(), self.block(), self.array(), self.number()
        if kind == "new":
            self.add(depth, "%s = NEW(1, sizeof(struct block));" % p)
        elif kind == "free":
            self.add(depth, "free(%s);" % p + (" %s = NULL;" % p if r.random() < 0.6 else ""))
        elif kind == "move":
            self.add(depth, "%s = %s;" % (p, q))
        elif kind == "null":
            self.add(depth, "%s = NULL;" % p)
        elif kind == "link":
            self.add(depth, self.safe(p, "%s->link = %s;" % (p, q)))
        elif kind == "unlink":
            self.add(depth, self.safe(p, "%s = %s->link;" % (self.local(), p)))
        elif kind == "write":
            self.add(depth, self.safe(p, "%s->v[%d] = %s;" % (p, r.randrange(4), self.value())))
        elif kind == "read":
            self.add(depth, self.safe(p, "%s = %s->v[%d];" % (x, p, r.randrange(4))))
        elif kind == "array-new":
            self.add(depth, "%s = NEW(%d, sizeof(int));" % (h, r.randrange(1, 5)))
        elif kind == "array-free":
            self.add(depth, "free(%s);" % h + (" %s = NULL;" % h if r.random() < 0.6 else ""))
        elif kind == "array-write":
            self.add(depth, self.safe(h, "%s[%d] = %s;" % (h, r.choice([0, 0, 0, 1, 2, 3, 4, -1]), self.value())))
        elif kind == "array-read":
            self.add(depth, self.safe(h, "%s = %s[%d];" % (x, h, r.choice([0, 0, 0, 1, 2, 3]))))
        elif kind == "local":
            self.add(depth, r.choice(["a[%s] = %d;" % (r.choice("012345"), r.randrange(3)), "%s = a[%s & 3];" % (x, self.number())]))
        elif kind == "number":
            self.add(depth, "%s = %s %s %d;" % (x, self.value(), r.choice("+-&|"), r.randrange(4)))
        elif kind == "divide":
            self.add(depth, "%s = 10 / (%s %s %d);" % (x, self.number(), r.choice("-+|"), r.randrange(3)))
        elif kind == "if" and self.choices < MOST_CHOICES:
            self.choices += 1
            self.branch(depth, "choose()")
        elif kind == "test":
            self.branch(depth, r.choice([p, "!" + p, "%s == %s" % (p, q), "%s > %d" % (x, r.randrange(3)), h]))
        elif kind == "loop":
            self.counters += 1
            i = "i%d" % self.counters
            self.add(depth, self.safe(h, "for (int %s = 0; %s < %d; %s++) %s[%s] = %s;" % (i, i, r.randrange(1, 5), i, h, i, i)))
        elif kind == "call":
            self.add(depth, r.choice(["drop(%s);" % p, "%s = make(%s);" % (p, q), "release(&%s);" % p, "%s = sum(%s);" % (x, p)]))

    def branch(self, depth, condition):
        self.add(depth, "if (%s) {" % condition)
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth + 1)
        if self.random.random() < 0.4:
            self.lines.append("    " * depth + "} else {")
            for _ in range(self.random.randrange(1, 4)):
                self.statement(depth + 1)
        if self.random.random() < 0.15:
            self.add(depth + 1, "return 0;")
        self.lines.append("    " * depth + "}")

    def helpers(self, name):
        """Functions of its own for each function, so that a finding in them belongs to it."""
        self.lines += ["static void drop_%s(struct block *b) {" % name, "    AT free(b);", "}",
                       "static struct block *make_%s(struct block *link) {" % name,
                       "    AT struct block *b = NEW(1, sizeof(struct block));", "    AT b->link = link;", "    return b;", "}",
                       "static void release_%s(struct block **place) {" % name, "    AT free(*place);", "    *place = NULL;", "}",
                       "static int sum_%s(struct block *b) {" % name, "    AT return b->v[0] + b->v[1];", "}"]

    def function(self, name):
        self.choices = 0
        self.helpers(name)
        self.lines += ["int %s(void) {" % name, "    struct block *p0 = NULL, *p1 = NULL, *p2 = NULL;", "    int *h0 = NULL, *h1 = NULL, x = 0, y = 1, a[4] = {0};",
                       "    g0 = g1 = NULL;"]
        start = len(self.lines)
        for _ in range(self.random.randrange(6, 16)):
            self.statement(1)
        for n in range(start, len(self.lines)):
            for helper in ("drop", "make", "release", "sum"):
                self.lines[n] = self.lines[n].replace(helper + "(", "%s_%s(" % (helper, name))
        for pointer in ("p0", "p1", "p2", "h0", "h1"):  # so that not everything leaks
            if self.random.random() < 0.5:
                self.add(1, "free(%s);" % pointer)
        self.add(1, "return x + y + a[0];")
        self.lines.append("}")


def program(seed, functions):
    """The text of a program and the names of its functions."""
    writer = Writer(seed)
    names = ["f%d" % n for n in range(functions)]
    for name in names:
        writer.function(name)
    return HEAD + "\n".join(writer.lines) + "\n", names
