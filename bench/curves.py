# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares miss curves from chosen lines with exact ones: the table of
docs/evaluation/simulation.md.

    bench/curves.py [--build BUILD] [--work FOLDER] [PROGRAM...]

Runs each program of bench/kernels and test/e2e/select/Inputs/phases.c, with all orders
of its phases, natively, with --curves and with --curves=exact. Compares the curves at
the powers of two from 32 KiB to 128 MiB. A point is within if the interval contains the
exact number of misses. Structures with fewer than one of 1000 touches are left out.
Times are wall times, relative to the native program.
"""

import argparse
import json
import os
import subprocess
import sys
import time

import programs

PHASES = os.path.join(programs.SOURCE, "test", "e2e", "select", "Inputs", "phases.c")
ORDERS = ["sl", "ls", "sr", "rs", "slc", "csl"]
CACHE = "L1=32K,8;L2=1M,16"
SIZES = "32K..128M"
FEW = 1000
SLACK = 16  # lines


def phased():
    return [programs.Program(f"phases {order}", [PHASES], [order])
            for order in ORDERS]


def plus(compiler):
    """Returns the path of the C++ compiler in COMPILER's folder."""
    folder, name = os.path.split(compiler)
    return os.path.join(folder, name.replace("clang", "clang++"))


def build(options, program, compiler, suffix):
    binary = os.path.join(options.work, program.name.split()[0] + suffix)
    subprocess.run([plus(compiler) if program.cxx else compiler, "-O2", "-g", "-w",
                    *program.flags, *program.sources, "-o", binary,
                    *program.libraries], check=True)
    return binary


def timed(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def curves(options, binary, arguments, mode):
    """Returns (the curves, wall seconds)."""
    profile = os.path.join(options.work, mode + ".mfp")
    seconds = timed([options.memfacet, "record", "--cache", CACHE,
                     "--curves=" + mode, "-o", profile, "--", binary, *arguments])
    shown = subprocess.run([options.memfacet, "curves", profile, "--json",
                            "--sizes", SIZES], check=True,
                           stdout=subprocess.PIPE).stdout
    return json.loads(shown), seconds


def compared(exact, sampled):
    """Returns (points within, points, the largest error, the mean half width)."""
    touches = max(1, exact["touches"])
    pairs = list(zip(exact["points"], sampled["points"]))
    # The addresses of the stack and the heap may differ slightly between the
    # two runs.
    covered = sum(b["low"] - SLACK <= a["misses"] <= b["high"] + SLACK
                  for a, b in pairs)
    error = max(abs(a["misses"] - b["misses"]) for a, b in pairs) / touches
    width = sum(b["high"] - b["low"] for _, b in pairs) / len(pairs) / 2 / touches
    return covered, len(pairs), error, width


def counterpart(structure, rest):
    """Returns the structure of OTHERS with the same name and touches within 10 %, or
    None: several structures with one name may share their touches differently in the
    sample."""
    close = [o for o in rest if o["name"] == structure["name"]
             and abs(o["touches"] - structure["touches"]) * 10 < structure["touches"]]
    return close[0] if close else None


def row(options, program):
    native = build(options, program, options.clang, ".native")
    binary = build(options, program, options.wrapper, ".memfacet")
    single = timed([native, *program.arguments])
    exact, slow = curves(options, binary, program.arguments, "exact")
    sampled, fast = curves(options, binary, program.arguments, "sampled")
    whole = compared(exact["total"], sampled["total"])
    parts = [compared(entry, other) for entry in exact["structures"]
             if entry["touches"] * FEW >= exact["total"]["touches"]
             and (other := counterpart(entry, sampled["structures"]))]
    inner, points = (sum(p[i] for p in parts) for i in (0, 1))
    print(f"| {program.name} | {exact['total']['touches']:,} "
          f"| {100 * whole[2]:.1f} | {100 * whole[3]:.1f} "
          f"| {whole[0]} of {whole[1]} | {inner} of {points} "
          f"| {fast / single:.1f} | {slow / single:.1f} |", flush=True)
    return whole[0], whole[1], inner, points


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--work")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    build_folder = os.path.abspath(options.build)
    options.memfacet = os.path.join(build_folder, "bin", "memfacet")
    options.wrapper = os.path.join(build_folder, "bin", "memfacet-clang")
    options.clang = os.environ.get("CLANG", "clang")
    options.work = os.path.abspath(options.work or os.path.join(build_folder, "curves"))
    os.makedirs(options.work, exist_ok=True)
    chosen = [p for p in phased() + programs.kernels() + programs.unseen()
              if p.threads == 1 and (not options.names or p.name in options.names)]
    if not chosen:
        sys.exit("bench: no such program")
    print("| program | touches | whole: largest error, points | half an interval, "
          "points | within | structures: within | sampled, times | exact, times |\n"
          "|---|---|---|---|---|---|---|---|")
    results = [row(options, p) for p in chosen]
    sums = [sum(r[i] for r in results) for i in range(4)]
    print(f"\nwithin: {sums[0]} of {sums[1]} points of {len(results)} programs, "
          f"{sums[2]} of {sums[3]} of structures")


if __name__ == "__main__":
    main()
