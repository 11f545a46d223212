# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares simulations of one trace with the slow simulator, on many caches.

usage: compare_caches.py MEMFACET LOG BASES TRACE.mft [SPEC]...

As compare.py, for each of SPECS below and those given: direct-mapped levels,
ways and numbers of sets that are no power of two, short and long lines.
"""

import os
import subprocess
import sys
import tempfile

from compare import differences, read_bases, simulate
from report import Report

SPECS = [
    "L1=4K,1;L2=1M,full",
    "L1=1K,1;L2=8K,1;L3=64K,1",
    "L1=2K,2;L2=16K,1;L3=256K,8",
    "L1=3K,12;L2=24K,12;L3=192K,12",
    "L1=3K,4;L2=15K,3;L3=200K,5",
    "L1=1K,1;L2=6K,12;L3=64K,4;line=32",
    "L1=4K,1;L2=24K,12;L3=128K,1;line=128",
    "L1=32K,8;L2=1M,8;L3=32M,16",
]


def simulated(memfacet, trace, spec, folder):
    profile = os.path.join(folder, "one.mfp")
    subprocess.run(
        [memfacet, "simulate", trace, "-o", profile, "--cache", spec],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return Report(profile)


memfacet, log, bases, trace, *more = sys.argv[1:]
objects = read_bases(bases)
failed = 0
with tempfile.TemporaryDirectory() as folder:
    for spec in SPECS + more:
        report = simulated(memfacet, trace, spec, folder)
        found = list(differences(simulate(spec, log, objects), report))
        failed += len(found)
        print(f"{spec}: " + ("\n  ".join(["", *found]) if found else "equal"))
sys.exit(1 if failed else 0)
