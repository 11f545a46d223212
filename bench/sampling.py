#!/usr/bin/env python3
"""Shares of a sampled run beside those of the whole run: the table of
docs/sampling.md.

    bench/sampling.py [--build BUILD] [--sample SPEC] [--seeds N] [--live]
                      [--trace FILE.mft]... [PROGRAM...]

Each program's complete trace is recorded once. It is simulated as a whole, and for
each seed with the windows of SPEC. A structure's share of all accesses, or of a
level's misses, is compared with that of the whole run: the largest difference of all
structures is printed in percentage points, the median and the largest over the seeds;
then how many of the intervals contain the truth, of the shares that are 1 % or more.
With --live, the program is recorded with --sample as well, and its CPU time compared
with the native program's.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

import programs
from run import run

CACHE = "zen4"


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


def build(program, work, bin_folder, compiler, variant):
    path = os.path.join(work, f"{program.name}.{variant}")
    subprocess.run([compiler, "-O2", "-g", "-w", *program.flags,
                    *program.sources, "-o", path], check=True)
    return path


def report(memfacet, profile):
    return json.loads(subprocess.run([memfacet, "report", "--json", profile],
                                     check=True, stdout=subprocess.PIPE).stdout)


def simulate(memfacet, trace, profile, *options):
    subprocess.run([memfacet, "simulate", trace, "--cache", CACHE, "-o", profile,
                    *options], check=True, stderr=subprocess.DEVNULL)
    return report(memfacet, profile)


def measures(json_report):
    """By measure: shares by structure, with halves of intervals where known."""
    names = ["accesses"] + [l["name"] for l in json_report["total"]["levels"]]
    result = {name: {} for name in names}
    for s in json_report["structures"]:
        # A local that began between windows counts as the stack.
        key = ("stack",) if s["kind"] in ("stack", "local") else (
            s["name"], s["file"], s["line"], s["function"], s["kind"], s["type"])
        sampled = s.get("sampled")
        values = [s["accesses"]] + [l["misses"] for l in s["levels"]]
        errors = [None] * len(names)
        if sampled:
            errors = [sampled["accesses_share_error"]] + [
                l["misses_share_error"] for l in sampled["levels"]]
        for name, value, error in zip(names, values, errors):
            old = result[name].get(key, (0, 0))
            result[name][key] = (old[0] + value, (error or 0) + (old[1] or 0))
    for shares in result.values():
        total = sum(value for value, _ in shares.values()) or 1
        for key, (value, error) in shares.items():
            shares[key] = (value / total, error)
    return result


def compare(exact, sampled):
    """By measure: the largest difference, intervals that contain the truth, all
    intervals."""
    result = {}
    for name, shares in exact.items():
        worst, inside, count = 0.0, 0, 0
        for key in set(shares) | set(sampled[name]):
            truth = shares.get(key, (0, 0))[0]
            guess, error = sampled[name].get(key, (0, 0))
            worst = max(worst, abs(truth - guess))
            if truth >= 0.01:
                count += 1
                inside += abs(truth - guess) <= (error or 0) + 1e-6
        result[name] = (100 * worst, inside, count)
    return result


def line(title, results, exact, fraction):
    cells = []
    for name in results[0]:
        worst = sorted(r[name][0] for r in results)
        inside = sum(r[name][1] for r in results)
        count = sum(r[name][2] for r in results)
        cells.append(f"{statistics.median(worst):6.2f}{worst[-1]:7.2f}"
                     f"{100 * inside / max(count, 1):5.0f} %")
    misses = "".join(f"{l['misses'] / 1e6:9.3f}" for l in
                     exact["total"]["levels"])
    print(f"{title:12}{exact['total']['accesses'] / 1e6:8.0f}{misses}"
          f"{100 * fraction:6.2f} %" + "".join(f"{c:>20}" for c in cells),
          flush=True)


def study(title, memfacet, trace, work, options):
    whole = simulate(memfacet, trace, os.path.join(work, "whole.mfp"))
    exact, results, fraction = measures(whole), [], 0
    for seed in range(1, options.seeds + 1):
        sampled = simulate(memfacet, trace, os.path.join(work, "sampled.mfp"),
                           f"--sample={options.sample},seed={seed}")
        run_of = sampled["sampled"]
        fraction += run_of["recorded_words"] / run_of["words"] / options.seeds
        results.append(compare(exact, measures(sampled)))
    line(title, results, whole, fraction)
    return exact


def live(program, memfacet, bin_folder, work, exact, options):
    plus = "++" if program.cxx else ""
    native = build(program, work, bin_folder, f"clang{plus}-19", "native")
    traced = os.path.join(work, f"{program.name}.instrumented")
    profile = os.path.join(work, "live.mfp")
    command = [memfacet, "record", "--cache", CACHE, "-o", profile,
               f"--sample={options.sample}", "--", traced, *program.arguments]
    natives, captures, samples = [], [], []
    for _ in range(options.rounds):
        natives.append(run([native, *program.arguments]))
        captures.append(run([traced, *program.arguments],
                            {"MEMFACET_OPTIONS": "discard=1"}))
        samples.append(run(command))
    worst = compare(exact, measures(report(memfacet, profile)))
    base = [min(column) for column in zip(*natives)]
    text = []
    for name, rows in (("discarded", captures), ("sampled", samples)):
        best = [min(column) for column in zip(*rows)]
        text.append(f"{name} {best[0] / base[0]:.2f} wall "
                    f"{best[1] / base[1]:.2f} CPU")
    print(f"  live: native {base[1]:.2f} s; " + "; ".join(text) +
          "; off by " + ", ".join(f"{n} {w[0]:.2f}" for n, w in worst.items()),
          flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--sample", default="2%")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--trace", action="append", default=[],
                        help="a trace of any other program, too")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    bin_folder = os.path.join(os.path.abspath(options.build), "bin")
    memfacet = os.path.join(bin_folder, "memfacet")
    work = os.path.join(os.path.abspath(options.build), "bench")
    os.makedirs(work, exist_ok=True)
    known = subjects(work)
    print(f"{'':12}{'M acc.':>8}{'M L1':>9}{'M L2':>9}{'M L3':>9}{'part':>8}" +
          "".join(f"{c + ': median, max, in':>20}"
                  for c in ("acc", "L1", "L2", "L3")))
    chosen = options.programs or ([] if options.trace else list(known))
    for name in chosen:
        program = known[name]()
        if not program:
            continue
        plus = "++" if program.cxx else ""
        traced = build(program, work, bin_folder,
                       os.path.join(bin_folder, f"memfacet-clang{plus}"),
                       "instrumented")
        trace = os.path.join(work, f"{name}.whole.mft")
        if not os.path.exists(trace) or \
                os.path.getmtime(trace) < os.path.getmtime(traced):
            subprocess.run([memfacet, "record", "--cache", "L1=32K,8", "-o",
                            os.path.join(work, "trace.mfp"), "--trace", trace,
                            "--", traced, *program.arguments], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        exact = study(name, memfacet, trace, work, options)
        if options.live:
            live(program, memfacet, bin_folder, work, exact, options)
    for trace in options.trace:
        study(os.path.splitext(os.path.basename(trace))[0], memfacet, trace,
              work, options)


if __name__ == "__main__":
    sys.exit(main())
