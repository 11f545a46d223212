#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the claims of four papers on public programs with our numbers: a table of
docs/evaluation/papers.md.

usage: bench/claims.py [--bin FOLDER] [--work FOLDER] [--plain CLANG]
                       [--json FILE] [--from FILE]
                       [--parts structures,time,instructions,wavelets,phases,hot-spots]
                       [--keep] [PACKAGE...]
       bench/claims.py --self-test

Agaram et al. (ISMM 2006), Huffmire and Sherwood (PACT 2006), Perelman et al. (2005),
Sandberg and Kaxiras (2009). Each program of Debian is built once by its own build
system and its first step recorded on the caches and the core of Agaram et al.; its
trace is simulated again where a claim needs other caches. bench/papers/ says how each
number is defined. Prints tables by program, and last the table of the claims. With
--keep, traces and profiles stay in --work and are used again. --from prints what
--json wrote.
"""

import json
import os
import subprocess
import sys

import studies

sys.path.append(os.path.join(studies.SOURCE, "bench", "papers"))

import data_structures  # noqa: E402
import instructions  # noqa: E402
import over_time  # noqa: E402
import pictures  # noqa: E402
import ranks  # noqa: E402
import recorded  # noqa: E402
import threads  # noqa: E402
from run import Failure  # noqa: E402
from samples import write_samples  # noqa: E402

PARTS = ["structures", "time", "instructions", "wavelets", "phases", "hot-spots"]
PAPERS = {"structures": "Agaram et al. 2006", "time": "Agaram et al. 2006",
          "instructions": "Agaram et al. 2006",
          "wavelets": "Huffmire and Sherwood 2006",
          "phases": "Perelman et al. 2005",
          "hot-spots": "Sandberg and Kaxiras 2009"}
BY_PROGRAM = {"structures": data_structures, "time": over_time, "wavelets": pictures,
              "instructions": instructions}
ROWS = {**{part: module.rows for part, module in BY_PROGRAM.items()},
        "phases": threads.same_phase_rows, "hot-spots": threads.hot_spot_rows}


def parse():
    parser = studies.parser("claims")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--from", metavar="FILE", dest="source")
    parser.add_argument("--plain", default="/usr/bin/clang-19",
                        help="what memfacet-clang is compared with")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--keep", action="store_true", help="traces and profiles")
    parser.add_argument("packages", nargs="*")
    options = studies.parse(parser)
    options.parts = options.parts.split(",")
    for part in options.parts:
        if part not in PARTS:
            sys.exit(f"no part '{part}'; there are {', '.join(PARTS)}")
    for package in options.packages:
        if package not in recorded.KNOWN:
            sys.exit(f"'{package}' is not among {', '.join(recorded.KNOWN)}")
    return options


def of_package(package, options, found):
    """Adds the results of the package's trace and profile to FOUND."""
    trace, profile = recorded.record(package, options)
    if "structures" in options.parts:
        found["structures"][package] = data_structures.study(package, trace, profile,
                                                             options)
    if "time" in options.parts:
        found["time"][package] = over_time.study(profile, options)
    if "wavelets" in options.parts:
        answer = pictures.study(trace, options)
        if answer:
            found["wavelets"][package] = answer
    if not options.keep:
        for path in (trace, profile):
            os.remove(path)


def tried(package, options, measure):
    """Calls measure() and returns whether it succeeded; prints the reason if not."""
    try:
        if not recorded.available(package, options):
            raise Failure("its source could not be fetched")
        measure()
    except (Failure, subprocess.SubprocessError) as problem:
        print(f"{package}: {problem}", file=sys.stderr)
        return False
    print(f"{package}: done", file=sys.stderr)
    return True


def measure(options):
    """Returns the results by part, and whether all of them succeeded."""
    found = {part: {} for part in options.parts}
    good = True
    if {"structures", "time", "wavelets"} & set(options.parts):
        for package in options.packages or recorded.PACKAGES:
            good &= tried(package, options,
                          lambda p=package: of_package(p, options, found))
    if "instructions" in options.parts:
        def count(package):
            answer = instructions.study(package, options)
            if answer:
                found["instructions"][package] = answer
        for package in options.packages or instructions.PACKAGES:
            good &= tried(package, options, lambda p=package: count(p))
    if "phases" in options.parts:
        found["phases"] = threads.same_phases(options)
    if "hot-spots" in options.parts:
        found["hot-spots"] = threads.hot_spots(options)
    return found, good


def print_claims(found):
    print("\n| paper | claim | theirs | here | holds |\n|---|---|---|---|---|")
    previous = ""
    for part, answer in found.items():
        paper = PAPERS[part]
        for *cells, holds in ROWS[part](answer) if answer else []:
            name = "" if paper == previous else paper
            print(f"| {name} | " + " | ".join(cells) +
                  f" | {'yes' if holds else 'no'} |")
            previous = paper


def print_tables(found):
    for part, module in BY_PROGRAM.items():
        if found.get(part):
            module.table(found[part])
    threads.table(found.get("phases", []), found.get("hot-spots", []))
    print_claims(found)


def self_test():
    for module in (ranks, data_structures, over_time, pictures, threads):
        module.self_test()


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    options = parse()
    if options.source:
        with open(options.source, encoding="utf-8") as file:
            print_tables(json.load(file))
        return 0
    write_samples(os.path.join(options.work, "samples"))
    found, good = measure(options)
    studies.write_json(options.json, found)
    print_tables(found)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
