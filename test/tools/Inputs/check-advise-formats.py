# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether JSON and CSV of `advise` (or `compare`) say the same, and add up.

usage: check-advise-formats.py [--compare] FILE.json FILE.csv
"""

import sys

from reading import read_csv, read_json

compare = sys.argv[1] == "--compare"
data = read_json(sys.argv[-2])
rows = read_csv(sys.argv[-1])


def levels(side):
    return {level["name"]: level["misses"] for level in side["levels"]} if side else {}


def check_advice():
    assert data["suggestions"] and data["tried"] >= data["saving"]
    saved = [s["cycles_saved"] for s in data["suggestions"] if s["kind"] != "prefetch"]
    assert saved == sorted(saved, reverse=True), saved
    for rank, s in enumerate(data["suggestions"], 1):
        part = {r["misses"]: r for r in rows if r["rank"] == str(rank)}
        for column in ("structure", "program"):
            for side in ("before", "after"):
                for name, misses in levels(s[f"{column}_{side}"]).items():
                    assert int(part[name][f"{column}_{side}"]) == misses
        assert levels(s["program_before"]) == levels(data["misses"])
        assert s["evidence"] and s["do"]


def check_comparison():
    for side in ("before", "after"):
        for name, total in levels(data["total"][side]).items():
            assert sum(int(r[f"{name}_misses_{side}"]) for r in rows) == total
            assert sum(levels(s[side]).get(name, 0) for s in data["structures"]) == total
    assert len(rows) == len(data["structures"])


check_comparison() if compare else check_advice()
