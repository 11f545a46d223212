#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates phases and points on other caches than the one whose misses chose them: a
table of docs/evaluation/phases.md.

usage: bench/othercaches.py [--bin FOLDER] [--work FOLDER] [--seeds N] [PROGRAM...]

Each program's trace is recorded once, as bench/phases.py records programs. It is
simulated with zen4's core and caches, whose misses signatures may use, and with each of
the caches of bench/hierarchies.py. Phases and points are chosen on zen4 and evaluated
on the others: by what factor sigma of second-level misses within ten phases is smaller
than with block vectors, and the errors of the estimates. All intervals are simulated in
their place, so no error comes from cold caches.
"""

import csv
import json
import math
import os
import statistics
import subprocess

import phases
from hierarchies import CACHES

PROGRAMS = ["bzip2", "gzip", "libzstd", "lua5.4", "expat", "orders", "stencil",
            "omp-histogram", "xz-utils"]
SIGNATURES = ["blocks", "miss-rates", "blocks+miss-rates:2", "structure-misses",
              "blocks+structure-misses"]
BUDGETS = [None, "10%"]
LEVELS = (1, 2, 3)


def fetch(options):
    """Fetches the sources of Debian's programs, and writes their input."""
    phases.write_samples(os.path.join(options.work, "samples"))
    for name in options.programs:
        if name in phases.EXAMPLES:
            continue
        subject = next(s for s in [*phases.SUBJECTS, *phases.MORE_SUBJECTS]
                       if s.package == name)
        for package in [name, *subject.dependencies]:
            phases.fetched(package, options)


def traced(name, options):
    """Returns the trace of the program with one thread."""
    trace = os.path.join(options.work, f"{name}.mft")
    if not os.path.exists(trace):
        mode = phases.record_example if name in phases.EXAMPLES \
            else phases.record_package
        mode(name, 1, options, trace[:-4] + ".traced.mfp")
    return trace


def simulated(name, trace, number, options):
    """Returns the profile with one of the hierarchies; number 0 is zen4's."""
    profile = os.path.join(options.work, f"{name}.{number}.mfp")
    if not os.path.exists(profile):
        mode = ["--phases=addresses", "--cache", CACHES[number - 1]] if number \
            else ["--phases"]
        subprocess.run([options.memfacet, "simulate", trace, "--core", "zen4",
                        "--interval", str(phases.BASE), "-o", profile, *mode],
                       check=True, capture_output=True)
    return profile


def intervals(profile, period, options):
    """Returns the intervals' rows of numbers, by column."""
    answer = subprocess.run([options.memfacet, "phases", profile, "--csv", "--k", "1",
                             "--interval", str(period), "--signature", "addresses"],
                            check=True, capture_output=True, text=True)
    rows = list(csv.DictReader(answer.stdout.splitlines()))
    return [{k: float(v) for k, v in row.items() if k != "phase"} for row in rows]


def sigma_within(values, labels):
    """Returns sigma of values within phases; all intervals have the same weight."""
    key = {}
    for value, label in zip(values, labels):
        key.setdefault(label, []).append(value)
    return sum(len(v) * statistics.pstdev(v) for v in key.values()) / len(values)


def ratios(rows, weights):
    """Returns CPI and hit rates of weighted intervals."""
    def mean(column):
        return sum(w * rows[i][column] / rows[i]["instructions"]
                   for i, w in weights.items())
    values = {"CPI": mean("cycles")}
    for level in LEVELS:
        used = mean(f"L{level} accesses")
        values[f"L{level}"] = 1 - mean(f"L{level} misses") / used if used else 1
    return values


def errors_in(rows, weights):
    whole = sum(row["instructions"] for row in rows)
    truth = ratios(rows, {i: row["instructions"] / whole
                          for i, row in enumerate(rows)})
    return {k: abs(v / truth[k] - 1) for k, v in ratios(rows, weights).items()
            if truth[k]}


def study(name, options):
    """Returns sigmas by signature, cache and seed, and errors by signature and
    budget."""
    trace = traced(name, options)
    profiles = [simulated(name, trace, n, options)
                for n in range(1 + len(CACHES))]
    whole = phases.answers(options, profiles[:1], phases.BASE)
    period = max(1, round(whole["runs"][0]["instructions"] / options.intervals
                          / phases.BASE)) * phases.BASE
    tables = [intervals(p, period, options) for p in profiles]
    place = {(row["thread"], row["interval"]): i for i, row in enumerate(tables[0])}
    sigmas, errors = {}, {}
    for signature in SIGNATURES:
        for seed in range(1, options.seeds + 1):
            words = ["--signature", signature, "--seed", str(seed)]
            ten = phases.answers(options, profiles[:1], period, *words, "--k", "10")
            for number, table in enumerate(tables):
                values = [row["L2 misses"] for row in table]
                sigmas.setdefault((signature, number), []).append(
                    sigma_within(values, ten["labels"]))
            for budget in BUDGETS:
                found = phases.answers(options, profiles[:1], period, *words,
                                       *(["--budget", budget] if budget else []))
                weights = {place[p["thread"], p["interval"]]: p["weight"]
                           for p in found["points"]}
                errors.setdefault((signature, budget), []).extend(
                    errors_in(table, weights) for table in tables[1:])
    return sigmas, errors


def sigma_row(studies, signature, numbers):
    """Returns mean, median and count of ratios to block vectors' sigma."""
    found = []
    for sigmas, _ in studies:
        for number in numbers:
            blocks, other = (statistics.mean(sigmas[s, number])
                             for s in ("blocks", signature))
            if blocks:
                found.append(blocks / other if other else math.inf)
    finite = [x for x in found if 0 < x < math.inf]
    mean = math.exp(statistics.mean(map(math.log, finite)))
    return [f"{mean:.2f}", f"{statistics.median(found):.2f}",
            f"{sum(x > 1 for x in found)} of {len(found)}"]


def main():
    options = phases.parse()
    os.makedirs(options.work, exist_ok=True)
    phases.record_prefix = lambda options, profile: [
        options.memfacet, "record", "--trace",
        profile.replace(".traced.mfp", ".mft"), "-o", profile, "--"]
    if options.programs == []:
        options.programs = PROGRAMS
    fetch(options)
    studies = [study(name, options) for name in options.programs]
    rest = range(1, 1 + len(CACHES))
    print("\n| signature | recorded cache: mean | median | better in | other caches: "
          "mean | median | better in |\n" + "|---" * 7 + "|")
    for signature in SIGNATURES:
        print("| " + " | ".join([signature, *sigma_row(studies, signature, [0]),
                                 *sigma_row(studies, signature, rest)]) + " |")
    print("\n| points | error %: CPI | largest | L1 hit rate | largest | L2 | largest "
          "| L3 | largest |\n" + "|---" * 9 + "|")
    for signature in SIGNATURES:
        for budget in BUDGETS:
            found = [e for _, errors in studies for e in errors[signature, budget]]
            cells = [phases.way_name((signature, budget))]
            for metric in ("CPI", "L1", "L2", "L3"):
                shares = [e[metric] for e in found if metric in e]
                cells += [phases.percent(statistics.mean(shares), 2),
                          phases.percent(max(shares), 2)]
            print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
