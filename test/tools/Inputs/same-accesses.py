# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two reports have the same accesses of the program's own structures.

usage: same-accesses.py REPORT.json REPORT.json
"""

import sys

from reading import read_json


def accesses(path):
    structures = read_json(path)["structures"]
    kinds = ["global", "heap", "unattributed"]
    return {
        (row["kind"], row["name"], row["loads"], row["stores"])
        for row in structures
        if row["kind"] in kinds and row["accesses"]
    }


first, second = map(accesses, sys.argv[1:])
if first != second:
    sys.exit(f"only in the first {first - second}, in the second {second - first}")
