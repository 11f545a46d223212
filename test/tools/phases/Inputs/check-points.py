# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What simulate --points --against whole says of a run: WHOLE.json POINTS.json."""

import json
import sys

from reading import read_json

whole, points = (read_json(path) for path in sys.argv[1:])
metrics = {m["name"]: m for m in points["metrics"]}
levels = whole["total"]["levels"]

# The truth is that of the profile of the whole.
assert points["instructions"] == whole["instructions"]
for number, level in enumerate(levels, 1):
    rate = metrics[f"L{number} hit rate"]
    assert abs(rate["whole"] - (1 - level["misses"] / level["accesses"])) < 1e-9
    item = metrics[f"L{number} misses per instruction"]
    assert abs(item["whole"] * points["instructions"] - level["misses"]) < 1e-3
    rows = [s["levels"][number - 1] for s in points["structures"]]
    assert sum(row["whole"] for row in rows) == level["misses"]
    # What structures are estimated to miss is what all is.
    estimate = item["estimate"] * points["instructions"]
    assert abs(sum(row["misses"] for row in rows) - estimate) < 1e-6 * estimate + 1e-6

# Points are few and weigh as much as everything.
assert 0 < points["point_instructions"] <= points["replayed_instructions"]
assert points["replayed_instructions"] <= points["trace_instructions"]
assert len(points["points"]) < points["intervals"]
assert abs(sum(p["weight"] for p in points["points"]) - 1) < 1e-9
assert abs(metrics["L1 hit rate"]["error"]) < 0.1, metrics["L1 hit rate"]
assert points["cpu_seconds"] > 0 and points["whole_cpu_seconds"] > 0
