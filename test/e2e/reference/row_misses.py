# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the misses of Rows are as many as they must be: exactly, and as far
as samples go.

usage: row_misses.py MISSES EXACT.json SAMPLE.json...
"""

import json
import sys

from reading import read_json

misses = int(sys.argv[1])
exact = read_json(sys.argv[2])
rows = next(s for s in exact["structures"] if s["name"] == "Rows")
for key in ("misses", "true_sharing", "certain", "low", "high"):
    assert rows[key] == misses, (key, rows)
assert rows["false_sharing"] == 0, rows
for file in sys.argv[3:]:
    study = read_json(file)
    found = sum(s["expected"]["invalidated"] for s in study["hot_spots"]
                if s["structure"] == "Rows")
    # A tenth of them is known: five standard deviations are 0.22.
    assert abs(found / misses - 1) < 0.22, (file, found)
    units = exact["total"]["accesses"]
    assert abs(study["expected"]["accesses"] / units - 1) < 0.1, (file, units)
