# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: compare-cachegrind.py REPORT.json CACHEGRIND.log

Accesses and misses at both levels, of data and of instructions, are equal.
"""

import json
import re
import sys

LABELS = {
    ("[instructions]", None): r"I\s+refs",
    ("[instructions]", 0): r"I1\s+misses",
    ("[instructions]", 1): r"LLi misses",
    ("[data]", None): r"D\s+refs",
    ("[data]", 0): r"D1\s+misses",
    ("[data]", 1): r"LLd misses",
}

with open(sys.argv[1]) as f:
    structures = {s["name"]: s for s in json.load(f)["structures"]}
with open(sys.argv[2]) as f:
    log = f.read()
bad = 0
for (name, level), label in LABELS.items():
    reference = int(re.search(label + r":\s+([\d,]+)", log).group(1).replace(",", ""))
    row = structures[name]
    result = row["accesses"] if level is None else row["levels"][level]["misses"]
    if result != reference:
        print(f"{name} {label}: {result}, Cachegrind {reference}")
        bad = 1
sys.exit(bad)
