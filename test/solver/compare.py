#!/usr/bin/env python3
"""loci solve against z3 and cvc5 on generated SMT-LIB scripts: bit-vectors of many widths, arrays, functions, floats, push
and pop, assumptions, values and cores. Each check must be answered the same by all that answer; the values of a model that
loci prints are put back into the script and must leave it satisfiable for z3; cores must be unsatisfiable for z3.

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
        self.kind = ["BV", "ABV", "AUFBV", "BVFP"][min(seed % 8, 3) if seed % 8 < 4 else seed % 3]
        self.width = self.r.choice([1, 3, 8, 8, 16, 24, 32, 40, 64])
        self.index = self.r.choice([2, 4, 8])
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
        if choice in (4, 5) and w == 8 and "A" in self.kind:
            return f"(select {self.array(depth - 1)} {self.bits(self.index, depth - 1)})"
        if choice == 6 and w == 8 and "UF" in self.kind:
            return f"(f {self.bits(self.index, depth - 1)} {self.boolean(depth - 1)})"
        if choice == 7 and self.hard:
            return f"({r.choice(['bvmul', 'bvudiv', 'bvurem', 'bvsdiv', 'bvsrem'])} {self.bits(w, depth - 1)} (_ bv{r.randrange(2 ** w)} {w}))"
        return f"({r.choice(ops)} {self.bits(w, depth - 1)} {self.bits(w, depth - 1)})"

    def array(self, depth):
        if depth <= 0 or self.r.random() < 0.3:
            return self.r.choice(["a", "b"])
        if self.r.random() < 0.2:
            return f"(ite {self.boolean(depth - 1)} {self.array(depth - 1)} {self.array(depth - 1)})"
        return f"(store {self.array(depth - 1)} {self.bits(self.index, depth - 1)} {self.bits(8, depth - 1)})"

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
        if choice == 0:
            return f"(not {self.boolean(depth - 1)})"
        if choice == 1:
            return f"({r.choice(['and', 'or', 'xor', '=>'])} {self.boolean(depth - 1)} {self.boolean(depth - 1)})"
        if choice == 2 and "FP" in self.kind:
            return f"({r.choice(['fp.lt', 'fp.leq', 'fp.eq', 'fp.gt', '='])} {self.real(depth - 1)} {self.real(depth - 1)})"
        if choice == 3 and "FP" in self.kind:
            return f"(fp.is{r.choice(['NaN', 'Zero', 'Infinite', 'Normal', 'Negative'])} {self.real(depth - 1)})"
        w = r.choice([self.width, self.width, 8, self.index])
        op = r.choice(["=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"])
        a, b = self.bits(w, depth - 1), self.bits(w, depth - 1)
        if r.random() < 0.3:
            return f"(let ((l {a})) ({op} l {b}))"
        return f"({op} {a} {b})"

    def declarations(self):
        lines = [f"(set-logic QF_{self.kind})"] if "FP" not in self.kind else ["(set-logic ALL)"]
        lines += [f"(declare-fun {n} () (_ BitVec {self.width}))" for n in "xyz"]
        lines += ["(declare-const p Bool)", "(declare-const q Bool)"]
        if "A" in self.kind:
            lines += [f"(declare-fun {n} () (Array (_ BitVec {self.index}) (_ BitVec 8)))" for n in "ab"]
        if "UF" in self.kind:
            lines += [f"(declare-fun f ((_ BitVec {self.index}) Bool) (_ BitVec 8))"]
        if "FP" in self.kind:
            lines += [f"(declare-fun {n} () (_ FloatingPoint 5 11))" for n in "uv"]
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
                literals = [r.choice(["p", "(not p)", "q"])] if r.random() < 0.3 else []
                lines.append(f"(check-sat-assuming ({literals[0]}))" if literals else "(check-sat)")
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
    text = "\n".join(generator.declarations() + [f"(assert {a})" for a in assertions] + extra + ["(check-sat)"])
    return answers(run(z3, text, 60)[0])


def check_script(seed, options, counts):
    generator = Generator(seed)
    lines, checks = generator.script()
    head = ["(set-option :produce-models true)", "(set-option :produce-unsat-cores true)"]
    text = "\n".join(head + generator.declarations() + lines) + "\n"
    ours, errors, status = run([options.loci, "solve", "--max-time=30"], text, 400)
    z3, cvc5 = ["z3", "-t:5000"], ["cvc5", "--incremental", "--tlimit-per=5000", "--fp-exp"]
    results = {"z3": answers(run(z3, text, 300)[0])}
    if seed % 4 == 0:
        results["cvc5"] = answers(run(cvc5, text, 300)[0])
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
        symbols = "x y z p q" + (" u v" if "FP" in generator.kind else "")
        named = [f"(assert (! {t} :named {n}))" for n, t in assertions] + [f"(assert {t})" for t in literals]
        again = head + generator.declarations() + named + ["(check-sat)"]
        if mine[-1] == "sat":
            out = run([options.loci, "solve"], "\n".join(again + [f"(get-value ({symbols}))"]), 60)[0]
            pairs = out.split("sat\n", 1)[1].strip()[1:-1].split("\n ") if "sat\n" in out else []
            fixed = [f"(assert (= {p.strip()[1:-1].split(' ', 1)[0]} {p.strip()[1:-1].split(' ', 1)[1]}))" for p in pairs]
            verdict = replay_ok(z3, generator, [t for _, t in assertions] + literals, fixed)
            counts["models"] += 1
            if verdict not in (["sat"], ["unknown"]):
                problems.append(f"the model is none for z3: {verdict} {fixed}")
        elif mine[-1] == "unsat":
            out = run([options.loci, "solve"], "\n".join(again + ["(get-unsat-core)"]), 60)[0]
            core = out.split("unsat\n", 1)[1].strip()[1:-1].split() if "unsat\n" in out else None
            counts["cores"] += 1
            if core is None:
                problems.append("no core")
            else:
                verdict = replay_ok(z3, generator, [t for n, t in assertions if n in core] + literals, [])
                if verdict not in (["unsat"], ["unknown"]):
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
