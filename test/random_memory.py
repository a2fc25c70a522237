"""Random programs about memory: the generator behind test/fuzz_memory.py.

A program has some buffers and some *topics* (pointer tables, structs, blocks, rings, ...), each with declarations and with
statements that may be asked for again and again. Places and lengths are expressions over the inputs, mostly in bounds.
"""
from random_program import Generator

SIZES = {"unsigned char": 1, "signed char": 1, "short": 2, "unsigned short": 2, "int": 4, "unsigned": 4, "long long": 8}


class Buffer:
    """An array: its name, element type and count."""

    def __init__(self, name, type_, count):
        self.name, self.type, self.count = name, type_, count
        self.bytes = SIZES[type_] * count


class Memory(Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.frees = []
        self.risk = self.one(0.0, 0.05, 0.05, 0.15)  # how often a place may be out of bounds
        self.buffers = [self.buffer() for _ in range(self.one(1, 1, 2, 2, 3))]
        kinds = [self.store, self.store, self.load, self.load, self.own, self.swap, self.add, self.fill, self.move,
                 self.copy, self.word_read, self.word_write, self.element_over_bytes, self.loop, self.check, self.check,
                 self.pointer, self.far_apart]
        # A few kinds a program: what they do to one another shows more often than among all of them.
        self.statements = self.random.sample(kinds, self.one(3, 4, 5, 8))
        topics = [self.table, self.table, self.structs, self.union, self.matrix, self.block, self.block, self.functions,
                  self.nodes, self.ring, self.list, self.numbers, self.tree, self.words, self.anything]
        for topic in self.random.sample(topics, self.one(0, 1, 1, 2, 2)):
            several = topic()
            self.statements += self.random.sample(several, min(len(several), self.one(3, 4, 6))) * 2
        for _ in range(self.one(3, 4, 5, 6, 8)):
            self.program.body.append(self.statement())
        for each in self.buffers:
            self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + (unsigned)%s[k];" % (each.count, each.name))
        self.program.end += self.frees

    # ---- Places and values ----

    def place(self, count):
        if self.chance(self.risk):
            return self.small() if self.chance(0.8) else "%s - 1" % self.small()
        return self.within(count)

    def value(self, depth=0):
        if depth < 2 and self.chance(0.3):
            return "((unsigned)%s %s (unsigned)%s)" % (self.value(depth + 1), self.one("+", "^", "*", "-", "&"), self.value(depth + 1))
        if depth < 2 and self.chance(0.15):
            return "(%s ? (unsigned)%s : (unsigned)%s)" % (self.condition(), self.value(depth + 1), self.value(depth + 1))
        if self.chance(0.25):
            each = self.random.choice(self.buffers)
            return "%s[%s]" % (each.name, self.place(each.count))
        return self.one("%d" % self.one(0, 1, 2, 7, 100, 255), self.input().name, "(%s)" % self.small())

    def initial(self, count, least=0):
        return "{%s}" % ", ".join(str(least + self.below(9)) for _ in range(count))

    # ---- Buffers: initialised data, zeros, filled by a loop; global, local or a block ----

    def buffer(self, type_=None):
        type_ = type_ or self.random.choice(list(SIZES))
        count = self.one(3, 4, 4, 4, 5, 8)
        each = Buffer(self.name("b"), type_, count)
        kind = self.one("global", "local", "local", "local", "static", "zero", "block", "filled")
        declared = "%s %s[%d]" % (type_, each.name, count)
        if kind == "global":
            self.program.globals.append("%s = %s;" % (declared, self.initial(count)))
        elif kind == "zero":
            self.program.globals.append("static %s;" % declared)
        elif kind == "static":
            self.program.locals.append("static %s = %s;" % (declared, self.initial(count, 1)))
        elif kind == "local":
            self.program.locals.append("%s = %s;" % (declared, self.initial(count, 1)))
        else:
            if kind == "block":
                declared = "%s *%s = malloc(%d)" % (type_, each.name, each.bytes)
                self.frees.append("free(%s);" % each.name)
            self.program.locals.append("%s; for (int k = 0; k < %d; k++) %s[k] = k * 3 + 1;" % (declared, count, each.name))
        return each

    def any(self):
        return self.random.choice(self.buffers)

    # ---- Statements that every program may have ----

    def statement(self):
        text = self.random.choice(self.statements)()
        if self.chance(0.15):
            return "if (%s) %s" % (self.condition(), braced(text))
        if self.chance(0.05):
            return "if (%s) %s else %s" % (self.condition(), braced(text), braced(self.random.choice(self.statements)()))
        return text

    def store(self):
        each = self.any()
        return "%s[%s] = %s;" % (each.name, self.place(each.count), self.value())

    def load(self):
        each = self.any()
        return "sum = sum * 31 + (unsigned)%s[%s];" % (each.name, self.place(each.count))

    def own(self):
        """Self-assignment: nothing changes, but where it does not is not known."""
        each, place = self.any(), None
        place = self.place(each.count)
        return self.one("%s[%s] = %s[%s];" % (each.name, place, each.name, place),
                        "memmove(%s, %s, %s);" % (each.name, each.name, self.within(each.bytes + 1, 0.1)))

    def swap(self):
        each = self.any()
        i, j = self.place(each.count), self.place(each.count)
        return "{ %s t = %s[%s]; %s[%s] = %s[%s]; %s[%s] = t; }" % (each.type, each.name, i, each.name, i, each.name, j, each.name, j)

    def add(self):
        each = self.any()
        return "{ %s *p = &%s[%s]; *p = (unsigned)*p + %s; }" % (each.type, each.name, self.place(each.count), self.value())

    def part(self, each):
        """(expression of a place in bytes, how many bytes there surely are behind it)"""
        first = self.below(each.bytes)
        if self.chance(0.5):
            return "(char *)%s + %d" % (each.name, first), each.bytes - first
        if self.chance(0.5) and each.count > 1:
            least = self.below(each.count - 1) + 1
            return "%s + %s" % (each.name, self.within(least + 1, 0.1)), each.bytes // each.count * (each.count - least)
        return "(char *)%s + %s" % (each.name, self.within(first + 1, 0.1)), each.bytes - first

    def length(self, most):
        if self.chance(self.risk):
            return self.small()
        return self.within(most + 1, 0.2)

    def fill(self):
        place, most = self.part(self.any())
        return "memset(%s, %s, %s);" % (place, self.value(), self.length(most))

    def move(self):
        one = self.any()
        other = one if self.chance(0.6) else self.any()
        (to, some), (start, more) = self.part(one), self.part(other)
        return "memmove(%s, %s, %s);" % (to, start, self.length(min(some, more)))

    def copy(self):
        if len(self.buffers) < 2:
            return self.move()
        one, other = self.random.sample(self.buffers, 2)
        (to, some), (start, more) = self.part(one), self.part(other)
        return "memcpy(%s, %s, %s);" % (to, start, self.length(min(some, more)))

    def word_read(self):
        each, (type_, size) = self.any(), self.one(("unsigned", 4), ("unsigned short", 2), ("unsigned long long", 8))
        if each.bytes < size:
            return self.load()
        return "{ %s w; memcpy(&w, (char *)%s + %s, %d); sum = sum * 31 + (unsigned)(w ^ w >> %d); }" % (
            type_, each.name, self.place(each.bytes - size + 1), size, size * 4)

    def word_write(self):
        each, (type_, size) = self.any(), self.one(("unsigned", 4), ("unsigned short", 2), ("unsigned long long", 8))
        if each.bytes < size:
            return self.store()
        if self.chance(0.5):
            return "*(%s *)((char *)%s + %s) = %s * 0x01020304u;" % (type_, each.name, self.place(each.bytes - size + 1), self.value())
        return "{ %s w = %s * 0x01010101u; memcpy((char *)%s + %s, &w, %d); }" % (
            type_, self.value(), each.name, self.place(each.bytes - size + 1), size)

    def element_over_bytes(self):
        each = self.any()
        return self.one("((unsigned char *)%s)[%s] = %s;" % (each.name, self.place(each.bytes), self.value()),
                        "sum = sum * 31 + ((unsigned char *)%s)[%s];" % (each.name, self.place(each.bytes)))

    def loop(self):
        each = self.any()
        return "for (unsigned k = 0; k < %s; k++) %s[%s] = %s[k] + 1;" % (
            self.length(each.count), each.name, self.one("k", self.place(each.count)), each.name)

    def check(self):
        each = self.any()
        return "if (%s[%s] == %d) abort();" % (each.name, self.place(each.count), self.below(9))

    def pointer(self):
        """A pointer to one of two buffers."""
        one = self.any()
        same = [each for each in self.buffers if each.type == one.type]
        other = self.random.choice(same)
        count = min(one.count, other.count)
        access = self.one("p[%s] = %s;" % (self.place(count), self.value()), "sum = sum * 31 + (unsigned)p[%s];" % self.place(count))
        return "{ %s *p = %s ? %s : %s; %s }" % (one.type, self.condition(), one.name, other.name, access)

    def far_apart(self):
        """A pointer that leaves its object and comes back; differences and orders within one object."""
        each = self.any()
        i, j = self.within(each.count), self.within(each.count)
        return self.one("sum = sum * 31 + (unsigned)*(%s + %s + %s - %s);" % (each.name, i, j, j),
                        "sum = sum * 31 + (unsigned)(&%s[%s] - &%s[%s]);" % (each.name, i, each.name, j),
                        "sum += &%s[%s] < &%s[%s];" % (each.name, i, each.name, j),
                        "if (&%s[%s] == &%s[%s]) sum += 5;" % (each.name, i, self.any().name, "0"),
                        "if (memcmp(%s, (char *)%s + %s, %s)) sum += 3;" % (each.name, each.name, self.within(each.bytes // 2 + 1), self.length(each.bytes // 2)))

    # ---- Topics: each declares something and returns its statements ----

    def declare(self, text, value):
        """A local or a global."""
        if self.chance(0.5):
            self.program.locals.append("%s = %s;" % (text, value))
        else:
            self.program.globals.append("%s = %s;" % (text, value))

    def table(self):
        """Pointers in a table; stored at symbolic places, moved on, copied, compared."""
        type_ = self.one("unsigned char", "int", "short")
        targets = [Buffer(self.name("o"), type_, self.one(2, 4, 5)) for _ in range(self.one(1, 2, 3))]
        for each in targets:
            self.program.globals.append("%s %s[%d] = %s;" % (type_, each.name, each.count, self.initial(each.count)))
            self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + (unsigned)%s[k];" % (each.count, each.name))
        self.buffers += targets
        name, count = self.name("t"), self.one(2, 3, 4)
        null = self.chance(0.2)
        self.declare("%s *%s[%d]" % (type_, name, count), "{%s}" % ", ".join(
            "0" if null and self.chance(0.3) else "%s + %d" % (each.name, self.below(each.count))
            for each in (self.random.choice(targets) for _ in range(count))))
        at = lambda: "%s[%s]" % (name, self.place(count))
        inside = lambda: self.one("0", "0", "0", "1", "-1", "-32", "64", self.within(2)) if self.chance(4 * self.risk) else "0"

        def store():
            each = self.random.choice(targets)
            return "%s = %s + %s;" % (at(), each.name, self.within(each.count))

        def step():
            return "{ int k = %s; %s[k] = %s[k] %s; }" % (self.within(count), name, name, self.one("- 1 + 1", "+ %s - %s" % ((self.small(),) * 2)))

        def copy():
            i = self.below(count)
            return self.one("memmove(%s, %s + %d, %s * sizeof *%s);" % (name, name, i, self.within(count - i + 1), name),
                            "memmove(%s + %d, %s, %s * sizeof *%s);" % (name, i, name, self.within(count - i + 1), name),
                            "%s = %s;" % (at(), at()),
                            "{ %s *u[%d]; memcpy(u, %s, sizeof u); %s = u[%s]; }" % (type_, count, name, at(), self.within(count)))

        def compare():
            return self.one("sum = sum * 2 + (%s == %s);" % (at(), at()), "if (%s == %s) sum += 9;" % (at(), self.random.choice(targets).name),
                            "if (!%s) sum += 1;" % at())
        if len(targets) == 1 and not null:
            compare_more = lambda: self.one("sum = sum * 31 + (unsigned)(%s - %s);" % (at(), at()), "sum += %s < %s;" % (at(), at()))
        else:
            compare_more = compare
        read = lambda: "sum = sum * 31 + (unsigned)%s[%s];" % (at(), inside())
        write = lambda: "%s[%s] = %s;" % (at(), inside(), self.value())
        fill = lambda: "memset(%s, %s, %s);" % (at(), self.value(), self.length(1))
        number = lambda: "{ uintptr_t n = (uintptr_t)%s; n ^= %s; n ^= 5; %s = (%s *)(n ^ 5 ^ %s); }" % (
            at(), self.inputs[0].name, at(), type_, self.inputs[0].name)
        return [store, store, step, copy, compare, compare_more, read, read, write, write, fill, number]

    def structs(self):
        name, count = self.name("s"), self.one(2, 3, 4)
        self.program.globals.append("struct %s { unsigned char c; short h; int w; unsigned char a[3]; struct { char p, q; } in; };" % name)
        self.declare("struct %s %s[%d]" % (name, name + "v", count), "{%s}" % ", ".join(
            "{%d, %d, %d, {1, 2, 3}, {4, 5}}" % tuple(self.below(9) for _ in range(3)) for _ in range(count)))
        vector = name + "v"
        at = lambda: "%s[%s]" % (vector, self.place(count))
        field = lambda: self.one(".c", ".h", ".w", ".a[%s]" % self.place(3), ".in.p", ".in.q")
        self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + (unsigned)(%s[k].c + %s[k].h * 3 + (%s[k].w & 4095) + %s[k].a[2] + %s[k].in.q);" % (
            (count,) + (vector,) * 5))
        copy = lambda: self.one("%s = %s;" % (at(), at()), "{ struct %s t = %s; %s = %s; %s = t; }" % (name, at(), at(), at(), at()),
                                "%s.in = %s.in;" % (at(), at()), "memmove(&%s, &%s, sizeof(struct %s));" % (at(), at(), name))
        write = lambda: "%s%s = %s;" % (at(), field(), self.value())
        read = lambda: "sum = sum * 31 + (unsigned)%s%s;" % (at(), field())
        through = lambda: "{ struct %s *p = &%s; p%s = %s; sum += (unsigned)p%s; }" % (
            name, at(), "->w", self.value(), self.one("->h", "->a[%s]" % self.within(3), "->c"))
        return [copy, copy, write, read, through]

    def union(self):
        name, count = self.name("u"), self.one(1, 2, 3)
        self.program.globals.append("union %s { unsigned w; unsigned char c[4]; unsigned short h[2]; };" % name)
        vector = name + "v"
        self.declare("union %s %s[%d]" % (name, vector, count), "{%s}" % ", ".join("{%d}" % (self.below(9) * 0x01020301) for _ in range(count)))
        at = lambda: "%s[%s]%s" % (vector, self.within(count), self.one(".w", ".c[%s]" % self.within(4), ".h[%s]" % self.within(2)))
        self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + %s[k].w;" % (count, vector))
        return [lambda: "%s = %s;" % (at(), self.value()), lambda: "sum = sum * 31 + %s;" % at(),
                lambda: "%s[%s] = %s[%s];" % (vector, self.within(count), vector, self.within(count))]

    def matrix(self):
        name, rows, columns, type_ = self.name("m"), self.one(2, 3), self.one(2, 3, 4), self.random.choice(list(SIZES))
        self.declare("%s %s[%d][%d]" % (type_, name, rows, columns),
                     "{%s}" % ", ".join(self.initial(columns) for _ in range(rows)))
        at = lambda: "%s[%s][%s]" % (name, self.place(rows), self.place(columns))
        self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + (unsigned)(&%s[0][0])[k];" % (rows * columns, name))
        row = lambda: "{ %s *r = %s[%s]; r[%s] = %s; }" % (type_, name, self.place(rows), self.place(columns), self.value())
        whole = lambda: "memcpy(%s[0], %s[%s], sizeof %s[0]);" % (name, name, self.within(rows - 1) + " + 1" if rows > 2 else "1", name)
        return [lambda: "%s = %s;" % (at(), self.value()), lambda: "sum = sum * 31 + (unsigned)%s;" % at(), row, whole]

    def block(self):
        """A block of symbolic size that grows and shrinks, and may be freed before its end."""
        name, size = self.name("h"), self.name("n")
        self.program.locals.append("unsigned %s = %s + 1;" % (size, self.one("3", self.small(), self.within(4), self.input().name)))
        self.program.locals.append("unsigned char *%s = %s;" % (name, self.one("malloc(%s)" % size, "calloc(%s, 1)" % size)))
        self.program.locals.append("for (unsigned k = 0; k < %s; k++) %s[k] = k + 2;" % (size, name))
        self.program.end.append("for (unsigned k = 0; %s && k < %s; k++) sum = sum * 31 + %s[k];" % (name, size, name))
        self.program.end.append("free(%s);" % name)
        place = lambda: self.place(4) if self.chance(0.2) else "(unsigned)(%s) %% %s" % (self.small(), size)

        def resize():
            return "{ unsigned n = %s + 1; %s = realloc(%s, n); for (unsigned k = %s; k < n; k++) %s[k] = k; %s = n; }" % (
                self.one("3", self.small(), self.within(6), self.input().name, "2 * %s" % size), name, name, size, name, size)

        def release():
            return "if (%s) { free(%s); %s}" % (self.condition(), name, self.one("%s = 0; " % name, "%s = 0; " % name, ""))
        guard = lambda text: "if (%s) %s" % (name, text) if self.chance(0.5) else text
        write = lambda: guard("%s[%s] = %s;" % (name, place(), self.value()))
        read = lambda: guard("sum = sum * 31 + %s[%s];" % (name, place()))
        fill = lambda: "if (%s) memset(%s, %s, %s);" % (name, name, self.value(), self.one(size, "%s / 2" % size, self.length(3)))
        move = lambda: "if (%s && %s > 2) memmove(%s + 1, %s, %s);" % (name, size, name, name, self.one("%s - 1" % size, "%s %% 2" % size, "1"))
        again = lambda: "if (!%s) { %s = calloc(4, 1); %s = 4; }" % (name, name, size)
        return [resize, write, write, read, read, fill, move] + [self.one(release, again, resize)]

    def functions(self):
        """Functions in a table."""
        for i, text in enumerate(("v + 1", "v * 3", "v ^ 5")):
            self.program.globals.append("static unsigned fun%d(unsigned v) { return %s; }" % (i, text))
        name, count = self.name("f"), self.one(2, 3, 4)
        self.declare("unsigned (*%s[%d])(unsigned)" % (name, count), "{%s}" % ", ".join(self.one("fun0", "fun1", "fun2") for _ in range(count)))
        at = lambda: "%s[%s]" % (name, self.place(count))
        return [lambda: "%s = %s;" % (at(), self.one("fun0", "fun1", "fun2", at())), lambda: "sum = %s(sum);" % at(),
                lambda: "sum += %s(%s);" % (at(), self.value()), lambda: "if (%s == fun1) sum += 3;" % at()]

    def nodes(self):
        """Nodes in an array whose links change."""
        name, count = self.name("l"), self.one(2, 3, 4)
        self.program.globals.append("struct %s { unsigned char v; struct %s *next; } %sv[%d];" % (name, name, name, count))
        vector = name + "v"
        self.program.locals.append("for (int k = 0; k < %d; k++) { %s[k].v = k + 1; %s[k].next = %s; }" % (
            count, vector, vector, self.one("0", "&%s[(k + 1) %% %d]" % (vector, count), "%s" % vector)))
        at = lambda: "%s[%s]" % (vector, self.place(count))
        link = lambda: "%s.next = %s;" % (at(), self.one("&" + at(), "&" + at(), "0", "%s.next" % at()))
        walk = lambda: "{ struct %s *p = &%s; for (int k = 0; p && k < 3; k++, p = p->next) { sum = sum * 31 + p->v; %s} }" % (
            name, at(), self.one("", "p->v = %s; " % self.value(), "p->v++; "))
        step = lambda: "if (%s.next) %s.next->v = %s;" % (vector + "[0]", vector + "[0]", self.value())
        bold = lambda: "sum += %s.next->v;" % at()
        return [link, link, walk, walk, step, lambda: "%s = %s;" % (at(), at()), lambda: "%s.v = %s;" % (at(), self.value())] + (
            [bold] if self.risk else [])

    def ring(self):
        """Blocks that hold one another, and a root that may lose them."""
        name, count = self.name("r"), self.one(1, 2, 3)
        self.program.globals.append("struct %s { unsigned char v; struct %s *next; } *%sroot;" % (name, name, name))
        local = ["struct %s *p[%d];" % (name, count)]
        for i in range(count):
            local.append("p[%d] = malloc(sizeof *p[%d]); p[%d]->v = %d;" % (i, i, i, i + 1))
        for i in range(count):
            local.append("p[%d]->next = %s;" % (i, self.one("p[%d]" % ((i + 1) % count), "p[%d]" % ((i + 1) % count), "0")))
        local.append("%sroot = %s;" % (name, self.one("p[%s]" % self.within(count), "%s ? p[0] : 0" % self.condition(),
                                                      "%s ? p[%s] : p[%d]" % (self.condition(), self.within(count), self.below(count)))))
        self.program.body.append("{ %s }" % " ".join(local))
        root = name + "root"
        cut = lambda: "if (%s && %s) %s->next = %s;" % (root, self.condition(), root, self.one("0", root, "%s->next" % root))
        go = lambda: "if (%s) %s = %s->next;" % (self.one(root, "%s && %s" % (root, self.condition())), root, root)
        use = lambda: "if (%s) sum = sum * 31 + %s->v++;" % (root, root)
        lose = lambda: "if (%s) %s = 0;" % (self.condition(), root)
        if count == 1 or self.chance(0.3):
            release = lambda: "if (%s && %s) { free(%s); %s = 0; }" % (root, self.condition(), root, root)
            return [cut, go, use, lose, release]
        return [cut, go, use, lose]

    def list(self):
        """A list of blocks, of symbolic length, built and freed."""
        name = self.name("q")
        self.program.globals.append("struct %s { unsigned char v; struct %s *next; };" % (name, name))
        self.program.locals.append("struct %s *%s = 0;" % (name, name))
        push = "for (unsigned k = 0; k < %s; k++) { struct %s *p = malloc(sizeof *p); p->v = %s; p->next = %s; %s = p; }"
        self.program.body.append(push % (self.within(4, 0.1), name, self.one("k", "k + 1", self.input().name), name, name))
        self.program.end.append("for (struct %s *p = %s; p; p = p->next) sum = sum * 31 + p->v;" % (name, name))
        self.program.end.append("while (%s) { struct %s *p = %s->next; free(%s); %s = p; }" % (name, name, name, name, name))
        pop = lambda: "if (%s%s) { struct %s *p = %s; %s = p->next; %s}" % (
            name, self.one("", " && " + self.condition()), name, name, name, self.one("free(p); ", "free(p); ", "free(p); ", ""))
        walk = lambda: "for (struct %s *p = %s; p; p = p->next) if (p->v == %s) p->v = %s;" % (name, name, self.within(4), self.value())
        return [pop, walk, lambda: push % (self.within(2), name, self.value(), name, name)]

    def numbers(self):
        """Blocks in a table, taken by their number."""
        name, count = self.name("k"), self.one(2, 3)
        if self.chance(0.5):
            self.program.globals.append("static unsigned char *%s[%d];" % (name, count))
        else:
            self.program.locals.append("unsigned char *%s[%d];" % (name, count))
        size = self.one("2", "k + 2", "%s + 2" % self.input().name)
        if self.chance(0.5):
            self.program.locals.append("for (int k = 0; k < %d; k++) { %s[k] = malloc(%s); memset(%s[k], k, 2); }" % (count, name, size, name))
        else:  # each is made at a place of its own
            self.program.locals += ["{ enum { k = %d }; %s[k] = malloc(%s); memset(%s[k], k, 2); }" % (k, name, size, name) for k in range(count)]
        self.program.end.append("for (int k = 0; k < %d; k++) { if (%s[k]) sum = sum * 31 + %s[k][1]; free(%s[k]); }" % (count, name, name, name))
        at = lambda: "%s[%s]" % (name, self.within(count))
        write = lambda: "if (%s) %s[%s] = %s;" % ((lambda a: (a, a))(at()) + (self.place(2), self.value()))
        read = lambda: "{ unsigned char *p = %s; if (p) sum = sum * 31 + p[%s]; }" % (at(), self.place(2))
        release = lambda: "{ int i = %s; free(%s[i]); %s}" % (self.within(count), name, self.one("%s[i] = 0; " % name, "%s[i] = 0; " % name, "%s[i] = malloc(2); memset(%s[i], 7, 2); " % (name, name), ""))
        lose = lambda: "if (%s) %s = 0;" % (self.condition(), at())
        swap = lambda: "{ unsigned char *p = %s[0]; int i = %s; %s[0] = %s[i]; %s[i] = p; }" % (name, self.within(count), name, name, name)
        grow = lambda: "{ int i = %s; %s[i] = realloc(%s[i], %s + 2); memset(%s[i], 3, 2); }" % (self.within(count), name, name, self.small(), name)
        move = lambda: "{ unsigned char *p = %s, *q = %s; if (p && q) memmove(p, q, %s); }" % (at(), at(), self.length(2))
        word = lambda: "{ unsigned char *p = %s; if (p) *(unsigned short *)p = %s; }" % (at(), self.value())
        return [write, write, read, read, swap, grow, move, word] + [self.one(release, release, lose)]

    def tree(self):
        """Pointers to pointers."""
        name, count = self.name("pp"), 3
        for i in range(count):
            self.program.globals.append("int %sv%d = %d; int *%sp%d = &%sv%d;" % (name, i, i + 3, name, i, name, self.below(i + 1)))
        self.declare("int **%s[%d]" % (name, count), "{%s}" % ", ".join("&%sp%d" % (name, i) for i in range(count)))
        at = lambda: "%s[%s]" % (name, self.place(count))
        self.program.end.append("sum = sum * 31 + (unsigned)(%sv0 + %sv1 * 3 + %sv2 * 7);" % (name, name, name))
        return [lambda: "*%s = *%s;" % (at(), at()), lambda: "**%s = %s;" % (at(), self.value()), lambda: "%s = %s;" % (at(), at()),
                lambda: "sum = sum * 31 + (unsigned)**%s;" % at(), lambda: "*%s = &%sv%d;" % (at(), name, self.below(3)),
                lambda: "{ int **p = %s; int *q = *p; *p = %sp0; %sp0 = q; }" % (at(), name, name)]

    def words(self):
        """Pointers that are numbers and bytes as well."""
        name, count = self.name("w"), self.one(2, 3)
        targets = [Buffer(self.name("o"), "short", self.one(2, 4)) for _ in range(2)]
        for each in targets:
            self.program.globals.append("short %s[%d] = %s;" % (each.name, each.count, self.initial(each.count)))
        self.buffers += targets
        self.program.globals.append("union %s { short *p; uintptr_t n; unsigned char b[sizeof(short *)]; };" % name)
        vector = name + "v"
        self.declare("union %s %s[%d]" % (name, vector, count), "{%s}" % ", ".join("{%s}" % self.random.choice(targets).name for _ in range(count)))
        at = lambda: "%s[%s]" % (vector, self.within(count))
        byte = lambda: self.one(str(self.below(4)), self.within(4))
        one = lambda: "{ int i = %s, k = %s; unsigned char c = %s[i].b[k]; %s[i].b[k] = c; }" % (self.within(count), byte(), vector, vector)
        each = lambda: "{ union %s t = %s; for (unsigned k = 0; k < sizeof t; k++) %s.b[k] = t.b[k]; }" % (name, at(), at())
        step = lambda: "{ union %s *u = &%s; u->n += 2 * (%s); u->n -= 2 * (%s); }" % ((name, at()) + (self.small(),) * 2)
        point = lambda: (lambda target: "%s.p = %s + %s;" % (at(), target.name, self.within(target.count)))(self.random.choice(targets))
        part = lambda: "memcpy(&%s, &%s, %s);" % (self.one(vector + "[0]", vector + "[1]"), self.one("%s[%d]" % (vector, count - 1), "(union %s){0}" % name), self.one("sizeof(short *)", "0", "sizeof(short *) * (%s)" % self.condition()))
        return [one, each, step, point, point, part, lambda: "%s = %s;" % (at(), at()), lambda: "*%s.p = %s;" % (at(), self.value()),
                lambda: "if (%s.p) sum = sum * 31 + (unsigned)*%s.p;" % ((at(),) * 2), lambda: "sum += %s.n == %s.n;" % (at(), at())]

    def anything(self):
        """A table of pointers of which some are wrong, each in its own way."""
        name = self.name("y")
        self.program.globals.append("static const unsigned char %sc[2] = {1, 2}; static unsigned char %sg[3];" % (name, name))
        self.program.locals.append("unsigned char *%sf = malloc(2); memset(%sf, 1, 2);" % (name, name))
        self.program.end.append("free(%sf);" % name)
        several = ["(unsigned char *)%sc" % name, "%sg" % name, "%sg + 1" % name, "%sf" % name] + (
            ["0", "(unsigned char *)0x12345", "%sg + 64" % name, "(unsigned char *)%sc + 2" % name] if self.risk else [])
        count = self.one(2, 3, 4)
        self.declare_local("unsigned char *%s[%d]" % (name, count), "{%s}" % ", ".join(self.random.choice(several) for _ in range(count)))
        at = lambda: "%s[%s]" % (name, self.within(count))
        inside = lambda: self.one("0", "0", "1", self.place(2))
        write = lambda: "%s[%s] = %s;" % (at(), inside(), self.value())
        some = lambda: "{ int i = %s; if (i) %s[i][0] = %s; }" % (self.within(count), name, self.value())
        read = lambda: "sum = sum * 31 + %s[%s];" % (at(), inside())
        change = lambda: "%s = %s;" % (at(), self.random.choice(several))
        fill = lambda: "memset(%s, %s, %s);" % (at(), self.value(), self.length(2))
        move = lambda: "memmove(%s, %s, %s);" % (at(), at(), self.length(2))
        again = lambda: "%sf = realloc(%s, 3); memset(%sf, 2, 3);" % (name, self.one("%sf" % name, at()) if self.risk else "%sf" % name, name)
        return [some, read, change, change, self.one(write, fill, move, again), self.one(write, fill, move, again)]

    def declare_local(self, text, value):
        self.program.locals.append("%s = %s;" % (text, value))


class Large(Memory):
    """The same with buffers that are parts of objects of several gigabytes, mostly about where a window of the address space
    ends, or an offset of 32 bits, or the object; some share an object. In ILP32 nothing is in front of them."""

    PLACES = ["%du << 29" % number for number in (4, 6, 8, 10, 14)]

    def __init__(self, seed):
        self.blocks = []
        super().__init__(seed)

    def far(self, place, each):
        return "(sizeof(char *) == 8 ? ((uintptr_t)%s) - %d : %d)" % (place.replace("u", "ull"), self.below(each.bytes + 8), 64 * len(self.blocks))

    def buffer(self, type_=None):
        each = Buffer(self.name("b"), type_ or self.random.choice(list(SIZES)), self.one(3, 4, 4, 5, 8))
        if not self.blocks or self.chance(0.6):
            block, place = self.name("large"), self.one(*range(1, len(self.PLACES)))
            far = self.far(self.PLACES[place], each)
            self.program.locals.append("char *%s = calloc(%s + %d, 1);" % (block, far, each.bytes))
            self.frees.append("free(%s);" % block)
            self.blocks.append((block, self.PLACES[:place]))
        else:
            block, places = self.random.choice(self.blocks)
            far = self.far(places.pop(), each)
            self.blocks = [entry for entry in self.blocks if entry[1]]
        self.program.locals.append("%s *%s = (%s *)(%s + %s); for (int k = 0; k < %d; k++) %s[k] = k * 3 + 1;" % (
            each.type, each.name, each.type, block, far, each.count, each.name))
        return each


def braced(text):
    return text if text.startswith("{") else "{ %s }" % text


def generate(seed):
    """The program of a seed."""
    return Memory(seed).program


def generate_large(seed):
    """The same with objects of several gigabytes."""
    return Large(seed).program
