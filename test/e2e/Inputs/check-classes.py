# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-classes.py WHY.json EVICTIONS.csv NAME=COMPULSORY,CAPACITY,CONFLICT[,TRUE,FALSE]...

Checks these classes of the first level, and of all structures and levels that classes
add up to misses, and premature evictions to misses that are neither compulsory nor of
lines that other threads' writes took.
"""

import sys

from reading import read_csv, read_json

CLASSES = ("compulsory", "capacity", "conflict", "true_sharing", "false_sharing")

causes = read_json(sys.argv[1])
pairs = read_csv(sys.argv[2])
failures = []


def check(title, found, wanted):
    if found != wanted:
        failures.append(f"{title}: {found}, expected {wanted}")


for s in causes["structures"]:
    for level in s["levels"]:
        place = f"{s['name']} in {level['name']}"
        check(f"classes of {place}", sum(level[c] for c in CLASSES), level["misses"])
        check(f"coherence of {place}", level["coherence"], level["true_sharing"] + level["false_sharing"])
        premature = sum(int(p["premature"]) for p in pairs
                        if int(p["victim_structure"]) == s["structure"] and p["level"] == level["name"])
        most = level["misses"] - level["compulsory"] - level["coherence"]
        check(f"premature evictions of {place}", premature, most)
for expectation in sys.argv[3:]:
    name, numbers = expectation.rsplit("=", 1)
    found = [s["levels"][0] for s in causes["structures"] if s["name"] == name]
    check(f"structures called {name}", len(found), 1)
    if found:
        wanted = [int(n) for n in numbers.split(",")]
        check(name, [found[0][c] for c in CLASSES[:len(wanted)]], wanted)
for line in failures:
    print(line)
sys.exit(bool(failures))
