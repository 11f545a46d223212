#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares samples of pairs with all pairs.

usage: unbiased_pairs.py PERIOD ALL.csv SAMPLE.csv...

A kind of pair is the places, kinds and threads of both ends; a watch that
nobody ended counts as well. Over the samples, a kind is expected as often as it
is in all pairs, over the period, times the number of samples.
"""

import collections
import csv
import math
import sys

from reading import read_csv

ENDS = ["thread", "kind", "structure", "line", "column"]


def kinds(path):
    counts = collections.Counter()
    for row in read_csv(path):
        counts[tuple(row[name + end] for end in "12"
                     for name in ENDS)] += 1
    return counts


period, wanted = int(sys.argv[1]), kinds(sys.argv[2])
samples = [kinds(path) for path in sys.argv[3:]]
total = sum(samples, collections.Counter())
assert set(total) <= set(wanted), set(total) - set(wanted)
judged, chi_square = 0, 0.0
for kind, count in wanted.items():
    expected = count * len(samples) / period
    if expected < 20:
        continue
    judged += 1
    # Chosen one by one, with probability 1 / period.
    z = (total[kind] - expected) / math.sqrt(expected * (1 - 1 / period))
    chi_square += z * z
    assert abs(z) < 5, (kind, total[kind], expected)
# Less than once in a hundred thousand. (An access in two lines is chosen once,
# for both, so that kinds are not quite independent.)
limit = judged + 5 * math.sqrt(2 * judged)
print(f"{judged} kinds, chi-square {chi_square:.1f}, limit {limit:.1f}")
assert judged > 20 and chi_square < limit
