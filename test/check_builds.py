"""loci check on builds: make, compilation databases, several programs, what does not compile; and the cache of results.

    test/check_builds.py [--loci PATH] [--only SUBSTRING]
"""
import argparse
import contextlib
import glob
import json
import os
import subprocess
import sys
import tempfile

import common

LIBRARY = {"store.h": "int *make(int n);\nint use(int *p);\n",
           "make.c": '#include <stdlib.h>\n#include "store.h"\n'
                     "int *make(int n) { int *p = malloc(sizeof *p); if (p) *p = n; return p; }\n",
           "use.c": '#include "store.h"\nint use(int *p) { return *p; }\n'}
PROGRAM = {"main.c": '#include <stdlib.h>\n#include "store.h"\n'
                     "int main(void) { int *p = make(3); if (!p) return 1; free(p); return use(p); }\n"}
FREED = ("use.c", 2, "use-after-free")


class Project:
    def __init__(self, loci, folder):
        self.loci, self.folder = os.path.abspath(loci), folder

    def write(self, files):
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)

    def check(self, *words, cwd="."):
        result = common.run([self.loci, "check", *words], cwd=os.path.join(self.folder, cwd), timeout=120)
        return result.status, result.out.decode(errors="replace"), result.err.decode(errors="replace")

    def findings(self, *words, cwd="."):
        """({(file, line, kind)}, status, standard error)."""
        before = [word for word in words if word != "--"] if "--" not in words else list(words[:words.index("--")])
        after = list(words[words.index("--"):]) if "--" in words else []
        status, out, err = self.check("--json", *before, *after, cwd=cwd)
        try:
            report = json.loads(out)
        except ValueError:
            return set(), status, err + out
        return {(f["file"], f["line"], f["kind"]) for f in report["findings"]}, status, err


@contextlib.contextmanager
def project(loci, *parts):
    with tempfile.TemporaryDirectory(prefix="loci-builds-") as folder:
        made = Project(loci, folder)
        for files in parts:
            made.write(files)
        yield made


def differ(what, got, wanted):
    return None if got == wanted else "%s: %r, not %r" % (what, got, wanted)


# ---- Builds ----

MAKEFILE = {"Makefile": "CFLAGS = -O2 -Wall -DNAME='\"a b\"'\nprog: main.o make.o use.o\n\t$(CC) -o $@ $^\n"}


def test_make(loci):
    with project(loci, LIBRARY, PROGRAM, MAKEFILE) as p:
        found, status, err = p.findings("--", "make")
        return differ("findings", found, {FREED}) or differ("status", status, 1) or \
            (None if os.path.exists(os.path.join(p.folder, "prog")) else "the build did not run: " + err)


def test_make_twice(loci):
    """A tree that is built already compiles nothing, and that is said."""
    with project(loci, LIBRARY, PROGRAM, MAKEFILE) as p:
        common.run(["make"], cwd=p.folder)
        status, _, err = p.check("--", "make")
        return differ("status", status, 2) or (None if "compiled no C file" in err else err)


def test_failing_build(loci):
    makefile = {"Makefile": "all: make.o broken.o\n"}
    with project(loci, LIBRARY, {"make.c": "int zero(int n) { int z = 0; return n / z; }\n", "broken.c": "int f( {\n"},
                 makefile) as p:
        found, status, err = p.findings("--", "make", "-k")
        return differ("findings", found, {("make.c", 1, "division-by-zero")}) or differ("status", status, 1) or \
            (None if "'broken.c': it is left out" in err and "ended with status" in err else err)


def test_absolute_compiler_and_wrapper(loci):
    """Compilers by absolute path, from a shell script, in another folder, under another name."""
    compiler = subprocess.run(["which", common.CLANG], capture_output=True, text=True).stdout.strip()
    script = "#!/bin/sh\ncd src && %s -Iinclude -c one.c -o ../one.o && ./cc-wrapper -c two.c\n" % compiler
    files = {"build.sh": script, "src/cc-wrapper": '#!/bin/sh\nexec %s "$@"\n' % compiler,
             "src/include/one.h": "#define ZERO 0\n", "src/one.c": '#include "one.h"\nint one(int n) { return n / ZERO; }\n',
             "src/two.c": "int two(int n) { int z = 0; return n / z; }\n"}
    with project(loci, files) as p:
        os.chmod(os.path.join(p.folder, "src/cc-wrapper"), 0o755)
        found, _, err = p.findings("--", "sh", "build.sh")
        return differ("findings", found, {("src/one.c", 2, "division-by-zero"), ("src/two.c", 1, "division-by-zero")}) and \
            "%s\n%s" % (found, err)


def test_probes(loci):
    """Files with which a configuration step finds things out are gone when it is over."""
    script = "echo 'int main(void) { int z = 0; return 1 / z; }' > conftest.c; cc -c conftest.c; rm conftest.c; cc -c make.c; " \
             "mkdir try; (cd try; cc -c $PWD/../use.c); rm -r try"
    with project(loci, LIBRARY) as p:
        found, status, err = p.findings("--", "sh", "-c", script)
        return differ("findings", found, set()) or differ("status", status, 0) or differ("error", err, "")


def test_library_and_programs(loci):
    """Two programs with a library: its functions are looked at once, for any caller, and in both programs."""
    second = {"other.c": '#include <stdlib.h>\n#include "store.h"\nint helper(void) { return 1; }\n'
                         "int main(void) { int *p = make(4); if (!p) return 1; int r = use(p); free(p); free(p); return r; }\n",
              "main.c": PROGRAM["main.c"] + "int helper(void) { return 2; }\n"}
    makefile = {"Makefile": "all: one two\none: main.o libstore.a\n\t$(CC) -o $@ $^\ntwo: other.o libstore.a\n\t$(CC) -o $@ $^\n"
                            "libstore.a: make.o use.o\n\t$(AR) rcs $@ $^\n"}
    with project(loci, LIBRARY, second, makefile) as p:
        found, _, err = p.findings("--", "make")
        return differ("findings", found, {FREED, ("other.c", 4, "double-free")}) and "%s\n%s" % (found, err)


# ---- Databases ----

def entry(folder, file, *flags, **more):
    return {"directory": folder, "file": file, "arguments": ["gcc", *flags, "-c", file], **more}


def test_database(loci):
    with project(loci, LIBRARY, PROGRAM, {"deep/zero.c": "int zero(int n) { return n / ZERO; }\n"}) as p:
        commands = [entry(p.folder, "main.c", "-O2", output="main.o"), entry(p.folder, os.path.join(p.folder, "make.c")),
                    {"directory": p.folder, "file": "use.c", "command": "cc -g -DX='a b' -DY=\\\"q\\\" -c use.c -o use.o"},
                    entry("deep", "zero.c", "-DZERO=0", "-fno-such-thing", "-mno-such-machine")]
        p.write({"compile_commands.json": json.dumps(commands)})
        found, status, err = p.findings("compile_commands.json")
        wanted = {FREED, ("deep/zero.c", 1, "division-by-zero")}
        return differ("findings", found, wanted) or differ("status", status, 1) or \
            differ("flags", all("'%s' is left out" % flag in err for flag in ("-fno-such-thing", "-mno-such-machine")), True) or \
            differ("a folder", p.findings(".")[0], wanted) or \
            differ("from elsewhere", p.findings("../compile_commands.json", cwd="deep")[0],
                   {(os.path.join(p.folder, "use.c"), 2, FREED[2]), ("zero.c", 1, "division-by-zero")})


def test_same_file_twice(loci):
    """Once for each set of flags that means something: libtool's second compilation does not."""
    with project(loci, {"zero.c": "int zero(int n) { return n / ZERO; }\n"}) as p:
        commands = [entry(".", "zero.c", "-DZERO=1"), entry(".", "zero.c", "-DZERO=1", "-DPIC", "-fPIC"),
                    entry(".", "zero.c", "-DZERO=0")]
        p.write({"compile_commands.json": json.dumps(commands)})
        status, _, err = p.check("--stats", "compile_commands.json")
        return differ("status", status, 1) or differ("functions", err.count("paths"), 2)


def test_several_mains(loci):
    """Files that cannot be one program are several, and what they share is looked at once."""
    second = {"other.c": '#include "store.h"\nint main(void) { int *p = make(1); if (!p) return 1; return use(p); }\n'}
    with project(loci, LIBRARY, PROGRAM, second) as p:
        found, _, err = p.findings("main.c", "other.c", "make.c", "use.c")
        return differ("findings", found, {FREED, ("make.c", 3, "leak")}) and "%s\n%s" % (found, err)


def test_broken_databases(loci):
    cases = {"[": "is no compilation database", "{}": "no array", "[1]": "entry 1", '[{"file": "a.c"}]': "entry 1",
             '[{"file": "a.c", "command": "cc \\x"}]': "line 1: no such escape", "[" * 1000: "nested too deeply",
             "[] x": "something follows", "[]": "there is no C file",
             '[{"directory": "/nowhere", "file": "a.cc", "command": "c++ a.cc"}]': "there is no C file"}
    with project(loci) as p:
        for text, wanted in cases.items():
            p.write({"compile_commands.json": text})
            status, _, err = p.check("compile_commands.json")
            if status != 2 or wanted not in err:
                return "%r: status %d, %s" % (text[:40], status, err)
        status, _, err = p.check("nothing.json")
        return differ("no file", (status, "cannot read" in err), (2, True)) or \
            differ("no program", p.check("--", "no-such-program")[0], 2) or \
            differ("both", p.check("compile_commands.json", "--", "make")[0], 2)


def test_database_with_broken_files(loci):
    with project(loci, {"bad.c": "int f( {\n", "good.c": "int zero(int n) { int z = 0; return n / z; }\n"}) as p:
        p.write({"compile_commands.json": json.dumps([entry(".", name) for name in ("bad.c", "good.c", "gone.c")])})
        found, status, err = p.findings("compile_commands.json")
        return differ("findings", found, {("good.c", 1, "division-by-zero")}) or differ("status", status, 1) or \
            differ("left out", err.count("it is left out"), 2)


# ---- The cache ----

def entries(folder):
    return [path for path in glob.glob(os.path.join(folder, "*")) if len(os.path.basename(path)) == 64]


def test_cache(loci):
    with project(loci, LIBRARY, PROGRAM) as p:
        files = ("--cache=cache", "--stats", "main.c", "make.c", "use.c")
        first, second = p.check(*files), p.check(*files)
        if differ("the second run", second, first):  # times of functions included: nothing was done again
            return differ("the second run", second, first)
        p.write({"store.h": LIBRARY["store.h"] + "#define free(p) ((void)(p))\n"})
        found = p.findings("--cache=cache", "main.c", "make.c", "use.c")[0]
        p.write(LIBRARY)
        again = p.check(*files)
        other = p.findings("--cache=cache", "--function=make", "main.c", "make.c", "use.c")[0]
        return differ("a changed header", found, {("make.c", 3, "leak")}) or differ("changed back", again, first) or \
            differ("another option", other, set())


def test_cache_is_not_asked_for(loci):
    with project(loci, LIBRARY, PROGRAM) as p:
        p.check("--cache=none", "main.c", "make.c", "use.c")
        status, _, _ = p.check("--cache=/proc/no/such/folder", "main.c", "make.c", "use.c")
        return differ("status", status, 1) or differ("files", sorted(os.listdir(p.folder)), sorted([*LIBRARY, *PROGRAM]))


def test_damaged_cache(loci):
    def cut(data):
        return data[:len(data) // 2]

    def flip(data):
        return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]
    with project(loci, LIBRARY, PROGRAM) as p:
        files = ("--cache=cache", "main.c", "make.c", "use.c")
        first = p.check(*files)
        for damage in (cut, flip, lambda data: b"", lambda data: b"x" * 500):
            for path in entries(os.path.join(p.folder, "cache")):
                with open(path, "rb") as file:
                    data = file.read()
                with open(path, "wb") as file:
                    file.write(damage(data))
            if differ("damaged", p.check(*files), first):
                return differ("damaged", p.check(*files), first)
    return None


def test_concurrent_cache(loci):
    with project(loci, LIBRARY, PROGRAM) as p:
        command = [p.loci, "check", "--cache=cache", "main.c", "make.c", "use.c"]
        running = [subprocess.Popen(command, cwd=p.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
        outputs = {process.communicate() for process in running}
        left = [name for name in os.listdir(os.path.join(p.folder, "cache")) if name.startswith(".new-")]
        return differ("different outputs", len(outputs), 1) or differ("left behind", left, [])


# ---- Drivers ----

def first_finding(p, *words):
    status, out, err = p.check("--json", *words)
    report = json.loads(out)["findings"] if out else []
    return report[0] if len(report) == 1 else {"kind": "%d findings: %s" % (len(report), err)}


def test_confirmed(loci):
    files = {"main.c": PROGRAM["main.c"], "other.c": '#include "store.h"\nstruct pair { struct pair *next; int n; };\n'
             "int walk(struct pair *p, int k) { int z = 0; return p->next->n == k && k > 7 ? k / z : use(&k); }\n"}
    with project(loci, LIBRARY, files) as p:
        found = first_finding(p, "--drivers=kept", "other.c", "use.c", "--function=walk")
        if differ("confirmed", (found["kind"], found.get("confirmed")), ("division-by-zero", True)):
            return str(found)
        ran = common.run([common.CLANG, "-w", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", found["driver"], "use.c"],
                         cwd=p.folder)
        shown = common.run(["./a.out"], cwd=p.folder)
        return differ("natively", (ran.status, b"other.c:3" in shown.err and b"division by zero" in shown.err), (0, True)) and \
            (ran.err + shown.err).decode()


def test_not_confirmed(loci):
    """The path relies on where Loci has put the object: no driver shows it, so it is not certain, and only told on request."""
    code = "int f(char *p) { int z = 0; if (*p && ((unsigned long)p & 0xfff) == 0x400) return 1 / z; return 0; }\n"
    with project(loci, {"f.c": code}) as p:
        if not first_finding(p, "f.c")["kind"].startswith("0 findings"):
            return "told without --possible"
        found = first_finding(p, "f.c", "--possible", "--assume-nonnull")
        return differ("finding", (found["kind"], found.get("confidence"), found.get("confirmed"), "does not show" in found.get("doubt", "")),
                      ("division-by-zero", "possible", False, True))


def test_without_driver(loci):
    """The state of a function cannot be set from outside: the finding stands, and it is said why nothing was run."""
    code = "int f(void) { static int n; n++; int z = n - 3; return z ? 0 : 5 / z; }\n"
    with project(loci, {"f.c": code}) as p:
        found = first_finding(p, "f.c")
        return differ("finding", (found["kind"], found.get("confirmed"), "does not compile" in found.get("doubt", "")),
                      ("division-by-zero", False, True))


# ---- Command lines ----

COMMAND_LINE = {"options.c": """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char name[40] = "";
    int level = 0, i;
    if (argc < 4) return 1;
    for (i = 1; i < argc; i++) level += strlen(argv[i]) > 3;
    if (!strcmp(argv[1], "-l")) level = atoi(argv[argc]);
    printf("%s %s %d", name, argv[2], level);
    return 0;
}
""", "copy.c": """#include <string.h>
int main(int argc, char **argv) {
    char name[40];
    strcpy(name, argc == 2 ? argv[1] : "none");
    return name[0];
}
""", "clean.c": """#include <string.h>
int main(int argc, char *argv[], char *envp[]) {
    char name[16];
    if (argc < 3 || strlen(argv[2]) >= sizeof name || envp[0]) return argv[argc] != NULL;
    strcpy(name, argv[2]);
    return name[0];
}
"""}


def test_command_line(loci):
    """A program is started with any arguments; its driver has those of the path."""
    with project(loci, COMMAND_LINE) as p:
        null, long = first_finding(p, "options.c"), first_finding(p, "--drivers=kept", "copy.c")
        told = [(f["kind"], f.get("line"), f.get("confidence"), f.get("confirmed")) for f in (null, long)]
        status, out, _ = p.check("--json", "clean.c")
        wrong = differ("found", told, [("null-dereference", 9, "certain", True), ("out-of-bounds", 4, "certain", True)]) or \
            differ("clean", (status, json.loads(out)["findings"]), (0, []))
        if wrong:
            return wrong
        common.run([common.CLANG, "-w", "-g", "-fsanitize=address", long["driver"]], cwd=p.folder)
        shown = common.run(["./a.out"], cwd=p.folder)
        return differ("natively", b"stack-buffer-overflow" in shown.err, True) and shown.err.decode()


# ---- Paths ----

PATHS = {"n.c": """#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *name; };
static int use(struct node *n, int i) { return n->name[i]; }
int order(int k, int m) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return 1;
    if (k > 3) n->name = "x";
    free(n);
    if (m == k + 1) return use(n, m);
    return 0;
}
void several(int k) {
    char *a = malloc(4), *b = malloc(8), *c = malloc(16);
    if (k) return;
    free(a); free(b); free(c);
}
""" }


def test_order_of_notes(loci):
    """Allocation, branch, free, branch, call, end; with what decided the branches and what variables are worth."""
    with project(loci, PATHS) as p:
        found = first_finding(p, "--function=order", "n.c")
        steps = [(note["line"], note["kind"]) for note in found.get("path", [])]
        values = {value["name"] for note in found.get("path", []) for value in note.get("values", [])}
        text = p.check("--values", "--function=order", "n.c")[1]
        return differ("steps", steps, [(6, "allocation"), (8, "branch"), (9, "free"), (10, "branch"), (10, "call"), (4, "event")]) or \
            differ("values", {"k", "m", "n", "i"} - values, set()) or \
            differ("text", "where k = " in text and "i = " in text, True)


def test_several_lost_blocks(loci):
    """One path loses three blocks: all are named."""
    with project(loci, PATHS) as p:
        status, out, _ = p.check("--json", "--function=several", "n.c")
        columns = sorted((f["line"], f["column"]) for f in json.loads(out)["findings"] if f["kind"] == "leak")
        return differ("lost", columns, [(14, 15), (14, 31), (14, 47)])


def tests(loci):
    for name, value in sorted(globals().items()):
        if name.startswith("test_"):
            yield name[5:].replace("_", "-"), lambda value=value: value(loci)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build/loci"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    failed = 0
    for name, test in tests(options.loci):
        if options.only in name:
            complaint = test()
            print(name, "FAILED\n" + complaint if complaint else "ok")
            failed += complaint is not None
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
