# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a prediction of `advise` is what the changed program does.

usage: check-advice.py ADVICE.json KIND BEFORE.json AFTER.json [SHARING_AFTER.json]

ADVICE.json is of the program of BEFORE.json. The best suggestion of KIND
predicts misses of the program: at each level where the change saves or costs at
least one of a hundred accesses, or a fifth of the level's misses, the predicted
change is within 10 % of the real one. With SHARING_AFTER.json, advice for the
changed program, misses by sharing lines must have gone, too.
"""

import json
import sys

from reading import read_json

advice, kind, baseline, cured, *sharing = sys.argv[1:]
advice, baseline, cured = (read_json(name) for name in (advice, baseline, cured))


def misses(report):
    return [level["misses"] for level in report["total"]["levels"]]


def predicted(side):
    return [level["misses"] for level in suggestion[f"program_{side}"]["levels"]]


found = [s for s in advice["suggestions"] if s["kind"] == kind]
assert found, f"no suggestion '{kind}': " + ", ".join(
    s["kind"] for s in advice["suggestions"]
)
suggestion = found[0]
print(suggestion["do"])

# What is simulated without a change is what was recorded, exactly.
assert predicted("before") == misses(baseline), (predicted("before"), misses(baseline))

checked = 0
for level, (old, new, guess) in enumerate(
    zip(misses(baseline), misses(cured), predicted("after")), 1
):
    real, promised = new - old, guess - old
    matters = abs(real) * 100 >= baseline["total"]["accesses"] or abs(real) * 5 >= old
    print(f"level {level}: {old} -> {new}, predicted {guess}")
    if not matters:
        continue
    checked += 1
    assert abs(promised - real) * 10 <= abs(real), f"level {level} is not as predicted"

if sharing:
    second = read_json(sharing[0])
    real = advice["misses"]["sharing"] - second["misses"]["sharing"]
    promised = advice["misses"]["sharing"] - suggestion["program_after"]["sharing"]
    print(f"sharing: {real} saved, predicted {promised}")
    checked += 1
    assert real > 100 and abs(promised - real) * 10 <= real
assert checked, "nothing mattered"
print(f"{kind}: {checked} checked")
