#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that selecting and complete runs of Debian's programs give the same report.

usage: bench/differential_packages.py [--bin FOLDER] [--work FOLDER] [--again]
                                      [PACKAGE...]

Each program of test/programs is built by its own build system, with clang and
with memfacet-clang, and does its first step. Output and exit code must be
those of clang's program. Two caches are simulated:

  usual  L1 of 32 KiB, 8 ways. Objects, bytes, accesses, loads and stores of each
         structure, accesses of each place in the code and instructions are
         compared. Misses and write-backs only of programs without accesses to the
         stack: frames are laid out differently
  huge   no line is ever evicted. Misses are compared as well, except the stack's

A table of labels (`&&label`) is copied with the body that jumps, so its address
differs: its misses are not compared. Where a report says that accesses of a place are
divided among structures by an estimate, accesses are compared by place alone. With each
cache, the program is recorded with all lines chosen once and completely twice. A row in
which the complete runs differ does not repeat: it is left out, and counted. To make
programs repeat, bench/repeatable.c stops their clocks and fixes their random numbers.

Prints a table. Differences are written to FOLDER/PACKAGE.txt. --again: existing builds
are not made again. Exit code 1: there are rows that differ.
"""

import argparse
import os
import re
import subprocess
import sys
import time

from differential import (COUNTS, ON_STACK, SOURCE, Report, by_key,
                          differences)
from packages import Fetched, Missing, run_programs

import samples  # of test/programs, which packages has found
from more_subjects import MORE_SUBJECTS
from subjects import SUBJECTS

RUN = run_programs()
USUAL = "L1=32K,8;L2=1M,8"
HUGE = "L1=256M,16;L2=512M,16"
# A seed made from an address in a stack frame differs between the bodies.
FLAGS = {"lua5.4": "'-Dluai_makeseed(L)=1'"}
# Matches differences in misses of a table of labels.
OF_LABELS = re.compile(r"structure .* global (const )?void \*\[\d+\] .*: L\d_")
COLUMNS = ("program", "language", "threads", "accesses", "L1 misses",
           "complete run", "structures", "places", "own", "differ")


class Failed(Exception):
    """Carries a line that describes the failure."""


def wanted(names):
    known = {subject.package: subject
             for subject in SUBJECTS + MORE_SUBJECTS if subject.binary != "sh"}
    for name in names:
        if name not in known:
            sys.exit(f"'{name}' is not among {', '.join(known)}")
    return [known[name] for name in names or known]


class Package(Fetched):
    def __init__(self, subject, options):
        super().__init__(subject, options)
        self.accepted, self.found = set(), []

    def compiler(self, name, path):
        """Writes a script for clang and one for clang++, with FLAGS."""
        folder = self.folder("compilers", name, self.subject.package)
        os.makedirs(folder, exist_ok=True)
        flags = FLAGS.get(self.subject.package, "")
        for script, real in (("clang", path), ("clang++", RUN.cxx_of(path))):
            with open(os.path.join(folder, script), "w") as file:
                file.write(f'#!/bin/sh\nexec {real} {flags} "$@"\n')
            os.chmod(file.name, 0o755)
        return os.path.join(folder, "clang")

    def build(self, name, compiler):
        folder = self.folder(name, self.subject.package)
        marker = os.path.join(folder, "made")
        keep = self.options.again and os.path.exists(marker)
        build = RUN.Build(
            self.subject, self.folder("source", self.subject.package), folder,
            self.compiler(name, compiler), self.folder("samples"), keep)
        if not keep:
            build.make()
            with open(marker, "w"):
                pass
        return build

    def run(self, build, *prefix):
        os.environ["LD_PRELOAD"] = self.folder("repeatable.so")
        try:
            return build.run(self.step, prefix=prefix)
        finally:
            del os.environ["LD_PRELOAD"]

    def shown(self, outcome):
        ignore = self.step.ignore
        return re.sub(ignore, b"", outcome.stdout) if ignore else outcome.stdout

    def record(self, name, model, *options):
        """Records a run; returns (report, seconds)."""
        # Names have the same length, as the stack begins below them.
        profile = self.folder(f"{self.subject.package}.{name}.mfp")
        if os.path.exists(profile):
            os.remove(profile)
        start = time.monotonic()
        outcome = self.run(self.instrumented, self.memfacet, "record", "-o", profile,
                           "--cache", model, *options, "--")
        spent = time.monotonic() - start
        if outcome.returncode != self.native.returncode:
            raise Failed(f"{name}: exit code {outcome.returncode}, not "
                         f"{self.native.returncode}: {outcome.stderr[-300:]}")
        if self.shown(outcome) != self.shown(self.native):
            raise Failed(f"{name}: another output than the native program's")
        return Report(self.options.bin, profile), spent

    def compare(self, model):
        """Returns the reports of a selecting and a complete run and the seconds of the
        latter. Adds to own and found."""
        selected, _ = self.record("selected", model, "--exact")
        complete, spent = self.record("complete", model, "--complete")
        repeated, _ = self.record("repeated", model, "--complete")
        exceptions = ON_STACK if model == HUGE else ()
        misses = model == HUGE or not (selected.uses_stack() or
                                       complete.uses_stack())
        accepted = {row_of(line)
                    for line in differences(repeated, complete, misses, model, exceptions)}
        self.accepted |= accepted
        self.found += [line for line in
                       differences(selected, complete, misses, model, exceptions)
                       if row_of(line) not in accepted and not OF_LABELS.match(line)]
        return selected, complete, spent

    def look(self):
        """Builds and compares; returns a row of the table."""
        self.fetch()
        self.step = self.subject.steps[0]
        self.native = self.run(self.build("plain", "clang-19"))
        self.instrumented = self.build(
            "ours", os.path.join(self.options.bin, "memfacet-clang"))
        selected, complete, spent = self.compare(USUAL)
        self.compare(HUGE)
        with open(self.folder(self.subject.package + ".txt"), "w") as file:
            file.write("".join(line + "\n" for line in self.found))
            file.write("".join(f"own: {row}\n" for row in sorted(self.accepted)))
        misses = [report.total["levels"][0]["misses"]
                  for report in (selected, complete)]
        return (self.subject.package, self.subject.language,
                complete.threads, f"{complete.total['accesses']:,}",
                f"{misses[1]:,} ({change(*misses)})", f"{spent:.0f} s",
                rows(complete.structures), rows(complete.places),
                count(self.accepted), count(map(row_of, self.found)))


def row_of(line):
    """Returns the row that a line of differences() is about."""
    return line.rsplit(": ", 1)[0]


def rows(table):
    return len(by_key(table, [word for word in COUNTS if word in table[0]]))


def count(lines):
    """Counts the lines, without the one that names the caches."""
    return len({line for line in lines if not line.startswith("with --cache")})


def change(value, reference):
    return "the same" if value == reference else f"{100 * (value / reference - 1):+.2f} %"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(
        build, "bench", "differential-packages"))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    options.bin, options.work = map(os.path.abspath, (options.bin, options.work))
    samples.write_samples(os.path.join(options.work, "samples"))
    subprocess.run(["clang-19", "-O2", "-shared", "-fPIC",
                    os.path.join(SOURCE, "bench", "repeatable.c"), "-o",
                    os.path.join(options.work, "repeatable.so")], check=True)
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|",
          flush=True)
    wrong = 0
    for subject in wanted(options.packages):
        try:
            row = Package(subject, options).look()
        except (Failed, Missing, RUN.Failure,
                subprocess.TimeoutExpired) as error:
            row = subject.package, str(error)
        wrong += row[-1] != 0
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
