# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares every row of `report --fields --json` with the source's lines

    // ROW name | offset | bytes | loads | stores

and their sums with the structure's row of the ordinary report.

usage: check-fields.py SOURCE FIELDS.json REPORT.json
"""

import sys

from reading import read_json

source, fields, report = sys.argv[1:]
expected = []
for text in open(source):
    if text.startswith("// ROW "):
        name, *numbers = text[len("// ROW "):].strip().split(" | ")
        expected.append((name, *map(int, numbers)))

(structure,) = read_json(fields)["structures"]
rows = [row for table in structure["tables"] for row in table["fields"]]
found = [
    (row["name"], row["offset"], row["bytes"], row["loads"], row["stores"])
    for row in rows
]
for row in [row for row in found if row not in expected]:
    print("unexpected:", row)
for row in [row for row in expected if row not in found]:
    print("missing:", row)
assert sorted(found) == sorted(expected)

rows += structure["unknown"]
(ordinary,) = [
    row
    for row in read_json(report)["structures"]
    if row["name"] == structure["name"]
]
for key in ["loads", "stores"]:
    assert sum(row[key] for row in rows) == ordinary[key], key
for number, level in enumerate(ordinary["levels"]):
    misses = sum(row["levels"][number]["misses"] for row in rows)
    assert misses == level["misses"], (misses, level)
