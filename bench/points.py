#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates simulation points on many caches: their errors, and whether they rank the
caches correctly. The tables of docs/evaluation/phases.md.

    bench/points.py [--bin FOLDER] [--interval N] [--warm N] [--core CORE]
                    [--thread T] [--trace FILE.mft POINTS WEIGHTS]
                    [--cache SPEC]... [--budget N|SHARE%]
                    [--signature NAME [--chosen-with SPEC]] [PROGRAM...]

Each program's complete trace is recorded once, with block vectors, and its points are
chosen once, by 'memfacet simpoints', or with --signature by 'memfacet phases', which
uses the misses of one cache, --chosen-with. Then the points and the whole are simulated
with each cache. An absolute error matters less than one that has the same sign for all
designs and leaves them in the same order. So for each metric: the mean and the largest
error, how many errors are positive and negative (below 0.05 % they are neither), and
Kendall's tau-b between the designs' order by the estimate and by the truth.
"""

import argparse
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile

import programs
from hierarchies import CACHES

NEGLIGIBLE = 0.0005  # a relative error without a sign


def kendall(a, b):
    """Returns tau-b: 1 the same order, -1 the opposite one; nan: a list has no
    order."""
    agree = ties_a = ties_b = pairs = 0
    for i, j in itertools.combinations(range(len(a)), 2):
        x, y = (a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j])
        agree += x * y
        ties_a += x == 0
        ties_b += y == 0
        pairs += 1
    scale = math.sqrt((pairs - ties_a) * (pairs - ties_b))
    return agree / scale if scale else math.nan


def simulate(tool, trace, cache, points, weights, options):
    process = subprocess.run(
        [tool, "simulate", trace, "--cache", cache, "--points", points, "--point-weights",
         weights, "--against", "whole", "--json", *options],
        check=True, stdout=subprocess.PIPE)
    return json.loads(process.stdout)


def metric_row(name, cells):
    errors = [c["error"] for c in cells if c["whole"] != 0]
    if not errors:
        return None
    tau = kendall([c["estimate"] for c in cells], [c["whole"] for c in cells])
    return (f"| {name} | {100 * sum(map(abs, errors)) / len(errors):.2f} "
            f"| {100 * max(map(abs, errors)):.2f} "
            f"| {sum(e > NEGLIGIBLE for e in errors)} "
            f"| {sum(e < -NEGLIGIBLE for e in errors)} | {tau:.2f} |")


def table(title, runs):
    first = runs[0]
    points = sum(r["cpu_seconds"] for r in runs)
    whole = sum(r["whole_cpu_seconds"] for r in runs)
    share = 100 * first["replayed_instructions"] / first["trace_instructions"]
    print(f"\n{title}: {len(first['points'])} points of {first['intervals']} intervals "
          f"of {first['interval_instructions']} instructions, {share:.1f} % replayed; "
          f"{len(runs)} caches; {whole / points:.1f} times as fast "
          f"({points:.2f} and {whole:.2f} CPU seconds)\n")
    print("| metric | mean error, % | largest | above | below | tau |\n|---|---|---|---|---|---|")
    for number, metric in enumerate(first["metrics"]):
        row = metric_row(metric["name"], [r["metrics"][number] for r in runs])
        if row:
            print(row)
    sys.stdout.flush()


def stencil():
    return programs.example(
        "stencil", ".cpp", ["--size", "500", "--steps", "50", "--threads", "4"],
        cxx=True, flags=["-std=c++20", "-pthread"])


def subjects(work):
    known = {"bzip2": lambda: programs.bzip2(work)}
    sized = {"mincost": ["--size", "3500"], "orders": ["--size", "200000"]}
    for program in programs.examples():
        program.arguments = sized.get(program.name, program.arguments)
        known[program.name] = lambda program=program: program
    known["stencil"] = stencil
    return known


def record(arguments, name, work):
    """Records a known program; returns the trace, points and weights."""
    program = subjects(work)[name]()
    binary = os.path.join(work, program.name + ".points")
    subprocess.run([os.path.join(arguments.bin, "memfacet-clang++" if program.cxx
                                 else "memfacet-clang"), "-O2", "-g", "-w",
                    *program.flags, *program.sources, "-o", binary], check=True)
    trace, profile = (os.path.join(work, name + end) for end in (".mft", ".mfp"))
    tool = os.path.join(arguments.bin, "memfacet")
    words = ["--phases", "--cache", arguments.chosen_with] if arguments.signature \
        else ["--blocks"]
    subprocess.run([tool, "record", *words, "--interval", arguments.interval,
                    "--trace", trace, "-o", profile, "--", binary, *program.arguments],
                   check=True, cwd=work, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    points, weights = profile + ".points", profile + ".weights"
    choose = [tool, "phases", profile, "--signature", arguments.signature] \
        if arguments.signature \
        else [tool, "simpoints", profile, "--thread", arguments.thread]
    if arguments.budget:
        choose += ["--budget", arguments.budget]
    subprocess.run([*choose, "--simpoints", points, "--weights", weights], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return trace, points, weights


def self_test():
    assert kendall([1, 2, 3], [10, 20, 30]) == 1
    assert kendall([1, 2, 3], [30, 20, 10]) == -1
    # Five pairs agree, one does not.
    assert abs(kendall([1, 2, 3, 4], [1, 2, 4, 3]) - 4 / 6) < 1e-12
    # One pair is tied in b: 5 of sqrt(6 * 5).
    assert abs(kendall([1, 2, 3, 4], [1, 2, 3, 3]) - 5 / math.sqrt(30)) < 1e-12
    assert math.isnan(kendall([1, 1], [1, 2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--interval", default="1M")
    parser.add_argument("--warm")
    parser.add_argument("--core")
    parser.add_argument("--thread", default="0")
    parser.add_argument("--trace", nargs=3, action="append", default=[],
                        metavar=("FILE.mft", "POINTS", "WEIGHTS"))
    parser.add_argument("--cache", action="append", help="in place of the usual twelve")
    parser.add_argument("--signature", help="points of 'memfacet phases'")
    parser.add_argument("--budget", help="several points of a phase, as many")
    parser.add_argument("--chosen-with", default="zen4", metavar="SPEC",
                        help="caches whose misses --signature may know")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    arguments = parser.parse_args()
    arguments.bin = os.path.abspath(arguments.bin)
    if arguments.self_test:
        return self_test()
    options = ["--interval", arguments.interval, "--thread", arguments.thread]
    for name in ("warm", "core"):
        if getattr(arguments, name):
            options += [f"--{name}", getattr(arguments, name)]
    tool = os.path.join(arguments.bin, "memfacet")
    with tempfile.TemporaryDirectory() as work:
        subjects = [(os.path.basename(files[0]), files) for files in arguments.trace]
        subjects += [(name, record(arguments, name, work)) for name in arguments.programs]
        for title, files in subjects:
            table(title, [simulate(tool, files[0], cache, *files[1:], options)
                          for cache in arguments.cache or CACHES])


if __name__ == "__main__":
    main()
