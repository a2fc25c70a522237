"""loci cc: what it makes is what the native compiler makes, with the program for Loci in it."""
import json
import os
import subprocess
import tempfile

import common
from klee_words import what_is_wrong

FILES = {
    "main.c": """
#include <stdio.h>
#include "part.h"
int main(int argc, char **argv) {
    if (argc > 1) printf("%d\\n", part(argv[1][0]));
    return 0;
}
""",
    "part.h": "int part(int);\n",
    "part.c": """
#include "part.h"
#include <stdlib.h>
int part(int x) {
    if (x == 'q') abort();
    return x * SCALE;
}
""",
    "unused.c": "int main(void) { return 9; }\n",
    "bad.c": "int main(void) { return nothing; }\n",
}


class Build:
    """A folder with sources and a compiler."""

    def __init__(self, loci, files=FILES):
        self.loci = loci
        self.place = tempfile.TemporaryDirectory()
        self.path = self.place.name
        for name, text in files.items():
            with open(os.path.join(self.path, name), "w") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def run(self, *words, env=None):
        return common.run(list(words), cwd=self.path, env=env)

    def cc(self, *words):
        result = self.run(self.loci, "cc", *words)
        assert result.status == 0, (words, result.err.decode())
        return result

    def has(self, name):
        return os.path.exists(os.path.join(self.path, name))

    def follows(self, program, *words):
        """All paths of the program with one symbolic argument."""
        result = self.run(self.loci, "run", "--json", "--no-native", "--out=" + tempfile.mkdtemp(dir=self.path), program,
                          *words, "--sym-arg", "1")
        report = json.loads(result.out) if result.out else {}
        assert report.get("complete") and [bug["kind"] for bug in report["bugs"]] == ["abort"], (report, result.err)
        assert report["coverage"]["lines"] == report["coverage"]["lines_total"], report["coverage"]


def in_one_command(loci):
    with Build(loci) as build:
        build.cc("-O2", "-g0", "-Wall", "-Werror", "-DSCALE=3", "-I.", "main.c", "part.c", "-o", "whole", "-MD", "-lm")
        assert build.run("./whole", "a").out == b"291\n" and build.has("part.d") and not build.has("main.o")
        build.follows("./whole")
        assert build.run(loci, "exec", "./whole", "--", "a").out == b"291\n"


def objects_and_archives(loci):
    with Build(loci) as build:
        build.cc("-c", "-DSCALE=2", "part.c", "-MMD", "-MF", "deps")
        build.cc("-c", "unused.c", "-o", "unused.o")
        assert build.has("deps")
        assert build.run("ar", "rc", "libpart.a", "part.o", "unused.o").status == 0
        build.cc("main.c", "-L.", "-lpart", "-omoved")
        os.rename(os.path.join(build.path, "moved"), os.path.join(build.path, "program"))
        assert build.run("strip", "program").status == 0
        for name in ("part.o", "libpart.a"):
            assert build.run(loci, "exec", "main.c", name, "--", "a").out == b"194\n", name
        os.remove(os.path.join(build.path, "libpart.a"))
        assert build.run("./program", "a").out == b"194\n"
        build.follows("./program")


def partial_links_and_shared_libraries(loci):
    with Build(loci) as build:
        build.cc("-c", "-fPIC", "-DSCALE=5", "part.c", "main.c")
        assert build.run("ld", "-r", "part.o", "main.o", "-o", "both.o").status == 0
        build.cc("both.o", "-o", "joined")
        build.follows("./joined")
        build.cc("-shared", "part.o", "-o", "libpart.so")
        build.cc("main.o", "-L.", "-lpart", "-Wl,-rpath,$ORIGIN", "-o", "dynamic")
        assert build.run("./dynamic", "a").out == b"485\n"
        build.follows("./dynamic")


def what_makes_no_object(loci):
    with Build(loci) as build:
        for words in (["-E", "main.c"], ["-S", "main.c", "-o", "-"], ["-M", "main.c"], ["--version"], ["-dumpmachine"],
                      ["-fsyntax-only", "main.c"], ["-print-search-dirs"]):
            expected = build.run(common.CLANG, *words)
            result = build.cc(*words)
            assert result.out == expected.out and result.err == expected.err, words
        result = build.run(loci, "cc", "-c", "bad.c")
        expected = build.run(common.CLANG, "-c", "bad.c")
        assert (result.status, result.err) == (expected.status, expected.err), result.err
        assert build.run(loci, "cc", "bad.c", "-o", "bad").status == 1 and not build.has("bad")


def what_cannot_be_used(loci):
    with Build(loci) as build:
        assert b"nothing in it for Loci" in build.run(loci, "run", "/bin/true").err
        build.cc("-DSCALE=1", "part.c", "main.c", "-o", "program")
        whole = open(os.path.join(build.path, "program"), "rb").read()
        for length in (4, 20, 64, 200, len(whole) // 2, len(whole) - 100):
            with open(os.path.join(build.path, "cut"), "wb") as file:
                file.write(whole[:length])
            result = build.run(loci, "exec", "cut")
            assert result.status == 2 and b"cut" in result.err, (length, result.err)
        at = whole.index(b"LOCIKEPT")
        for change in (8, 15, 16, 23):
            with open(os.path.join(build.path, "changed"), "wb") as file:
                file.write(whole[:at + change] + b"\xff" + whole[at + change + 1:])
            assert build.run(loci, "exec", "changed").status == 2, change
        with open(os.path.join(build.path, "script"), "w") as file:
            file.write("#!/bin/sh\n")
        assert b".libs" in build.run(loci, "run", "script").err


def native_replay(loci):
    with Build(loci) as build:
        build.cc("-DSCALE=1", "part.c", "main.c", "-o", "program")
        build.follows("./program")
        out = next(name for name in os.listdir(build.path) if name.startswith("tmp"))
        with open(os.path.join(build.path, out, "summary.json")) as file:
            test = json.load(file)["bugs"][0]["test"]
        result = build.run(loci, "replay", os.path.join(out, test + ".ktest"), "./program")
        assert result.status == 134, (result.status, result.err)


def spellings_of_builds(loci):
    """Words in files, standard input, other endings, link-time optimisation, dependencies through the preprocessor, a wrapper."""
    with Build(loci) as build:
        def write(name, text):
            with open(os.path.join(build.path, name), "w") as file:
                file.write(text)

        def links_and_follows(name, *words):
            build.cc(*words, "-o", name)
            build.follows("./" + name)
        write("words", "-DSCALE=5 -c\n'part.c' @more")
        write("more", "-o part.o\n")
        build.cc("@words")
        build.cc("-c", "-DSCALE=5", "-Wp,-MD,main.d", "main.c")
        with open(os.path.join(build.path, "main.d")) as file:
            assert file.read().startswith("main.o: main.c")
        links_and_follows("plain", "main.o", "part.o")
        links_and_follows("optimised", "-flto=auto", "-O2", "-DSCALE=5", "main.c", "part.c")
        build.cc("-flto", "-DSCALE=5", "-c", "main.c", "part.c")
        links_and_follows("later", "-flto", "main.o", "part.o")
        os.rename(os.path.join(build.path, "part.c"), os.path.join(build.path, "part.inc"))
        links_and_follows("language", "-DSCALE=5", "main.c", "-x", "c", "part.inc")
        with open(os.path.join(build.path, "part.inc")) as file:
            made = subprocess.run([loci, "cc", "-DSCALE=5", "-x", "c", "-c", "-", "-I."], cwd=build.path, stdin=file, capture_output=True,
                                  env=dict(os.environ, TMPDIR=build.path))
        assert made.returncode == 0 and build.has("-.o"), made.stderr
        links_and_follows("input", "main.o", "./-.o")
        write("wrap", "#!/bin/sh\nexec \"$@\"\n")
        assert build.run("sh", "wrap", loci, "cc", "-DSCALE=5", "-c", "main.c", "-o", "wrapped.o").status == 0
        links_and_follows("wrapped", "wrapped.o", "./-.o")
        result, expected = build.run(loci, "cc", "@nowhere"), build.run(common.CLANG, "@nowhere")
        assert result.status == expected.status and result.err == expected.err, result.err
        left = [name for name in os.listdir(build.path) if name.startswith("loci-cc-")]
        assert not left, left


LEFT_BEHIND = {
    "main.c": """
int slow(int);
#ifdef __OPTIMIZE__
#define is_q(x) ((x) == 'q')
#else
#define is_q(x) slow(x)
#endif
void abort(void);
int main(int argc, char **argv) {
    if (argc > 1 && is_q(argv[1][0])) abort();
    return 0;
}
""",
    "slow.c": "int deeper(int);\nint slow(int x) { return deeper(x) == 'q'; }\n",
    "deeper.c": "int deeper(int x) { return x; }\n",
    "other.c": "int other(void) { return 1; }\n",
}


def what_the_linker_left(loci):
    """The code for Loci may ask for members of archives that the optimised native code does not need."""
    with Build(loci, LEFT_BEHIND) as build:
        build.cc("-O2", "-c", "main.c", "slow.c", "deeper.c", "other.c")
        assert build.run("ar", "rc", "libpart.a", "other.o", "slow.o", "deeper.o").status == 0
        for name, words in (("short", ["-L.", "-lpart"]), ("path", ["./libpart.a"])):
            build.cc("-O2", "main.o", *words, "-o", name)
            assert b"slow" not in build.run("nm", name).out
            build.follows("./" + name)
        os.remove(os.path.join(build.path, "libpart.a"))
        result = build.run(loci, "run", "--no-native", "--out=gone", "./path", "--sym-arg", "1")
        assert b"'slow' is defined nowhere" in result.err and result.status == 3, result.err


CHECKS = [spellings_of_builds, what_the_linker_left, in_one_command, objects_and_archives, partial_links_and_shared_libraries, what_makes_no_object, what_cannot_be_used,
          native_replay]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
