#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what chosen lines estimate with what all lines count: the table of
docs/evaluation/lines.md.

    bench/truth/lines.py [--bin FOLDER] [--work FOLDER] [--lines SHARE] [PROGRAM...]

Each program of one thread of the bench is recorded twice, as by default and with
`--exact`. Columns of the table:

    lines    the share of lines at the end
    L1, ...  misses of the level, over those that were counted, less 1
    shares   the largest difference of a structure's share of the misses, in points,
             of structures that have 1 % or more
    covered  intervals that contain the count, of these structures and the totals

Programs run twice in the same way, but addresses of their libraries may differ.
Prints Markdown.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import programs  # noqa: E402
import studies  # noqa: E402

LEAST_SHARE = 0.01
LEAST_MISSES = 1000  # of a level, or its errors say nothing


def build(program, options):
    path = os.path.join(options.work, program.name)
    language = "++" if program.cxx else ""
    subprocess.run([options.clang + language, "-O2", "-g", *program.flags,
                    *program.sources, *program.libraries, "-o", path], check=True)
    return path


def record(program, path, options, kind, *more):
    profile = f"{path}.{kind}.mfp"
    subprocess.run([options.memfacet, "record", *more, "-o", profile, "--", path,
                    *program.arguments], check=True, capture_output=True)
    return studies.answers(options, "report", "--all", profile)


def rows_of(report):
    """Returns {name and place: row} of the structures; equal ones are left out."""
    rows, twice = {}, set()
    for row in report["structures"]:
        key = (row["name"], row["type"], row["file"], row["line"])
        if key in rows:
            twice.add(key)
        rows[key] = row
    return {key: row for key, row in rows.items() if key not in twice}


def misses(row, level):
    return row["levels"][level]["misses"]


def contains(interval, count):
    return interval["low"] <= count <= interval["high"]


class Comparison:
    """The errors of one program."""

    def __init__(self, program, sampled, exact):
        self.program = program
        stretches = sampled["lines"].get("stretches", [])
        self.lines = stretches[-1]["lines"] if stretches else 1
        self.totals, self.share, self.cases, self.covered = [], [], 0, 0
        rows, truths = rows_of(sampled), rows_of(exact)
        for level in range(len(exact["total"]["levels"])):
            self.compare(level, sampled, exact, rows, truths)

    def compare(self, level, sampled, exact, rows, truths):
        truth = misses(exact["total"], level)
        estimate = misses(sampled["total"], level)
        if truth < LEAST_MISSES:
            self.totals.append(None)
            self.share.append(None)
            return
        self.totals.append(estimate / truth - 1)
        intervals = sampled["lines"].get("misses_95")
        if intervals:
            self.note(contains(intervals[level], truth))
        largest = 0
        for key, row in truths.items():
            share = misses(row, level) / truth
            if share < LEAST_SHARE or key not in rows:
                continue
            found = rows[key]
            largest = max(largest, abs(misses(found, level) / max(estimate, 1) - share))
            if "misses_95" in found:
                self.note(contains(found["misses_95"][level], misses(row, level)))
        self.share.append(largest)

    def note(self, is_covered):
        self.cases += 1
        self.covered += is_covered

    def text(self):
        lines = "all" if self.lines == 1 else f"1/{round(1 / self.lines)}"
        totals = ["–" if t is None else f"{100 * t:+.1f} %" for t in self.totals]
        shares = ["–" if s is None else f"{100 * s:.2f}" for s in self.share]
        return (f"| {self.program.name} | {lines} | {' | '.join(totals)} "
                f"| {', '.join(shares)} | {self.covered} of {self.cases} |")


def summary(results):
    for level in range(max(len(r.totals) for r in results)):
        totals = [abs(r.totals[level]) for r in results
                  if r.totals[level] is not None]
        shares = [r.share[level] for r in results if r.share[level] is not None]
        print(f"- L{level + 1}: {sum(t <= 0.03 for t in totals)} of {len(totals)} totals "
              f"within 3 %, at most {100 * max(totals):.1f} % off; shares within one "
              f"point in {sum(s <= 0.01 for s in shares)} of {len(shares)}, at most "
              f"{100 * max(shares):.2f} points off.")
    covered, cases = (sum(getattr(r, name) for r in results)
                      for name in ("covered", "cases"))
    print(f"- {covered} of {cases} intervals ({100 * covered / max(cases, 1):.1f} %) "
          "contain the count.")


def main():
    arguments = studies.parser("lines")
    arguments.add_argument("--lines", default="auto")
    arguments.add_argument("names", nargs="*")
    options = studies.parse(arguments)
    known = [p for p in programs.examples() + programs.with_one_thread()
             + programs.kernels() + programs.unseen() if p.threads == 1]
    wanted = [p for p in known if not options.names or p.name in options.names]
    print("| program | lines | L1 | L2 | L3 | shares | covered |")
    print("|---|---|---|---|---|---|---|")
    results = []
    for program in wanted:
        path = build(program, options)
        more = [] if options.lines == "auto" else ["--lines", options.lines]
        sampled = record(program, path, options, "sampled", *more)
        exact = record(program, path, options, "exact", "--exact")
        results.append(Comparison(program, sampled, exact))
        print(results[-1].text(), flush=True)
    print()
    summary(results)


if __name__ == "__main__":
    main()
