#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that memory stays flat in long runs, and that the counts are right.

usage: bench/trust/long.py [--bin FOLDER] [--work FOLDER] [--scale F] [CASE...]

Cases; --scale multiplies their lengths:
  objects       10^7 objects live at once
  allocations   10^8 allocations
  live          rounds of one walk, recorded live, for about an hour
  trace         random words of a gigabyte, 50 GB of trace, simulated

Prints, for each, the memory of the program and of `memfacet` (which records or
simulates) at a quarter, a half and the end of the time, the size of the profile, and
whether the counts match the program's source.
"""

import argparse
import json
import os
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
WORDS, ITEMS = 100_000, 10_000  # of long.c
THOUSANDS = 13_000_000  # of words, in a trace of 50 GB
MOST_GROWTH = 1.1  # of the memory from a quarter of the time to its end


def memory_of(process):
    """Returns the private memory in MiB (resident, without shared mappings) of a
    process and its children, by the name of the program: the largest process of each
    name. (A forked copy of the collector writes a checkpoint and shares nearly all
    memory.)"""
    sums, waiting = {}, [process]
    while waiting:
        single = waiting.pop()
        try:
            with open(f"/proc/{single}/status") as file:
                status = dict(line.split(":\t", 1) for line in file if ":\t" in line)
            with open(f"/proc/{single}/task/{single}/children") as file:
                waiting += file.read().split()
        except OSError:
            continue
        name = status["Name"].strip()
        part = int(status.get("RssAnon", "0 kB").split()[0]) / 1024
        sums[name] = max(sums.get(name, 0), part)
    return sums


class Watch:
    """Runs a command and notes the memory of its processes."""

    def __init__(self, words):
        self.notes, begin = [], time.monotonic()
        outcome = subprocess.Popen(words, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while outcome.poll() is None:
            self.note(outcome.pid, time.monotonic() - begin)
            time.sleep(0.2 if len(self.notes) < 500 else 2)
        self.out, self.err = outcome.communicate()
        self.seconds = time.monotonic() - begin
        self.code = outcome.returncode

    def note(self, process, time):
        self.notes.append((time, memory_of(process)))

    def memory_at(self, share, name):
        wanted = share * self.seconds
        return max((sums.get(name, 0) for time_, sums in self.notes
                    if wanted * 0.9 <= time_ <= wanted), default=0)

    def names(self):
        return sorted({name for _, sums in self.notes for name in sums})


class Cases:
    def __init__(self, options):
        self.options = options
        self.memfacet = os.path.join(options.bin, "memfacet")
        self.program = os.path.join(options.work, "long")
        self.wrong = 0
        subprocess.run([os.path.join(options.bin, "memfacet-clang"), "-O1", "-g",
                        os.path.join(FOLDER, "long.c"), "-o",
                        self.program], check=True)

    def file(self, name):
        return os.path.join(self.options.work, name)

    def count(self, full):
        return max(1, int(full * self.options.scale))

    def rows(self, profile):
        text = subprocess.run([self.memfacet, "report", "--json", profile],
                              capture_output=True, text=True, check=True).stdout
        return {row["name"]: row for row in json.loads(text)["structures"]
                if row["kind"] in ("heap", "global")}

    def results(self, profile, count):
        """Returns the row with COUNT objects, or None."""
        found = [row for row in self.rows(profile).values()
                 if row["objects"] == count]
        return found[0] if len(found) == 1 else None

    def tell(self, case, watch, profile, right, flat=True):
        size = os.path.getsize(profile) / 2**20
        parts = []
        for name in watch.names():
            quarter, end = watch.memory_at(0.25, name), watch.memory_at(1, name)
            if end < 2 or name in ("pgrep", "sh"):
                continue
            grows = flat and name == "memfacet" and \
                end > MOST_GROWTH * quarter + 8
            self.wrong += grows
            parts.append(f"{name} {quarter:.0f}, {watch.memory_at(0.5, name):.0f}, "
                         f"{end:.0f}" + (" GROWS" if grows else ""))
        self.wrong += not right or watch.code != 0
        print(f"| {case} | {watch.seconds:.0f} | {'; '.join(parts)} | {size:.1f} | "
              f"{'right' if right and watch.code == 0 else 'WRONG'} |", flush=True)

    def record(self, program, kind, count, *options):
        profile = self.file(f"{kind}.mfp")
        watch = Watch([self.memfacet, "record", "-o", profile, "--cache",
                       "L1=32K,8;L2=1M,16", *options, "--", program, kind,
                       str(count)])
        return watch, profile

    def objects(self):
        count = self.count(10**7)
        watch, profile = self.record(self.program, "objects", count)
        found = self.results(profile, count)
        right = found and (found["stores"], found["loads"]) == (2 * count, 2 * count)
        self.tell(f"{count} live objects", watch, profile, right, flat=False)

    def allocations(self):
        count = self.count(10**8)
        watch, profile = self.record(self.program, "allocations", count)
        found = self.results(profile, count)
        right = found and found["stores"] == count
        self.tell(f"{count} allocations", watch, profile, right)

    def live(self):
        count = self.count(3_000_000)
        watch, profile = self.record(self.program, "rounds", count)
        right = self.rows(profile)["Table"]["loads"] == count * (WORDS + ITEMS)
        self.tell(f"live, {count} rounds", watch, profile, right)

    def trace(self):
        count, trace = self.count(THOUSANDS), self.file("long.mft")
        recorded = Watch([self.memfacet, "record", "--no-analysis", "--trace",
                          trace, "--", self.program, "random", str(count)])
        size = os.path.getsize(trace) / 2**30
        profile = self.file("trace.mfp")
        watch = Watch([self.memfacet, "simulate", trace, "--cache",
                       "L1=32K,8;L2=1M,16", "-o", profile])
        right = self.rows(profile)["Large"]["loads"] == 1000 * count + 1
        os.remove(trace)
        self.tell(f"record {size:.2f} GiB of trace", recorded, profile, right)
        self.tell(f"simulate {size:.2f} GiB of trace", watch, profile, right)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(build, "bench", "long"))
    parser.add_argument("--scale", type=float, default=1, metavar="F")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    columns = ["objects", "allocations", "live", "trace"]
    for case in options.cases:
        if case not in columns:
            sys.exit(f"long.py: unknown case '{case}'; known: {', '.join(columns)}")
    cases = Cases(options)
    print("| case | time, s | own memory at a quarter, half, end, MiB | profile, "
          "MiB | counts |\n|---|---|---|---|---|", flush=True)
    for case in options.cases or columns:
        getattr(cases, case)()
    return 1 if cases.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
