# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the phases that memfacet found with those that the program said.

usage: adjusted_rand.py PROFILE PHASES.csv

An interval's true phase is the last one that its thread announced before the
interval's middle. Prints the adjusted Rand index of the two partitions (Hubert
and Arabie, 1985), written from its definition by pairs.
"""

import sqlite3
import sys
from collections import Counter

from reading import read_csv


def truth_of(profile):
    """By thread, a sorted list of (instructions, name)."""
    markers = {}
    query = "SELECT thread, instructions, name FROM markers WHERE kind = 'phase'"
    for thread, instructions, name in sqlite3.connect(profile).execute(query):
        markers.setdefault(thread, []).append((instructions, name))
    return {thread: sorted(answer) for thread, answer in markers.items()}


def pairs(count):
    return count * (count - 1) // 2


def adjusted_rand(first, second):
    both = sum(pairs(n) for n in Counter(zip(first, second)).values())
    of_first = sum(pairs(n) for n in Counter(first).values())
    of_second = sum(pairs(n) for n in Counter(second).values())
    expected = of_first * of_second / pairs(len(first))
    largest = (of_first + of_second) / 2
    return 1.0 if largest == expected else (both - expected) / (largest - expected)


truth = truth_of(sys.argv[1])
found, planted = [], []
for row in read_csv(sys.argv[2]):
    middle = int(row["start"]) + int(row["instructions"]) // 2
    answer = [n for position, n in truth.get(int(row["thread"]), [])
              if position <= middle]
    if answer:
        found.append(row["phase"])
        planted.append(answer[-1])
index = adjusted_rand(found, planted)
print(f"{len(found)} intervals, {len(set(planted))} planted phases, "
      f"{len(set(found))} found, index {index:.3f}")
print("at least 0.95" if index >= 0.95
      else "below 0.2" if index < 0.2 else "between")
