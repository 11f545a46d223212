# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what 'memfacet false-sharing' predicts of a padded structure.

usage: check-padding.py STRUCTURE MEMBERS BEFORE.json AFTER.json

BEFORE is what it says of the program, AFTER of the one that was really padded.
The misses that padding saves must be those that it was said to save, to 10 %.
MEMBERS: which must be named as fighting, separated by spaces.
"""

import sys

from reading import read_json

name, members, old, new = sys.argv[1:]
old = read_json(old)
new = read_json(new)
found = [s for s in old["structures"] if s["name"] == name]
assert found, [s["name"] for s in old["structures"]]
top = max(found, key=lambda s: s["false_sharing"])
assert top is old["structures"][0], "not the one that suffers most"
best = top["best"]
predicted = best["all_before"] - best["all_after"]
real = old["misses"] - new["misses"]
print(f"{best['kind']}: {old['misses']} misses, {new['misses']} when padded; "
      f"saved {real}, predicted {predicted}")
assert real > 50, real
assert abs(predicted - real) <= 0.1 * real
known = {side["member"] for f in top["fights"] for side in (f["wanted"], f["written"])}
for member in members.split():
    assert member in known, (member, known)
assert all(f[side]["line"] > 0 and f[side]["function"]
           for f in top["fights"] for side in ("wanted", "written"))
