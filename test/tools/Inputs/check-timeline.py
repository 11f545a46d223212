# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a timeline adds up to itself and to a report.

usage: check-timeline.py TIMELINE.json REPORT.json
       check-timeline.py --turns TIMELINE.json
       check-timeline.py --perfetto TRACKS.json TIMELINE.json
"""

import sys

from reading import read_json


def counted(structure, metric):
    """What a report says of METRIC."""
    if "-" not in metric:
        return structure[metric]
    level, measure = metric.split("-")
    found = [l for l in structure["levels"] if l["name"].lower() == level]
    return found[0][measure]


def check_sums(shown, report):
    metric = shown["metric"]
    for row in [*shown["rows"], shown["total"]]:
        assert len(row["values"]) == shown["points"], row["name"]
        assert sum(row["values"]) == row["total"], row["name"]
    for point in zip(*(r["values"] for r in shown["rows"]), shown["total"]["values"]):
        assert sum(point[:-1]) == point[-1], point
    threads = report["threads"]
    if "thread" in shown:
        threads = [t for t in threads if t["thread"] == shown["thread"]]
    counts = {}
    for thread in threads:
        for structure in thread["structures"]:
            name = structure["name"]
            counts[name] = counts.get(name, 0) + counted(structure, metric)
    assert sum(counts.values()) == shown["total"]["total"]
    for row in shown["rows"]:
        if row["structures"]:
            assert counts[row["name"]] == row["total"], row["name"]
    instructions = sum(t["instructions"] for t in threads)
    assert shown["end"] == instructions
    assert (shown["points"] - 1) * shown["period"] < instructions


def check_turns(shown):
    rows = {row["name"]: row["values"] for row in shown["rows"]}
    both = sum(1 for l, r in zip(rows["left"], rows["right"]) if l and r)
    assert sum(1 for l in rows["left"] if l) > 50
    # Where turns change.
    assert both <= 6, both


def check_perfetto(tracks, shown):
    events = tracks["traceEvents"]
    counters = [e for e in events if e["ph"] == "C"]
    for event in counters:
        assert set(event) == {"name", "ph", "pid", "ts", "args"}, event
        assert isinstance(event["args"]["value"], (int, float))
    for row in [*shown["rows"], shown["total"]]:
        track = [e for e in counters if e["name"] == "L1 misses: " + row["name"]]
        times = [e["ts"] for e in track]
        assert times == sorted(set(times))
        values = {e["ts"]: e["args"]["value"] for e in track}
        value = None
        for point, expected in enumerate(row["values"]):
            value = values.get(point * shown["period"] / 1000, value)
            assert value == expected, (row["name"], point)
        assert track[-1]["ts"] == shown["end"] / 1000
        assert track[-1]["args"]["value"] == 0
    phases = [e["name"] for e in events if e["ph"] == "i"]
    assert phases == ["left", "right"] * 3, phases
    assert any(e["name"].startswith("accesses: ") for e in counters)


if sys.argv[1] == "--turns":
    check_turns(read_json(sys.argv[2]))
elif sys.argv[1] == "--perfetto":
    check_perfetto(read_json(sys.argv[2]), read_json(sys.argv[3]))
else:
    check_sums(read_json(sys.argv[1]), read_json(sys.argv[2]))
