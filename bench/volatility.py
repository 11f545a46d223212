#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the right sampling period for the data structures of real programs: the table
of docs/evaluation/volatility.md.

usage: bench/volatility.py [--bin FOLDER] [--work FOLDER] [--period N]
                           [--metric M] [--json FILE] [PACKAGE...]

Builds Debian's sources of each program with memfacet-clang, by its own build
system, records its first step, and asks `memfacet volatility` for the period of
the program and of its largest structures. Prints a Markdown table.
"""

import os
import subprocess
import sys

import studies
from studies import SOURCE, human

sys.path.insert(0, os.path.join(SOURCE, "test", "programs"))

from more_subjects import MORE_SUBJECTS  # noqa: E402
from run import Failure, built, fetched  # noqa: E402
from samples import write_samples  # noqa: E402
from subjects import SUBJECTS  # noqa: E402

PACKAGES = ["bzip2", "gzip", "libzstd", "lua5.4", "sqlite3", "xz-utils", "lzip",
            "expat"]
STRUCTURES = 3  # of each program
SHOWN = (10_000, 100_000, 1_000_000)  # periods of the profiles, instructions


def parse():
    parser = studies.parser("volatility")
    parser.add_argument("--period", default="10K")
    parser.add_argument("--metric", default="l1-misses")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("packages", nargs="*")
    return studies.parse(parser)


def volatility(subject, options):
    """Records the first step; returns the output of `memfacet volatility --json`."""
    profile = os.path.join(options.work, subject.package + ".mfp")
    outcome = built(subject, options).run(
        subject.steps[0],
        prefix=[options.memfacet, "record", "--cache", "zen4", "--interval",
                options.period, "-o", profile, "--"])
    if not os.path.exists(profile):
        raise Failure(outcome.stderr.decode(errors="replace"))
    return studies.answers(options, "volatility", "--metric", options.metric,
                           profile)


def period(row):
    """Returns the text of a row's period, with the reason."""
    choice = row["choice"]
    if choice["period"] == 0:
        return f"none: {choice['reason']}"
    text = f"{human(choice['exact_period'] or choice['period'])}, {choice['reason']}"
    if "of_period" in choice:
        text += f" {choice['multiple']} x {human(choice['of_period'])}"
    return text


def calmness(row):
    """Returns V at the chosen period."""
    choice = row["choice"]
    return f"{choice['volatility']:.2f}" if choice["period"] else "-"


def profile(row, base):
    """Returns V at the periods SHOWN, as far as the profile has them."""
    values = row["profile"]
    return " | ".join(
        f"{values[interval // base - 1]:.2f}"
        if interval % base == 0 and 0 < interval // base <= len(values) else "-"
        for interval in SHOWN)


def print_table(results):
    shown = " | ".join(f"V at {human(interval)}" for interval in SHOWN)
    print(f"| program | instructions | of | share | {shown} | period | V | type "
          "past initialisation | agrees |")
    print("|---" * (8 + len(SHOWN)) + "|")
    for package, study in results.items():
        length = human(study["points"] * study["interval_instructions"])
        whole = {**study["total"], "name": "(all)", "choice": study["choice"]}
        for row in [whole, *study["rows"][:STRUCTURES]]:
            first, agrees = " | ", "yes" if row.get("agrees") else "no"
            if row is whole:
                first, agrees = f"{package} | {length}", ""
            print(f"| {first} | {row['name']} | {100 * row['share']:.0f} % | "
                  f"{profile(row, study['interval_instructions'])} | "
                  f"{period(row)} | {calmness(row)} | "
                  f"{row['phases']['type']} | {agrees} |")


def main():
    options = parse()
    write_samples(os.path.join(options.work, "samples"))
    known = {s.package: s for s in SUBJECTS + MORE_SUBJECTS}
    results = {}
    for package in options.packages or PACKAGES:
        if package not in known:
            sys.exit(f"'{package}' is not among {', '.join(known)}")
        subject = known[package]
        if not all(fetched(p, options) for p in [package, *subject.dependencies]):
            print(f"{package}: skipped: its source could not be fetched",
                  file=sys.stderr)
            continue
        try:
            results[package] = volatility(subject, options)
        except (Failure, subprocess.SubprocessError) as error:
            print(f"{package}: {error}", file=sys.stderr)
    studies.write_json(options.json, results)
    print_table(results)


if __name__ == "__main__":
    main()
