"""Tests replayed twice: in the machine by `loci exec --test`, and natively by `loci replay`; in both data models.

Each case is a program, the objects of a test, and what is expected: the output, the status of each replay, and a text
that the machine says on standard error.

Besides, the programs of the corpus that use files must do in the modelled environment what they do natively.
"""
import os
import re
import tempfile

import common
from ktest import encode, integer

KLEE = '#include <klee/klee.h>\n#include <stdio.h>\n#include <stdlib.h>\n'
LIBC = """#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
"""


class Case:
    def __init__(self, name, source, objects, out="", status=0, native=None, says="", words=(), native_words=()):
        """objects: a list, or a function of the data model; native: the native status where it differs."""
        self.name, self.source, self.out, self.status, self.says = name, source, out, status, says
        self.objects = objects if callable(objects) else lambda model: objects
        self.native = status if native is None else native
        self.words, self.native_words = list(words), list(native_words)


NONDET_TYPES = [("char", 1), ("uchar", 1), ("short", 2), ("ushort", 2), ("int", 4), ("uint", 4), ("unsigned", 4), ("long", 0),
                ("ulong", 0), ("longlong", 8), ("ulonglong", 8), ("size_t", 0), ("loff_t", 8), ("u8", 1), ("U32", 4), ("bool", 1)]


def nondet_program(prefix, types):
    names = {"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned", "ulong": "unsigned long", "longlong": "long long",
             "ulonglong": "unsigned long long", "loff_t": "long long", "u8": "unsigned char", "U32": "unsigned", "bool": "_Bool"}
    lines = ["#include <stddef.h>", "#include <stdio.h>"]
    lines += ["%s %s%s(void);" % (names.get(name, name), prefix, name) for name, _ in types]
    lines += ["int main(void) {"] + ['printf("%%lld\\n", (long long)%s%s());' % (prefix, name) for name, _ in types]
    return "\n".join(lines + ["}"])


def nondet_objects(prefix, types):
    return lambda model: [(prefix + name, integer(1 if name == "bool" else -1, size or model // 8)) for name, size in types]


FLOATS = """#include <stdio.h>
float __VERIFIER_nondet_float(void);
double nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
int main(void) { printf("%g %g %d\\n", __VERIFIER_nondet_float(), nondet_double(), __VERIFIER_nondet_pointer() == NULL); }
"""

CASES = [
    Case("klee-inputs", KLEE + """int main(void) {
        struct { short a; char b[6]; } s;
        klee_make_symbolic(&s, sizeof s, "s");
        int x = klee_int("x"), y = klee_range(0, 10, "y"), z = klee_range(4, 5, "z");
        unsigned char c = (unsigned char)klee_choose(3);
        klee_assume(x > 3);
        klee_prefer_cex(&x, x < 100);
        printf("%d %.5s %d %d %d %d\\n", s.a, s.b, x, y, z, c); }""",
         lambda model: [("s", integer(-2, 2) + b"hello\0"), ("x", integer(5)), ("y", integer(9)), ("klee_choose", integer(2, model // 8))],
         out="-2 hello 5 9 4 2\n"),
    Case("klee-questions", KLEE + """int main(void) {
        float f; double d;
        klee_make_symbolic(&f, sizeof f, "f");
        klee_make_symbolic(&d, sizeof d, "d");
        char *block = malloc(10);
        klee_check_memory_access(block, 10);
        klee_open_merge(); klee_close_merge(); klee_set_forking(1); klee_mark_global(block); klee_stack_trace();
        printf("%d %d %g %g %ld\\n", klee_is_symbolic(3), klee_get_obj_size(block) >= 10, klee_get_valuef(f), klee_get_valued(d),
               klee_get_valuel(-7));
        free(block);
        fflush(stdout);
        klee_silent_exit(3); }""",
         [("f", bytes.fromhex("0000c03f")), ("d", bytes.fromhex("0000000000000440"))], out="0 1 1.5 2.5 -7\n", status=3),
    Case("klee-assert", KLEE + 'int main(void) { int x = klee_int("x"); puts("before"); klee_assert(x != 7); puts("behind"); }',
         [("x", integer(7))], out="before\n", status=99, native=134, says="assertion 'x != 7' fails [assertion-failure]"),
    Case("klee-report", KLEE + 'int main(void) { if (klee_int("x") == 7) klee_report_error("f.c", 3, "seven", "user"); }',
         [("x", integer(7))], status=99, native=134, says="error: f.c:3: seven [user-report]"),
    Case("klee-empty-range", KLEE + 'int main(void) { return klee_range(5, 5, "x"); }', [], status=99, native=134, says="[user-report]"),
    Case("klee-abort", KLEE + 'int main(void) { if (klee_int("x")) klee_abort(); }', [("x", integer(1))], status=99, native=134,
         says="abort is called [abort]"),
    Case("klee-unnamed", KLEE + 'int main(void) { int x; klee_make_symbolic(&x, sizeof x, ""); return x; }', [("unnamed", integer(4))],
         status=4),
    Case("bad-access", KLEE + 'int main(void) { char b[4]; klee_check_memory_access(b, klee_int("n")); }', [("n", integer(5))],
         status=99, says="[out-of-bounds]", native_words=["--sanitize"]),
    Case("assume", KLEE + 'int main(void) { klee_assume(klee_int("x") > 3); puts("behind"); }', [("x", integer(3))], status=2,
         says="assumption"),
    Case("libc-assert", '#include <assert.h>\nint nondet_int(void);\nint main(void) { assert(nondet_int() > 0); }',
         [("nondet_int", integer(0))], status=99, native=134, says="assertion 'nondet_int() > 0' fails [assertion-failure]"),
    Case("verifier-types", nondet_program("__VERIFIER_nondet_", NONDET_TYPES), nondet_objects("__VERIFIER_nondet_", NONDET_TYPES),
         out=None),
    Case("cprover-types", nondet_program("nondet_", [t for t in NONDET_TYPES if t[0] not in ("loff_t", "U32")]),
         nondet_objects("nondet_", [t for t in NONDET_TYPES if t[0] not in ("loff_t", "U32")]), out=None),
    Case("floats-and-pointers", FLOATS, lambda model: [("__VERIFIER_nondet_float", bytes.fromhex("0000c03f")),
                                                       ("nondet_double", bytes.fromhex("0000000000000440")),
                                                       ("__VERIFIER_nondet_pointer", integer(0, model // 8))], out="1.5 2.5 1\n"),
    Case("bool-is-0-or-1", "_Bool __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }",
         [("__VERIFIER_nondet_bool", b"\2")], status=2, says="assumption"),
    Case("verifier-error", "void __VERIFIER_error(void); int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n"
         "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x < 9); if (x == 8) __VERIFIER_error(); }",
         [("__VERIFIER_nondet_int", integer(8))], status=99, native=134, says="[reach-error]"),
    Case("own-reach-error", '#include <assert.h>\nint __VERIFIER_nondet_int(void);\nvoid reach_error() { assert(0); }\n'
         "void __VERIFIER_assert(int c) { if (!c) { reach_error(); __builtin_trap(); } }\n"
         "int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() != 8); }",
         [("__VERIFIER_nondet_int", integer(8))], status=99, native=134, says="reach_error is called [reach-error]"),
    Case("verifier-memory", "#include <stdio.h>\nvoid __VERIFIER_nondet_memory(void *, unsigned long);\nvoid __VERIFIER_atomic_begin(void);\n"
         'int main(void) { char b[4]; __VERIFIER_atomic_begin(); __VERIFIER_nondet_memory(b, sizeof b); printf("%.4s\\n", b); }',
         [("__VERIFIER_nondet_memory", b"abcd")], out="abcd\n"),
    Case("cprover-assert", "void __CPROVER_assume(_Bool); void __CPROVER_assert(_Bool, const char *); int nondet_int(void);\n"
         "void __CPROVER_input(const char *, ...);\n"
         'int main(void) { int x = nondet_int(); __CPROVER_input("x", x); __CPROVER_assume(x > 2); __CPROVER_assert(x != 5, "x is not five"); }',
         [("nondet_int", integer(5))], status=99, native=134, says="x is not five [assertion-failure]"),
    Case("cprover-undeclared", "int main(void) { int x = nondet_int(); __CPROVER_assume(x & 4); return x; }", [("nondet_int", integer(4))],
         status=4),
    Case("zeros-after-the-last", KLEE + 'int main(void) { int a = klee_int("a"), b = klee_int("b"); printf("%d %d\\n", a, b); }',
         [("a", integer(3))], out="3 0\n"),
    Case("wrong-size", KLEE + 'int main(void) { return klee_int("a"); }', [("a", b"12")], status=2,
         says="asks for 'a' of 4 bytes, the next input is 'a' of 2 bytes"),
    Case("stdin", LIBC + """int main(void) {
        char line[20]; int lines = 0;
        while (fgets(line, sizeof line, stdin)) printf("%d:%s", ++lines, line);
        printf("|%d\\n", getchar() == EOF);
        rewind(stdin);
        printf("%c\\n", getchar());
        struct stat st; fstat(0, &st); printf("%d %d\\n", (int)st.st_size, S_ISREG(st.st_mode)); }""",
         [("stdin", b"one\ntwo\nx")], out="1:one\n2:two\n3:x|1\no\n9 1\n"),
    Case("no-stdin", LIBC + 'int main(void) { printf("%d %d\\n", getchar(), (int)read(0, (char[1]){0}, 1)); }', [], out="-1 0\n"),
    Case("arguments", LIBC + 'int main(int argc, char **argv) { for (int i = 1; i <= argc; i++) printf("%s\\n", argv[i] ? argv[i] : "-"); }',
         [("n_args", integer(2)), ("arg00", b"-v\0x\0\0"), ("arg01", b"abcde\0")], out="first\n-v\nabcde\n-\n",
         words=["--", "first"], native_words=["--", "first"]),
    Case("fixed-arguments", LIBC + 'int main(int argc, char **argv) { printf("%d %s\\n", argc, argv[1]); }', [("arg00", b"ab\0")],
         out="2 ab\n"),
    Case("no-arguments-chosen", LIBC + 'int main(int argc, char **argv) { printf("%d\\n", argc); }', [("n_args", integer(0))], out="1\n"),
    Case("arguments-and-values", KLEE + 'int main(int argc, char **argv) { int x = klee_int("x"); printf("%s %d\\n", argv[1], x); }',
         [("arg00", b"q\0"), ("x", integer(8))], out="q 8\n"),
    Case("test-of-klee", KLEE + """int main(int argc, char **argv) { int x = klee_int("x"); FILE *f = fopen("A", "r");
        printf("%d %s %s %c%c %d\\n", argc, argv[1], argv[2], getchar(), getc(f), x); return fclose(f); }""",
         [("n_args", integer(2)), ("arg00", b"abc\0"), ("arg01", b"d\0"), ("A_data", b"file"), ("A_data_stat", bytes(144)), ("stdin", b"in"),
          ("stdin_stat", bytes(144)), ("model_version", integer(1)), ("x", integer(8))], out="3 abc d if 8\n"),
    Case("names-of-the-environment", KLEE + """int main(void) { char a[2], b[3]; klee_make_symbolic(a, 2, "x_data");
        klee_make_symbolic(b, 3, "stdin_stat"); int x = klee_int("x"); printf("%.2s %.3s %d\\n", a, b, x); }""",
         [("x_data", b"ab"), ("stdin_stat", b"cde"), ("x", integer(8))], out="ab cde 8\n"),
    Case("environment", LIBC + """int main(void) { char *debug = getenv("DEBUG"), *other = getenv("LOGNAME");
        printf("%s %s %s\\n", getenv("MODE"), debug, getenv("HOME")); return other != NULL; }""",
         [("env:MODE", b"fast\0\0"), ("env:DEBUG", b"1\0")], out="fast 1 /\n"),
    Case("file", LIBC + """int main(void) {
        struct stat st; printf("%d %d\\n", stat("input.txt", &st), (int)st.st_size);
        FILE *f = fopen("./input.txt", "r"); char line[20];
        while (fgets(line, sizeof line, f)) printf("[%s]", line);
        fclose(f);
        printf("\\n%d\\n", fopen("missing", "r") == NULL && errno == ENOENT);
        f = fopen("sub/deep", "rb"); printf("%d\\n", f ? getc(f) : -1); return f ? fclose(f) : 0; }""",
         [("input.txt_data", b"some\ntext"), ("sub/deep_data", b"A")], out="0 9\n[some\n][text]\n1\n65\n"),
    Case("written-files", LIBC + """int main(void) {
        FILE *f = fopen("made.txt", "w+"); fprintf(f, "hello %d\\n", 42); rewind(f);
        char line[20]; printf("%s", fgets(line, sizeof line, f)); fclose(f);
        struct stat st; printf("%d", rename("made.txt", "new.txt")); printf(" %d", stat("made.txt", &st));
        printf(" %d %d\\n", stat("new.txt", &st), (int)st.st_size);
        int fd = open("new.txt", O_WRONLY | O_APPEND); printf("%d ", (int)write(fd, "more", 4)); ftruncate(fd, 6);
        printf("%d\\n", (int)lseek(fd, 0, SEEK_END)); close(fd);
        printf("%d ", mkdir("d", 0777)); close(open("d/x", O_CREAT | O_WRONLY, 0644)); printf("%d %d ", rmdir("d"), errno == ENOTEMPTY);
        printf("%d %d ", unlink("d/x"), rmdir("d")); printf("%d %d\\n", open("d/x", O_CREAT | O_WRONLY, 0644), errno == ENOENT);
        printf("%d ", open("new.txt", O_CREAT | O_EXCL | O_WRONLY, 0644)); printf("%d ", link("new.txt", "two"));
        printf("%d ", unlink("new.txt")); printf("%d %d\\n", access("new.txt", F_OK), access("two", R_OK)); }""",
         [], out="hello 42\n0 -1 0 9\n4 6\n0 -1 1 0 0 -1 1\n-1 0 0 -1 0\n"),
    Case("descriptors", LIBC + """int main(void) {
        int ends[2], keep = dup(1), file = open("out", O_CREAT | O_RDWR | O_TRUNC, 0666); char b[16] = "";
        dup2(file, 1); printf("captured"); fflush(stdout); dup2(keep, 1); close(keep);
        printf("%d ", (int)pread(file, b, 15, 0)); printf("%s ", b); close(file);
        pipe(ends); write(ends[1], "pipe", 4); close(ends[1]);
        int got = (int)read(ends[0], b, 15); printf("%d %.4s ", got, b); printf("%d\\n", (int)read(ends[0], b, 15));
        printf("%d %d\\n", (int)read(99, b, 1), errno == EBADF); printf("%d %d\\n", (int)write(0, b, 1), errno == EBADF); }""",
         [("stdin", b"x")], out="8 captured 4 pipe 0\n-1 1\n-1 1\n", native_words=["--sanitize"]),
    Case("heap-overflow", KLEE + 'int main(void) { char *p = malloc(4); p[klee_int("i")] = 1; free(p); }', [("i", integer(4))],
         status=99, says="[out-of-bounds]", native_words=["--sanitize"]),
    Case("overflow", KLEE + 'int main(void) { int x = klee_int("x"); x++; return x == 0; }', [("x", integer(0x7fffffff))], status=99,
         says="[signed-overflow]", native_words=["--sanitize"]),
]


def run_both(loci, case, model):
    """What is wrong with the two replays of a case."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
            file.write(case.source)
        with open(os.path.join(folder, "t.ktest"), "wb") as file:
            file.write(encode(case.objects(model)))
        flag = "--%d" % model
        machine = common.run([loci, "exec", flag, "--test=t.ktest", "program.c", *case.words], cwd=folder)
        native = common.run([loci, "replay", flag, "t.ktest", "program.c", *case.native_words], cwd=folder)
        left = sorted(os.listdir(folder))
    out = native.out.decode(errors="replace") if case.out is None else case.out
    problems = [problem for problem in (judge("exec", machine, out, case.status, case.says), judge("replay", native, out, case.native, ""))
                if problem]
    if left != ["program.c", "t.ktest"]:
        problems.append("files are left behind: " + " ".join(left))
    return "\n".join(problems) or None


def judge(what, result, out, status, says):
    found, stderr = result.out.decode(errors="replace"), result.err.decode(errors="replace")
    problems = []
    if result.timed_out:
        problems.append("did not end in time")
    if result.status != status:
        problems.append("status %d expected, %d found" % (status, result.status))
    if found != out:
        problems.append(common.diff(out, found, "stdout"))
    if says not in stderr:
        problems.append("'%s' is not said" % says)
    return "%s: %s\n%s" % (what, "\n".join(problems), stderr[-1500:]) if problems else None


def in_folder(loci, files, words):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
        if "--make-bitcode" in words:
            common.run([common.CLANG, "-m32", "-g", "-c", "-emit-llvm", "p.c", "-o", "p.bc"], cwd=folder)
        return common.run([loci, *[word for word in words if word != "--make-bitcode"]], cwd=folder)


RETURNS_X = "int nondet_int(void); int main(void) { return nondet_int(); }"
LOOPS = "int nondet_int(void); int main(void) { while (nondet_int()); }"
READS_HOST = LIBC + """int main(void) { char b[8] = ""; FILE *f = fopen("host.txt", "r+"); fgets(b, 8, f); rewind(f); fputs("changed", f);
    fclose(f); f = fopen("host.txt", "r"); char c[8] = ""; fgets(c, 8, f); fclose(f); printf("%s %s %d\\n", b, c, unlink("host.txt")); }"""
SHOWN = "arguments: program -x\nobjects: 1\nx: 4 bytes\n  hex  41 42 43 44\n  int  1145258561\n  text \"ABCD\"\n"
FIVE, ONE = encode([("nondet_int", integer(5))]), encode([("nondet_int", integer(1))])

# Name, files, words, output, status, what is said on standard error.
COMMANDS = [
    ("plain-exec-of-symbolic", {"p.c": RETURNS_X}, ["exec", "p.c"], "", 2, "'nondet_int' is symbolic: the program needs 'loci run'"),
    ("plain-assert-as-before", {"p.c": "#include <assert.h>\nint main(void) { assert(0); }"}, ["exec", "p.c"], "", 134, "Assertion `0' failed."),
    ("exec-bitcode", {"p.c": RETURNS_X, "t": FIVE}, ["exec", "--make-bitcode", "--test=t", "p.bc"], "", 5, ""),
    ("replay-bitcode", {"p.c": RETURNS_X, "t": FIVE}, ["replay", "--make-bitcode", "t", "p.bc"], "", 5, "status 5"),
    ("replay-flags", {"p.c": "int nondet_int(void); int main(void) { return nondet_int() + MORE; }", "t": FIVE},
     ["replay", "t", "p.c", "-DMORE=2", "--cflags=-std=c99 -Wall"], "", 7, ""),
    ("replay-time-limit", {"p.c": LOOPS.replace("nondet_int()", "nondet_int() || 1"), "t": ONE}, ["replay", "t", "p.c", "--max-time=1"],
     "", 137, "time limit of 1 s"),
    ("replay-uninitialised", {"p.c": "int nondet_int(void); int main(void) { int x; if (nondet_int() == 0) x = 3; if (x) return 1; }", "t": ONE},
     ["replay", "t", "p.c", "--sanitize=memory"], "", 99, "use-of-uninitialized-value"),
    ("replay-in-folder", {"p.c": LIBC + 'int main(void) { return access("host.txt", F_OK) + 1; }', "host.txt": "x", "t": ONE},
     ["replay", "t", "p.c", "--folder=."], "", 1, ""),
    ("replay-broken-program", {"p.c": "int main(void) { return }", "t": ONE}, ["replay", "t", "p.c"], "", 2, "cannot compile the program natively"),
    ("replay-file-outside", {"p.c": RETURNS_X, "t": encode([("../x_data", b"a")])}, ["replay", "t", "p.c"], "", 2, "'../x'"),
    ("replay-missing-test", {"p.c": RETURNS_X}, ["replay", "t", "p.c"], "", 2, "cannot read the test 't'"),
    ("replay-no-program", {"t": ONE}, ["replay", "t"], "", 2, "takes a test and the files"),
    ("replay-damaged-test", {"p.c": RETURNS_X, "t": ONE[:-1]}, ["replay", "t", "p.c"], "", 2, "is damaged"),
    ("exec-missing-test", {"p.c": RETURNS_X}, ["exec", "--test=t", "p.c"], "", 2, "cannot read the test 't'"),
    ("exec-damaged-test", {"p.c": RETURNS_X, "t": ONE[:-1]}, ["exec", "--test=t", "p.c"], "", 2, "is damaged"),
    ("exec-no-test", {"p.c": RETURNS_X, "t": "hello"}, ["exec", "--test=t", "p.c"], "", 2, "no test"),
    ("exec-old-magic", {"p.c": RETURNS_X, "t": encode([("nondet_int", integer(5))], magic=b"BOUT\n", version=2)}, ["exec", "--test=t", "p.c"],
     "", 5, ""),
    ("exec-version", {"p.c": RETURNS_X, "t": encode([], version=9)}, ["exec", "--test=t", "p.c"], "", 2, "version 9"),
    ("exec-arguments-of-test", {"p.c": LIBC + 'int main(int c, char **v) { puts(v[1]); }', "t": encode([], ("p", "word"))},
     ["exec", "--test=t", "p.c"], "word\n", 0, ""),
    ("exec-options-of-klee", {"p.c": LIBC + 'int main(int c, char **v) { printf("%d %s\\n", c, v[1]); }',
                              "t": encode([], ("p", "--sym-args", "0", "1", "3", "word", "-sym-stdin", "4"))}, ["exec", "--test=t", "p.c"],
     "2 word\n", 0, ""),
    ("replay-arguments-of-test", {"p.c": LIBC + 'int main(int c, char **v) { puts(v[1]); }', "t": encode([], ("p", "word"))},
     ["replay", "t", "p.c"], "word\n", 0, ""),
    ("host-files-are-copies", {"p.c": READS_HOST, "t": ONE, "host.txt": "old"}, ["exec", "--test=t", "p.c"], "old changed 0\n", 0, ""),
    ("time-is-fixed", {"p.c": "#include <stdio.h>\n#include <time.h>\n#include <unistd.h>\nint main(void) { long a = time(0); sleep(3);\n"
                       'printf("%ld %ld %d %d\\n", a, time(0) - a, getpid(), getuid()); }', "t": ONE}, ["exec", "--test=t", "p.c"],
     "1767225600 3 4242 1000\n", 0, ""),
    ("random-is-fixed", {"p.c": "#include <stdio.h>\n#include <sys/random.h>\nint main(void) { unsigned char b[2]; getrandom(b, 2, 0);\n"
                         'printf("%d %d\\n", b[0], b[1]); }', "t": ONE}, ["exec", "--test=t", "p.c"], "108 130\n", 0, ""),
    ("allowed-undefined-output", {"p.c": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { double *d = malloc(8); long double *l = malloc(16);\n"
                                  'printf("<%f>", *d < 0 ? *d : *d); printf("<%Lf>", *l); puts("behind"); free(d); free(l); }'},
     ["exec", "--no-uninitialised", "p.c"], "<0.000000><0.000000>behind\n", 0, ""),
    ("exec-names-what-it-pretends", {"p.c": "#include <stdlib.h>\nint main(void) { return system(\"true\") == -1; }"}, ["exec", "p.c"], "", 1,
     "loci: p.c:2: 'system' runs no command: it fails"),
    ("ktest-prints", {"t": encode([("x", b"ABCD")], ("program", "-x"))}, ["ktest", "t"], SHOWN, 0, ""),
    ("ktest-missing", {}, ["ktest", "t"], "", 2, "cannot read the test 't'"),
    ("ktest-damaged", {"t": ONE + b"x"}, ["ktest", "t"], "", 2, "1 bytes follow"),
    ("ktest-empty", {"t": b""}, ["ktest", "t"], "", 2, "no test"),
    ("ktest-empty-object", {"t": encode([("x", b"")])}, ["ktest", "t"], "", 2, "'x' has no bytes"),
]


USES_FILES = re.compile(r"unistd\.h|dirent\.h|fcntl\.h|fopen|stdin")
NOT_IN_A_MODEL = {"abort", "assert-failure", "environment", "signals"}  # a violent end is an error there, and the environment is another


def in_model(loci, program, model, cache):
    """What a program of the corpus does in the model that it does not do natively."""
    expected, complaint = common.native_result(program, model, cache)
    if complaint:
        return complaint
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as work:
        test = os.path.join(folder, "t.ktest")
        with open(test, "wb") as file:
            file.write(encode([("stdin", program.stdin)] if program.stdin else []))
        found = common.run([loci, "exec", "--%d" % model, "--test=" + test, *program.cflags, *program.sources, "--", *program.args], cwd=work)
        left = os.listdir(work)
    return "files are left behind: " + " ".join(left) if left else common.compare(expected, found, program.compare_stderr)


def model_tests(loci, cache):
    for program in common.programs_in(os.path.join(common.HERE, "programs")):
        with open(program.path, encoding="utf-8") as file:
            if program.name in NOT_IN_A_MODEL or not USES_FILES.search(file.read()):
                continue
        for model in program.models:
            yield "model-%s-%d" % (program.name, model), lambda program=program, model=model: in_model(loci, program, model, cache)


def tests(loci, cache):
    """(name, function that returns what is wrong) of each case."""
    for case in CASES:
        for model in (64, 32):
            yield "%s-%d" % (case.name, model), lambda case=case, model=model: run_both(loci, case, model)
    for name, files, words, out, status, says in COMMANDS:
        yield name, lambda name=name, files=files, words=words, out=out, status=status, says=says: \
            judge(words[0], in_folder(loci, files, words), out, status, says)
    yield from model_tests(loci, cache)
