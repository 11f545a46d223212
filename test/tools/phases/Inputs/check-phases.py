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
    part = [p["runs"][number] for p in phases["phases"]]
    assert sum(p["instructions"] for p in part) == run["instructions"]
    assert run["instructions"] == report["instructions"], "instructions"
    assert abs(sum(p["time"] for p in part) - run["time"]) <= 1
    for level, total in enumerate(report["total"]["levels"]):
        for measure in ("accesses", "misses"):
            assert sum(p["levels"][level][measure] for p in part) \
                == total[measure], (number, level, measure)
    result = [r for r in rows if int(r["run"]) == number]
    assert sum(int(r["instructions"]) for r in result) == run["instructions"]
    # A thread's intervals lie one after the other.
    for previous, following in zip(result, result[1:]):
        if previous["thread"] == following["thread"]:
            assert int(previous["start"]) + int(previous["instructions"]) \
                == int(following["start"])
            assert int(previous["process_end"]) <= int(following["process_begin"])
