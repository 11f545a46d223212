#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the JSON of `memfacet critical`.

    check-criticality.py FILE CRITICAL OTHER
        totals add up; CRITICAL has less than a tenth of the misses and its
        share of the stalls is several times that; OTHER has most misses
    check-criticality.py --same FILE SCENARIO...
        scenarios change nothing but their own cycles, and these go down
"""

import sys

from reading import read_json


def check_sums(j):
    parts = sum(s["stall_cycles"] for s in j["structures"])
    parts += j["computation_stalls"] + j["branch_stalls"] + j["start_stalls"]
    assert parts == j["stall_cycles"], (parts, j["stall_cycles"])
    assert j["busy_cycles"] + j["stall_cycles"] == j["cycles"]
    for key in ("cycles", "instructions", "operations", "stall_cycles", "branches"):
        assert sum(t[key] for t in j["threads"]) == j[key], key
    assert sum(i["cycles"] for i in j["intervals"]) == j["cycles"]
    assert j["operations"] <= j["instructions"]
    assert 0 < j["mispredicted"] < j["branches"]
    for s in j["structures"]:
        assert sum(site["stall_cycles"] for site in s["sites"]) == s["stall_cycles"], s


def equal_reports(paths):
    plain, *rest = map(read_json, paths)
    for other in rest:
        check_sums(other)
        scenarios = other.pop("scenarios")
        assert scenarios, "no scenario"
        assert dict(plain, scenarios=None) == dict(other, scenarios=None)
        previous = other["cycles"]
        for scenario in scenarios:
            assert scenario["cycles"] < previous, scenario
            assert abs(scenario["speed_up"] - other["cycles"] / scenario["cycles"]) < 1e-9
            previous = scenario["cycles"]


if sys.argv[1] == "--same":
    sys.exit(equal_reports(sys.argv[2:]))
j = read_json(sys.argv[1])
check_sums(j)
by_name = {s["name"]: s for s in j["structures"]}
few, many = by_name[sys.argv[2]], by_name[sys.argv[3]]
assert few["miss_share"] < 0.10, few
assert few["stall_share"] > 3 * few["miss_share"], few
assert few["stall_share"] > 0.10, few
assert few["critical"] and not many["critical"]
assert many["miss_share"] > 0.80, many
