# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the heap structures of a report with a source's EXPECT lines.

usage: check.py REPORT.json SOURCE

    // EXPECT name | type | function | objects

stands before the line that names the structure; there may be several.
"""

import re
import sys

from reading import read_json


def expected(source):
    rows, waiting = [], []
    with open(source) as file:
        for number, line in enumerate(file, 1):
            match = re.match(r"\s*// EXPECT (.*)", line)
            if match:
                waiting.append([part.strip() for part in match.group(1).split("|")])
                continue
            for name, kind, function, objects in waiting:
                rows.append((name, kind, function, number, int(objects)))
            waiting = []
    return sorted(rows)


def found(report):
    structures = read_json(report)["structures"]
    return sorted(
        (s["name"], s["type"], s["function"], s["line"], s["objects"])
        for s in structures
        if s["kind"] == "heap"
    )


wanted, actual = expected(sys.argv[2]), found(sys.argv[1])
for row in wanted:
    if row not in actual:
        print("missing", row)
for row in actual:
    if row not in wanted:
        print("unexpected", row)
sys.exit(wanted != actual)
