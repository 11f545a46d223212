#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cost of signatures in addition to reading and simulating a trace:
nanoseconds of processor time per instruction of the program.

usage: bench/signatures.py [--bin FOLDER] [--work FOLDER] [--rounds N] [TRACE.mft]

Without a trace, one of examples/mincost is recorded. Variants are interleaved; prints
medians of N rounds.
"""

import glob
import os
import re
import resource
import statistics
import subprocess

import studies
from studies import SOURCE

VARIANTS = ["", "image", "local-stride", "global-stride", "working-set", "reuse",
            "projected-blocks", "sampled-blocks", "all"]


def parse():
    parser = studies.parser("signatures")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("trace", nargs="?")
    return studies.parse(parser)


def recorded(options):
    trace = os.path.join(options.work, "mincost.mft")
    if not os.path.exists(trace):
        binary = os.path.join(options.work, "mincost")
        subprocess.run([options.clang, "-O2", "-g",
                        *glob.glob(SOURCE + "/examples/mincost/*.c"), "-o",
                        binary, "-lm"], check=True)
        subprocess.run([options.memfacet, "record", "--no-analysis", "--trace",
                        trace, "--", binary, "--size", "2000"], check=True,
                       capture_output=True)
    return trace


def simulate(trace, variant, options):
    """Simulates a trace; returns the processor seconds and the number of
    instructions."""
    words = [f"--phases={variant}"] if variant else []
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(
        [options.memfacet, "simulate", trace, "--cache", "zen4", "-o",
         os.path.join(options.work, "out.mfp"), *words],
        check=True, capture_output=True, text=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    count, unit = re.search(r"([0-9.]+) ?([KMG]?) instructions",
                            answer.stderr).groups()
    scale = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9}[unit]
    seconds = (end.ru_utime + end.ru_stime) - (start.ru_utime +
                                               start.ru_stime)
    return seconds, float(count) * scale


def main():
    options = parse()
    trace = options.trace or recorded(options)
    times = {variant: [] for variant in VARIANTS}
    instructions = 1
    for _ in range(options.rounds):
        for variant in VARIANTS:
            seconds, instructions = simulate(trace, variant, options)
            times[variant].append(seconds)
    plain = statistics.median(times[""])
    print(f"{instructions / 1e6:.0f} M instructions; without signatures "
          f"{1e9 * plain / instructions:.2f} ns per instruction\n\n"
          "| signature | ns per instruction more |\n|---|---|")
    for variant in VARIANTS[1:]:
        more = statistics.median(times[variant]) - plain
        print(f"| {variant} | {1e9 * more / instructions:.2f} |")


if __name__ == "__main__":
    main()
