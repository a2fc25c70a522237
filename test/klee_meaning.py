"""KLEE's functions and the options that say which paths are followed: each with KLEE's documented meaning."""
import glob
import json
import os
import subprocess
import tempfile

import common
from klee_words import ENDLESS, what_is_wrong

PREFER = r"""
#include <klee/klee.h>
int main(void) {
    unsigned char c[4];
    klee_make_symbolic(c, sizeof c, "c");
    for (int i = 0; i < 4; i++) klee_prefer_cex(c, 'a' <= c[i] & c[i] <= 'z');
    klee_prefer_cex(c, c[0] == 'q');
    klee_prefer_cex(c, c[0] == 'r'); /* cannot be had together with the one before */
    if (c[3] == 7) return 1;
    if (c[1] > 'x') return 2;
    return 0;
}
"""
SILENT = r"""
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 5) klee_silent_exit(0);
    if (x < 0) return 1;
    return 0;
}
"""
MERGE = r"""
#include <klee/klee.h>
int main(void) {
    unsigned char c[8];
    int sum = 0;
    klee_make_symbolic(c, sizeof c, "c");
    OPEN;
    for (int i = 0; i < 8; i++) {
        if (c[i] == 'x') sum += i;
    }
    CLOSE;
    klee_assert(sum != 13);
    return 0;
}
"""
FORKING = r"""
#include <klee/klee.h>
int main(void) {
    unsigned char c[4];
    int sum = 0;
    klee_make_symbolic(c, sizeof c, "c");
    if (c[0] == 1) sum++;
    klee_set_forking(0);
    for (int i = 1; i < 4; i++)
        if (c[i] == 1) sum++;
    klee_set_forking(1);
    if (c[3] == 2) sum++;
    return sum;
}
"""
PRINT = r"""
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= -3 & x < 40);
    klee_print_expr("twice x", x + x);
    klee_print_expr("short", (short)12);
    klee_print_range("x", x);
    klee_print_range("five", 5);
    return 0;
}
"""
SEEDED = r"""
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned char c[12];
    unsigned x, n = 0;
    klee_make_symbolic(c, sizeof c, "c");
    klee_make_symbolic(&x, sizeof x, "x");
    for (int i = 0; i < 12; i++)
        if (c[i] == "a long word."[i]) n++;
    if (n == 12 && x == 77) abort();
    return n;
}
"""
ENVIRONMENT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "ab")) puts("two");
    if (argc > 2 && argv[2][0] == 'c') abort();
    return 0;
}
"""


class Folder:
    """A folder with a program, in which loci is run."""

    def __init__(self, loci, source):
        self.loci = loci
        self.place = tempfile.TemporaryDirectory()
        self.path = self.place.name
        self.write("p.c", source)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w") as file:
            file.write(text)

    def command(self, *words):
        return common.run([self.loci, *words], cwd=self.path)

    def run(self, *words, out="out"):
        """The JSON of a run, and what was said on standard error."""
        result = self.command("run", "--json", "--no-native", "--out=" + out, "p.c", *words)
        try:
            return json.loads(result.out), result.err.decode(errors="replace")
        except ValueError:
            raise AssertionError(result.err.decode(errors="replace")[-1000:])

    def fails(self, *words):
        """The sentence with which a run is refused."""
        result = self.command("run", "--no-native", "--out=" + tempfile.mkdtemp(dir=self.path), *words)
        assert result.status == 2, (result.status, words)
        return result.err.decode(errors="replace")

    def tests(self, out="out"):
        return sorted(glob.glob(os.path.join(self.path, out, "*.ktest")))

    def objects(self, test):
        """The inputs of a test: name -> bytes."""
        with open(test, "rb") as file:
            data = file.read()[9:]

        def take():
            nonlocal data
            size = int.from_bytes(data[:4], "big")
            value, data = data[4:4 + size], data[4 + size:]
            return value
        count, data = int.from_bytes(data[:4], "big"), data[4:]
        for _ in range(count):
            take()
        count, data = int.from_bytes(data[8:12], "big"), data[12:]
        return {take().decode(): take() for _ in range(count)}


def preferences(loci):
    with Folder(loci, PREFER) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 3, report
        inputs = [folder.objects(test)["c"] for test in folder.tests()]
        wanted = [sum(ord("a") <= byte <= ord("z") for byte in value) for value in inputs]
        assert sorted(wanted) == [3, 4, 4] and all(value[:1] == b"q" for value in inputs), inputs


def silent_exit(loci):
    with Folder(loci, SILENT) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 3 and report["tests"] == 2 == len(folder.tests()), report


def only_silent_exits(loci):
    with Folder(loci, "#include <klee/klee.h>\nint main(void) { klee_silent_exit(1); }") as folder:
        report, _ = folder.run()
        assert report["complete"] and report["tests"] == 0, report


def merged_regions(loci):
    for words in ([], ["--search=dfs"], ["--search=bfs"], ["--search=random-state"]):
        with Folder(loci, MERGE.replace("OPEN", "klee_open_merge()").replace("CLOSE", "klee_close_merge()")) as folder:
            report, _ = folder.run(*words)
            assert report["complete"] and report["paths"] == 2 and len(report["bugs"]) == 1, (words, report)
    with Folder(loci, MERGE.replace("OPEN", "").replace("CLOSE", "")) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 256 and len(report["bugs"]) == 1, report


def nested_and_repeated_merges(loci):
    source = MERGE.replace("OPEN", "klee_open_merge()").replace("CLOSE", "klee_close_merge()")
    source = source.replace("if (c[i]", "klee_open_merge(); if (c[i]").replace("sum += i;", "sum += i; klee_close_merge();")
    with Folder(loci, source) as folder:
        report, _ = folder.run()
        assert report["complete"] and len(report["bugs"]) == 1 and report["paths"] < 256, report


def merges_survive_resuming(loci):
    source = MERGE.replace("OPEN", "klee_open_merge()").replace("CLOSE", "klee_close_merge()")
    with Folder(loci, source) as folder:
        first, _ = folder.run("--max-tests=1")
        assert not first["complete"]
        result = folder.command("run", "--json", "--no-native", "--resume=out", "p.c")
        report = json.loads(result.out)
        assert report["complete"] and len(report["bugs"]) == 1, report


def no_forking(loci):
    with Folder(loci, FORKING) as folder:
        report, _ = folder.run()
        assert report["paths"] == 4 and not report["complete"], report
        assert any("switched off: 6" in reason for reason in report["incomplete_reasons"]), report["incomplete_reasons"]


def printed_expressions(loci):
    with Folder(loci, PRINT) as folder:
        _, said = folder.run()
        lines = [line.partition("p.c:")[2] for line in said.splitlines() if "p.c:" in line]
        assert lines[0].startswith("7: twice x: (bv") and "x" in lines[0].split(":")[2], lines
        assert lines[1] == "8: short: 12" and lines[3] == "10: five: 5", lines
        assert lines[2].startswith("9: x: ") and lines[2].endswith("(in [-3, 39])"), lines
        plain = folder.command("exec", "--test=" + folder.tests()[0], "p.c").err.decode()
        assert "short: 12\n" in plain and "twice x: " in plain, plain


def states_left_at_a_limit(loci):
    """KLEE writes tests of the states that are left, too; they lead to where the state is."""
    with Folder(loci, ENDLESS) as folder:
        report, _ = folder.run("--max-instructions=3000", "--search=bfs")
        left = next(int(reason.rpartition(" ")[2]) for reason in report["incomplete_reasons"] if "states left" in reason)
        with open(os.path.join(folder.path, "out", "tests.txt")) as file:
            unfinished = file.read().count("status: not over when the run stopped")
        assert 0 < unfinished == left and report["tests"] == len(folder.tests()) > unfinished, (report, unfinished)
        assert folder.command("replay", folder.tests()[-1], "p.c").status == 0
        report, _ = folder.run("--max-instructions=3000", "--dump-states-on-halt=none", out="none")
        assert report["tests"] == report["paths"] == len(folder.tests("none")), report
        before = folder.tests()
        folder.command("run", "--json", "--no-native", "--resume=out", "--max-instructions=4000", "p.c")
        with open(os.path.join(folder.path, "out", "journal")) as file:
            kinds = {line.split()[0]: line.split()[1] for line in file}
        removed = [test for test in before if test not in folder.tests()]
        assert len(removed) == unfinished and all(
            kinds[str(int(os.path.basename(test)[4:10]))] == "U" for test in removed), removed


def a_path_written_and_replayed(loci):
    with Folder(loci, PREFER) as folder:
        report, _ = folder.run("--write-paths")
        paths = sorted(glob.glob(os.path.join(folder.path, "out", "*.path")))
        assert len(paths) == report["paths"] == 3, paths
        for number, path in enumerate(paths):
            report, _ = folder.run("--replay-path=" + path, out="again%d" % number)
            assert report["paths"] == 1 and not report["complete"], report
            statuses = [folder.command("exec", "--test=" + test, "p.c").status
                        for test in (folder.tests()[number], folder.tests("again%d" % number)[0])]
            assert statuses[0] == statuses[1], (path, statuses)
        folder.write("p.c", SILENT)
        assert "another program" in folder.fails("--replay-path=" + paths[0], "p.c")
        assert "is no path" in folder.fails("--replay-path=p.c", "p.c")


def write_test(path, objects):
    """A test in KLEE's format."""
    def number(value):
        return value.to_bytes(4, "big")
    data = b"KTEST" + number(3) + number(1) + number(4) + b"prog" + number(0) + number(0) + number(len(objects))
    for name, value in objects:
        data += number(len(name)) + name.encode() + number(len(value)) + value
    with open(path, "wb") as file:
        file.write(data)


def seeds(loci):
    with Folder(loci, SEEDED) as folder:
        os.mkdir(os.path.join(folder.path, "seeds"))
        deep = os.path.join(folder.path, "seeds", "deep.ktest")
        write_test(deep, [("c", b"a long word."), ("x", (77).to_bytes(4, "little"))])
        write_test(os.path.join(folder.path, "seeds", "other.ktest"), [("c", b"a long wall."), ("x", bytes(4))])
        report, _ = folder.run("--seed-dir=seeds", "--max-tests=2", "--search=bfs")
        assert report["tests"] == 2 and [bug["kind"] for bug in report["bugs"]] == ["abort"], report
        report, _ = folder.run("--seed-file=" + deep, "--only-seed", out="only")
        assert report["paths"] == 1 and len(report["bugs"]) == 1 and not report["complete"], report
        report, _ = folder.run("--seed-dir=seeds", "--only-replay-seeds", out="replay")
        assert report["paths"] == 2 and any("no seed goes" in text for text in report["incomplete_reasons"]), report
        report, _ = folder.run("--seed-file=" + deep, out="all")
        assert report["complete"] and report["paths"] == 4097 and len(report["bugs"]) == 1, report


def seeds_that_do_not_fit(loci):
    with Folder(loci, SEEDED) as folder:
        short = os.path.join(folder.path, "short.ktest")
        write_test(short, [("c", b"short"), ("x", bytes(4))])
        report, _ = folder.run("--seed-file=" + short, "--max-tests=1")
        assert any("do not fit" in text and text.endswith(": 1") for text in report["incomplete_reasons"]), report
        assert "cannot" in folder.fails("--seed-file=nothing", "p.c")
        os.mkdir(os.path.join(folder.path, "none"))
        assert "has no tests" in folder.fails("--seed-dir=none", "p.c")
        assert "want --seed-file" in folder.fails("--only-seed", "p.c")
        assert "only one" in folder.fails("--seed-file=" + short, "--replay-ktest-file=" + short, "p.c")


def replayed_tests(loci):
    with Folder(loci, ENVIRONMENT) as folder:
        report, _ = folder.run("--sym-args", "0", "2", "2")
        assert report["complete"] and len(report["bugs"]) == 1
        again, _ = folder.run("--replay-ktest-dir=out", out="again")
        assert again["paths"] == report["paths"] == len(folder.tests()), again
        assert again["coverage"] == report["coverage"] and len(again["bugs"]) == 1, again
        assert again["tests"] == 0 and not again["complete"], again
        one, _ = folder.run("--replay-ktest-file=" + folder.tests()[0], out="one")
        assert one["paths"] == 1 and one["coverage"] != report["coverage"], one


def replayed_sizes_and_names(loci):
    """A test that does not fit is told, in the machine and natively."""
    with Folder(loci, SILENT) as folder:
        for name, objects, wanted in (("size", [("x", b"12")], "of 2 bytes"), ("name", [("y", b"1234")], "'y'")):
            test = os.path.join(folder.path, name + ".ktest")
            write_test(test, objects)
            report, _ = folder.run("--replay-ktest-file=" + test, out=name)
            assert any("does not fit" in text and wanted in text for text in report["incomplete_details"]), report
            for command in (["exec", "--test=" + test], ["replay", test]):
                result = folder.command(*command, "p.c")
                text = result.err.decode(errors="replace")
                assert result.status == 2 and "does not fit" in text and wanted in text, (command, text)


def equal_names_are_numbered(loci):
    source = SILENT.replace("int x;", "int x, y;").replace("if (x", "klee_make_symbolic(&y, sizeof y, \"x\"); if (y < x", 1)
    with Folder(loci, source) as folder:
        folder.run()
        for test in folder.tests():
            assert set(folder.objects(test)) == {"x", "x_1"}
            assert folder.command("exec", "--test=" + test, "p.c").status < 2
            assert folder.command("replay", test, "p.c").status < 2


def entry_point(loci):
    source = SILENT + "\nvoid probe(void) { int y; klee_make_symbolic(&y, sizeof y, \"y\"); if (y == 5) __builtin_trap(); }"
    with Folder(loci, source) as folder:
        report, _ = folder.run("--entry-point=probe")
        assert report["complete"] and report["paths"] == 2 and report["bugs"][0]["kind"] == "trap", report
        assert "no function 'nothing'" in folder.fails("--entry-point=nothing", "p.c")


def function_alias(loci):
    source = r"""
#include <klee/klee.h>
#include <stdlib.h>
int first_check(int x) { return x == 3; }
int second_check(int x) { return x == 4; }
int never(int x) { return 0; }
void other(void) {}
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (first_check(x)) abort();
    int (*pointer)(int) = second_check;
    if (pointer(x)) abort();
    return 0;
}
"""
    with Folder(loci, source) as folder:
        bugs = [len(folder.run(*words, out="o%d" % i)[0]["bugs"]) for i, words in enumerate(
            ([], ["--function-alias=first_check:never"], ["--function-alias=.*_check:never"],
             ["--function-alias=first_check:never", "--function-alias=second_check:never"], ["--function-alias=check:never"]))]
        assert bugs == [2, 1, 0, 0, 2], bugs
        assert "different types" in folder.fails("--function-alias=first_check:other", "p.c")
        assert "no function 'nothing'" in folder.fails("--function-alias=first_check:nothing", "p.c")
        assert "NAME:REPLACEMENT" in folder.fails("--function-alias=first_check", "p.c")
        assert "regular expression" in folder.fails("--function-alias=(:never", "p.c")


def archives(loci):
    """Members that the program asks for come from an archive of bitcode, others do not."""
    with Folder(loci, "int helper(int); int main(void) { return helper(20); }") as folder:
        folder.write("helper.c", "int other(int); int helper(int x) { return other(x) + 1; }")
        folder.write("other.c", "int other(int x) { return 2 * x; }")
        folder.write("unwanted.c", "int main(void) { return 9; } int unwanted;")
        for name in ("helper", "other", "unwanted"):
            made = common.run([common.CLANG, "-c", "-emit-llvm", "-g", name + ".c", "-o", name + ".bc"], cwd=folder.path)
            assert made.status == 0
        members = ["helper.bc", "other.bc", "unwanted.bc"]
        for name, how in (("lib.a", "rcS"), ("thin.a", "rcTS")):
            subprocess.run(["ar", how, name, *members], cwd=folder.path, check=True, stderr=subprocess.DEVNULL)
            assert folder.command("exec", "p.c", name).status == 41
        assert folder.command("exec", "lib.a").status == 9
        whole = open(os.path.join(folder.path, "lib.a"), "rb").read()
        for length in (9, 30, 80, 200, len(whole) - 40):
            with open(os.path.join(folder.path, "cut.a"), "wb") as file:
                file.write(whole[:length])
            result = folder.command("exec", "p.c", "cut.a")
            assert result.status == 2 and b"cut.a" in result.err, (length, result.err)
        with open(os.path.join(folder.path, "empty.a"), "wb") as file:
            file.write(b"!<arch>\n")
        assert b"nothing in it" in folder.command("exec", "p.c", "empty.a").err


def words_from_a_file(loci):
    with Folder(loci, SILENT) as folder:
        folder.write("words", "--json  --no-native\n'--out=a folder' \"p.c\" @more\n")
        folder.write("more", "--max-time=30s -DX=\\\"\n")
        result = folder.command("run", "@words")
        assert json.loads(result.out)["complete"] and os.path.isdir(os.path.join(folder.path, "a folder")), result.err
        folder.write("circle", "@circle")
        assert "names itself" in folder.fails("@circle", "p.c")
        assert "cannot read 'nosuch'" in folder.fails("@nosuch", "p.c")


def given_twice(loci):
    with Folder(loci, SILENT) as folder:
        assert "given twice: 1 and 2" in folder.fails("--max-time=1", "--max-time=2", "p.c")
        assert "given twice" in folder.fails("--search=dfs", "--search=bfs", "p.c")
        report, _ = folder.run("--max-time=60", "--max-time=1min")
        assert report["complete"]


NOWHERE = r"""
#include <klee/klee.h>
#include <stdlib.h>
int nowhere(int);
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1) {
        if (nowhere(3) == 5) abort();
    }
    return 0;
}
"""
HOST = r"""
#include <klee/klee.h>
#include <stdlib.h>
int dysize(int year);
int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (dysize(2023) != 365) abort();
    if (x == 24 && dysize(2000 + x) != 366) abort();
    return 0;
}
"""


def functions_that_are_nowhere(loci):
    """Told at the start; the path ends there, or the result is an input."""
    with Folder(loci, NOWHERE) as folder:
        report, said = folder.run()
        assert "'nowhere' is defined nowhere (--external=stop)" in said, said
        assert report["paths"] == 2 and not report["complete"] and not report["bugs"], report
        report, said = folder.run("--external=any", out="any")
        assert [bug["kind"] for bug in report["bugs"]] == ["abort"] and not report["complete"], report
        assert {item["name"]: item["bytes"] for item in report["bugs"][0]["input"]}["nowhere"] == "05000000", report["bugs"]
        assert any("'nowhere' is defined nowhere" in text for text in report["incomplete_details"]), report
        report, _ = folder.run("--external=host", out="host")
        assert any("not in the host's library either" in text for text in report["incomplete_details"]), report
        assert "stop, any or host" in folder.fails("--external=perhaps", "p.c")


def functions_of_the_host(loci):
    with Folder(loci, HOST) as folder:
        report, said = folder.run("--external=host")
        assert "'dysize' is defined nowhere" in said and not report["bugs"], (said, report)
        assert report["complete"] and report["paths"] == 2, report
        folder.write("p.c", HOST.replace("x == 24", "x > 20"))
        report, said = folder.run("--external=host", out="fixed")
        assert not report["bugs"] or not report["complete"], report
        assert any("values fixed" in text for text in report["incomplete_reasons"]), report
        folder.write("p.c", "char *strfry(char *); int main(void) { char text[] = \"ab\"; return strfry(text)[0]; }")
        report, _ = folder.run("--external=host", out="pointer")
        assert any("more than numbers" in text for text in report["incomplete_details"]), report


OTHER_PROCESSES = r"""
#include <errno.h>
#include <iconv.h>
#include <klee/klee.h>
#include <nl_types.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    unsigned char x;
    char *words[] = {"ls", NULL};
    pid_t child;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1: return system("ls") == -1;
    case 2: return popen("ls", "r") == NULL;
    case 3: return fork();
    case 4: return vfork();
    case 5: return execvp("ls", words);
    case 6: return posix_spawnp(&child, "ls", NULL, NULL, words, words);
    case 8: return iconv_open("KOI8-R", "UTF-8") == (iconv_t)-1;
    case 9: return catopen("./p.c", 0) == (nl_catd)-1;
    case 10: klee_assert(wait(NULL) == -1 && errno == ECHILD); return 0;
    case 11: klee_assert(waitpid(4, NULL, 0) == -1 && errno == ECHILD); return 0;
    case 12: klee_assert(catopen("messages", 0) == (nl_catd)-1 && errno == ENOENT); return 0;
    default: return 0;
    }
}
"""


def other_processes(loci):
    """What starts other processes is refused with a sentence, or fails and is told; waiting for them is exact."""
    with Folder(loci, OTHER_PROCESSES) as folder:
        report, said = folder.run()
        assert report["paths"] == 12 and not report["bugs"] and "defined nowhere" not in said, (report, said)
        details = "\n".join(report["incomplete_details"])
        wanted = ["'system' runs no command", "'popen' runs no command", "'fork' starts another process",
                  "'vfork' starts another process", "'execvp' starts another program", "'posix_spawnp' starts another process",
                  "'iconv_open' knows", "'catopen' reads no catalogue"]
        assert all(text in details for text in wanted) and len(report["incomplete_details"]) == len(wanted), details


CONTEXTS = r"""
#include <klee/klee.h>
#include <ucontext.h>
static ucontext_t back, reader;
static char stack[65536];
static unsigned char text[3];
static int token;
static void read_tokens(void) {
    for (int i = 0; i < 3; i++) {
        if (text[i] == 'x') token = i;
        swapcontext(&reader, &back);
    }
}
static void set_and_return(ucontext_t *place) { getcontext(place); }
int main(void) {
    int sum = 0;
    klee_make_symbolic(text, sizeof text, "text");
    getcontext(&reader);
    reader.uc_stack.ss_sp = stack;
    reader.uc_stack.ss_size = sizeof stack;
    reader.uc_link = &back;
    makecontext(&reader, read_tokens, 0);
    for (int i = 0; i < 3; i++) {
        token = 0;
        swapcontext(&back, &reader);
        sum += token;
    }
    klee_assert(sum != 3);
    if (sum == 2) {
        set_and_return(&back);
        setcontext(&back);
    }
    return sum;
}
"""


def contexts(loci):
    """Stacks of their own: a path forks on any of them; to go where nobody waits any more is an error."""
    for words in ([], ["--force-parking"], ["--search=bfs"]):
        with Folder(loci, CONTEXTS) as folder:
            report, _ = folder.run(*words)
            assert report["complete"] and report["paths"] == 8, (words, report)
            assert sorted(bug["kind"] for bug in report["bugs"]) == ["assertion-failure", "bad-call"], (words, report["bugs"])
            statuses = sorted(folder.command("exec", "--test=" + test, "p.c").status for test in folder.tests())
            assert statuses == [0, 0, 1, 1, 99, 99, 99, 99], (words, statuses)


FAILING = r"""
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int failures;
static long note(long answer, int error) {
    if (answer < 0) klee_assert(errno == error && ++failures <= MOST);
    return answer;
}
int main(void) {
    char buffer[256];
    int file = note(open("A", O_RDWR), EIO);
    if (file >= 0) {
        if (note(read(file, buffer, 2), EIO) < 0 && note(read(file, buffer, 2), EIO) < 0) return 20;
        note(write(file, "x", 1), EIO);
        note(ftruncate(file, 1), EIO);
        note(fchmod(file, 0600), EIO);
        note(close(file), EIO);
        klee_assert(close(file) == -1 && errno == EBADF);
    }
    note(chmod("A", 0644), EIO);
    note(getcwd(buffer, sizeof buffer) ? 0 : -1, ERANGE);
    if (failures == 3) abort();
    return failures;
}
"""


def failing_calls(loci):
    """--max-fail=N: each choice of at most N calls that fail is a path, and its test chooses the same."""
    with Folder(loci, FAILING) as folder:
        counts = []
        for most in range(4):
            words = ["--sym-file=A=4", "-DMOST=%d" % most]
            report, _ = folder.run(*words, *([] if most == 0 else ["--max-fail=%d" % most]), out="out%d" % most)
            assert report["complete"] and len(report["bugs"]) == (most == 3), report
            counts.append(report["paths"])
            if most == 2:
                statuses = [folder.command("exec", "--test=" + test, "-DMOST=2", "p.c").status for test in folder.tests("out2")]
                assert statuses.count(0) == 1 and statuses.count(1) == 8 and statuses.count(20) == 1, statuses
        # Of eight calls: none; one; two (with open only two others are made, a read that fails is tried again); three.
        assert counts == [1, 1 + 8, 1 + 8 + (2 + 1 + 6 + 15), 1 + 8 + (2 + 1 + 6 + 15) + (1 + 15 + 20)], counts
        spelt, _ = folder.run("--sym-files", "1", "4", "-DMOST=1", "--", "--max-fail", "1", out="spelt")
        assert spelt["paths"] == counts[1], spelt
        failing = next(test for test in folder.tests("out1") if folder.command("exec", "--test=" + test, "-DMOST=1", "p.c").status == 1)
        refused = folder.command("replay", failing, "-DMOST=1", "p.c")
        assert refused.status == 2 and b"makes calls fail" in refused.err, refused.err
        assert "a number" in folder.fails("--max-fail=some", "p.c")


LABEL = r"""
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    void *where;
    static void *const labels[] = {&&one, &&two, &&three};
    klee_make_symbolic(&where, sizeof where, "where");
    if (where == labels[1]) return 4;
    ONLY
    goto *where;
one: return 1;
two: return 2;
three: abort();
}
"""


def symbolic_labels(loci):
    """goto to a symbolic address goes to each label, and tells that it may lead elsewhere."""
    with Folder(loci, LABEL.replace("ONLY", "if (where != labels[0] && where != labels[2]) return 5;")) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 4 and [bug["kind"] for bug in report["bugs"]] == ["abort"], report
        statuses = sorted(folder.command("exec", "--test=" + test, "p.c").status for test in folder.tests())
        assert statuses[:3] == [1, 4, 5], statuses
    with Folder(loci, LABEL.replace("ONLY", "")) as folder:
        report, _ = folder.run()
        assert sorted(bug["kind"] for bug in report["bugs"]) == ["abort", "wild-pointer"] and not report["complete"], report
    names = ["l%d" % i for i in range(100)]
    many = "#include <klee/klee.h>\nint main(void) { unsigned char i; klee_make_symbolic(&i, 1, \"i\"); klee_assume(i < 100);\n" \
        "static void *const labels[] = {%s}; goto *labels[i];\n%s }\n" % (
            ", ".join("&&" + name for name in names), " ".join("%s: return %d;" % (name, i) for i, name in enumerate(names)))
    with Folder(loci, many) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 100, report


FIXED = r"""
#include <klee/klee.h>
int main(void) {
    unsigned i;
    klee_define_fixed_object((void *)0x200000, 16);
    volatile int *port = (volatile int *)0x200000;
    port[1] = 7;
    *(int *)0x20000c = 9;
    klee_make_symbolic(&i, sizeof i, "i");
    unsigned long number = 0x200000 + 4ul * i; /* no pointer: the number alone says what it is of */
    if (i > 4) return 5;
    int got = *(int *)number;
    if (got == 7) return 1;
    if (got == 9) return 3;
    return 0;
}
"""


def fixed_objects(loci):
    """An object at the address that the program says: constants and numbers lead to it, in the machine and natively."""
    with Folder(loci, FIXED) as folder:
        report, _ = folder.run()
        assert report["complete"] and report["paths"] == 5 and [bug["kind"] for bug in report["bugs"]] == ["wild-pointer"], report
        statuses = sorted(folder.command("exec", "--test=" + test, "p.c").status for test in folder.tests())
        assert statuses == [0, 1, 3, 5, 99], statuses
        test = next(test for test in folder.tests() if folder.command("exec", "--test=" + test, "p.c").status == 3)
        again = folder.command("replay", test, "p.c")
        assert b"status 3" in again.err, again.err
    twice = "#include <klee/klee.h>\nint main(void) { klee_define_fixed_object((void *)4096, 8); klee_define_fixed_object((void *)4100, 8); return 0; }"
    with Folder(loci, twice) as folder:
        report, _ = folder.run()
        assert any("no object can be there" in text for text in report["incomplete_details"]), report


SHIFTS = r"""
#include <klee/klee.h>
int main(void) {
    unsigned what, y, s;
    klee_make_symbolic(&what, sizeof what, "what");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&s, sizeof s, "s");
    switch (what) {
    case 1: return 10 / y > 3;
    case 2: return (int)(7 << s) > 100;
    case 3: return (long)10 % (int)y == 1;
    case 4: return 10u >> s == 1;
    case 5: return (s < 32 ? 7 << s : 0) == 14;
    default: return 0;
    }
}
"""


def checks_of_other_bitcode(loci):
    """KLEE's overshift and division checks: on bitcode that a plain clang has made. An optimiser may compute a shift for
    nothing (case 5): there it is an error only if the value is used."""
    headers = ["-I" + os.path.join(common.ROOT, "runtime", "include", "user")]
    for flags in (["-O0"], ["-O0", "-Xclang", "-disable-O0-optnone"], ["-O1", "-Xclang", "-disable-llvm-passes"]):
        with Folder(loci, SHIFTS) as folder:
            made = common.run([common.CLANG, *flags, "-g", "-c", "-emit-llvm", *headers, "p.c", "-o", "p.bc"], cwd=folder.path)
            assert made.status == 0, made.err
            result = folder.command("run", "--json", "--no-native", "--out=out", "p.bc")
            report = json.loads(result.out)
            found = sorted((bug["kind"], bug["line"]) for bug in report["bugs"])
            assert found == [("bad-shift", 10), ("bad-shift", 12), ("division-by-zero", 9), ("division-by-zero", 11)], (flags, found)
            assert report["complete"], (flags, report)
    with Folder(loci, SHIFTS) as folder:
        made = common.run([common.CLANG, "-O2", "-g", "-c", "-emit-llvm", *headers, "p.c", "-o", "p.bc"], cwd=folder.path)
        result = folder.command("run", "--json", "--no-native", "--out=out", "p.bc")
        found = [(bug["kind"], bug["line"]) for bug in json.loads(result.out)["bugs"]]
        assert made.status == 0 and ("division-by-zero", 11) in found and not any(line == 13 for _, line in found), found


MEMBER = r"""
struct text { char chars[4]; int after; };
static int put(struct text *text, int i) { text->chars[i] = 1; return text->after; }
int main(int argc, char **argv) {
    struct text text = {0};
    return argc > 1 ? put(&text, argv[1][0] & 7) : 0;
}
"""


def indexes_of_kept_code(loci):
    """What `loci cc` keeps has the checks of indexes that `loci run` wants, and `verify` does not."""
    with Folder(loci, MEMBER) as folder:
        assert folder.command("cc", "p.c", "-o", "p").status == 0
        result = folder.command("run", "--json", "--no-native", "--out=out", "./p", "--sym-arg", "1")
        bugs = json.loads(result.out)["bugs"]
        assert [bug["kind"] for bug in bugs] == ["out-of-bounds"] and "char[4]" in bugs[0]["message"], bugs
        unknown = "int __VERIFIER_nondet_int(void);\n" + MEMBER.replace("argc > 1 ? put(&text, argv[1][0] & 7) : 0",
                                                                         "put(&text, __VERIFIER_nondet_int() & 7)")
        folder.write("unknown.c", unknown.replace("int argc, char **argv", "void"))
        assert folder.command("cc", "-c", "unknown.c").status == 0
        answer = folder.command("verify", "unknown.o").out
        assert answer.endswith(b"RESULT: true\n"), answer


def data_models_of_clang(loci):
    """-m32 is --32: the library and the machine have the data model of the program's code."""
    source = "#include <klee/klee.h>\nint main(void) { long x; klee_make_symbolic(&x, sizeof x, \"x\"); return sizeof x; }"
    with Folder(loci, source) as folder:
        for words, size in ((["-m32"], 4), (["--cflags=-m32 -DX"], 4), (["-m64"], 8), ([], 8)):
            report, _ = folder.run(*words, out="out" + "".join(words)[:9])
            assert report["complete"] and not report["bugs"], report
            assert len(folder.objects(folder.tests("out" + "".join(words)[:9])[0])["x"]) == size, words
            assert folder.command("exec", *words, "--test=" + folder.tests("out" + "".join(words)[:9])[0], "p.c").status == size
        assert "exclude each other" in folder.fails("-m32", "--64", "p.c")
        assert "data models" in folder.fails("-mx32", "p.c")


POINTERS = r"""
#include <klee/klee.h>
#include <stdlib.h>
int first = 1, second[2] = {2, 3}, never_named = 4;
int main(void) {
    int *p, *block = malloc(4), *gone = malloc(4);
    *block = 5;
    free(gone);
    klee_make_symbolic(&p, sizeof p, "p");
    klee_assume(p != (int *)&p);
    int got = *p;
    for (int i = 1; i < 6; i++)
        if (got == i) {
            free(block);
            return i;
        }
    free(block);
    return 0;
}
"""
CALLS = r"""
#include <klee/klee.h>
#include <stdlib.h>
int one(void) { return 1; }
int two(void) { return 2; }
int never(void) { return 3; }
int (*table[])(void) = {one, two};
int main(void) {
    int (*f)(void);
    klee_make_symbolic(&f, sizeof f, "f");
    return f();
}
"""


def symbolic_pointers(loci):
    """A pointer that may be anything: a path an object that lives, and errors for null, no object, beside one; a call through
    one: a path a function whose address is taken."""
    for bits in ("--64", "--32"):
        with Folder(loci, POINTERS) as folder:
            report, _ = folder.run(bits)
            kinds = sorted(bug["kind"] for bug in report["bugs"])
            assert kinds == ["null-dereference", "out-of-bounds", "wild-pointer"], (bits, kinds, report)
            assert any("objects that are not followed" in text for text in report["incomplete_reasons"]), report
            statuses = {folder.command("exec", bits, "--test=" + test, "p.c").status for test in folder.tests()}
            assert statuses == {0, 1, 2, 3, 4, 5, 99}, (bits, statuses)
        with Folder(loci, CALLS) as folder:
            report, _ = folder.run(bits)
            assert sorted(bug["kind"] for bug in report["bugs"]) == ["null-dereference", "wild-pointer"], (bits, report)
            statuses = sorted(folder.command("exec", bits, "--test=" + test, "p.c").status for test in folder.tests())
            assert statuses == [1, 2, 99, 99], (bits, statuses)


def large_blocks(loci):
    """Where no object is so large, by the memory model or in any, malloc gives null: that is said, and the run is not
    complete."""
    source = "#include <stdlib.h>\nint main(void) { char *p = malloc(SIZE); if (!p) return 3; p[SIZE - 1] = 1; free(p); return 0; }"
    cases = [("(5ull << 30)", model, None) for model in ("forking", "merging", "region", "single", "names")]
    cases += [("(5ull << 30)", model, "more than 2 GiB") for model in ("flat", "segmented", "partitioned", "burstall")]
    cases += [("(5ull << 40)", "forking", "more than 1 TiB"), ("((size_t)-64)", "forking", None), ("(1ull << 20)", "forking", None)]
    for size, model, detail in cases:
        with Folder(loci, source.replace("SIZE", size)) as folder:
            report, _ = folder.run("--memory=" + model)
            assert report["complete"] == (detail is None) and report["paths"] == 1 and not report["bugs"], (size, report)
            assert detail is None or any(detail in text for text in report["incomplete_details"]), report


IN_A_FILE = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    struct stat status;
    int fd = open("A", O_RDONLY);
    klee_assert(fd >= 0 && mkdir("folder/", 0700) == 0 && open("folder/", O_RDONLY) >= 0);
    klee_assert(open("A/x", O_RDONLY) == -1 && errno == ENOTDIR);
    klee_assert(open("A/x", O_CREAT | O_RDWR, 0600) == -1 && errno == ENOTDIR);
    klee_assert(open("A/", O_RDONLY) == -1 && errno == ENOTDIR);
    klee_assert(openat(fd, "x", O_RDONLY) == -1 && errno == ENOTDIR);
    klee_assert(stat("A/x/y", &status) == -1 && errno == ENOTDIR);
    klee_assert(access("A/x", F_OK) == -1 && errno == ENOTDIR);
    klee_assert(unlink("A/x") == -1 && errno == ENOTDIR);
    klee_assert(open("nothing/x", O_RDONLY) == -1 && errno == ENOENT);
    return 0;
}
"""


def nothing_is_in_a_file(loci):
    with Folder(loci, IN_A_FILE) as folder:
        report, _ = folder.run("--sym-files", "1", "4")
        assert report["complete"] and report["paths"] == 1 and not report["bugs"], report


INDEXED = r"""
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    size_t i;
    char *text = malloc(SIZE), **kept = malloc(SIZE);
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < SIZE);
    text[SIZE - 1] = 7;
    text[3] = 5;
    text[i] = 3;
    if (text[3] == 3) return 7; /* both are lost */
    kept[i / 8 % 4] = text;
    if (i == 9) kept[1] = NULL; /* the text is lost */
    int last = text[SIZE - 1];
    if (i != 9) free(text);
    free(kept);
    return last;
}
"""


def symbolic_places_in_large_blocks(loci):
    """Neither an access nor the look for lost blocks costs what the size of a block is."""
    for size in ("(64ul << 20)", "(400ul << 20)", "(100ul << 10)"):
        with Folder(loci, INDEXED) as folder:
            report, _ = folder.run("-DSIZE=" + size, "--max-time=60")
            assert report["complete"] and report["paths"] == 3, (size, report)
            leaks = sorted((bug["kind"], bug["column"]) for bug in report["bugs"])
            assert leaks == [("leak", 18), ("leak", 41)], (size, leaks)


def assembly(loci):
    """Inline assembly of the usual kind is followed, other is refused with its place."""
    source = """#include <klee/klee.h>
#include <cpuid.h>
int main(void) {
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1) { __asm__ volatile("vzeroall"); return 7; }
    unsigned a, b, c, d;
    klee_assert(!__get_cpuid(1, &a, &b, &c, &d));
    __asm__("bswap %0" : "=r"(y) : "0"(x));
    klee_assert(y == __builtin_bswap32(x));
    return 0;
}
"""
    with Folder(loci, source) as folder:
        report, _ = folder.run()
        assert not report["bugs"] and report["paths"] == 2 and not report["complete"], report
        assert any("p.c:6" in text and "assembly" in text for text in report["incomplete_details"]), report


CHECKS = [nothing_is_in_a_file, symbolic_places_in_large_blocks, contexts, large_blocks, assembly, symbolic_pointers, checks_of_other_bitcode, indexes_of_kept_code, data_models_of_clang, symbolic_labels, fixed_objects, failing_calls, other_processes, functions_that_are_nowhere, functions_of_the_host, preferences, silent_exit, only_silent_exits, merged_regions, nested_and_repeated_merges, merges_survive_resuming,
          no_forking, printed_expressions, states_left_at_a_limit, a_path_written_and_replayed, seeds, seeds_that_do_not_fit,
          replayed_tests, replayed_sizes_and_names, equal_names_are_numbered, entry_point, function_alias, archives,
          words_from_a_file, given_twice]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
