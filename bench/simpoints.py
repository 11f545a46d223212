#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the choice of simulation points from large files of frequency vectors: time
and BIC, compared with those of the original program.

usage: bench/simpoints.py [--bin FOLDER] [--work FOLDER] [--rounds N] [SET...]

Makes two sets with memfacet-bench-vectors (39.5 and 684 MB; known check values),
runs `memfacet simpoints --max-k 30` and `100` with five seeds per number of
clusters, N times with different seeds, and prints medians. The original's seconds
were measured on another machine with two cores, SimPoint 3.2, one seed; its BIC is
of a projection by the same law with other random numbers.
"""

import hashlib
import os
import resource
import statistics
import subprocess
import sys
import time

import studies

SETS = {
    "s20k": (["20000", "5000", "300", "24", "1", "1e7"],
             "192483033d28006a616b263c337c28c310cc7e8494f03da03b1e9859c3102520"),
    "s100k": (["100000", "20000", "900", "60", "2", "1e7"],
              "edc41a75f27b76bff96fbf3d7e3da4f349efd543376be76ef91bdeb94821fdc1"),
}
# User seconds, the chosen number of clusters, and the BIC.
ORIGINAL = {("s20k", 30): (3.1, 30, 360_211), ("s20k", 100): (11.2, 65, 675_515),
            ("s100k", 30): (33, 28, 1_186_000),
            ("s100k", 100): (95, 95, 2_500_000)}


def parse():
    parser = studies.parser("simpoints")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    return studies.parse(parser)


def vectors(name, options):
    path = os.path.join(options.work, name + ".bb")
    words, check = SETS[name]
    if not os.path.exists(path):
        with open(path + ".part", "wb") as file:
            subprocess.run([os.path.join(options.bin, os.pardir, "bench",
                                          "memfacet-bench-vectors"),
                            *words], stdout=file, check=True)
        os.rename(path + ".part", path)
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for part in iter(lambda: file.read(1 << 20), b""):
            digest.update(part)
    if digest.hexdigest() != check:
        sys.exit(f"{path} is another set than was measured elsewhere: its check "
                 "value differs; remove it, and build with GCC 12's C++ library")
    return path


def measure(path, most, seed, options):
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    result = studies.answers(options, "simpoints", "--from-bb", path, "--max-k",
                             str(most), "--seed", str(seed))
    wall = time.monotonic() - begin
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    bic = next(s["bic"] for s in result["scores"]
               if s["clusters"] == result["clusters"])
    return end.ru_utime - start.ru_utime, wall, result["clusters"], bic


def main():
    options = parse()
    print("| set | at most | user s | wall s | clusters | BIC | original: s | "
          "clusters | BIC | times faster |\n" + "|---" * 10 + "|")
    for name in options.sets:
        path = vectors(name, options)
        for most in (30, 100):
            rows = [measure(path, most, seed, options)
                    for seed in range(1, options.rounds + 1)]
            user, wall, clusters, bic = (
                statistics.median(column) for column in zip(*rows))
            seconds, reference, their_bic = ORIGINAL[name, most]
            print(f"| {name} | {most} | {user:.2f} | {wall:.2f} | {clusters:.0f} "
                  f"| {bic:,.0f} | {seconds} | {reference} | {their_bic:,} | "
                  f"{seconds / user:.1f} |", flush=True)


if __name__ == "__main__":
    main()
