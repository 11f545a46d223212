# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether JSON, CSV and frequency vectors of one thread tell the same.

usage: check_blocks.py REPORT.json REPORT.csv VECTORS.bb
"""

import re
import sys

from reading import read_csv, read_json, read_lines

report = read_json(sys.argv[1])
size = {b["block"]: b["size"] for b in report["blocks"]}
rows = read_csv(sys.argv[2])
assert len(rows) == len(report["blocks"])
assert sum(int(r["instructions"]) for r in rows) == report["instructions"]
assert sum(b["instructions"] for b in report["blocks"]) == report["instructions"]
interval = report["interval"]
vectors = report["vectors"]
lines = read_lines(sys.argv[3])
assert len(lines) == len(vectors) > 10
start = 0
for number, (line, vector) in enumerate(zip(lines, vectors)):
    assert re.fullmatch(r"T(:[1-9]\d*:[1-9]\d* )+", line), line
    pairs = [p.split(":")[1:] for p in line[1:].split()]
    weights = {int(block): int(weight) for block, weight in pairs}
    assert weights == {b: c * size[b] for b, c in vector["counts"]}
    assert sum(weights.values()) == vector["length"]
    # Each interval ends after its multiple, the last one with the program.
    assert vector["interval"] == start // interval
    start += vector["length"]
    if number + 1 != len(vectors):
        end = (vector["interval"] + 1) * interval
        assert end <= start < end + interval // 8, (number, start)
assert start == report["instructions"]
