#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ways to hand over lines: the table of ways in docs/evaluation/communication.md.

usage: bench/truth/hand_over.py [--bin FOLDER] [--work FOLDER] [--again N]
                               [--lines N] [--turns N] [WAY...]

Two threads take 300 turns: one writes 64 lines, the other one reads them. Whatever orders
them, each line is missed 299 times. The program is test/e2e/threads/hand-over.cpp. Each
way is recorded N times, as `memfacet record` does without options. A recording is right
if its interval and its range for another run contain the truth, and communication says
the same number. With more turns, few of the lines are followed, and misses are estimated.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studies  # noqa: E402

WAYS = ["condition", "semaphore", "barrier", "pthread-barrier", "wait", "futex", "atomic",
        "volatile", "flag", "spin-lock", "pipe", "eventfd", "c11", "stoppable-wait", "latch",
        "ring", "pointer", "queue-lock", "signal"]


def findings(options, program, way):
    """Returns (count, low, high, low of any run, high of any run, communication)."""
    profile = f"{program}.{way}.mfp"
    subprocess.run([options.memfacet, "record", "-o", profile, "--", program, way],
                   check=True, capture_output=True)
    rows = studies.answers(options, "sharing", profile)["structures"]
    box = next((r for r in rows if r["name"] == "Box"), None)
    spots = studies.answers(options, "communication", profile)["hot_spots"]
    spot = next((s for s in spots if s["structure"] == "Box" and s["kind"] == "load"), None)
    if not box or not spot:
        return (0,) * 6
    return (box["misses"], box["low"], box["high"], box["any_run_low"], box["any_run_high"],
            spot["expected"]["invalidated"])


def contains(result, truth):
    count, low, high, any_low, any_high, spot = result
    return low <= truth <= high and any_low <= truth <= any_high and count == spot


def spread(values):
    low, high = studies.human(min(values)), studies.human(max(values))
    return low if low == high else f"{low} to {high}"


def main():
    parser = studies.parser("hand-over")
    parser.add_argument("--again", type=int, default=3)
    parser.add_argument("--lines", type=int, default=64)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("ways", nargs="*", default=[])
    options = studies.parse(parser)
    program = os.path.join(options.work, "hand-over")
    subprocess.run([options.clang + "++", "-O1", "-g", "-std=c++20", "-pthread",
                    f"-DLINES={options.lines}", f"-DTURNS={options.turns}",
                    os.path.join(studies.SOURCE, "test/e2e/threads/hand-over.cpp"),
                    "-o", program], check=True)
    print("| way | truth | counted | in this run | in another run | recordings that contain the truth |")
    print("|---|---|---|---|---|---|")
    truth = options.lines * (options.turns - 1)
    right = expected = 0
    for way in options.ways or WAYS:
        results = [findings(options, program, way) for _ in range(options.again)]
        fits = sum(contains(r, truth) for r in results)
        right, expected = right + fits, expected + len(results)
        print(f"| {way} | {truth:,} | {spread([r[0] for r in results])} "
              f"| {spread([v for r in results for v in r[1:3]])} "
              f"| {spread([v for r in results for v in r[3:5]])} | {fits} of {len(results)} |",
              flush=True)
    print(f"\n{right} of {expected} recordings contain the truth.")


if __name__ == "__main__":
    main()
