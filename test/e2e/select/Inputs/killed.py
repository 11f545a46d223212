# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints NAME, loads and stores of Heap and Table, and whether it was killed.

usage: killed.py NAME REPORT.json
"""

import json
import sys

with open(sys.argv[2]) as file:
    report = json.load(file)
words = [sys.argv[1]]
for name, kind in (("Heap", "heap"), ("Table", "global")):
    words += [f"{name} {row['loads']} {row['stores']}"
              for row in report["structures"]
              if row["name"] == name and row["kind"] == kind
              and row["accesses"] != 0]
if any("killed" in note for note in report["notes"]):
    words.append("killed")
print(*words)
