# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-traces.py REPORT.json BYTES,WAYS BYTES,WAYS

Simulates memfacet.din, of one thread, in two levels (docs/internals/cache-model.md) and compares what
the others have: memfacet.champsim the same lines, memfacet.ramulator and memfacet.cpu what
goes to memory. All counts are those of the report; an access stands in memfacet.din once for
each line that it touches.
"""

import struct
import sys
from collections import OrderedDict

from reading import read_json, read_lines

LINE = 64


class Level:
    """Least recently used lines in sets; a line -> whether it is dirty."""

    def __init__(self, shape):
        size, self.ways = map(int, shape.split(","))
        self.sets = [OrderedDict() for _ in range(size // self.ways // LINE)]

    def set_of(self, line):
        return self.sets[line % len(self.sets)]

    def hits(self, line):
        if line in self.set_of(line):
            self.set_of(line).move_to_end(line)
            return True
        return False

    def take(self, line):
        """The dirty line that leaves for LINE, or None."""
        lines = self.set_of(line)
        left = lines.popitem(last=False) if len(lines) == self.ways else (None, False)
        lines[line] = False
        return left[0] if left[1] else None


def simulate(accesses, first, second):
    """[(kind, address)] of what goes to memory."""
    traffic = []
    for store, address in accesses:
        line = address // LINE
        if not first.hits(line):
            missed = not second.hits(line)
            left = first.take(line)
            if left is not None:
                if left in second.set_of(left):
                    second.set_of(left)[left] = True
                else:
                    traffic.append(("W", left * LINE))
            if missed:
                left = second.take(line)
                if left is not None:
                    traffic.append(("W", left * LINE))
                traffic.append(("R", line * LINE))
        if store:
            first.set_of(line)[line] = True
    return traffic


def main():
    report = read_json(sys.argv[1])
    total = report["total"]
    accesses = [line.split() for line in read_lines("memfacet.din")]
    accesses = [(int(kind), int(address, 16)) for kind, address in accesses]
    assert len(accesses) == total["levels"][0]["accesses"] >= total["accesses"]
    long = len(accesses) - total["accesses"]
    assert 0 < total["stores"] <= sum(kind for kind, _ in accesses) <= total["stores"] + long

    with open("memfacet.champsim", "rb") as file:
        records = list(struct.iter_unpack("<Q2B2B4B2Q4Q", file.read()))
    assert len(records) == report["instructions"] if long == 0 else len(records) > long / 4
    found = []
    for ip, *rest in records:
        assert ip and not any(rest[:8])
        stores, loads = rest[8:10], rest[10:14]
        assert not any(stores) or not any(loads)
        assert long or not any(stores[1:]) and not any(loads[1:])
        found += [(1, a) for a in stores if a] + [(0, a) for a in loads if a]
    assert found == accesses

    want = simulate(accesses, Level(sys.argv[2]), Level(sys.argv[3]))
    lines = [line.split() for line in read_lines("memfacet.ramulator")]
    present = [(kind, int(address, 16)) for address, kind, _ in lines]
    assert present == want
    times = [int(instructions) for _, _, instructions in lines]
    assert times == sorted(times) and times[-1] <= report["instructions"]
    last = total["levels"][-1]
    assert sum(kind == "R" for kind, _ in present) == last["misses"] > 0
    assert sum(kind == "W" for kind, _ in present) == last["writebacks"] > 0

    lines = [line.split() for line in read_lines("memfacet.cpu")]
    assert [int(line[1]) for line in lines] == [a for kind, a in want if kind == "R"]
    writes = [int(line[2]) for line in lines if len(line) > 2]
    assert writes == [a for kind, a in want if kind == "W"][: len(writes)]
    assert len(writes) >= last["writebacks"] - 4
    # A read is an instruction of its own: no instruction counts twice.
    reads = [count for count, (kind, _) in zip(times, present) if kind == "R"]
    length = sum(int(line[0]) for line in lines) + len(lines)
    assert length == reads[-1] <= report["instructions"] if long == 0 else length >= reads[-1]


main()
