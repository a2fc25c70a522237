"""Random programs about large objects: the generator behind test/fuzz_memory.py that is for objects which are bound as needed.

Structs, unions and arrays of hundreds of bytes: filled, copied whole and in part, to themselves too, written through one type
and read through another, at places that are known and at places that are not. What a copy is must not depend on what is
done to the original afterwards.
"""
from random_program import Generator

FIELDS = [("unsigned char", 1), ("unsigned short", 2), ("unsigned", 4), ("unsigned long long", 8)]


class Object:
    """Some bytes with an address: an expression for it, how many there are, and which of them may be read."""

    def __init__(self, address, size, is_defined):
        self.address, self.size, self.is_defined = address, size, is_defined


class Regions(Generator):
    def __init__(self, seed):
        super().__init__(seed, most_inputs=2)
        self.objects = []
        self.structs()
        for _ in range(self.one(1, 2, 2, 3)):
            self.objects.append(self.one(self.array, self.block, self.cleared, self.static)())
        kinds = [self.fill, self.fill, self.copy, self.copy, self.move, self.store, self.store, self.store_inside,
                 self.load, self.load, self.whole, self.whole, self.field, self.union_, self.swap, self.by_pointer]
        chosen = self.random.sample(kinds, self.one(5, 7, 9))
        for _ in range(self.one(6, 9, 12)):
            self.program.body.append(self.random.choice(chosen)())
        for each in self.objects:
            if each.is_defined:
                self.program.end.append("for (int k = 0; k < %d; k += %d) sum = sum * 31 + ((unsigned char *)%s)[k];" % (
                    each.size, self.one(7, 13, 61), each.address))
        self.program.end += ["free(%s);" % name for name in self.blocks]

    # ---- Objects ----

    def structs(self):
        """Two variables of a struct with a large array in it, and a union over it."""
        self.blocks = []
        count, (element, size) = self.one(30, 64, 100, 200), self.random.choice(FIELDS)
        self.field_count, self.field_element = count, element
        self.program.globals.append("struct large { unsigned head; %s items[%d]; struct { short a, b; } tail[%d]; };" % (
            element, count, self.one(3, 17, 40)))
        self.program.globals.append("union both { struct large whole; unsigned char bytes[sizeof(struct large)]; };")
        for name in ("s", "t"):
            self.program.locals.append("struct large %s;" % name)
            self.program.locals.append("memset(&%s, %s, sizeof %s);" % (name, self.one("0", "1", "255"), name))
        self.program.locals.append("union both u;")
        self.program.locals.append("memset(&u, 3, sizeof u);")
        for name in ("s", "t", "u"):
            self.objects.append(Object("(&%s)" % name, count * size, True))

    def array(self):
        name, (type_, size), count = self.name("a"), self.random.choice(FIELDS), self.one(40, 97, 150, 300)
        self.program.locals.append("%s %s[%d];" % (type_, name, count))
        self.program.locals.append("memset(%s, %d, sizeof %s);" % (name, self.below(3), name))
        return Object(name, size * count, True)

    def block(self):
        name, size = self.name("m"), self.one(100, 130, 260, 700)
        self.program.locals.append("unsigned char *%s = malloc(%d);" % (name, size))
        self.program.locals.append("memset(%s, 9, %d);" % (name, size))
        self.blocks.append(name)
        return Object(name, size, True)

    def cleared(self):
        name, size = self.name("c"), self.one(100, 131, 400)
        self.program.locals.append("unsigned char *%s = calloc(%d, 1);" % (name, size))
        self.blocks.append(name)
        return Object(name, size, True)

    def static(self):
        name, size = self.name("g"), self.one(90, 128, 333)
        self.program.globals.append("static unsigned char %s[%d];" % (name, size))
        return Object(name, size, True)

    # ---- Places ----

    def any(self):
        return self.random.choice(self.objects)

    def range(self, size):
        """A range of an object of this size: (offset, length), both expressions that fit."""
        length = self.one(1, 2, 5, 8, 17, 63, 64, 65, 100, size)
        length = min(length, size)
        offset = self.below(size - length + 1)
        if self.chance(0.2) and offset >= 4 and length > 4:
            return "%d + %s" % (offset - 4, self.within(4, 0)), "%d" % (length - 4 if length > 8 else 4)
        if self.chance(0.15):
            return "%d" % offset, "%d + %s" % (length - 1 if length < 5 else length - 4, self.within(min(length, 4), 0)) \
                if length >= 2 else "1"
        return "%d" % offset, "%d" % length

    def value(self):
        return self.one("%d" % self.below(256), self.input().name, "(%s)" % self.small(), "%s * 5 + 1" % self.input().name)

    # ---- Statements ----

    def fill(self):
        each = self.any()
        offset, length = self.range(each.size)
        return "memset((char *)%s + %s, %s, %s);" % (each.address, offset, self.value(), length)

    def copy(self):
        to, of = self.any(), self.any()
        if to is of:
            return self.move()
        offset, length = self.range(min(to.size, of.size))
        other = offset if self.chance(0.5) else self.within(3, 0.5) if offset == "0" and to.size > 70 and "%" not in length and \
            length.isdigit() and int(length) + 3 < min(to.size, of.size) else offset
        return "memcpy((char *)%s + %s, (char *)%s + %s, %s);" % (to.address, offset, of.address, other, length)

    def move(self):
        each = self.any()
        length = self.below(each.size - 20) + 1
        return "memmove((char *)%s + %d, (char *)%s + %s, %d);" % (
            each.address, self.below(each.size - length + 1), each.address,
            self.one(str(self.below(each.size - length + 1)), self.within(min(4, each.size - length + 1))), length)

    def place(self, each, size):
        """An offset at which so many bytes fit, aligned or not."""
        most = each.size - size
        start = self.below(most + 1)
        if self.chance(0.5):
            start = start // size * size
        if self.chance(0.35) and start + size * 4 <= most:
            return "%d + %s * %d" % (start, self.within(4, 0), self.one(1, size))
        return "%d" % start

    def store(self):
        each, (type_, size) = self.any(), self.random.choice(FIELDS)
        value = self.value()
        return "{ %s v = %s; memcpy((char *)%s + %s, &v, %d); }" % (type_, value, each.address, self.place(each, size), size)

    def store_inside(self):
        each = self.any()
        return "((unsigned char *)%s)[%s] = %s;" % (each.address, self.place(each, 1), self.value())

    def load(self):
        each, (type_, size) = self.any(), self.random.choice(FIELDS)
        return "{ %s v; memcpy(&v, (char *)%s + %s, %d); sum = sum * 7 + (unsigned)v; }" % (
            type_, each.address, self.place(each, size), size)

    def whole(self):
        return self.one("s = t;", "t = s;", "u.whole = s;", "t = u.whole;", "if (%s) s = t;" % self.condition(),
                        "{ struct large l = s; s = t; t = l; }", "{ struct large l = t; l.head += %s; s = l; }" % self.value())

    def field(self):
        name = self.one("s", "t", "u.whole")
        index = self.within(min(self.field_count, 5)) if self.chance(0.5) else str(self.below(self.field_count))
        return self.one("%s.items[%s] = (%s)%s;" % (name, index, self.field_element, self.value()),
                        "sum += (unsigned)%s.items[%s];" % (name, index), "%s.head = %s;" % (name, self.value()),
                        "%s.tail[%s].b = (short)%s;" % (name, self.within(3), self.value()),
                        "sum = sum * 3 + (unsigned)%s.tail[%s].a;" % (name, self.within(3)))

    def union_(self):
        return self.one("u.bytes[%s] = (unsigned char)%s;" % (self.within(5), self.value()), "sum += u.whole.head;",
                        "u.whole.head = %s;" % self.value(), "sum = sum * 5 + u.bytes[%s];" % self.within(6))

    def swap(self):
        return "{ struct large *p = %s ? &s : &t; p->items[%s] ^= 1; sum += p->head; }" % (
            self.condition(), self.within(min(4, self.field_count)))

    def by_pointer(self):
        one, other = self.any(), self.any()
        size = min(one.size, other.size)
        return "{ unsigned char *p = %s ? (unsigned char *)%s : (unsigned char *)%s; p[%s] = %s; sum += p[%d]; }" % (
            self.condition(), one.address, other.address, self.within(min(5, size)), self.value(), self.below(size))


def generate(seed):
    """The program of a seed."""
    return Regions(seed).program
