# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Projected block vectors, from the sparse ones of the same run.

usage: projected_blocks.py PROFILE DIMENSIONS
       projected_blocks.py --runs CSV

Rows of the matrix are made as docs/internals/phases.md defines them, sums are exact
integers. With --runs: the phases of thread 0 in the two runs of a table.
"""

import ctypes
import sqlite3
import sys
from collections import defaultdict

from reading import block_counts, read_csv

MASK = (1 << 64) - 1
KIND, SEED = 11, 1
ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
ZSTD.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t,
                                 ctypes.c_char_p, ctypes.c_size_t]
ZSTD.ZSTD_isError.argtypes = [ctypes.c_size_t]


def mix(x):
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def row(number, dimensions):
    state = mix(number + 1) ^ mix(SEED + 1)
    for _ in range(dimensions):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        yield (mix(state) >> 40) * 2 + 1 - (1 << 24)


def unpacked(data):
    """All sums of a vector take less than 11 bytes each, and as many for gaps."""
    out = ctypes.create_string_buffer(1 << 16)
    size = ZSTD.ZSTD_decompress(out, len(out), data, len(data))
    if ZSTD.ZSTD_isError(size):
        sys.exit("a signature is damaged")
    return out.raw[:size]


def signed(count):
    return count - (1 << 64) if count >> 63 else count


def check(path, dimensions):
    db = sqlite3.connect(path)
    blocks = db.execute("SELECT number, size FROM blocks ORDER BY number").fetchall()
    rows = [list(row(number, dimensions)) for number, _ in blocks]
    wanted = {}
    for thread, interval, packed in db.execute(
            "SELECT thread, interval, counts FROM block_vectors"):
        sums = [0] * (dimensions + 1)
        for block, count in block_counts(packed):
            weight = count * blocks[block][1]
            for d, entry in enumerate(rows[block]):
                sums[d] += weight * entry
            sums[dimensions] += weight
        wanted[thread, interval] = sums
    actual = {}
    for thread, interval, packed in db.execute(
            "SELECT thread, interval, packed FROM signatures WHERE kind = ?",
            (KIND,)):
        sums = defaultdict(int)
        for dimension, count in block_counts(unpacked(packed)):
            sums[dimension] = signed(count)
        actual[thread, interval] = [sums[d] for d in range(dimensions + 1)]
    if actual != wanted:
        sys.exit(f"sums differ: {actual} and {wanted}"[:2000])
    threads = {thread for thread, _ in actual}
    print(f"{len(actual)} intervals of {len(threads)} threads: each of "
          f"{dimensions} sums is exact")


def runs(path):
    phases = defaultdict(list)
    for line in read_csv(path):
        if line["thread"] == "0":
            phases[line["run"]].append(line["phase"])
    # The main thread begins and ends its threads: an interval may be cut there.
    found = [set(p) for p in phases.values()]
    if len(found) != 2 or found[0] != found[1] or len(found[0]) < 2:
        sys.exit(f"phases differ: {dict(phases)}")
    print("thread 0 of run 1 and thread 0 of run 2: the same phases")


if __name__ == "__main__":
    if sys.argv[1] == "--runs":
        runs(sys.argv[2])
    else:
        check(sys.argv[1], int(sys.argv[2]))
