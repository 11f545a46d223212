#!/usr/bin/env python3
"""Which sampling period is right for the data structures of real programs: the
table of docs/volatility.md.

usage: bench/volatility.py [--bin FOLDER] [--work FOLDER] [--period N]
                           [--metric M] [--json FILE] [PACKAGE...]

Builds Debian's sources of each program with memfacet-clang, by its own build
system, records its first step, and asks `memfacet volatility` for the period of
the program and of its largest structures. Prints a Markdown table.
"""

import argparse
import json
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SOURCE, "test", "programs"))

from more_subjects import MORE_SUBJECTS  # noqa: E402
from run import Build, Failure, fetched  # noqa: E402
from samples import write_samples  # noqa: E402
from subjects import SUBJECTS  # noqa: E402

PACKAGES = ["bzip2", "gzip", "libzstd", "lua5.4", "sqlite3", "xz-utils", "lzip",
            "expat"]
STRUCTURES = 3  # of each program
SHOWN = (10_000, 100_000, 1_000_000)  # periods of the profiles, instructions


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--work",
                        default=os.path.join(SOURCE, "build", "volatility"))
    parser.add_argument("--period", default="10K")
    parser.add_argument("--metric", default="l1-misses")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    options.bin = os.path.abspath(options.bin)
    options.clang = os.path.join(options.bin, "memfacet-clang")
    return options


def volatility(subject, options):
    """What `memfacet volatility --json` says of its first step."""
    source = os.path.join(options.work, "source", subject.package)
    folder = os.path.join(options.work, "recorded", subject.package)
    made = os.path.join(folder, "made")
    keep = os.path.exists(made)
    build = Build(subject, source, folder, options.clang,
                  os.path.join(options.work, "samples"), keep)
    if not keep:
        build.make()
        open(made, "w").close()
    memfacet = os.path.join(options.bin, "memfacet")
    profile = os.path.join(options.work, subject.package + ".mfp")
    done = build.run(subject.steps[0],
                     prefix=[memfacet, "record", "--cache", "zen4", "--period",
                             options.period, "-o", profile, "--"])
    if not os.path.exists(profile):
        raise Failure(done.stderr.decode(errors="replace"))
    said = subprocess.run([memfacet, "volatility", "--json", "--metric",
                           options.metric, profile],
                          check=True, capture_output=True)
    return json.loads(said.stdout)


def human(count):
    for unit, size in (("G", 1e9), ("M", 1e6), ("K", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return str(count)


def period(row):
    """With its reason."""
    choice = row["choice"]
    if choice["period"] == 0:
        return f"none: {choice['reason']}"
    text = f"{human(choice['exact_period'] or choice['period'])}, {choice['reason']}"
    if "of_period" in choice:
        text += f" {choice['multiple']} x {human(choice['of_period'])}"
    return text


def calmness(row):
    """V at the period that was chosen."""
    choice = row["choice"]
    return f"{choice['volatility']:.2f}" if choice["period"] else "-"


def profile(row, base):
    """V at a few of the periods that the profile has."""
    values = row["profile"]
    return " | ".join(
        f"{values[at // base - 1]:.2f}"
        if at % base == 0 and 0 < at // base <= len(values) else "-"
        for at in SHOWN)


def print_table(results):
    shown = " | ".join(f"V at {human(at)}" for at in SHOWN)
    print(f"| program | instructions | of | share | {shown} | period | V | type "
          "past initialisation | agrees |")
    print("|---" * (8 + len(SHOWN)) + "|")
    for package, said in results.items():
        length = human(said["points"] * said["interval_instructions"])
        whole = {**said["total"], "name": "(all)", "choice": said["choice"]}
        for row in [whole, *said["rows"][:STRUCTURES]]:
            first, agrees = " | ", "yes" if row.get("agrees") else "no"
            if row is whole:
                first, agrees = f"{package} | {length}", ""
            print(f"| {first} | {row['name']} | {100 * row['share']:.0f} % | "
                  f"{profile(row, said['interval_instructions'])} | "
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
        if not all(fetched(p, options) for p in [package, *subject.needs]):
            print(f"{package}: skipped: its source could not be fetched",
                  file=sys.stderr)
            continue
        try:
            results[package] = volatility(subject, options)
        except (Failure, subprocess.SubprocessError) as error:
            print(f"{package}: {error}", file=sys.stderr)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    print_table(results)


if __name__ == "__main__":
    main()
