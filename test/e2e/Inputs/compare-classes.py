# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: compare-classes.py WHY.json OTHER.json POINTS NAME...

Expects that the classes of misses of the structures NAME are the same parts of their
misses in both, at each level, but for POINTS per cent of the misses.
"""

import sys

from reading import read_json

CLASSES = ("compulsory", "capacity", "conflict", "unknown")


def parts(causes, name):
    found = [s for s in causes["structures"] if s["name"] == name]
    assert len(found) == 1, f"{len(found)} structures are called {name}"
    for level in found[0]["levels"]:
        misses = max(level["misses"], 1)
        for kind in CLASSES:
            yield level["name"], kind, 100 * level[kind] / misses, level["misses"]


first, second = read_json(sys.argv[1]), read_json(sys.argv[2])
most = float(sys.argv[3])
wrong = 0
for name in sys.argv[4:]:
    for (level, kind, a, misses), (_, _, b, _) in zip(parts(first, name), parts(second, name)):
        print(f"{name} {level} {kind}: {a:.1f} % of {misses}, {b:.1f} %")
        wrong += abs(a - b) > most
sys.exit(wrong != 0)
