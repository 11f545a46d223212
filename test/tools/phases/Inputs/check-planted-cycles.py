# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of new-blocks.c: `choose FILE`; or `cold`, `chosen` or `warm POINTS.json`."""

import json
import sys

BLOCKS, WALKS, LINES = 40, 8, 2500
STEP = 6  # instructions
# zen4: one walk of a block comes from the third level, the others from the second.
CYCLES = BLOCKS * LINES * (50 + (WALKS - 1) * 14)

case, path = sys.argv[1:]
if case == "choose":
    walk = LINES * STEP
    warmup = 314_000 // walk  # intervals before the first walk
    with open(path, "w") as file:
        file.writelines(f"{warmup + WALKS * block + 4} {block} # phase 0\n"
                        for block in range(0, BLOCKS, 4))
    sys.exit()

with open(path) as file:
    run = json.load(file)
cycles = next(m for m in run["metrics"] if m["name"] == "CPI")
planted = CYCLES / run["instructions"]
assert 0.97 * planted < cycles["whole"] < 1.2 * planted, (cycles, planted)
assert cycles["low"] <= cycles["whole"] <= cycles["high"], cycles
assert cycles["if_cold"][0] <= cycles["estimate"] <= cycles["if_cold"][1]
if case == "cold":
    # As all misses: without bounds, the interval would not contain the truth.
    assert cycles["estimate"] - cycles["half_width"] > 2 * cycles["whole"], cycles
    assert cycles["withheld"]
elif case == "warm":
    # Nothing was left out.
    assert cycles["if_cold"] == [cycles["estimate"]] * 2, cycles
    assert abs(cycles["error"]) < 0.05, cycles
