# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a trace ten times as long is simulated in the memory of the short one.

usage: bounded-memory.py MEMFACET SHORT.mft LONG.mft OPTIONS...

Simulates both with OPTIONS. Fails if the long one's own memory is larger by
half and 8 MiB; then simulates it again where more address space than the short
one took, and 64 MiB, cannot be had. Writes short.mfp, long.mfp and bound.mfp.
"""

import resource
import subprocess
import sys
import time

memfacet, short, long, *options = sys.argv[1:]
MIB = 1 << 20


def simulate(trace, profile, limit=None):
    """Its most own memory and address space, in bytes."""

    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    process = subprocess.Popen(
        [memfacet, "simulate", trace, "-o", profile, *options],
        preexec_fn=bound if limit else None,
    )
    private = space = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as file:
                fields = dict(line.split(":", 1) for line in file if ":" in line)
            private = max(private, int(fields["RssAnon"].split()[0]) << 10)
            space = max(space, int(fields["VmPeak"].split()[0]) << 10)
        except (KeyError, OSError):
            pass  # it ends just now, or has not begun
        time.sleep(0.005)
    assert process.returncode == 0, (trace, process.returncode)
    return private, space


own_short, space_short = simulate(short, "short.mfp")
own_long, _ = simulate(long, "long.mfp")
print(f"own memory: {own_short / MIB:.0f} MiB, {own_long / MIB:.0f} MiB")
assert own_long < 1.5 * own_short + 8 * MIB, (own_short, own_long)
simulate(long, "bound.mfp", space_short + 64 * MIB)
