# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two reports of `advise` agree on what to do first.

usage: compare-advice.py ONE OTHER PERCENT

The first suggestion is the same, and its misses of each level, before and after,
of the structure and the program, differ by at most PERCENT, where there are a
thousand or more.
"""

import re
import sys

UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9}
ROW = re.compile(r"^ +(L\d) +(.*)$")
COUNT = re.compile(r"(\d+(?:\.\d+)?)(?: ([KMG]))?(?= |$)(?! ?%)")


def first(path):
    """The first suggestion's action, and its counts by level."""
    text = open(path, encoding="utf-8").read()
    begin = re.search(r"^1\. (.*)$", text, re.MULTILINE)
    assert begin, f"{path} has no suggestion"
    rows = {}
    for line in text[begin.end() :].split("\n2. ")[0].splitlines():
        if row := ROW.match(line):
            counts = [float(n) * UNITS[u or ""] for n, u in COUNT.findall(row[2])]
            rows[row[1]] = counts
    return begin[1], rows


one, other, percent = first(sys.argv[1]), first(sys.argv[2]), float(sys.argv[3])
assert one[0] == other[0], (one[0], other[0])
assert one[1].keys() == other[1].keys() and one[1], (one, other)
print(one[0])
for level, counts in one[1].items():
    print(level, counts, other[1][level])
    assert len(counts) == len(other[1][level]) == 4
    for here, there in zip(counts, other[1][level]):
        if max(here, there) >= 1000:
            assert abs(here - there) * 100 <= percent * max(here, there), level
print("agree")
