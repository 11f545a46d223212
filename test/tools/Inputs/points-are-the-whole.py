# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether points that are all intervals of a run count what the run does.

usage: points-are-the-whole.py POINTS.json              # prints right weights
       points-are-the-whole.py POINTS.json REPORT.json
"""

import sys

from reading import read_json

points, *reports = (read_json(path) for path in sys.argv[1:])
assert points["apart"] and points["cpu_seconds"] is None
instructions = [point["instructions"] for point in points["points"]]
if not reports:
    for cluster, count in enumerate(instructions):
        print(count / sum(instructions), cluster)
    sys.exit()

whole = reports[0]
assert sum(instructions) == whole["instructions"]
metrics = {m["name"]: m["estimate"] for m in points["metrics"]}
for number, level in enumerate(whole["total"]["levels"], 1):
    found = sum(s["levels"][number - 1]["misses"] for s in points["structures"])
    assert abs(found - level["misses"]) < 1e-6 * level["misses"], (number, found)
    rate = metrics[f"L{number} hit rate"]
    assert abs(rate - (1 - level["misses"] / level["accesses"])) < 1e-9, number
