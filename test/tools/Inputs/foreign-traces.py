# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces of other tools, written from what their formats say.

usage: foreign-traces.py make
       foreign-traces.py same-din WANTED HAVE     the same loads and stores, in order
       foreign-traces.py same-counts A.mfp B.mfp  the same accesses and misses in all
"""

import gzip
import random
import struct
import sys

from reading import read_json, read_lines


def some_accesses(count, seed):
    """(label, address): walks and jumps, among them address 0."""
    rng = random.Random(seed)
    position, accesses = 0, []
    for _ in range(count):
        position = rng.randrange(1 << 16) if rng.random() < 0.2 else (position + 4) % (1 << 47)
        accesses.append((rng.randrange(2), position))
    accesses[0] = (0, 0)
    accesses[1] = (1, (1 << 47) - 64)
    return accesses


def write_din(path, lines):
    with open(path, "w") as file:
        file.writelines(f"{label} {address:x}\n" for label, address in lines)


# Types of drmemtrace's entries: <type, size, value>, 12 bytes.
READ, WRITE, INSTR, CALL, BUNDLE = 0, 1, 10, 14, 17
THREAD, EXIT, PID, HEADER, FOOTER, MARKER, ENCODING = 22, 23, 24, 25, 26, 28, 47


def entries(accesses):
    """Of two threads by turns; three of four accesses are of the first one."""
    yield HEADER, 0, 7
    yield THREAD, 0, 4711
    yield PID, 0, 4711
    yield MARKER, 2, 123456789
    for i, (label, address) in enumerate(accesses):
        if i % 4 in (0, 3):
            yield THREAD, 0, 4712 if i % 4 == 3 else 4711
        yield ENCODING, 4, 0x90909090
        yield (INSTR if i % 2 else CALL), 3, 0x401000 + 3 * i
        yield WRITE if label else READ, 4, address
        if i % 100 == 0:
            yield BUNDLE, 2, 0x0403
    for thread in [4712, 4711]:
        yield THREAD, 0, thread
        yield EXIT, 0, thread
    yield FOOTER, 0, 0


def make():
    accesses = some_accesses(20000, 1)
    write_din("some.din", accesses)
    write_din("high.din", [(0, 0xFFFFFFFFFF600000)])
    fetched = []
    for i, access in enumerate(some_accesses(2000, 2)):
        fetched += [(2, 0x400000 + 4 * i), access] + [(2, 0x500000)] * (i % 2)
    write_din("fetched.din", fetched)
    result = [(label, address & ~3) for label, address in some_accesses(4000, 3)]
    write_din("some-trace.din", result)
    data = b"".join(struct.pack("<HHQ", *entry) for entry in entries(result))
    with open("some.trace", "wb") as file:
        file.write(data)
    with open("cut.trace", "wb") as file:
        file.write(data[:-5])
    with gzip.open("some.trace.gz", "wb") as file:
        file.write(data)
    rng = random.Random(4)
    with open("some.lackey", "w") as file:
        for _, address in some_accesses(3000, 5):
            file.write("I  00400000,3\n")
            size = rng.choice([1, 2, 4, 8, 16, 10, 32])
            file.write(f" {rng.choice('LSM')} {address:08x},{size}\n")


def same_din(wanted, present):
    want = [line for line in read_lines(wanted) if line[0] in "01"]
    actual = read_lines(present)
    assert want == actual, next((i, a, b) for i, (a, b) in enumerate(zip(want, actual)) if a != b)
    print(f"{len(actual)} accesses are the same")


def same_counts(a, b):
    single, other = (read_json(path)["total"] for path in (a, b))
    assert single["accesses"] == other["accesses"] > 0
    for level, equal in zip(single["levels"], other["levels"]):
        for key in ["accesses", "misses", "writebacks"]:
            assert level[key] == equal[key], (level["name"], key, level[key], equal[key])
    assert single["levels"][0]["misses"] > 0 and single["levels"][1]["writebacks"] > 0


{"make": make, "same-din": same_din, "same-counts": same_counts}[sys.argv[1]](*sys.argv[2:])
