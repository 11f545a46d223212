# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks markers against what the program counted.

usage: marked_points.py REGIONS.csv PHASES.json ENTRIES PROGRAM

ENTRIES lists the functions that the program entered, in order, the first one
main. Interval i begins where the entry i + 1 does (the first one, where main
begins).
"""

import subprocess
import sys

from reading import read_json

regions, phases, entries, program = sys.argv[1:]
entered = open(entries, encoding="utf-8").read().split()
symbols = {}
for line in subprocess.check_output(["nm", program], text=True).splitlines():
    words = line.split()
    if len(words) == 3:
        symbols[words[2]] = int(words[0], 16)


def begin(interval):
    return interval + 1 if interval else 0


def counted(name, previous):
    return entered[:previous].count(name)


weights, good = 0, 0
for line in open(regions, encoding="utf-8"):
    if line.startswith("#"):
        continue
    cell = line.strip().split(",")
    interval = int(cell[0].split()[-1])
    names = {address: name for name, address in symbols.items()
             if name in set(entered)}
    first, last = (names[int(cell[i], 16)] for i in (3, 7))
    assert cell[1] == "global" and cell[4] == program.split("/")[-1]
    assert int(cell[6]) == counted(first, begin(interval)) + 1, line
    final = begin(interval + 1) >= len(entered)
    assert int(cell[10]) == \
        counted(last, begin(interval + 1)) + (not final), line
    # The offset is the address: such programs are linked at 0.
    assert cell[3] == cell[5] and cell[7] == cell[9]
    weights += float(cell[13])
    good += 1
# Other blocks mark, too: where one is a function's first, counts are equal.
for point in read_json(phases)["points"]:
    for kind in ("begin_marker", "end_marker"):
        marker = point[kind]
        assert marker["count"] > 0 and marker["function"] in symbols
        assert marker["file"].endswith("variable-intervals.c")
print(f"{good} regions as the program counted, weights add up to "
      f"{weights:.3g}")
