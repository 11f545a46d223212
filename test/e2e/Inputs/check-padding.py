# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what 'memfacet false-sharing' predicts of a padded structure.

usage: check-padding.py STRUCTURE MEMBERS BEFORE.json AFTER.json

BEFORE is what it says of the program, AFTER of the one that was really padded.
The misses that padding saves must be those that it was said to save, to 10 %.
MEMBERS: which must be named as fighting, separated by spaces.
"""

import sys

from reading import read_json

name, members, before, after = sys.argv[1:]
before = read_json(before)
after = read_json(after)
found = [s for s in before["structures"] if s["name"] == name]
assert found, [s["name"] for s in before["structures"]]
top = max(found, key=lambda s: s["false_sharing"])
assert top is before["structures"][0], "not the one that suffers most"
best = top["best"]
predicted = best["all_before"] - best["all_after"]
real = before["misses"] - after["misses"]
print(f"{best['kind']}: {before['misses']} misses, {after['misses']} when padded; "
      f"saved {real}, predicted {predicted}")
assert real > 50, real
assert abs(predicted - real) <= 0.1 * real
seen = {side["member"] for f in top["fights"] for side in (f["wanted"], f["written"])}
for member in members.split():
    assert member in seen, (member, seen)
assert all(f[side]["line"] > 0 and f[side]["function"]
           for f in top["fights"] for side in ("wanted", "written"))
