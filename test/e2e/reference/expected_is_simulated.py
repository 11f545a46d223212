# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the expected misses of `memfacet communication --json` against those
simulated: usage: expected_is_simulated.py FILE.json TOLERANCE [HOT]

HOT is that of the command: spots with more misses have causes and advice."""

import sys

from reading import read_json

study = read_json(sys.argv[1])
tolerance = float(sys.argv[2])
hot = int(sys.argv[3]) if len(sys.argv) > 3 else 100
simulated = judged = 0
for spot in study["hot_spots"]:
    truth = spot["simulated"]["invalidated"]
    simulated += truth
    if truth < 100:
        continue
    judged += 1
    expected = spot["expected"]["invalidated"]
    assert abs(expected / truth - 1) <= tolerance, (spot["function"],
                                                    spot["line"], expected, truth)
    assert abs(spot["expected"]["invalidations_sent"]
               - spot["simulated"]["invalidations_sent"]) <= \
        max(2, tolerance * truth), spot
    assert spot["invalidated_low"] <= expected <= spot["invalidated_high"]
    assert truth <= hot or spot["causes"] and spot["advice"]
total = study["expected"]["invalidated"]
assert judged >= 1 and abs(total / simulated - 1) <= tolerance, (judged, total)
