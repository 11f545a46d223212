# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `describe --json` with the source's lines

    // IS name | container | kind of step accesses, ...

Kinds that are not listed must be 0.

usage: check-descriptions.py SOURCE DESCRIPTIONS.json
"""

import sys

from reading import read_json

KINDS = ["sequential", "strided", "repeated", "linked", "indirect", "irregular"]

source, descriptions = sys.argv[1:]
known = {row["name"]: row for row in read_json(descriptions)["structures"]}
wrong = 0
for text in open(source):
    if not text.startswith("// IS "):
        continue
    name, container, steps = text[len("// IS "):].strip().split(" | ")
    wanted = dict.fromkeys(KINDS + ["unknown"], 0)
    for step in steps.split(", "):
        kind, accesses = step.split()
        wanted[kind] = int(accesses)
    row = known[name]
    found = {kind: row["pattern"][kind] for kind in wanted}
    if (row["container"], found) != (container, wanted):
        print(name, row["container"], found, "instead of", container, wanted)
        wrong += 1
    if row["pattern"]["sampled"] != row["accesses"]:
        print(name, "is not looked at completely:", row["pattern"])
        wrong += 1
sys.exit(wrong != 0)
