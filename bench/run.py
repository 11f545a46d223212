"""Cost of MemFacet's modes as ratios to the native program.

All modes of a program run in turn, several rounds; a figure is the median over
the rounds. A mode is complete when its result is on disk.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys

import programs

CACHE = "L1=32K,8;L2=1M,8;L3=32M,16;line=64"
CACHEGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=yes",
              "--I1=32768,8,64", "--D1=32768,8,64", "--LL=33554432,16,64",
              "--cachegrind-out-file=/dev/null"]
MODES = ["native", "capture", "live", "cachegrind"]


# A process of its own: a child's peak memory counts from its parent's on.
LAUNCHER = """
import os, sys, time
start = time.monotonic()
child = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(time.monotonic() - start, usage.ru_utime + usage.ru_stime,
      usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status),
      file=sys.__stderr__)
"""


def run(command, env=None):
    """(wall seconds, CPU seconds of all processes, peak MiB of the largest)."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, *command],
                          env={**os.environ, **(env or {})}, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    *errors, figures = done.stderr.splitlines()
    wall, cpu, peak, code = map(float, figures.split())
    if code != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n" + "\n".join(errors))
    return wall, cpu, peak


def build(program, work, bin_folder):
    """Builds the three variants; returns their paths."""
    plus = "++" if program.cxx else ""
    paths = {}
    for variant, compiler, extra in [
        ("native", f"clang{plus}-19", ["-g"]),
        ("instrumented", os.path.join(bin_folder, f"memfacet-clang{plus}"),
         ["-g"]),
        ("valgrind", f"clang{plus}-19", ["-gdwarf-4"]),
    ]:
        paths[variant] = os.path.join(work, f"{program.name}.{variant}")
        subprocess.run([compiler, "-O2", "-w", *extra, *program.flags,
                        *program.sources, "-o", paths[variant]], check=True)
    return paths


def commands(program, paths, work, bin_folder):
    record = [os.path.join(bin_folder, "memfacet"), "record", "--cache", CACHE,
              "-o", os.path.join(work, f"{program.name}.mfp"), "--"]
    instrumented = [paths["instrumented"], *program.arguments]
    return {
        "native": ([paths["native"], *program.arguments], None),
        "capture": (instrumented, {"MEMFACET_OPTIONS": "discard=1"}),
        "live": (record + instrumented, None),
        "cachegrind": ([*CACHEGRIND, paths["valgrind"], *program.arguments],
                       None),
    }


def measure(program, work, bin_folder, rounds, modes):
    paths = build(program, work, bin_folder)
    todo = commands(program, paths, work, bin_folder)
    samples = {mode: [] for mode in modes}
    for turn in range(rounds):
        for mode in modes:
            print(f"bench: {program.name}: round {turn + 1} of {rounds}: "
                  f"{mode}", file=sys.stderr)
            samples[mode].append(run(*todo[mode]))
    middle = {mode: [statistics.median(column) for column in zip(*rows)]
              for mode, rows in samples.items()}
    native = middle["native"]
    return {mode: {"wall": figures[0] / native[0],
                   "cpu": figures[1] / native[1],
                   "seconds": figures[0], "peak_mib": figures[2]}
            for mode, figures in middle.items()}


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def print_table(results, modes):
    print(f"{'':12}{'native':>9}" + "".join(f"{m:>22}" for m in modes[1:]))
    print(f"{'program':12}{'s':>9}" + f"{'wall×   cpu×    MiB':>22}" *
          (len(modes) - 1))
    for name, row in results.items():
        print(f"{name:12}{row['native']['seconds']:9.2f}" + "".join(
            f"{row[m]['wall']:8.2f}{row[m]['cpu']:7.2f}"
            f"{row[m]['peak_mib']:7.0f}" for m in modes[1:]))
    for label, combine in [("geomean", geomean), ("worst", max)]:
        print(f"{label:12}{'':9}" + "".join(
            f"{combine([r[m]['wall'] for r in results.values()]):8.2f}"
            f"{combine([r[m]['cpu'] for r in results.values()]):7.2f}{'':7}"
            for m in modes[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    modes = ["native"] + [m for m in options.modes.split(",") if m != "native"]
    for mode in modes:
        if mode not in MODES:
            parser.error(f"no mode '{mode}': choose from {', '.join(MODES)}")
    work = os.path.join(os.path.abspath(options.build), "bench")
    os.makedirs(work, exist_ok=True)
    known = programs.all_programs(work)
    for name in options.programs:
        if name not in known:
            parser.error(f"no program '{name}': choose from "
                         f"{', '.join(known)}")
    results = {}
    for name in options.programs or known:
        program = known[name]()
        if program:
            results[name] = measure(
                program, work, os.path.join(os.path.abspath(options.build),
                                            "bin"), options.rounds, modes)
    print_table(results, modes)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()
