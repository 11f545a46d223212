"""Prints name and objects of the heap structures of a report, sorted.

usage: names.py REPORT.json
"""

import json
import sys

with open(sys.argv[1]) as file:
    structures = json.load(file)["structures"]
for line in sorted(
    f"{s['name']} {s['objects']}" for s in structures if s["kind"] == "heap"
):
    print(line)
