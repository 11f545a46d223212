# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cost of a sweep of 64 cache models over a trace, as a ratio to one
simulation.

    bench/sweep.py [--build BUILD] [--rounds N] [--jobs N] [PROGRAM...]

Simulations of one model (the middle one of each sweep) and sweeps run in turn; a
figure is the least CPU time, or wall time, of the rounds. The sweeps' counts are
compared with those of some separate simulations.
"""

import argparse
import json
import os
import subprocess
import sys

import programs
from run import run

SWEEPS = {
    "64 first levels": ("L1=4K..512K,1..16 L1=6K..192K,3/6/12 L1=1M,1..16 "
                        "L1=2M,16", "L1=32K,8"),
    "4 first levels, 16 second": ("L1=16K..128K,8;L2=256K..2M,2..16",
                                  "L1=32K,8;L2=512K,8"),
    "16 first levels, 4 second": ("L1=16K..128K,1..8;L2=256K/1M,8/16",
                                  "L1=32K,8;L2=1M,16"),
    "1 first level, 64 behind": ("L1=32K,8;L2=256K..2M,2..16;L3=4M..32M,16",
                                 "L1=32K,8;L2=1M,16;L3=32M,16"),
}


def record(program, work, bin_folder):
    """Records the program; returns the trace."""
    plus = "++" if program.cxx else ""
    binary = os.path.join(work, program.name + ".instrumented")
    trace = os.path.join(work, program.name + ".mft")
    subprocess.run([os.path.join(bin_folder, "memfacet-clang" + plus), "-O2",
                    "-g", "-w", *program.flags, *program.sources, "-o", binary],
                   check=True)
    subprocess.run([os.path.join(bin_folder, "memfacet"), "record", "--cache",
                    "L1=32K,8", "-o", trace + ".mfp", "--trace", trace, "--",
                    binary, *program.arguments], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return trace


def compare_models(memfacet, trace, sweep, work):
    """Checks that some of the sweep's models have the same counts when they are
    simulated separately; returns the number of models."""
    swept = json.loads(subprocess.run(
        [memfacet, "simulate", trace, "--sweep", sweep, "--json"], check=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)["models"]
    single = os.path.join(work, "alone.mfp")
    for model in swept[::max(1, len(swept) // 3)]:
        subprocess.run([memfacet, "simulate", trace, "--cache", model["spec"],
                        "-o", single], check=True, stderr=subprocess.DEVNULL)
        report = json.loads(subprocess.run(
            [memfacet, "report", single, "--json"], check=True,
            stdout=subprocess.PIPE).stdout)
        if report["total"]["levels"] != model["levels"]:
            sys.exit(f"bench: {model['spec']} counts otherwise by itself: "
                     f"{report['total']['levels']} and {model['levels']}")
    return len(swept)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    bin_folder = os.path.join(os.path.abspath(options.build), "bin")
    memfacet = os.path.join(bin_folder, "memfacet")
    work = os.path.join(os.path.abspath(options.build), "bench")
    os.makedirs(work, exist_ok=True)
    known = programs.all_programs(work)
    print(f"{'program':10} {'sweep':28}{'models':>7}{'CPU×':>7}{'wall×':>7}"
          f"{'one s':>8}")
    for name in options.programs or known:
        program = known[name]()
        if not program:
            continue
        trace = record(program, work, bin_folder)
        for title, (sweep, first) in SWEEPS.items():
            models = compare_models(memfacet, trace, sweep, work)
            ones, sweeps = [], []
            for _ in range(options.rounds):
                ones.append(run([memfacet, "simulate", trace, "--cache", first,
                                 "-o", os.path.join(work, "one.mfp")]))
                sweeps.append(run([memfacet, "simulate", trace, "--sweep",
                                   sweep, "--jobs", str(options.jobs)]))
            wall = min(s[0] for s in sweeps) / min(o[0] for o in ones)
            cpu = min(s[1] for s in sweeps) / min(o[1] for o in ones)
            print(f"{name:10} {title:28}{models:7}{cpu:7.2f}{wall:7.2f}"
                  f"{min(o[1] for o in ones):8.2f}", flush=True)


if __name__ == "__main__":
    main()
