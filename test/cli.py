"""Bad input: `loci` must answer with status 2 and one clear sentence beginning with `loci:`, and never crash."""
import os
import tempfile

import common

GOOD = "int main(void) { return 0; }\n"


def bitcode(folder, model=64):
    """A valid bitcode file, to be damaged."""
    source, output = os.path.join(folder, "good.c"), os.path.join(folder, "good.bc")
    write(source, GOOD)
    common.run([common.CLANG, *common.MODELS[model], "-c", "-emit-llvm", source, "-o", output])
    return output


def write(path, content):
    with open(path, "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)


def file(name, content):
    """Prepares a file of that name and gives it as the only argument of exec."""
    def prepare(folder):
        write(os.path.join(folder, name), content)
        return ["exec", name]
    return prepare


def file_for(command, name, content):
    """The same for another command."""
    def prepare(folder):
        write(os.path.join(folder, name), content)
        return [command, name]
    return prepare


def file_with(name, content, *flags):
    """The same with flags before it."""
    def prepare(folder):
        write(os.path.join(folder, name), content)
        return ["exec", *flags, name]
    return prepare


def arguments(*words):
    """Words that need no file but good.c."""
    def prepare(folder):
        write(os.path.join(folder, "good.c"), GOOD)
        return list(words)
    return prepare


def truncated(part):
    def prepare(folder):
        path = bitcode(folder)
        with open(path, "rb") as source:
            content = source.read()
        write(os.path.join(folder, "cut.bc"), content[:int(len(content) * part)])
        return ["exec", "cut.bc"]
    return prepare


def damaged(folder):
    path = bitcode(folder)
    with open(path, "rb") as source:
        content = bytearray(source.read())
    for i in range(200, len(content), 37):
        content[i] ^= 0x5a
    write(os.path.join(folder, "damaged.bc"), bytes(content))
    return ["exec", "damaged.bc"]


def instrumented(flag):
    """Bitcode with the code of a sanitizer in it."""
    def prepare(folder):
        source = os.path.join(folder, "code.c")
        write(source, "int g; int main(int c, char **v) { return g + c; }\n")
        common.run([common.CLANG, "-O1", flag, "-c", "-emit-llvm", source, "-o", os.path.join(folder, "code.bc")])
        return ["exec", "code.bc"]
    return prepare


def directory(folder):
    os.mkdir(os.path.join(folder, "folder.c"))
    return ["exec", "folder.c"]


def unreadable(folder):
    os.symlink("loop.c", os.path.join(folder, "loop.c"))
    return ["exec", "loop.c"]


def two_mains(folder):
    write(os.path.join(folder, "a.c"), GOOD)
    write(os.path.join(folder, "b.c"), GOOD)
    return ["exec", "a.c", "b.c"]


def mixed_models(folder):
    bitcode(folder, 32)
    return ["exec", "--64", "good.bc"]


# Name, preparation (returns the arguments), a word that the complaint must contain.
CASES = [
    ("no-arguments", arguments(), ""),
    ("unknown-command", arguments("exce", "good.c"), "exce"),
    ("no-file-named", arguments("exec"), ""),
    ("missing-file", arguments("exec", "missing.c"), "missing.c"),
    ("missing-bitcode", arguments("exec", "missing.bc"), "missing.bc"),
    ("one-of-two-missing", arguments("exec", "good.c", "missing.c"), "missing.c"),
    ("directory", directory, "folder.c"),
    ("endless-link", unreadable, "loop.c"),
    ("unknown-extension", file("program.xyz", GOOD), "program.xyz"),
    ("empty-c", file("empty.c", ""), "main"),
    ("empty-bitcode", file("empty.bc", b""), "empty.bc"),
    ("garbage-bitcode", file("garbage.bc", b"this is no bitcode at all\n" * 40), "garbage.bc"),
    ("binary-garbage-bitcode", file("garbage.bc", bytes((i * 73 + i // 7) % 256 for i in range(5000))), "garbage.bc"),
    ("magic-only-bitcode", file("magic.bc", b"BC\xc0\xde"), "magic.bc"),
    ("magic-garbage-bitcode", file("magic.bc", b"BC\xc0\xde" + bytes((i * 91) % 256 for i in range(4000))), "magic.bc"),
    ("truncated-bitcode-quarter", truncated(0.25), "cut.bc"),
    ("truncated-bitcode-half", truncated(0.5), "cut.bc"),
    ("truncated-bitcode-most", truncated(0.9), "cut.bc"),
    ("damaged-bitcode", damaged, "damaged.bc"),
    ("bitcode-with-asan", instrumented("-fsanitize=address"), "-fsanitize=address"),
    ("bitcode-with-tsan", instrumented("-fsanitize=thread"), "-fsanitize=thread"),
    ("bitcode-with-msan", instrumented("-fsanitize=memory"), "-fsanitize=memory"),
    ("bitcode-with-coverage", instrumented("-fsanitize-coverage=trace-pc-guard"), "-fsanitize-coverage"),
    ("c-named-bitcode", file("source.bc", GOOD), "source.bc"),
    ("empty-ll", file("empty.ll", ""), "main"),
    ("ll-syntax", file("wrong.ll", "define i32 @main() {\n  ret i32 %undefined\n}\n"), "wrong.ll"),
    ("ll-garbage", file("wrong.ll", "hello\n"), "wrong.ll"),
    ("c-syntax", file("wrong.c", "int main(void) { return 0 }\n"), "wrong.c"),
    ("c-type-error", file("wrong.c", "struct s; int main(void) { struct s x; return x; }\n"), "wrong.c"),
    ("c-missing-include", file("wrong.c", "#include \"nowhere.h\"\nint main(void) { return 0; }\n"), "wrong.c"),
    ("c-binary", file("binary.c", bytes((i * 37) % 256 for i in range(3000))), "binary.c"),
    ("no-main", file("nomain.c", "int f(void) { return 0; }\n"), "main"),
    ("main-is-data", file("data.c", "int main = 3;\n"), "main"),
    ("duplicate-main", two_mains, "main"),
    ("wrong-data-model", mixed_models, "good.bc"),
    ("unknown-option", arguments("exec", "--no-such-option", "good.c"), "--no-such-option"),
    ("unknown-short-option", arguments("exec", "-@", "good.c"), "-@"),
    ("both-models", arguments("exec", "--32", "--64", "good.c"), ""),
    ("bad-cflag", arguments("exec", "--cflags=-std=nonsense", "good.c"), ""),
    ("too-deep-for-clang", file_with("deep.c", "int main(void) { return %s0%s; }\n" % ("(" * 50, ")" * 50), "-fbracket-depth=20"), "deep.c"),
    ("unknown-sanitizer", arguments("exec", "-fsanitize=nonsense", "good.c"), "good.c"),
    ("max-memory-word", arguments("exec", "--max-memory=lots", "good.c"), "max-memory"),
    ("max-memory-empty", arguments("exec", "--max-memory=", "good.c"), "max-memory"),
    ("max-memory-negative", arguments("exec", "--max-memory=-5", "good.c"), "max-memory"),
    ("max-memory-zero", arguments("exec", "--max-memory=0", "good.c"), "max-memory"),
    ("max-memory-huge", arguments("exec", "--max-memory=99999999999999999999999", "good.c"), "max-memory"),
    ("max-stack-word", arguments("exec", "--max-stack=deep", "good.c"), "max-stack"),
    ("max-stack-negative", arguments("exec", "--max-stack=-1", "good.c"), "max-stack"),
    ("max-stack-zero", arguments("exec", "--max-stack=0", "good.c"), "max-stack"),
    ("max-stack-huge", arguments("exec", "--max-stack=99999999999999999999999", "good.c"), "max-stack"),
    ("run-unknown-memory", arguments("run", "--memory=perfect", "good.c"), "perfect"),
    ("run-unknown-search", arguments("run", "--search=luck", "good.c"), "luck"),
    ("run-unknown-alias", arguments("run", "--alias=guess", "good.c"), "guess"),
    ("run-segment-threshold-word", arguments("run", "--segment-threshold=big", "good.c"), "segment-threshold"),
    ("run-query-time-zero", arguments("run", "--query-time=0", "good.c"), "query-time"),
    ("run-max-states-negative", arguments("run", "--max-states=-1", "good.c"), "max-states"),
    ("run-sym-args-short", arguments("run", "--sym-args=1,2", "good.c"), "sym-args"),
    ("run-sym-args-backwards", arguments("run", "--sym-args=3,1,2", "good.c"), "sym-args"),
    ("run-sym-args-too-many", arguments("run", "--sym-args=0,99999999,99999999", "good.c"), "sym-args"),
    ("run-sym-stdin-huge", arguments("run", "--sym-stdin=4294967297", "good.c"), "sym-stdin"),
    ("run-sym-stdin-overflow", arguments("run", "--sym-stdin=99999999999999999999", "good.c"), "sym-stdin"),
    ("run-sym-file-huge", arguments("run", "--sym-file=a=9999999999", "good.c"), "sym-file"),
    ("run-sym-args-two-numbers", arguments("run", "good.c", "--sym-args", "1", "2"), "sym-args"),
    ("run-sym-args-groups-101", arguments("run", "--sym-args=0,60,1", "--sym-args=0,60,1", "good.c"), "sym-args"),
    ("run-symbolic-before-concrete", arguments("run", "good.c", "--", "--sym-arg", "1", "word"), "word"),
    ("run-memory-twice", arguments("run", "--memory=flat", "--memory=forking", "good.c"), "twice"),
    ("run-max-time-unit", arguments("run", "--max-time=3parsecs", "good.c"), "max-time"),
    ("run-exit-on-error-type", arguments("run", "--exit-on-error-type=bad-mood", "good.c"), "bad-mood"),
    ("run-sym-args-101", arguments("run", "--sym-args=0,101,1", "good.c"), "sym-args"),
    ("run-sym-file-empty", arguments("run", "--sym-file=a=0", "good.c"), "sym-file"),
    ("run-sym-stdin-word", arguments("run", "--sym-stdin=many", "good.c"), "sym-stdin"),
    ("run-sym-file-without-size", arguments("run", "--sym-file=a,b=2", "good.c"), "sym-file"),
    ("run-sym-env-without-name", arguments("run", "--sym-env==3", "good.c"), "sym-env"),
    ("run-out-and-resume", arguments("run", "--out=a", "--resume=b", "good.c"), "--resume"),
    ("run-resume-nowhere", arguments("run", "--resume=nowhere", "good.c"), "nowhere"),
    ("run-resume-no-run", arguments("run", "--resume=.", "good.c"), "run.json"),
    ("run-out-not-empty", arguments("run", "--out=.", "good.c"), "not empty"),
    ("run-out-is-a-file", arguments("run", "--out=good.c", "good.c"), "good.c"),
    ("run-option-of-exec", arguments("run", "--test=a.ktest", "good.c"), "--test"),
    ("run-missing-file", arguments("run", "missing.c"), "missing.c"),
    ("alias-unknown-analysis", arguments("alias", "--analysis=guess", "good.c"), "guess"),
    ("alias-no-such-context", arguments("alias", "--analysis=cells", "--context=both", "good.c"), "there is no context 'both'"),
    ("alias-context-without-summaries", arguments("alias", "--context=bottom-up", "good.c"), "the analysis andersen has no summaries"),
    ("alias-two-contexts", arguments("alias", "--analysis=cells", "--context=bottom-up", "--clone-calls", "good.c"), "exclude each other"),
    ("verify-context-without-summaries", arguments("verify", "--points-to=andersen", "--context=bottom-up", "good.c"), "has no summaries"),
    ("alias-two-formats", arguments("alias", "--dot", "--svg", "good.c"), "exclude each other"),
    ("alias-compare-drawn", arguments("alias", "--compare", "--svg", "good.c"), "--compare"),
    ("alias-missing-file", arguments("alias", "missing.c"), "missing.c"),
    ("alias-broken-file", file_for("alias", "broken.c", "int main(void) { return"), "broken.c"),
    ("alias-nothing-to-call", file_for("alias", "static.c", "static int x;\n"), "no function"),
    ("option-after-file-list", arguments("exec", "good.c", "--bogus"), "--bogus"),
]


def judge(result, word):
    """What is wrong with an answer to bad input."""
    stderr = result.err.decode(errors="replace")
    if result.timed_out:
        return "did not end in time"
    problems = []
    if result.status != 2:
        problems.append("status 2 expected, %d found" % result.status)
    sentences = [line for line in stderr.splitlines() if line.startswith("loci:")]
    if len(sentences) != 1:
        problems.append("one line beginning with 'loci:' expected, %d found" % len(sentences))
    elif word not in sentences[0]:
        problems.append("the sentence does not name '%s'" % word)
    if result.out:
        problems.append("standard output is not empty")
    return "\n".join(problems + [stderr[-1500:]]) if problems else None


def tests(loci):
    """(name, function that returns what is wrong) of each case."""
    for name, prepare, word in CASES:
        yield name, lambda prepare=prepare, word=word: answer(loci, prepare, word)
    for name, text in DEEP.items():
        yield "deep-" + name, lambda text=text: deep(loci, text)
    yield "resume-of-another-program", lambda: resume_of_another_program(loci)
    yield "run-names-what-is-missing", lambda: names_what_is_missing(loci)
    yield "syntax-error-shows-clang", lambda: clang_diagnostics(loci)
    yield "version", lambda: works(loci, ["--version"], b"loci")
    yield "help", lambda: works(loci, ["--help"], b"exec")
    yield "help-exec", lambda: works(loci, ["exec", "--help"], b"--cflags")


# Programs nested so deeply that recursion over them needs more than a usual stack; all return 0.
DEEP = {
    "parentheses": "int main(void) { volatile int x = 1; int y = %sx%s; return y != 5001; }\n" % ("1+(" * 5000, ")" * 5000),
    "calls": "int f(int x) { return x + 1; }\nint main(void) { return %s0%s != 3000; }\n" % ("f(" * 3000, ")" * 3000),
    "blocks": "int f(int x) { %s return 7; %s return 0; }\nint main(void) { return f(5000) != 7; }\n" % (
        " ".join("if (x > %d) {" % i for i in range(3000)), "}" * 3000),
    "types": "typedef int *p0;\n%sp9000 v;\nint main(void) { return v != 0; }\n" % "".join(
        "typedef p%d *p%d;\n" % (i, i + 1) for i in range(9000)),
    "structs": "%sstruct s0 v;\nint main(void) { return v.next != 0; }\n" % "".join(
        "struct s%d { int a; struct s%d *next; };\n" % (i, i + 1) for i in range(20000)),
    "initialiser": "int v[100000] = {%s};\nint main(void) { return v[99999] != 99999; }\n" % ",".join(map(str, range(100000))),
    "locals": "int main(void) {\n%sint s = 0;\n%sreturn s != 4000; }\n" % (
        "".join("int v%d = 1;\n" % i for i in range(4000)), "".join("s += v%d;\n" % i for i in range(4000))),
}


def deep(loci, text):
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "deep.c"), text)
        result = common.run([loci, "exec", "deep.c"], cwd=folder, timeout=60)
    return "status %d\n%s" % (result.status, result.err.decode(errors="replace")[-1500:]) if result.status else None


def answer(loci, prepare, word):
    with tempfile.TemporaryDirectory() as folder:
        words = prepare(folder)
        return judge(common.run([loci, *words], cwd=folder), word)


def resume_of_another_program(loci):
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "good.c"), GOOD)
        common.run([loci, "run", "--out=out", "good.c"], cwd=folder)
        write(os.path.join(folder, "good.c"), GOOD.replace("0", "1"))
        return judge(common.run([loci, "run", "--resume=out", "good.c"], cwd=folder), "another program")


def names_what_is_missing(loci):
    """A path that meets an undefined function: the run says which one."""
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "missing.c"), "int absent(void); int main(void) { return absent(); }\n")
        result = common.run([loci, "run", "--no-native", "missing.c"], cwd=folder)
    if result.status != 3 or b"missing.c:1: the function 'absent'" not in result.out:
        return "status %d: %s" % (result.status, result.out.decode(errors="replace"))
    return None


def clang_diagnostics(loci):
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "wrong.c"), "int main(void) { return undeclared; }\n")
        result = common.run([loci, "exec", "wrong.c"], cwd=folder)
    if b"wrong.c:1:25: error:" not in result.err:
        return "clang's diagnostic is not shown\n" + result.err.decode(errors="replace")
    return judge(result, "wrong.c")


def works(loci, words, text):
    result = common.run([loci, *words])
    if result.status or text not in result.out.lower():
        return "status %d, output %r" % (result.status, result.out[:200])
    return None
