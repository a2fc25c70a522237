"""Random programs about texts: the generator behind `test/fuzz_memory.py texts`.

A program has some arrays of characters of few kinds, which inputs choose, and searches, compares, measures and copies them
with the functions of <string.h>. Mostly they end where they should; with a risk an end is missing, or a copy has no room.
"""
from random_program import Generator

ALPHABET = r'"ab=\0"'
FUNCTIONS = """size_t strlen(const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
void *memchr(const void *, int, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
static int sign(int value) { return value < 0 ? 1 : value > 0 ? 2 : 3; }"""


class Texts(Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.risk = self.one(0.0, 0.0, 0.05, 0.2)  # how often something is wrong with an end
        self.program.globals.append(FUNCTIONS)
        self.texts = [self.text() for _ in range(self.one(2, 2, 3))]
        kinds = [self.length, self.length, self.find, self.find, self.last, self.part, self.find_bytes, self.compare,
                 self.compare, self.compare_some, self.compare_bytes, self.compare_caseless, self.copy, self.join,
                 self.copy_some, self.change, self.look]
        statements = self.random.sample(kinds, self.one(3, 4, 6, 8))
        for _ in range(self.one(3, 4, 5, 7)):
            self.program.body.append(self.random.choice(statements)())
        for name, size in self.texts:
            self.program.end.append("for (int k = 0; k < %d; k++) sum = sum * 31 + (unsigned char)%s[k];" % (size, name))

    # ---- Parts ----

    def text(self):
        """An array: some characters are constants, some chosen by inputs."""
        name, size = self.name("t"), self.one(3, 4, 6, 8)
        characters = [self.one("'a'", "'b'", "'='", "0") if self.chance(0.4) else self.character() for _ in range(size)]
        if not self.chance(self.risk):
            characters[-1] = "0"
        self.program.locals.append("char %s[%d] = {%s};" % (name, size, ", ".join(characters)))
        return name, size

    def character(self):
        fitting = [each.name for each in self.inputs if each.bound <= 4]
        return "%s[%s]" % (ALPHABET, self.random.choice(fitting) if fitting and self.chance(0.6) else "(%s) & 3" % self.small())

    def place(self):
        """A text, perhaps from a place behind its start on."""
        name, size = self.random.choice(self.texts)
        if self.chance(0.7):
            return name
        return "(%s + %s)" % (name, self.within(size - 1) if self.chance(0.3) else self.below(size - 1))

    def other(self):
        return self.place() if self.chance(0.5) else self.one('"a"', '"ab"', '"a="', '"="', '""', '"b=a"', '"aa"')

    def wanted(self):
        return self.one("'a'", "'b'", "'='", "0", "'z'", "256 + 'a'", self.character())

    # ---- Statements ----

    def add(self, expression):
        return "sum = sum * 7 + (unsigned)(%s);" % expression

    def found(self, name, expression):
        """Where in a text something was found."""
        return "{ const char *from = %s, *found = %s; sum = sum * 7 + (found ? (unsigned)(found - from) + 1 : 0u); }" % (
            name, expression)

    def length(self):
        return self.add("strlen(%s)" % self.place())

    def find(self):
        return self.found(self.place(), "strchr(from, %s)" % self.wanted())

    def last(self):
        return self.found(self.place(), "strrchr(from, %s)" % self.wanted())

    def part(self):
        return self.found(self.place(), "strstr(from, %s)" % self.other())

    def find_bytes(self):
        name, size = self.random.choice(self.texts)
        return self.found(name, "memchr(from, %s, %s)" % (self.wanted(), self.within(size + 1)))

    def compare(self):
        left, right = self.place(), self.other()
        left, right = (right, left) if self.chance(0.3) else (left, right)
        if self.chance(0.5):
            return "if (strcmp(%s, %s) == 0) sum = sum * 5 + %d;" % (left, right, self.below(9))
        return self.add("sign(strcmp(%s, %s))" % (left, right))

    def compare_some(self):
        return self.add("sign(strncmp(%s, %s, %s))" % (self.place(), self.other(), self.within(6)))

    def compare_caseless(self):
        return self.add("sign(strcasecmp(%s, %s))" % (self.place(), self.one('"A"', '"aB"', '"B=a"', self.place())))

    def compare_bytes(self):
        (left, size), (right, other) = self.random.choice(self.texts), self.random.choice(self.texts)
        return self.add("sign(memcmp(%s, %s, %s))" % (left, right, self.within(min(size, other) + 1)))

    def room(self, needed):
        """A new array with room for so much, or with too little."""
        name = self.name("c")
        size = max(1, needed - self.one(1, 1, 2, 3) if self.chance(self.risk) else needed)
        self.program.locals.append("char %s[%d] = {0};" % (name, size))
        self.texts.append((name, size))
        return name

    def copy(self):
        name, size = self.random.choice(self.texts)
        return "strcpy(%s, %s);" % (self.room(size), name)

    def join(self):
        (first, size), (second, more) = self.random.choice(self.texts), self.random.choice(self.texts)
        target = self.room(size + more)
        return "strcpy(%s, %s); strcat(%s, %s);" % (target, first, target, second)

    def copy_some(self):
        name, size = self.random.choice(self.texts)
        return "strncpy(%s, %s, %s);" % (self.room(size), name, self.within(size + 1))

    def change(self):
        name, size = self.random.choice(self.texts)
        return "%s[%s] = %s;" % (name, self.within(size - 1), self.character())

    def look(self):
        """At a place that was found."""
        name, size = self.random.choice(self.texts)
        return "{ char *found = strchr(%s, %s); if (found && found < %s + %d) { sum += (unsigned char)found[1]; %s } }" % (
            name, self.wanted(), name, size - 1, self.one("", "*found = 0;", "*found = 'b';"))


def generate(seed):
    """The program of a seed."""
    return Texts(seed).program
