# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a sample with a period of 1 has the accesses that the exact counts have,
and expects the misses that some structures have.

usage: sample_adds_up.py EXACT.json SAMPLE.json [STRUCTURE MISSES]...
"""

import sys

from reading import read_json

exact, study = (read_json(file) for file in sys.argv[1:3])
answer, are = study["expected"]["accesses"], exact["total"]["accesses"]
assert abs(answer - are) < 0.01, (answer, are)
for name, misses in zip(sys.argv[3::2], map(int, sys.argv[4::2])):
    rows = next(s for s in exact["structures"] if s["name"] == name)
    assert rows["misses"] == misses, rows
    found = sum(s["expected"]["invalidated"] for s in study["hot_spots"]
                if s["structure"] == name)
    # 64 new lines count as first touches only where they are clearly some.
    assert abs(found - misses) <= 64, (name, found)
