# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares selecting runs with the complete run of chosen lines, simulated slowly.

usage: chosen-lines.py MEMFACET SPEC LOG PROFILE PROGRAM

LOG is what a plain build of PROGRAM accesses, and PROGRAM prints where its
objects are (e2e/Inputs/log.h). Lines `thread N` and `end N` tell whose accesses
follow, and that a thread has ended. PROGRAM is recorded to PROFILE completely and with each
share of lines. All misses and write-backs must be those of the simulation, times
the number of lines of which one was chosen; accesses must be those of the log.
"""

import collections
import os
import subprocess
import sys

from caches import Caches
from compare import read_bases
from report import Report

MOST_BITS = 6
# The bits of the number of lines that are chosen side by side, where that many are.
NEIGHBOURS_BITS = 2
# It is always chosen.
FIRST_LINE = 21


def line_mask(bits):
    """The bits that are 0 in a chosen line's number, less FIRST_LINE."""
    lowest = min(NEIGHBOURS_BITS, MOST_BITS - bits)
    return sum(1 << (lowest + number) for number in range(bits))


class ChosenCaches(Caches):
    """Other lines do not reach them."""

    def __init__(self, spec, bits):
        super().__init__(spec)
        self.mask = line_mask(bits)

    def access(self, owner, address, size, is_store):
        first, last = address // self.line, (address + size - 1) // self.line
        for line in range(first, last + 1):
            if (line - FIRST_LINE) & self.mask == 0:
                super().access(owner, line * self.line, 1, is_store)


class Threads:
    """Each has caches of its own; of three or more levels, the last is shared."""

    def __init__(self, spec, bits):
        self.shape = spec, bits
        self.main = ChosenCaches(*self.shape)
        self.caches = {"0": self.main}
        self.private = len(self.main.levels)
        self.private -= self.private > 2

    def caches_of(self, thread):
        if thread not in self.caches:
            new = ChosenCaches(*self.shape)
            new.levels[self.private :] = self.main.levels[self.private :]
            new.counts = self.main.counts
            self.caches[thread] = new
        return self.caches[thread]

    def end(self, thread):
        """What is dirty becomes dirty in a shared level that holds it."""
        levels = self.caches.pop(thread).levels
        for level in reversed(levels[: self.private]):
            for line, writer in level.dirty.items():
                for outer in levels[self.private :]:
                    if outer.holds(line):
                        outer.dirty[line] = writer
                        break


def simulate(spec, bits, log, bases):
    threads = Threads(spec, bits)
    caches = threads.main
    for kind, name, *place in log:
        if kind == "thread":
            caches = threads.caches_of(name)
        elif kind == "end":
            threads.end(name)
        else:
            offset, size = place
            caches.access(name, bases[name] + offset, size, kind == "s")
    return threads.main


def differences(caches, factor, accesses, report):
    """FACTOR: the lines from which one was chosen."""
    for name, expected in accesses.items():
        row = report.structure(name)
        pairs = [
            ("loads", expected["l"], row.loads),
            ("stores", expected["s"], row.stores),
        ]
        counts = caches.counts_of(name)
        for number, level in enumerate(row.levels):
            # What reaches the first level is known by accesses, not by lines.
            for key in ("accesses", "misses", "writebacks")[number == 0 :]:
                chosen = getattr(counts, key)[number]
                pairs.append((f"{level['name']}.{key}", factor * chosen, level[key]))
        for key, expected_count, count in pairs:
            if count != expected_count:
                yield f"{name}.{key}: {count}, not {expected_count}"


def main():
    memfacet, spec, log_path, profile, program = sys.argv[1:]
    log, accesses = [], collections.defaultdict(collections.Counter)
    with open(log_path) as file:
        for kind, name, *numbers in map(str.split, file):
            log.append((kind, name, *map(int, numbers)))
            if numbers:
                accesses[name][kind] += 1
    ways = [(0, ["--complete"])]
    ways += [(bits, ["--lines", f"1/{1 << bits}" if bits else "1"])
             for bits in range(MOST_BITS + 1)]
    failed, simulated = 0, {}
    for bits, options in ways:
        bases = profile + ".bases"
        with open(bases, "w") as file:
            # Visits tell of other lines, too, in the first level.
            subprocess.run([memfacet, "record", *options, "--cache", spec, "-o", profile,
                            "--", program], stdout=file, check=True,
                           env={**os.environ, "MEMFACET_OPTIONS": "visits=0"})
        places = read_bases(bases)
        key = bits, tuple(places.items())
        if key not in simulated:
            simulated[key] = simulate(spec, bits, log, places)
        caches = simulated[key]
        if not any(counts.misses[0] for counts in caches.counts.values()):
            sys.exit("no chosen line is accessed")
        for line in differences(caches, 1 << bits, accesses, Report(profile)):
            print(f"{' '.join(options)}: {line}", file=sys.stderr)
            failed += 1
    print(f"{len(ways)} recordings, {len(accesses)} structures: "
          + (f"{failed} differences" if failed else "equal"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
