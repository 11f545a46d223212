# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what of a run must not depend on whether allocations are tracked:
instructions of every thread, and of every site how often it was executed.

usage: executions.py REPORT.json SITES.json

The reports are `report --json` and `report --json --by site --top 0`.
"""

import sys

from reading import read_json

report = read_json(sys.argv[1])
sites = read_json(sys.argv[2])["rows"]
for thread in report["threads"]:
    print(f"thread {thread['thread']}: {thread['instructions']} instructions")
lines = (f"{row['file']}:{row['line']}:{row['column']} {row['function']}: "
         f"{row['loads']} loads {row['stores']} stores" for row in sites)
print("\n".join(sorted(lines)))
