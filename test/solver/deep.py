"""Scripts whose terms are nested deeper than any stack: every kind of operator, in text, in definitions and in lets. Nesting is
bounded by memory alone, and the time grows with the length of the script.

usage: deep.py --loci=PATH [--levels=N] [--only=SUBSTRING]
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ARRAY = "(Array (_ BitVec 4) (_ BitVec 8))"
HEAD = ["(set-logic ALL)", "(declare-const x (_ BitVec 8))", "(declare-const y (_ BitVec 8))", "(declare-const i (_ BitVec 4))",
        "(declare-const p Bool)", "(declare-const q Bool)", "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))",
        "(declare-const u Float16)", "(declare-const a %s)" % ARRAY, "(declare-const r RoundingMode)"]


def nested(levels, before, middle, after):
    """Level n is before(n) + level n - 1 + after(n)."""
    return "".join(before(n) for n in range(levels, 0, -1)) + middle + "".join(after(n) for n in range(1, levels + 1))


def wrap(levels, before, middle, after):
    return nested(levels, lambda n: before, middle, lambda n: after)


def in_turn(levels, pairs, middle):
    return nested(levels, lambda n: pairs[n % len(pairs)][0], middle, lambda n: pairs[n % len(pairs)][1])


def check(*assertions):
    return HEAD + ["(assert %s)" % a for a in assertions] + ["(check-sat)"]


def cases(levels):
    """name, script, what must be printed (None: anything, as long as nothing breaks), other options"""
    even, bit = levels - levels % 2, "(_ bv%d 8)"
    yield "not", check(wrap(even, "(not ", "p", ")"), "(not p)"), "unsat"
    yield "annotation", check(wrap(levels, "(! ", "p", " :note 1)"), "p"), "sat"
    yield "and-or", check(in_turn(levels, [("(and p ", ")"), ("(or q ", ")")], "p"), "p"), "sat"
    yield "and-left", check(in_turn(levels, [("(and ", " q)"), ("(or ", " p)")], "p"), "p", "q"), "sat"
    yield "implies", check(wrap(levels, "(=> p ", "q", ")"), "p", "(not q)"), "unsat"
    yield "xor", check(wrap(even, "(xor ", "p", " q)"), "(not p)"), "unsat"
    yield "add", check("(= x %s)" % wrap(levels, "(bvadd ", "x", " y)"), "(= y #x00)"), "sat"
    yield "add-right", check("(= x %s)" % wrap(levels, "(bvadd y ", "x", ")"), "(= y #x00)"), "sat"
    yield "neg-add", check("(= y %s)" % wrap(even, "(bvneg (bvadd ", "y", " x))"), "(= x #x00)"), "sat"
    yield "sub", check("(= x %s)" % wrap(levels, "(bvsub ", "x", " (bvand x y))"), "(= y #x00)"), "sat"
    yield "mul", check("(= x %s)" % wrap(levels, "(bvadd (bvmul ", "x", " #x03) #x01)")), None
    yield "mul-xor", check("(= y %s)" % in_turn(levels, [("(bvmul ", " #x03)"), ("(bvxor ", " #x05)")], "x"), "(= y #x07)"), "sat"
    yield "mul-symbols", check("(= x %s)" % wrap(levels // 20, "(bvmul ", "x", " y)"), "(= y #x01)"), "sat"
    yield "mixed", check("(= x %s)" % in_turn(levels, [("(bvxor ", " y)"), ("(bvadd ", " y)"), ("(bvor ", " y)"), ("(bvnot ", ")"),
                                                       ("(bvand (bvneg y) ", ")"), ("(bvneg ", ")")], "x"), "(= y #x00)"), None
    yield "divide", check("(= x %s)" % wrap(levels // 20, "(bvudiv ", "x", " (bvor y #x01))"), "(= y #x00)"), "sat"
    yield "divide-const", check("(= x %s)" % wrap(levels // 20, "(bvurem (bvadd y ", "x", ") #x07)"), "(= y #x00)", "(= x #x03)"), "sat"
    yield "shift", check("(= x %s)" % wrap(levels // 20, "(bvlshr (bvshl ", "x", " y) y)"), "(= y #x00)"), "sat"
    yield "compare", check(wrap(levels, "(bvult x (ite ", "p", " y #x01))"), "(= x #x00)", "(= y #x02)"), "sat"
    yield "ite-left", check("(= x %s)" % wrap(levels, "(ite p ", "x", " y)"), "(distinct x y)"), "sat"
    yield "ite-conditions", check("(= #x01 %s)" % nested(levels, lambda n: "(ite (= x %s) %s " % (bit % (n % 200), bit % (n % 7)), "#x01",
                                                         lambda n: ")")), "sat"
    choice = nested(levels, lambda n: "(ite (bvult x (bvadd y %s)) %s " % (bit % (n % 256), bit % (n % 5)), "#xff", lambda n: ")")
    yield "ite-extract", check("(= #x5 ((_ extract 3 0) (bvadd y %s)))" % choice), "sat"
    yield "ite-equal", check("(let ((c %s)) (= c (bvadd y #x01)))" % choice), "sat"
    yield "ite-in-condition", check("(= x %s)" % wrap(levels, "(ite (bvult ", "x", " y) x y)"), "(= x y)"), "sat"
    yield "let-values", check(wrap(levels, "(let ((l (bvadd #x01 ((_ extract 7 0) (concat x ", "y", ")))))  (bvult l x))").replace("(bvult l x)", "l", levels - 1)
                              ), "sat"
    chain = "".join("(let ((l%d (%s l%d %s)))" % (n + 1, ["bvadd", "bvxor", "bvor", "bvand"][n % 4], n, "xy"[n % 3 > 1])
                    for n in range(levels))
    yield "let-bodies", check("(let ((l0 x)) %s (= l%d #x00) %s)" % (chain, levels, ")" * levels), "(= y #x00)"), None
    doubled = "".join("(let ((l%d (bvadd l%d (bvxor y l%d))))" % (n + 1, n, n) for n in range(levels))
    yield "let-shared", check("(let ((l0 x)) %s (= l%d #x00) %s)" % (doubled, levels, ")" * levels), "(= y #x00)", "(= x #x00)"), "sat"
    yield "let-shadowed", check("(let ((l x)) %s (= l #x00) %s)" % ("(let ((l (bvadd l y)))" * levels, ")" * levels), "(= y #x00)"), "sat"
    few = min(levels, 3000)
    yield "concat-left", check("(= ((_ extract 7 0) %s) #x00)" % wrap(few, "(concat ", "x", " y)"), "(distinct y #x00)"), "unsat"
    yield "concat-right", check("(= ((_ extract 7 0) %s) #x01)" % wrap(few, "(concat y ", "x", ")"), "(= x #x01)"), "sat"
    yield "extract", check("(= x %s)" % wrap(levels, "((_ extract 8 1) (concat ", "x", " #b0))")), "sat"
    yield "extract-add", check("(= x %s)" % wrap(levels, "((_ extract 8 1) (bvadd (concat ", "x", " #b0) (concat y #b1)))"), "(= y #x00)"), "sat"
    yield "extend", check("(= ((_ extract 7 0) %s) x)" % in_turn(few, [("((_ zero_extend 1) ", ")"), ("((_ sign_extend 1) ", ")")], "x")), "sat"
    yield "extend-not", check("(bvult %s %s)" % (wrap(few, "((_ zero_extend 1) (bvnot ", "x", "))"), wrap(few, "((_ zero_extend 1) (bvnot ", "y", "))"))), "sat"
    yield "rotate", check("(= x %s)" % wrap(8 * (levels // 8), "((_ rotate_left 1) ", "x", ")")), "sat"
    yield "stores", check("(= (select %s i) #x07)" % nested(levels, lambda n: "(store ", "a", lambda n: " (_ bv%d 4) %s)" % (n % 15, bit % (n % 256))),
                          "(= i #xf)"), "sat"
    few = min(levels, 20000)
    yield "stores-symbolic", check("(= (select %s i) #x07)" % nested(few, lambda n: "(store ", "a", lambda n: " (bvadd i (_ bv%d 4)) (bvadd y %s))" % (n % 16, bit % (n % 256)))), "sat"
    yield "selects", check("(= x %s)" % wrap(levels // 50, "(select a ((_ extract 3 0) ", "x", "))"), "(= (select a #x0) #x00)"), "sat"
    shared = "".join("(let ((b%d (ite (bvult x %s) (store b%d #x%x x) b%d)))" % (n + 1, bit % (n % 256), n, n % 15, n) for n in range(levels))
    yield "array-choices", check("(let ((b0 a)) %s (= (select b%d #xf) #x05) %s)" % (shared, levels, ")" * levels)), "sat"
    yield "array-equal", check("(= a %s)" % nested(levels // 10, lambda n: "(store ", "a", lambda n: " (_ bv%d 4) %s)" % (n % 16, bit % (n % 256)))), "sat"
    yield "functions", check("(= x %s)" % wrap(levels // 20, "(f ", "x", ")"), "(= x (f x))"), "sat"
    yield "float-constants", check("(fp.lt u %s)" % wrap(levels, "(fp.add RNE ((_ to_fp 5 11) RNE 1.0) ", "((_ to_fp 5 11) RNE 0.5)", ")")), "sat"
    yield "float-signs", check("(fp.lt %s u)" % wrap(levels, "(fp.neg ", "u", ")")), None
    yield "float-sums", check("(fp.eq u %s)" % wrap(levels // 1000, "(fp.add RNE u ", "u", ")")), None
    yield "float-min", check("(fp.eq u %s)" % wrap(levels // 100, "(fp.min u ", "u", ")")), None
    yield "modes", check("(= r %s)" % wrap(levels, "(ite p RNE ", "r", ")"), "(distinct r RNE)"), "sat"
    yield "reals", check("(= u ((_ to_fp 5 11) RNE %s))" % wrap(even, "(- ", "1.5", ")")), "sat"
    defined = ["(define-fun d0 () (_ BitVec 8) x)"] + ["(define-fun d%d () (_ BitVec 8) (bvadd (bvxor d%d y) d%d))" % (n + 1, n, n) for n in range(levels)]
    yield "definitions", HEAD + defined + ["(assert (= d%d #x00))" % levels, "(assert (= x #x00))", "(assert (= y #x00))", "(check-sat)"], "sat"
    macros = ["(define-fun m0 ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v y))"] + [
        "(define-fun m%d ((v (_ BitVec 8))) (_ BitVec 8) (bvxor (m%d v) x))" % (n + 1, n) for n in range(levels // 100)]
    yield "macros", HEAD + macros + ["(assert (= (m%d x) #x00))" % (levels // 100), "(check-sat)"], "sat"
    yield "levels", HEAD + ["(push 1)", "(assert (bvult x #xf0))"] * levels + ["(check-sat)"] + ["(pop 1)"] * levels + ["(check-sat)"], "sat\nsat"
    yield "assertions", HEAD + ["(assert (bvult (bvand x %s) #xf0))" % (bit % (n % 256)) for n in range(levels)] + ["(check-sat)"], "sat"
    yield "flat", check("(and %s)" % " ".join("(distinct x %s)" % (bit % (n % 255)) for n in range(levels)), "(or q %s)" % ("p " * levels),
                        "(= (bvadd %s y) y)" % ("x " * 256 * (levels // 256))), "sat"
    yield "values", check("(= x #x01)") + ["(get-value (%s))" % wrap(even, "(bvnot ", "x", ")")], "sat\n((%s #x01))" % wrap(even, "(bvnot ", "x", ")")
    yield "assumptions", HEAD + ["(check-sat-assuming (%s (not p)))" % wrap(even, "(not ", "p", ")"), "(get-unsat-assumptions)"], "unsat\n(%s (not p))" % wrap(even, "(not ", "p", ")")
    yield "sort", ["(declare-const z %s)" % wrap(levels, "(Array (_ BitVec 1) ", "Bool", ")")], "unsupported array element"
    yield "lists", [wrap(levels, "(", "x", ")")], "expected a command"


def run(loci, script, seconds, options=()):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write("\n".join(script) + "\n")
        file.flush()
        limit = lambda: resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, 8 << 20))
        try:
            done = subprocess.run([loci, "solve", *options, file.name], capture_output=True, text=True, timeout=seconds, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return "did not end", None
        return done.stdout + done.stderr, done.returncode


def problem(loci, script, expected, seconds=300):
    printed, status = run(loci, script, seconds, ["--max-time=60"])
    if status is None or status < 0 or status > 3:
        return "status %s: %s" % (status, printed[-500:])
    if expected and (expected not in printed if status == 2 else printed.strip() != expected):
        return "status %s, printed %s, expected %s" % (status, printed[-500:].strip(), expected[-500:])
    return None


PROGRAM = """
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
    unsigned char x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (int i = 0; i < LEVELS; i++) x = (unsigned char)((x ^ y) * 3 + (y & i));
    return x == 77;
}
"""


def run_problem(loci, levels):
    """A loop that makes a term as tall as it is long. Whether the solver is quick enough for both branches is not asked."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tall.c")
        with open(path, "w") as file:
            file.write(PROGRAM.replace("LEVELS", str(levels)))
        done = subprocess.run([loci, "run", "--max-time=60", "--json", "--out=" + os.path.join(folder, "out"), path], capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 3):
            return "status %d: %s" % (done.returncode, done.stderr[-500:])
        paths = json.loads(done.stdout)["paths"]
        return None if paths in (1, 2) else "%d paths" % paths


def tests(loci, levels):
    yield "deep-run", lambda: run_problem(loci, levels)
    for name, script, expected in cases(levels):
        yield "deep-" + name, lambda script=script, expected=expected: problem(loci, script, expected)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default="build/loci")
    parser.add_argument("--levels", type=int, default=100000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    failed = 0
    for name, script, expected in cases(options.levels):
        if options.only not in name:
            continue
        begin = time.time()
        wrong = problem(options.loci, script, expected)
        failed += wrong is not None
        print("%-18s %6.2f s  %s" % (name, time.time() - begin, wrong or "passed"), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
