"""Damages debug information at random, and runs the passes on it.

usage: damage.py FILE.ll FIRST COUNT COMMAND...

COMMAND gets a damaged copy of FILE.ll as its last argument. It must end by
itself within a minute: LLVM may refuse or drop what is damaged, but a signal is
a failure, whose seed is printed.
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
    for _ in range(chance.choice([1, 2, 5, 20])):
        at = chance.choice(nodes)
        head, _, body = lines[at].partition(" = ")
        pattern = NUMBER if chance.random() < 0.2 else REFERENCE
        places = list(pattern.finditer(body))
        if not places:
            continue
        place = chance.choice(places)
        new = chance.choice(names + [head] * 8 + ["null"] * 40)
        if pattern is NUMBER:
            new = str(chance.choice([0, 1, 8, 2**31, 2**63]))
        lines[at] = f"{head} = {body[:place.start()]}{new}{body[place.end():]}"
    return "\n".join(lines)


def main():
    path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    command = sys.argv[4:]
    text = open(path).read()
    failed = reached = 0
    for seed in range(first, first + count):
        file = f"{path}.damaged"
        with open(file, "w") as out:
            out.write(damaged(text, seed))
        try:
            run = subprocess.run(
                command + [file], capture_output=True, timeout=60
            )
            code = run.returncode
        except subprocess.TimeoutExpired:
            code = -1
        reached += code == 0
        if code < 0 or code > 100:
            print(f"seed {seed}: {code}")
            os.replace(file, f"{path}.{seed}")
            failed += 1
    print(f"{count} tried, {reached > count // 2 and 'most' or 'few'} accepted")
    return failed != 0


sys.exit(main())
