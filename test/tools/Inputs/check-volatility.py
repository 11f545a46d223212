# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a report of memfacet volatility against what rounds.c does.

usage: check-volatility.py VOLATILITY.json REPORT.json PROFILES.csv
"""

import sys

from reading import read_csv, read_json

volatility, report = (read_json(name) for name in sys.argv[1:3])
base = volatility["interval_instructions"]
# 400 rounds of two walks, and as much again of one.
round_of_two = report["instructions"] / 800


def is_close(a, b, part=0.01):
    assert abs(a - b) <= part * b, (a, b)


rows = {row["name"]: row for row in volatility["rows"]}
assert set(rows) >= {"first", "second"}, set(rows)
longest = volatility["points"] // 50
for row in list(rows.values()) + [volatility["total"]]:
    profile = row["profile"]
    assert len(profile) == longest, (len(profile), longest)
    assert all(0 <= value <= 1 for value in profile)
    choice = row["choice"]
    if choice["period"]:
        assert choice["volatility"] <= volatility["threshold"]
        assert choice["period"] % base == 0

first = rows["first"]
assert first["choice"]["reason"] == "trough", first["choice"]
is_close(first["choice"]["of_period"], round_of_two)
is_close(first["choice"]["exact_period"],
         first["choice"]["multiple"] * first["choice"]["of_period"], 1e-9)
is_close(first["components"][0]["period"], round_of_two)
# It is not walked any more in the second half.
assert first["phases"]["type"] == "simple", first["phases"]
is_close(first["phases"]["segments"][-1]["begin"], report["instructions"] / 2, 0.02)
assert sum(row["share"] for row in rows.values()) <= 1 + 1e-9

common = volatility["together"]
names = [row["name"] for row in volatility["rows"]]
assert names[common["leads"][-1]["row"]] == "second", common["leads"]

# The table of profiles is the same one.
found = {}
for line in read_csv(sys.argv[3]):
    found.setdefault(line["structure"], []).append(float(line["volatility"]))
for name, row in rows.items():
    assert len(found[name]) == longest
    for a, b in zip(found[name], row["profile"]):
        assert abs(a - b) < 1e-9, (name, a, b)
print("good")
