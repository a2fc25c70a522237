"""Random programs about undefined values: the generator behind `test/fuzz_memory.py undefined`.

Variables and blocks of which some bytes were never written, expressions in which undefined bits may or may not matter,
copies through memory; then a branch, an address or output that depends on them. Whether and where that is an error is
not said here: `loci exec`, which has a mask beside each value, and `loci run`, which has terms, must agree on it.
"""
from random_program import Generator


class Undefined(Generator):
    def __init__(self, seed):
        super().__init__(seed, most_inputs=2)
        self.scalars = []  # (name, type)
        self.arrays = []   # (name, element type, count)
        for _ in range(self.one(1, 2, 2)):
            self.array()
        for _ in range(self.one(1, 2, 3)):
            self.scalar()
        kinds = [self.assign, self.assign, self.assign, self.store, self.store, self.copy, self.move, self.fill, self.loop, self.masked_sum,
                 self.merge, self.swap, self.structure, self.call, self.bits]
        uses = [self.branch, self.branch, self.branch, self.output, self.address, self.ternary, self.loop_bound, self.switch, self.length, self.division,
                self.short_circuit, self.freeing]
        kinds, uses = self.random.sample(kinds, self.one(3, 5, 7)), self.random.sample(uses, self.one(1, 2, 3))
        for _ in range(self.one(2, 3, 4, 6)):
            text = self.random.choice(kinds)()
            self.program.body.append("if (%s) { %s }" % (self.condition(), text) if self.chance(0.2) else text)
        for _ in range(self.one(1, 1, 2, 3)):
            self.program.body.append(self.random.choice(uses)())
        if self.chance(0.5):
            self.program.body.append("if (%s) abort();" % self.condition())

    # ---- What there is ----

    def scalar(self):
        name, type_ = self.name("u"), self.one("unsigned", "unsigned", "int", "unsigned char", "short", "unsigned long long", "_Bool")
        self.scalars.append((name, type_))
        volatile = self.one("", "", "volatile ")
        self.program.locals.append("%s%s %s%s;" % (volatile, type_, name, self.one("", "", " = %s" % self.input().name, " = 3")))
        if self.chance(0.4):
            self.program.locals.append("if (%s) %s = %s;" % (self.condition(), name, self.known()))

    def array(self):
        name, type_, count = self.name("a"), self.one("unsigned char", "unsigned char", "unsigned", "short"), self.one(2, 4, 4)
        self.arrays.append((name, type_, count))
        if self.chance(0.4):
            self.program.locals.append("%s *%s = malloc(%d * sizeof *%s);" % (type_, name, count, name))
            self.program.end.append("free(%s);" % name)
        else:
            self.program.locals.append("%s %s[%d];" % (type_, name, count))
        if self.chance(0.6):
            self.program.locals.append("for (unsigned k = 0; k < %s; k++) %s[k] = k + 1;" % (self.within(count + 1), name))

    def known(self):
        """An expression that is defined."""
        return self.one("%d" % self.one(0, 1, 2, 4, 7, 255), self.input().name, "(%s)" % self.small())

    def leaf(self):
        if self.chance(0.25):
            return self.known()
        if self.chance(0.5) and self.scalars:
            return self.random.choice(self.scalars)[0]
        name, _, count = self.random.choice(self.arrays)
        return "%s[%s]" % (name, self.within(count))

    def value(self, depth=0):
        """An unsigned expression in which undefined bits may or may not matter."""
        if depth >= 2 or self.chance(0.3):
            return "(unsigned)%s" % self.leaf()
        a, b = self.value(depth + 1), self.value(depth + 1)
        known = self.known()
        return "(%s)" % self.one(
            "%s & %s" % (a, b), "%s & (unsigned)%s" % (a, known), "%s | %s" % (a, b), "%s | (unsigned)%s" % (a, known), "%s ^ %s" % (a, b),
            "%s + %s" % (a, b), "%s - %s" % (a, a), "%s ^ %s" % (a, a), "%s * (unsigned)%s" % (a, known), "%s * (unsigned)(%s)" % (a, self.condition()),
            "%s << (%s & 31)" % (a, known), "%s >> (%s & 31)" % (a, known), "~%s" % a, "-%s" % a, "(unsigned)(unsigned char)%s" % a,
            "(unsigned)(signed char)%s" % a, "%s == %s" % (a, b), "%s < (unsigned)%s" % (a, known), "!%s" % a, "(unsigned)((int)%s >> (%s & 31))" % (a, known),
            "%s & -(unsigned)(%s)" % (a, self.condition()), "%s %% 4u" % a, "%s / 2u" % a, "(int)%s < 0" % a, "(unsigned)((unsigned long long)%s * 65537u >> 16)" % a,
            "%s ? %s : %s" % (self.condition(), a, b))

    # ---- What moves undefined bits about ----

    def target(self):
        if self.chance(0.5) and self.scalars:
            return self.random.choice(self.scalars)[0]
        name, _, count = self.random.choice(self.arrays)
        return "%s[%s]" % (name, self.within(count))

    def assign(self):
        return "%s = %s;" % (self.target(), self.value())

    def store(self):
        name, _, count = self.random.choice(self.arrays)
        return "%s[%s] = %s;" % (name, self.within(count), self.one(self.known(), self.value()))

    def bytes_of(self):
        name, type_, count = self.random.choice(self.arrays)
        return name, count * {"unsigned char": 1, "unsigned": 4, "short": 2}[type_]

    def copy(self):
        (one, size), (other, more) = self.bytes_of(), self.bytes_of()
        return "%s(%s, %s, %s);" % ("memmove" if one == other else "memcpy", one, other, self.within(min(size, more) + 1))

    def move(self):
        name, size = self.bytes_of()
        return "memmove((char *)%s + 1, %s, %s);" % (name, name, self.within(size))

    def fill(self):
        name, size = self.bytes_of()
        return "memset(%s, %s, %s);" % (name, self.one(self.known(), self.value()), self.within(size + 1))

    def loop(self):
        name, _, count = self.random.choice(self.arrays)
        return "for (unsigned k = 0; k < %s; k++) %s[k] = %s;" % (self.within(count + 1), name, self.one(self.known(), self.value(), "%s[k] + 1" % name))

    def masked_sum(self):
        name, _, count = self.random.choice(self.arrays)
        return "for (unsigned k = 0; k < %d; k++) sum += (unsigned)%s[k] * (k < %s);" % (count, name, self.within(count + 1))

    def merge(self):
        return "%s = %s ? %s : %s;" % (self.target(), self.condition(), self.leaf(), self.leaf())

    def swap(self):
        a, b = self.target(), self.target()
        return "{ unsigned t = %s; %s = %s; %s = t; }" % (a, a, b, b)

    def structure(self):
        """A struct with padding and a bit-field, copied."""
        return "{ struct { unsigned char c; unsigned w; unsigned low : 3, high : 5; } s, t; %s%s t = s; sum += %s; }" % (
            self.one("s.c = %s; " % self.value(), ""), self.one("s.w = %s; s.low = %s;" % (self.value(), self.value()), "s.high = %s;" % self.value(), "s.w = 1;"),
            self.one("t.w", "t.low", "t.c", "t.high", "t.w * (%s)" % self.condition()))

    def call(self):
        text = "static unsigned id(unsigned v) { return v; }"
        if text not in self.program.globals:
            self.program.globals.append(text)
        return "%s = id(%s);" % (self.target(), self.value())

    def bits(self):
        """Single bits and bytes of a word."""
        name, type_ = self.random.choice(self.scalars)
        return "((unsigned char *)&%s)[%s] = %s;" % (name, self.within({"unsigned": 4, "int": 4, "short": 2, "unsigned long long": 8}.get(type_, 1)), self.known())

    # ---- What may be an error ----

    def branch(self):
        return "if (%s) sum += 3;" % self.value()

    def output(self):
        return "{ unsigned char c = %s; write(1, &c, 1); }" % self.value()

    def address(self):
        name, _, count = self.random.choice(self.arrays)
        return self.one("sum += %s[%s & %d] * 0;" % (name, self.value(), count - 1), "%s[%s & %d] = 1;" % (name, self.value(), count - 1))

    def ternary(self):
        return "sum += %s ? 3 : 4;" % self.value()

    def loop_bound(self):
        return "for (unsigned k = 0; k < (%s & 3); k++) sum++;" % self.value()

    def switch(self):
        return "switch (%s & 3) { case 0: sum++; break; case 2: sum += 5; }" % self.value()

    def length(self):
        name, size = self.bytes_of()
        return "memset(%s, 1, %s & %d);" % (name, self.value(), {2: 1, 4: 3, 8: 7, 16: 15}[size])

    def division(self):
        return self.one("sum += 100u / (%s | 1);" % self.value(), "sum += 100u %% ((%s & 3) + 1);" % self.value())

    def short_circuit(self):
        return "if (%s %s %s) sum += 7;" % (self.one(self.condition(), self.value()), self.one("&&", "||"), self.one(self.condition(), self.value()))

    def freeing(self):
        """A pointer that may be undefined."""
        return "{ char *p; if (%s) p = malloc(1); if (%s) free(p); }" % (self.condition(), self.condition())


def generate(seed):
    """The program of a seed."""
    return Undefined(seed).program
