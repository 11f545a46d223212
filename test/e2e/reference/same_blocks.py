# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two outputs of `memfacet blocks --json` tell the same executions.

    same_blocks.py A.json B.json [vectors|threads|team]

Blocks are told apart by their stable ids. With `threads`, the executions of each
thread are compared, with `vectors` those of each interval; with `team`, those of
each thread, whatever its number is. Says how many there are.
"""

import sys
from collections import Counter

from reading import read_json


def read(path, mode):
    report = read_json(path)
    known = {
        b["block"]: (b["id"], b["function"], b["size"]) for b in report["blocks"]
    }
    counts = Counter()
    lengths = Counter()
    for vector in report["vectors"]:
        place = ()
        if mode in ("threads", "team"):
            place = (vector["thread"],)
        elif mode == "vectors":
            place = (vector["thread"], vector["interval"])
        total = 0
        for block, count in vector["counts"]:
            counts[place + known[block]] += count
            total += count * known[block][2]
        if total != vector["length"]:
            sys.exit(f"{path}: a vector of {total} says {vector['length']}")
        lengths[vector["thread"]] += total
    if sum(lengths.values()) != report["instructions"]:
        sys.exit(f"{path}: lengths do not add up to the instructions")
    return report, counts


def by_what_they_did(counts):
    """Threads numbered anew: those that did the same may change places."""
    threads = {}
    for (thread, *block), count in counts.items():
        threads.setdefault(thread, []).append((*block, count))
    ordered = sorted(sorted(blocks) for blocks in threads.values())
    return Counter({(number, *block): count
                    for number, blocks in enumerate(ordered)
                    for *block, count in blocks})


mode = sys.argv[3] if len(sys.argv) > 3 else ""
first, a = read(sys.argv[1], mode)
second, b = read(sys.argv[2], mode)
if mode == "team":
    a, b = by_what_they_did(a), by_what_they_did(b)
wrong = [key for key in a.keys() | b.keys() if a[key] != b[key]]
for key in sorted(wrong, key=str)[:20]:
    print(key, a[key], b[key])
if wrong or not a:
    sys.exit(f"{len(wrong)} of {len(a)} differ")
print(f"{first['source']} {second['source']}: {len(a)} counts are the same")
