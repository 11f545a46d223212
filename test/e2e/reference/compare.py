# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a report with the slow simulator, fed by a program's own log.

usage: compare.py SPEC LOG BASES PROFILE

LOG has lines "kind object offset size", BASES "object address" (lines of other
forms are the program's own output). Every count of every object in the log must
be equal, and nothing else be accessed: it would evict lines of the objects.
"""

import sys

from caches import Caches
from report import Report


def read_bases(path):
    bases = {}
    for line in open(path):
        words = line.split()
        if len(words) == 2 and words[1].startswith("0x"):
            bases[words[0]] = int(words[1], 16)
    return bases


def simulate(spec, log, bases):
    caches = Caches(spec)
    accesses = 0
    for line in open(log):
        words = line.split()
        if len(words) != 4 or words[0] not in ("l", "s"):
            continue
        kind, name, offset, size = words
        caches.access(name, bases[name] + int(offset), int(size), kind == "s")
        accesses += 1
    if accesses == 0:
        sys.exit(f"no accesses in '{log}'")
    return caches


def differences(caches, report):
    logged = sum(c.loads + c.stores for c in caches.counts.values())
    if report.total.accesses != logged:
        yield f"accesses: by the log {logged}, in the report {report.total.accesses}"
    for name, counts in sorted(caches.counts.items()):
        row = report.structure(name)
        pairs = [
            ("accesses", counts.loads + counts.stores, row.accesses),
            ("loads", counts.loads, row.loads),
            ("stores", counts.stores, row.stores),
        ]
        for number, level in enumerate(row.levels):
            for key in ("accesses", "misses", "writebacks"):
                expected = getattr(counts, key)[number]
                pairs.append((f"{level['name']}.{key}", expected, level[key]))
        for key, expected, actual in pairs:
            if expected != actual:
                yield f"{name}.{key}: by the log {expected}, in the report {actual}"


def main():
    spec, log, bases, report = sys.argv[1:]
    caches = simulate(spec, log, read_bases(bases))
    found = list(differences(caches, Report(report)))
    print("\n".join(found) or f"{len(caches.counts)} structures are equal")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
