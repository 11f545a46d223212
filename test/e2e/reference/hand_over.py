# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what is said of a hand-over. Arguments: memfacet, then the program.

Each of 64 lines is missed by the reader in 299 of 300 turns, and the first time
it comes to the reader from the writer.
"""

import json
import subprocess
import sys

*MEMFACET, PROGRAM = sys.argv[1:]
WAYS = [
    "atomic", "wait", "condition", "semaphore", "pipe", "futex", "flag", "barrier",
    "eventfd", "spin-lock", "pthread-barrier", "volatile", "c11", "stoppable-wait",
    "latch", "ring", "pointer", "queue-lock", "signal",
]
MISSES, FIRST = 64 * 299, 64


def memfacet(*words):
    outcome = subprocess.run([*MEMFACET, *words], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


for way in WAYS:
    profile = f"{PROGRAM}.{way}.mfp"
    # All lines: a thread that spins for long, as the machine has other work,
    # would look at fewer of them.
    memfacet("record", "--exact", "-o", profile, "--", PROGRAM, way)
    answer = json.loads(memfacet("sharing", profile, "--json", "--structure", "Box"))
    (box,) = answer["structures"]
    edges = [e for e in answer["edges"] if e["to"]["structure"] == "Box"]
    reads = [e for e in edges if e["to"]["kind"] == "load"]
    assert answer["followed"], way
    assert sum(e["true_sharing"] for e in reads) == MISSES, (way, edges)
    assert sum(e["cold"] for e in reads) == FIRST, (way, edges)
    # The writer takes each line back, which it has lost to no other thread.
    assert box["misses"] == MISSES, (way, box)
    assert (box["low"], box["high"]) == (MISSES, MISSES), (way, box)
    # In another run, too: a turn has more lines than threads fight for.
    assert (box["any_run_low"], box["any_run_high"]) == (MISSES, MISSES), (way, box)
    spots = json.loads(memfacet("communication", profile, "--json"))
    (spot,) = [
        s for s in spots["hot_spots"] if s["structure"] == "Box" and s["kind"] == "load"
    ]
    assert spot["expected"]["invalidated"] == MISSES, (way, spot)
