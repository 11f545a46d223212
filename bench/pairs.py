#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the predicted gain of changes with the gain that the processor shows: the
table of docs/evaluation/stalls.md.

usage: bench/pairs.py [--bin FOLDER] [--work FOLDER] [--rounds N] [--again] [NAME...]

A pair is a program before and after one change: bench/pairs and examples/layouts. Both
versions are built by clang-19 -O2, timed natively in turn, and recorded live. Three
gains are compared, as shares of the time before:

    finding    what the report of the version before says of the changed structure
    simulated  what `memfacet diff` says of both recordings
    native     what the processor shows: the median of the rounds, with the 95 %
               interval of this median (order statistics)

With --again, programs and recordings of an earlier run are used. Prints Markdown.
"""

import datetime
import glob
import json
import math
import os
import re
import statistics
import subprocess

import studies
from studies import SOURCE

# Example, size, structure.
LAYOUTS = {
    "split": (320000, "accounts"), "arrays": (2400000, "p"),
    "reorder": (320000, "sessions"), "rows": (1000, "matrix"),
    "indices": (96000, "edges"), "pool": (400000, "words"),
    "aligned": (400000, "bodies"), "counters": (5000, "counters"),
}
# The errors of the model were chosen with every other pair.
CALIBRATED = 2
SMALL = 0.02  # of the time: neither a gain nor a loss
FACTOR = 1.5
VERSIONS = ("before", "after")


class Pair:
    def __init__(self, name, options):
        self.name, self.options, self.chose = name, options, False
        if name in LAYOUTS:
            size, self.structure = LAYOUTS[name]
            self.arguments = ["--size", str(size)]
        else:
            with open(self.source("before")) as file:
                self.structure = re.search(r"change: \S+ (\S+)", file.read()).group(1)
            self.arguments = []

    def source(self, version):
        if self.name in LAYOUTS:
            return os.path.join(SOURCE, "examples", "layouts", self.name, version + ".c")
        return os.path.join(SOURCE, "bench", "pairs", self.name + ".cpp")

    def path(self, version, suffix):
        return os.path.join(self.options.work, f"{self.name}.{version}{suffix}")

    def build(self, version):
        language = "" if self.name in LAYOUTS else "++"
        flags = ["-O2", "-pthread", self.source(version), "-lm"]
        if version == "after":
            flags.insert(0, "-DAFTER")
        for compiler, more, suffix in (("clang" + language + "-19", [], ".native"),
                                       (self.options.clang + language, ["-g"], "")):
            program = self.path(version, suffix)
            if not self.options.again or not os.path.exists(program):
                subprocess.run([compiler, *more, *flags, "-o", program], check=True)

    def record(self, version):
        profile = self.path(version, ".mfp")
        if self.options.again and os.path.exists(profile):
            return
        subprocess.run([self.options.memfacet, "record", "-o", profile, "--",
                        self.path(version, ""), *self.arguments],
                       check=True, capture_output=True)

    def seconds(self, version):
        """Returns the processor time of one native run, and what it prints."""
        output = self.path(version, ".out")
        pid = os.fork()
        if pid == 0:
            out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(out, 1)
            program = self.path(version, ".native")
            os.execv(program, [program, *self.arguments])
        _, status, usage = os.wait4(pid, 0)
        if status != 0:
            raise SystemExit(f"{self.path(version, '.native')} failed: {status}")
        with open(output) as file:
            return usage.ru_utime + usage.ru_stime, file.read()

    def finding(self):
        """Returns the gain that the list of findings has for the structure, or None."""
        report = json.loads(subprocess.run(
            [self.options.memfacet, "report", "--findings", "--json",
             self.path("before", ".mfp")],
            check=True, capture_output=True).stdout)
        gains = [finding["gain"] for finding in report
                 if re.match(rf"{re.escape(self.structure)}\b", finding["name"])]
        return gains[0] if gains else None

    def simulated(self):
        return json.loads(subprocess.run(
            [self.options.memfacet, "diff", "--json", self.path("before", ".mfp"),
             self.path("after", ".mfp")],
            check=True, capture_output=True).stdout)["time_saved"]


def parse():
    parser = studies.parser("pairs")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("names", nargs="*", default=[])
    return studies.parse(parser)


def native_gains(pairs, rounds):
    """Returns by name the least times, and the share of the time that a change saves."""
    times = {}
    for _ in range(rounds):
        for pair in pairs:
            outputs = []
            for version in VERSIONS:
                seconds, output = pair.seconds(version)
                times.setdefault((pair.name, version), []).append(seconds)
                outputs.append(output)
            if outputs[0] != outputs[1]:
                raise SystemExit(f"{pair.name}: the versions print different sums")
    return {pair.name: (*(min(times[pair.name, version]) for version in VERSIONS),
                        median([1 - new / old for old, new in zip(
                            *(times[pair.name, version] for version in VERSIONS))]))
            for pair in pairs}


def median(gains):
    """Returns the median of GAINS, with its 95 % interval: with few, all of them."""
    gains = sorted(gains)
    count, below, rank = len(gains), 0, 0
    while rank < count:
        below += math.comb(count, rank) / 2 ** count
        if below > 0.025:
            break
        rank += 1
    rank = max(rank - 1, 0)
    return {"likely": statistics.median(gains), "low": gains[rank],
            "high": gains[count - 1 - rank]}


def sign(gain):
    return 0 if abs(gain) < SMALL else 1 if gain > 0 else -1


def may_be_small(gain):
    return gain["low"] <= SMALL and gain["high"] >= -SMALL


def is_near(gain, native):
    likely, truth = gain["likely"], native["likely"]
    covered = (gain["low"] <= native["high"] and native["low"] <= gain["high"]
               or abs(likely - truth) < SMALL)
    return covered or (likely * truth > 0 and 1 / FACTOR <= likely / truth <= FACTOR)


def has_sign(gain, native):
    """Where both intervals have zero, either may be a gain or a loss."""
    return (sign(gain["likely"]) == sign(native["likely"])
            or may_be_small(gain) and may_be_small(native))


def text(gain):
    if gain is None:
        return "–"
    return (f"{100 * gain['likely']:.0f} ({100 * gain['low']:.0f} to "
            f"{100 * gain['high']:.0f})")


def table(pairs, native):
    rows = []
    print("| pair | structure | before, after [s] | finding [%] | simulated [%] "
          "| native [%] | near | sign |")
    print("|---|---|---|---|---|---|---|---|")
    for pair in pairs:
        old, new, shown = native[pair.name]
        gain, findings = pair.simulated(), pair.finding()
        row = (pair.chose, is_near(gain, shown), has_sign(gain, shown), findings, shown)
        rows.append(row)
        mark = "*" if pair.chose else ""
        print(f"| {pair.name}{mark} | `{pair.structure}` | {old:.3f}, {new:.3f} "
              f"| {text(findings)} | {text(gain)} | {text(shown)} "
              f"| {'yes' if row[1] else 'no'} | {'yes' if row[2] else 'no'} |")
    return rows


def summary(label, rows):
    if rows:
        close, signs = (sum(row[i] for row in rows) for i in (1, 2))
        print(f"{label}: {close} of {len(rows)} ({100 * close / len(rows):.0f} %) within a "
              f"factor of {FACTOR} or the interval; sign right in {signs} "
              f"({100 * signs / len(rows):.0f} %).")


def main():
    options = parse()
    known = [*LAYOUTS, *sorted(os.path.basename(path)[:-4] for path in glob.glob(
        os.path.join(SOURCE, "bench", "pairs", "*.cpp")))]
    unknown = [name for name in options.names if name not in known]
    if unknown:
        raise SystemExit(f"'{unknown[0]}' is not among {', '.join(known)}")
    pairs = [Pair(name, options) for name in known]
    for pair in pairs[::CALIBRATED]:
        pair.chose = True
    pairs = [pair for pair in pairs if not options.names or pair.name in options.names]
    for pair in pairs:
        for version in VERSIONS:
            pair.build(version)
            pair.record(version)
    native = native_gains(pairs, options.rounds)
    print(f"`bench/pairs.py`, {datetime.date.today()}\n")
    rows = table(pairs, native)
    print()
    summary("Pairs that chose the errors (*)", [row for row in rows if row[0]])
    summary("Other pairs", [row for row in rows if not row[0]])
    summary("All", rows)
    findings = [row for row in rows if row[3]]
    summary("What findings say", [
        (row[0], is_near(row[3], row[4]),
         row[4]["high"] > -SMALL or row[3]["high"] < SMALL)
        for row in findings])


if __name__ == "__main__":
    main()
