# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records phases.c with --curves and with --curves=exact, for each order of phases:
which points of the whole's curve are in their intervals, and how wide these are.

usage: curves-of-phases.py MEMFACET FOLDER ORDER...
"""

import json
import subprocess
import sys

SIZES = "32K..128M"
CACHE = "L1=32K,8;L2=1M,16"


def curve(memfacet, folder, order, mode):
    profile = f"{folder}/{order}-{mode}.mfp"
    subprocess.run([memfacet, "record", "--cache", CACHE, f"--curves={mode}", "-o",
                    profile, "--", f"{folder}/phases", order], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shown = json.loads(subprocess.run(
        [memfacet, "curves", profile, "--json", "--sizes", SIZES], check=True,
        stdout=subprocess.PIPE).stdout)
    assert shown["exact"] == (mode == "exact")
    return shown["total"]


def main():
    memfacet, folder, *orders = sys.argv[1:]
    for order in orders:
        exact = curve(memfacet, folder, order, "exact")
        answer = curve(memfacet, folder, order, "sampled")
        touches = exact["touches"]
        # The selecting body has its own stack frames.
        assert abs(touches - answer["touches"]) < 1000
        assert answer["samples"] * 3 < touches, answer["samples"]
        pairs = list(zip(exact["points"], answer["points"]))
        covered = sum(b["low"] <= a["misses"] <= b["high"] for a, b in pairs)
        print(f"{order}: {covered} of {len(pairs)} points within")
        width = sum(b["high"] - b["low"] for _, b in pairs) / len(pairs) / touches
        assert width < 0.1, (order, width)


main()
