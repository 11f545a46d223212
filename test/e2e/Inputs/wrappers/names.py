# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints name and objects of the heap structures of a report, sorted.

usage: names.py REPORT.json
"""

import sys

from reading import read_json

structures = read_json(sys.argv[1])["structures"]
for line in sorted(
    f"{s['name']} {s['objects']}" for s in structures if s["kind"] == "heap"
):
    print(line)
