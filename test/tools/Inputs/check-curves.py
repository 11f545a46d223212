# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the curves of structures add up to the total's, and fall."""

import sys

from reading import read_json

shown = read_json(sys.argv[1])
total = shown["total"]
assert total["touches"] == sum(s["touches"] for s in shown["structures"])
for number, point in enumerate(total["points"]):
    parts = [s["points"][number] for s in shown["structures"]]
    assert all(p["bytes"] == point["bytes"] for p in parts)
    assert point["misses"] == sum(p["misses"] for p in parts), point
for curve in [total, *shown["structures"]]:
    misses = [p["misses"] for p in curve["points"]]
    assert misses == sorted(misses, reverse=True)
    assert misses[-1] >= curve["compulsory"]
assert len(total["points"]) >= 5
