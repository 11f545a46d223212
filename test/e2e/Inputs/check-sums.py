# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-sums.py REPORT BY...: rows by code add up to the totals."""
import sys

from reading import read_json

report, *table = sys.argv[1:]
total = read_json(report)["total"]
for path in table:
    rows = read_json(path)["rows"]
    for key in ("accesses", "loads", "stores"):
        assert sum(r[key] for r in rows) == total[key], (path, key)
    for level in range(len(total["levels"])):
        touches = sum(r["levels"][level]["accesses"] for r in rows)
        assert touches == total["levels"][level]["accesses"], (path, level)
        misses = sum(r["levels"][level]["misses"] for r in rows)
        assert misses == total["levels"][level]["misses"], (path, level)
        for row in rows:
            parts = sum(s["levels"][level]["misses"] for s in row["structures"])
            assert parts == row["levels"][level]["misses"], row
