#!/usr/bin/env python3
"""The solver's benchmark: the two workloads of bench_solver.c on Loci and Z3, cvc5 on dumped queries, a long run for memory.

usage: run.py --bench=PATH_TO_bench_solver [--loci=PATH] [--checks=N] [--long=N] [--cvc5-queries=N]
"""
import argparse
import glob
import os
import resource
import subprocess
import tempfile


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command):
    print("$ " + " ".join(command), flush=True)
    subprocess.run(command, check=True)


def on_dumps(bench, loci, workload, checks, queries):
    """Each solver as a program, one process a query, on the queries Loci was asked; answers compared with the dump's."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([bench, workload, str(checks), f"dump={folder}", "loci"], check=True, stdout=subprocess.DEVNULL)
        files = sorted(glob.glob(os.path.join(folder, "*.smt2")))
        files = files[:: max(1, len(files) // queries)][:queries]
        programs = {"z3": ["z3"], "cvc5": ["cvc5", "--tlimit=20000"]}
        if loci:
            programs["loci"] = [loci, "solve"]
        for name, command in programs.items():
            begin, differing, unanswered = child_seconds(), 0, 0
            for path in files:
                with open(path) as file:
                    status = [line for line in file if line.startswith("(set-info :status")][0].split()[2].rstrip(")\n")
                answer = subprocess.run(command + [path], capture_output=True, text=True).stdout.strip()
                unanswered += answer not in ("sat", "unsat")
                differing += answer in ("sat", "unsat") and status != "unknown" and answer != status
            mean = (child_seconds() - begin) / len(files) * 1e3
            print(f"{workload} dumps, {name:5}: {len(files)} queries, mean {mean:8.1f} ms of CPU with start-up, "
                  f"{differing} answers differ, {unanswered} without an answer", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bench", required=True)
    parser.add_argument("--loci")
    parser.add_argument("--checks", type=int, default=700)
    parser.add_argument("--long", type=int, default=1000000)
    parser.add_argument("--cvc5-queries", type=int, default=20)
    options = parser.parse_args()
    for workload in ("W1", "W2"):
        run([options.bench, workload, str(options.checks), "budget=120", "loci", "loci-model", "blast", "fresh", "z3", "z3-default",
             "z3-model"])
        on_dumps(options.bench, options.loci, workload, options.checks, options.cvc5_queries)
    run([options.bench, "W2", str(options.long), "memory"])


if __name__ == "__main__":
    main()
