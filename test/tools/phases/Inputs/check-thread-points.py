# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of several threads, next to the intervals that they were chosen from.

check-thread-points.py --choose PHASES.csv FIRST-LINE POINTS
    writes two intervals of each thread that are not full, and two that are.
check-thread-points.py --lengths PHASES.csv POINTS.json
    intervals of points are as long as in the profile.
check-thread-points.py PHASES.csv WITH.json ALONE.json
    what simulate --points says of them, with and without the other threads.
"""

import csv
import sys

from reading import read_json

arguments = sys.argv[1:]
choose = arguments[0] == "--choose"
rows = list(csv.DictReader(open(arguments[arguments[0].startswith("--")])))
lengths = {(int(r["thread"]), int(r["interval"])): int(r["instructions"]) for r in rows}
threads = sorted({thread for thread, _ in lengths})
assert len(threads) > 1

if choose:
    longest = max(lengths.values())
    with open(arguments[3], "w") as out:
        out.write(open(arguments[2]).readline())
        for thread in threads:
            part = [place for place in sorted(lengths) if place[0] == thread]
            cut = [place for place in part if lengths[place] < 0.9 * longest]
            full = [place for place in part if place not in cut]
            for _, interval in cut[:2] + full[-2:]:
                out.write(f"{interval} {thread} {thread}\n")
    sys.exit()


def check_lengths(run):
    for point in run["points"]:
        assert point["instructions"] == lengths[point["thread"], point["interval"]], point


if arguments[0] == "--lengths":
    check_lengths(read_json(arguments[2]))
    sys.exit()

both, single = (read_json(path) for path in arguments[1:])
for run in both, single:
    # Intervals are those of the profile, by their numbers.
    check_lengths(run)
    assert run["point_instructions"] == sum(p["instructions"] for p in run["points"])
    assert {p["thread"] for p in run["points"]} == set(threads)
    assert run["intervals"] == len(lengths)
    assert run["instructions"] == run["trace_instructions"] == sum(lengths.values())
    assert run["cut_at_stalls"]
assert single["threads_alone"] and not both["threads_alone"]

# Alone, it is the points and what warms them; with the others, more.
part = set()
for point in single["points"]:
    first = max(0, point["interval"] - single["warm_intervals"])
    part |= {(point["thread"], i) for i in range(first, point["interval"] + 1)}
assert single["replayed_instructions"] == sum(lengths[place] for place in part)
assert single["replayed_instructions"] < both["replayed_instructions"]
assert both["replayed_instructions"] <= both["trace_instructions"]
