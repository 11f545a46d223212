# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what `memfacet phases` says of two runs adds up.

usage: check-phases.py PHASES.json PHASES.csv REPORT1.json REPORT2.json
"""

import sys

from reading import read_csv, read_json

phases = read_json(sys.argv[1])
rows = read_csv(sys.argv[2])
reports = [read_json(name) for name in sys.argv[3:]]
assert len(rows) == phases["intervals"] == len(phases["labels"])
names = [p["phase"] for p in phases["phases"]]
assert [names[label] for label in phases["labels"]] == [
    row["phase"] for row in rows]
for number, (run, report) in enumerate(zip(phases["runs"], reports)):
    mine = [p["runs"][number] for p in phases["phases"]]
    assert sum(p["instructions"] for p in mine) == run["instructions"]
    assert run["instructions"] == report["instructions"], "instructions"
    assert abs(sum(p["time"] for p in mine) - run["time"]) <= 1
    for level, total in enumerate(report["total"]["levels"]):
        for what in ("accesses", "misses"):
            assert sum(p["levels"][level][what] for p in mine) \
                == total[what], (number, level, what)
    ours = [r for r in rows if int(r["run"]) == number]
    assert sum(int(r["instructions"]) for r in ours) == run["instructions"]
    # A thread's intervals lie one behind the other.
    for before, after in zip(ours, ours[1:]):
        if before["thread"] == after["thread"]:
            assert int(before["start"]) + int(before["instructions"]) \
                == int(after["start"])
            assert int(before["process_end"]) <= int(after["process_begin"])
