#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-stalls.py SOURCE FILE.json MARK=CYCLES...

The line of SOURCE with the comment MARK stalls for CYCLES per node, 4096 of them,
give or take the first and the last few. The mark "cycles": all cycles there are.
"""

import sys

from reading import read_json, read_lines

NODES, SLACK = 4096, 400

source, report, *expected = sys.argv[1:]
lines = read_lines(source)
profile = read_json(report)
for word in expected:
    mark, cycles = word.split("=")
    if mark == "cycles":
        stalls = profile["cycles"]
    else:
        number = next(n for n, text in enumerate(lines, 1) if text.endswith("// " + mark))
        stalls = sum(
            site["stall_cycles"]
            for s in profile["structures"]
            for site in s["sites"]
            if site.get("line") == number
        )
    difference = stalls - float(cycles) * NODES
    assert abs(difference) < SLACK, (mark, stalls, difference)
