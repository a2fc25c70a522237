#!/usr/bin/env python3
"""loci solve against z3 and cvc5 on generated SMT-LIB scripts: bit-vectors of many widths, arrays, constant arrays and their
comparison, functions, floats and their conversions, rounding modes, push and pop, assumptions, values and cores. Each check
must be answered the same by all that answer; the values of a model that loci prints are put back into the script and must
leave it satisfiable for z3; cores and failed assumptions must be unsatisfiable for z3, and some of those given.

usage: compare.py --loci=PATH [--count=N] [--seed=N] [--keep=DIR]
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile


class Generator:
    """A random script. `checks` holds, for each check-sat, the assertions in force (for the replay of models)."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        # AX: arrays are compared; FPX: few operations on floats, of all formats, modes and conversions
        self.kind = ["BV", "ABV", "AUFBV", "BVFP", "BVAX", "BVFPX", "UFBVAX", "BVFPX"][seed % 8]
        self.width = self.r.choice([1, 3, 8, 8, 16, 24, 32, 40, 64])
        self.index = self.r.choice([1, 2, 3, 8, 32] if "AX" in self.kind else [2, 4, 8])
        self.element = self.r.choice(["(_ BitVec 8)", "(_ BitVec 8)", "Bool"] if "AX" in self.kind else ["(_ BitVec 8)"])
        self.format = self.r.choice([(5, 11), (5, 11), (8, 24), (11, 53), (15, 113)] if "FPX" in self.kind else [(5, 11)])
        self.hard = self.r.random() < 0.3 and self.width <= 16

    def bits(self, w, depth):
        r = self.r
        if depth == 0 or r.random() < 0.15:
            if r.random() < 0.3:
                return f"(_ bv{r.randrange(min(2 ** w, r.choice([4, 300, 2 ** w])))} {w})"
            if w == self.width:
                return r.choice(["x", "y", "z"])
            if w < self.width:
                low = r.randrange(self.width - w + 1)
                return f"((_ extract {low + w - 1} {low}) {r.choice('xyz')})"
            return f"((_ {r.choice(['zero', 'sign'])}_extend {w - self.width}) {r.choice('xyz')})"
        ops = ["bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvshl", "bvlshr", "bvashr", "bvnand", "bvxnor"]
        if self.hard:
            ops += ["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"]
        choice = r.randrange(10)
        if choice == 0:
            return f"({r.choice(['bvnot', 'bvneg'])} {self.bits(w, depth - 1)})"
        if choice == 1:
            return f"(ite {self.boolean(depth - 1)} {self.bits(w, depth - 1)} {self.bits(w, depth - 1)})"
        if choice == 2 and w > 1:
            cut = r.randrange(1, w)
            return f"(concat {self.bits(w - cut, depth - 1)} {self.bits(cut, depth - 1)})"
        if choice == 3:
            return f"((_ rotate_left {r.randrange(w + 1)}) {self.bits(w, depth - 1)})"
        if choice in (4, 5) and w == 8 and "A" in self.kind and self.element != "Bool":
            return f"(select {self.array(depth - 1)} {self.bits(self.index, depth - 1)})"
        if choice == 6 and w == 8 and "UF" in self.kind:
            return f"(f {self.bits(self.index, depth - 1)} {self.boolean(depth - 1)})"
        if choice == 7 and self.hard:
            return f"({r.choice(['bvmul', 'bvudiv', 'bvurem', 'bvsdiv', 'bvsrem'])} {self.bits(w, depth - 1)} (_ bv{r.randrange(2 ** w)} {w}))"
        return f"({r.choice(ops)} {self.bits(w, depth - 1)} {self.bits(w, depth - 1)})"

    def array_sort(self):
        return f"(Array (_ BitVec {self.index}) {self.element})"

    def array_element(self, depth):
        if self.element == "Bool":
            return self.boolean(depth)
        return f"(_ bv{self.r.randrange(3)} 8)" if "AX" in self.kind and self.r.random() < 0.5 else self.bits(8, depth)

    def array_index(self, depth):
        return f"(_ bv{self.r.randrange(min(4, 2 ** self.index))} {self.index})" if self.r.random() < 0.5 else self.bits(self.index, depth)

    def array(self, depth):
        if "AX" in self.kind and self.r.random() < 0.2:
            return f"((as const {self.array_sort()}) {self.array_element(max(depth - 1, 0))})"
        if depth <= 0 or self.r.random() < 0.3:
            return self.r.choice(["a", "b"])
        if self.r.random() < 0.2:
            return f"(ite {self.boolean(depth - 1)} {self.array(depth - 1)} {self.array(depth - 1)})"
        return f"(store {self.array(depth - 1)} {self.array_index(depth - 1)} {self.array_element(depth - 1)})"

    def encoded(self, text):
        """For others: arrays with few cells as bit-vectors. Z3 takes constant arrays over small index sorts for different, and
        cvc5 has not all of them."""
        if "AX" not in self.kind or self.index > 3:
            return text
        cells, w = 2 ** self.index, 1 if self.element == "Bool" else 8
        all_bits, cell = f"(_ BitVec {cells * w})", f"(_ BitVec {w})"
        shift = f"(bvmul ((_ zero_extend {cells * w - self.index}) i) (_ bv{w} {cells * w}))"
        as_bits = (lambda v: f"(ite {v} #b1 #b0)") if w == 1 else (lambda v: v)
        read = f"((_ extract {w - 1} 0) (bvlshr a {shift}))"
        wide = lambda v: f"((_ zero_extend {cells * w - w}) {v})"
        macros = [f"(define-fun sel ((a {all_bits}) (i (_ BitVec {self.index}))) {self.element} {f'(= {read} #b1)' if w == 1 else read})",
                  f"(define-fun sto ((a {all_bits}) (i (_ BitVec {self.index})) (v {self.element})) {all_bits} (bvor (bvand a (bvnot "
                  f"(bvshl {wide(f'(bvnot (_ bv0 {w}))')} {shift}))) (bvshl {wide(as_bits('v'))} {shift})))",
                  f"(define-fun cst ((v {self.element})) {all_bits} ((_ repeat {cells}) {as_bits('v')}))"]
        text = text.replace(f"((as const {self.array_sort()})", "(cst").replace("(select ", "(sel ").replace("(store ", "(sto ")
        return text.replace(self.array_sort(), all_bits).replace("(set-logic ALL)", "(set-logic ALL)\n" + "\n".join(macros))

    def mode(self, depth):
        r = self.r
        if r.random() < 0.4:
            return r.choice(["m", "n"])
        if depth > 0 and r.random() < 0.15:
            return f"(ite {self.boolean(depth - 1)} {self.mode(depth - 1)} {self.mode(depth - 1)})"
        return r.choice(["RNE", "RTZ", "RTP", "RTN", "RNA"])

    def constant_float(self, e, s):
        """A pattern near the ends of its range, or any."""
        r = self.r
        exponent = r.choice([0, 1, 2 ** e - 2, 2 ** e - 1, 2 ** (e - 1) - 1 + r.randrange(-2, 5), r.randrange(2 ** e)])
        fraction = r.choice([0, 1, 2 ** (s - 1) - 1, r.randrange(2 ** (s - 1)), 2 ** (s - 2)])
        return f"(fp #b{r.randrange(2)} (_ bv{exponent} {e}) (_ bv{fraction} {s - 1}))"

    def any_integer(self):
        r = self.r
        w = r.choice([8, 16, 32, 64, 100, 128])
        value = r.choice([r.randrange(2 ** w), r.randrange(2 ** min(w, 12)), 2 ** w - 1 - r.randrange(2 ** min(w, 12)), 2 ** (w - 1),
                          (2 ** w - 1) ^ r.randrange(2 ** (w // 8))])
        return f"(_ bv{value} {w})"

    def any_float(self, depth):
        """Conversions and operations in which mostly one thing is a variable, so that others can follow."""
        r, (e, s) = self.r, self.format
        if depth <= 0 or r.random() < 0.2:
            return r.choice(["u", "v", self.constant_float(e, s), self.constant_float(e, s)])
        choice = r.randrange(9)
        if choice == 0:
            return f"((_ to_fp {e} {s}) {self.mode(depth)} {self.any_integer()})"
        if choice == 1:
            return f"((_ to_fp_unsigned {e} {s}) {self.mode(depth)} {self.any_integer()})"
        if choice == 2:
            other = r.choice([(5, 11), (8, 24), (11, 53), (15, 113)])
            return f"((_ to_fp {e} {s}) {self.mode(depth)} {self.constant_float(*other)})"
        if choice == 3:
            real = r.choice(["0.1", f"{r.randrange(70000)}.{r.randrange(1000)}", "(- (/ 1.0 3.0))", "65519.999", "0.000000059604644775390624"])
            return f"((_ to_fp {e} {s}) {self.mode(depth)} {real})"
        if choice == 4:
            return f"({r.choice(['fp.min', 'fp.max'])} {self.any_float(depth - 1)} {self.any_float(depth - 1)})"
        if choice == 5:
            return f"(fp.roundToIntegral {self.mode(depth)} {self.any_float(depth - 1)})"
        if choice == 6 and s <= 53:
            return f"(fp.sqrt {self.mode(depth)} {self.constant_float(e, s)})"
        if choice == 7 and s <= 24:
            return f"(fp.fma {self.mode(depth)} {self.constant_float(e, s)} {self.constant_float(e, s)} {self.constant_float(e, s)})"
        return f"({r.choice(['fp.add', 'fp.sub', 'fp.mul', 'fp.div'])} {self.mode(depth)} {self.constant_float(e, s)} {self.any_float(depth - 1) if s == 11 else self.constant_float(e, s)})"

    def float_fact(self, depth):
        r, (e, s) = self.r, self.format
        choice = r.randrange(6)
        if choice == 0:
            return f"({r.choice(['=', 'distinct'])} {self.mode(depth)} {self.mode(depth)})"
        if choice == 1:
            w = r.choice([4, 8, 32, 64])
            return f"({r.choice(['=', 'bvult', 'bvslt'])} ((_ {r.choice(['fp.to_ubv', 'fp.to_sbv'])} {w}) {self.mode(depth)} {self.any_float(1)}) (_ bv{r.randrange(2 ** w)} {w}))"
        if choice == 2:
            return f"(fp.is{r.choice(['NaN', 'Zero', 'Infinite', 'Normal', 'Subnormal', 'Negative', 'Positive'])} {self.any_float(depth - 1)})"
        return f"({r.choice(['fp.lt', 'fp.leq', 'fp.eq', 'fp.gt', '=', 'distinct'])} {self.any_float(depth - 1)} {self.any_float(depth - 1)})"

    def real(self, depth):
        r = self.r
        if depth == 0 or r.random() < 0.3:
            real = r.choice(["1.5", "0.1", f"{r.randrange(70000)}.{r.randrange(100)}", f"(- {r.randrange(9)}.3)", "(/ 1.0 3.0)"])
            return r.choice(["u", "v", f"((_ to_fp 5 11) RNE (_ bv{r.randrange(64)} 16))",
                             f"((_ to_fp 5 11) {r.choice(['RNE', 'RTZ', 'RTP', 'RTN', 'RNA'])} {real})"])
        mode = r.choice(["RNE", "RTZ", "RTP", "RTN"])
        choice = r.randrange(5)
        if choice == 0:
            return f"(fp.neg {self.real(depth - 1)})"
        if choice == 1:
            return f"(fp.roundToIntegral {r.choice(['RNE', 'RTZ', 'RNA'])} {self.real(depth - 1)})"
        if choice == 2:
            return f"((_ to_fp 5 11) {mode} {self.bits(8, 1)})"
        return f"({r.choice(['fp.add', 'fp.sub', 'fp.mul', 'fp.div'])} {mode} {self.real(depth - 1)} {self.real(depth - 1)})"

    def boolean(self, depth):
        r = self.r
        if depth <= 0:
            return r.choice(["p", "q", "true"])
        choice = r.randrange(8)
        if "FPX" in self.kind and choice > 2:
            return self.float_fact(depth)
        if "AX" in self.kind and choice in (2, 3, 4):
            if choice == 2 and self.element == "Bool":
                return f"(select {self.array(depth - 1)} {self.array_index(depth - 1)})"
            return f"({r.choice(['=', '=', 'distinct'])} {self.array(depth - 1)} {self.array(depth - 1)})"
        if choice == 0:
            return f"(not {self.boolean(depth - 1)})"
        if choice == 1:
            return f"({r.choice(['and', 'or', 'xor', '=>'])} {self.boolean(depth - 1)} {self.boolean(depth - 1)})"
        if choice == 2 and self.kind == "BVFP":
            return f"({r.choice(['fp.lt', 'fp.leq', 'fp.eq', 'fp.gt', '='])} {self.real(depth - 1)} {self.real(depth - 1)})"
        if choice == 3 and self.kind == "BVFP":
            return f"(fp.is{r.choice(['NaN', 'Zero', 'Infinite', 'Normal', 'Negative'])} {self.real(depth - 1)})"
        w = r.choice([self.width, self.width, 8, self.index])
        op = r.choice(["=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"])
        a, b = self.bits(w, depth - 1), self.bits(w, depth - 1)
        if r.random() < 0.3:
            return f"(let ((l {a})) ({op} l {b}))"
        return f"({op} {a} {b})"

    def declarations(self):
        lines = [f"(set-logic QF_{self.kind})"] if "X" not in self.kind and "FP" not in self.kind else ["(set-logic ALL)"]
        lines += [f"(declare-fun {n} () (_ BitVec {self.width}))" for n in "xyz"]
        lines += ["(declare-const p Bool)", "(declare-const q Bool)"]
        if "A" in self.kind:
            lines += [f"(declare-fun {n} () {self.array_sort()})" for n in "ab"]
        if "UF" in self.kind:
            lines += [f"(declare-fun f ((_ BitVec {self.index}) Bool) (_ BitVec 8))"]
        if "FP" in self.kind:
            lines += [f"(declare-fun {n} () (_ FloatingPoint {self.format[0]} {self.format[1]}))" for n in "uv"]
        if "FPX" in self.kind:
            lines += ["(declare-const m RoundingMode)", "(declare-const n RoundingMode)"]
        return lines

    def script(self):
        """Lines of the script, and for each check (assertions in force, names of the last assertions)."""
        r, lines, stack, checks = self.r, [], [[]], []
        for number in range(r.randrange(3, 9)):
            step = r.random()
            if step < 0.2:
                lines.append("(push 1)")
                stack.append([])
            elif step < 0.3 and len(stack) > 1:
                lines.append("(pop 1)")
                stack.pop()
            text = self.boolean(r.randrange(2, 5))
            lines.append(f"(assert (! {text} :named n{number}))")
            stack[-1].append((f"n{number}", text))
            if r.random() < 0.6:
                literals = r.sample(["p", "(not p)", "q", "(not q)"], r.randrange(1, 4)) if r.random() < 0.3 else []
                lines.append(f"(check-sat-assuming ({' '.join(literals)}))" if literals else "(check-sat)")
                checks.append(([a for level in stack for a in level], literals))
        return lines, checks


def run(command, text, seconds):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run(command + [file.name], capture_output=True, text=True, timeout=seconds)
        return done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        return "", "timeout", -1
    finally:
        os.unlink(file.name)


def answers(output):
    return [line for line in output.split("\n") if line in ("sat", "unsat", "unknown")]


def replay_ok(z3, generator, assertions, extra):
    """What Z3 says; nothing where it dies, as it does of some comparisons of rounding modes."""
    text = "\n".join(generator.declarations() + [f"(assert {a})" for a in assertions] + extra + ["(check-sat)"])
    return answers(run(z3, generator.encoded(text), 60)[0])


def check_script(seed, options, counts):
    generator = Generator(seed)
    lines, checks = generator.script()
    head = ["(set-option :produce-models true)", "(set-option :produce-unsat-cores true)"]
    text = "\n".join(head + generator.declarations() + lines) + "\n"
    ours, errors, status = run([options.loci, "solve", "--max-time=30"], text, 400)
    z3, cvc5 = ["z3", "-t:5000"], ["cvc5", "--incremental", "--tlimit-per=5000", "--fp-exp", "--arrays-exp"]
    results = {"z3": answers(run(z3, generator.encoded(text), 300)[0])}
    if seed % 3 == 0:
        results["cvc5"] = answers(run(cvc5, generator.encoded(text), 300)[0])
    mine = answers(ours)
    if len(mine) != len(checks) or status not in (0, 3):
        return [f"status {status}, {len(mine)} of {len(checks)} answers: {errors.strip()}"], text
    problems = []
    for name, theirs in results.items():
        for i, (a, b) in enumerate(zip(mine, theirs)):
            counts["compared"] += a != "unknown" and b != "unknown"
            counts["unknown"] += a == "unknown"
            if "unknown" not in (a, b) and a != b:
                problems.append(f"check {i}: loci {a}, {name} {b}")
    # The last check once more, with its model or core.
    if checks and not problems:
        assertions, literals = checks[-1]
        symbols = "x y z p q" + (" u v" if "FP" in generator.kind else "") + (" m n" if "FPX" in generator.kind else "")
        symbols += " a b" if "AX" in generator.kind else ""
        named = [f"(assert (! {t} :named {n}))" for n, t in assertions]
        again = head + generator.declarations() + named + [f"(check-sat-assuming ({' '.join(literals)}))"]
        if mine[-1] == "sat":
            out = run([options.loci, "solve"], "\n".join(again + [f"(get-value ({symbols}))"]), 60)[0]
            pairs = out.split("sat\n", 1)[1].strip()[1:-1].split("\n ") if "sat\n" in out else []
            fixed = [f"(assert (= {p.strip()[1:-1].split(' ', 1)[0]} {p.strip()[1:-1].split(' ', 1)[1]}))" for p in pairs]
            verdict = replay_ok(z3, generator, [t for _, t in assertions] + literals, fixed)
            counts["models"] += 1
            if verdict not in (["sat"], ["unknown"], []):
                problems.append(f"the model is none for z3: {verdict} {fixed}")
        elif mine[-1] == "unsat":
            out = run([options.loci, "solve"], "\n".join(again + ["(get-unsat-core)", "(get-unsat-assumptions)"]), 60)[0]
            parts = out.split("unsat\n", 1)[1].strip().split("\n") if "unsat\n" in out else []
            counts["cores"] += 1
            if len(parts) != 2:
                problems.append("no core")
            else:
                core, given_back = parts[0][1:-1].split(), parts[1][1:-1].replace("(not ", "(not_").split()
                failed = [t.replace("(not_", "(not ") for t in given_back]
                if not set(failed) <= set(literals):
                    problems.append(f"failed assumptions {failed} of {literals}")
                verdict = replay_ok(z3, generator, [t for n, t in assertions if n in core] + failed, [])
                if verdict not in (["unsat"], ["unknown"], []):
                    problems.append(f"the core {core} is none for z3: {verdict}")
    return problems, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loci", default="build/loci")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_args()
    counts = {"compared": 0, "unknown": 0, "models": 0, "cores": 0}
    failed = 0
    for seed in range(options.seed, options.seed + options.count):
        problems, text = check_script(seed, options, counts)
        if problems:
            failed += 1
            print(f"FAILED seed {seed}: " + "; ".join(problems))
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                with open(os.path.join(options.keep, f"seed-{seed}.smt2"), "w") as file:
                    file.write(text)
    print(f"{counts['compared']} answers compared, {counts['unknown']} unknown, {counts['models']} models, {counts['cores']} cores")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
