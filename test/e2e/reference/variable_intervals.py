# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What intervals are that end at procedures, loops and phases.

usage: variable_intervals.py FIXED PROCEDURES LOOPS PHASES (profiles)
"""

import sqlite3
import sys
from collections import defaultdict

from reading import block_counts

PERIOD = 16_000


class Run:
    def __init__(self, path):
        db = sqlite3.connect(path)
        self.blocks = db.execute(
            "SELECT function, size FROM blocks ORDER BY number").fetchall()
        self.places = db.execute(
            "SELECT start, instructions FROM interval_places "
            "ORDER BY thread, interval").fetchall()
        self.vectors = [
            dict(block_counts(packed)) for (packed,) in db.execute(
                "SELECT counts FROM block_vectors ORDER BY thread, interval")]

    def callees(self, vector):
        """Executions of each function's first block, main's left out."""
        first = {}
        for number, (function, _) in enumerate(self.blocks):
            first.setdefault(function, number)
        return {f: vector[b] for f, b in first.items()
                if f != "main" and b in vector}

    def kind(self, vector):
        """The function with most instructions."""
        sums = defaultdict(int)
        for block, count in vector.items():
            sums[self.blocks[block][0]] += count * self.blocks[block][1]
        return max(sums, key=sums.get)

    def spread(self):
        """Sum over blocks of the variance of their shares, within kinds; the
        run's ends, where main begins and ends, left out."""
        kinds = defaultdict(list)
        for vector in self.vectors[1:-1]:
            weights = {b: n * self.blocks[b][1] for b, n in vector.items()}
            total = sum(weights.values())
            kinds[self.kind(vector)].append(
                [weights.get(b, 0) / total for b in range(len(self.blocks))])
        result = 0
        for members in kinds.values():
            for column in zip(*members):
                mean = sum(column) / len(column)
                result += sum((x - mean) ** 2 for x in column) / len(column)
        return result


fixed, procedures, loops, phases = map(Run, sys.argv[1:])
print("fixed:", "varies within kinds" if fixed.spread() > 1e-3 else "equal")
whole = sum(len(procedures.callees(v)) == 1 and
            set(procedures.callees(v).values()) == {1}
            for v in procedures.vectors)
lengths = defaultdict(set)
for vector, (_, length) in list(zip(procedures.vectors,
                                    procedures.places))[1:-1]:
    lengths[procedures.kind(vector)].add(length)
even = all(len(item) == 1 for item in lengths.values())
print(f"procedures: {whole} whole calls in {len(procedures.places)} "
      f"intervals, {'as long as their kind is' if even else lengths}, "
      f"within kinds {procedures.spread():.9f}")
short = sum(n < PERIOD for _, n in loops.places[:-1])
# The run that reaches the end belongs to the interval: it is short here.
long = sum(n > 2 * PERIOD + 100 for _, n in loops.places)
print(f"loops: {short} shorter than the period, {long} longer than twice")
calls = sum(sum(n * phases.blocks[b][1] for b, n in v.items()) > PERIOD
            and len({phases.blocks[b][0] for b in v} - {"main"}) <= 2
            for v in phases.vectors)
print(f"phases: {calls} of a call each, {len(phases.places) - calls} other")
