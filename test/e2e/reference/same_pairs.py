"""Compares two files of reuse pairs, but for the names of locals.

    same_pairs.py live.csv trace.csv

A live sample knows no frames: what the trace gives to a local is the stack's.
"""

import sys

from reading import read_csv


def rows(path):
    for row in read_csv(path):
        yield {k: v for k, v in row.items()
               if not k.startswith("structure")}


live, trace = (list(rows(path)) for path in sys.argv[1:])
for number, (a, b) in enumerate(zip(live, trace)):
    if a != b:
        sys.exit(f"pair {number}: {a}, but in the trace {b}")
if len(live) != len(trace) or len(live) < 100:
    sys.exit(f"{len(live)} and {len(trace)} pairs")
