# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages debug information at random, and runs the passes on it.

usage: damage.py FILE.ll FIRST COUNT OPT OPTION...

opt gets the options and a damaged copy of FILE.ll. It must end by itself within
a minute: LLVM may refuse or drop what is damaged. A signal is a failure, whose
seed is printed, unless the verifier alone ends in the same way.
"""

import os
import random
import re
import subprocess
import sys

REFERENCE = re.compile(r"(?<=[\s(])(![0-9]+|null)(?=[,)}])")
NUMBER = re.compile(r"(?<=: )[0-9]+(?=[,)])")


def damaged(text, seed):
    chance = random.Random(seed)
    lines = text.split("\n")
    nodes = [i for i, line in enumerate(lines) if re.match(r"!\d+ = ", line)]
    names = [lines[i].split(" ")[0] for i in nodes]
    for _ in range(chance.choice([1, 1, 2, 4])):
        node = chance.choice(nodes)
        head, _, body = lines[node].partition(" = ")
        pattern = NUMBER if chance.random() < 0.2 else REFERENCE
        places = list(pattern.finditer(body))
        if not places:
            continue
        place = chance.choice(places)
        new = chance.choice(names + [head] * 8 + ["null"] * 40)
        if pattern is NUMBER:
            new = str(chance.choice([0, 1, 8, 2**31, 2**63]))
        lines[node] = f"{head} = {body[:place.start()]}{new}{body[place.end():]}"
    return "\n".join(lines)


def run(command):
    command = [*command, "-o", "/dev/null"]
    try:
        outcome = subprocess.run(command, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return -1
    return outcome.returncode


def main():
    path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    opt, options = sys.argv[4], sys.argv[5:]
    text = open(path).read()
    failed = reached = 0
    for seed in range(first, first + count):
        file = f"{path}.damaged"
        with open(file, "w") as out:
            out.write(damaged(text, seed))
        code = run([opt, *options, file])
        reached += code == 0
        if code < 0 and run([opt, "-passes=verify", file]) == 0:
            print(f"seed {seed}: {code}")
            os.replace(file, f"{path}.{seed}")
            failed += 1
    print(f"{count} tried, {'most' if reached > count // 2 else 'few'} accepted")
    return failed != 0


sys.exit(main())
