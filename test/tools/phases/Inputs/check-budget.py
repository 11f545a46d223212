# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of 'phases' or 'simpoints' with a budget: BUDGET REPORT.json POINTS WEIGHTS."""

import sys

from reading import read_json

budget, report = sys.argv[1], read_json(sys.argv[2])
lines = [line for line in open(sys.argv[3]) if not line.startswith("#")]
weights = {int(number): float(weight)
           for weight, number in (line.split() for line in open(sys.argv[4]))}
points = report["points"]

# What the files say is what the report says.
assert len(lines) == len(weights) == len(points)
for line, point in zip(lines, points):
    number, phase = int(line.split()[1]), int(line.split("# phase ")[1])
    assert number == point["point"]
    assert abs(weights[number] - point["weight"]) < 1e-6
    assert str(phase + 1 if "phase" in point else phase) == str(
        point.get("phase", point.get("cluster")))
assert [p["point"] for p in points] == list(range(len(points)))
assert abs(sum(weights.values()) - 1) < 1e-6

# No more than it may, as many as it may.
if budget.endswith("%"):
    share = float(budget[:-1]) / 100
    assert 0.8 * share < report["simulated_share"] <= share
else:
    assert len(points) == int(budget)

# Every phase has some, and the points' weights add up to its share.
labels = report["labels"]
for phase in set(labels):
    name = str(phase + 1) if "phase" in points[0] else phase
    part = [p["weight"] for p in points if p.get("phase", p.get("cluster")) == name]
    assert part
    assert abs(sum(part) - labels.count(phase) / len(labels)) < 0.01
