# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the counts in a page with those of a report: PAGE.html REPORT.json."""

import sys

from reading import read_json, read_page

page, report = read_page(sys.argv[1]), read_json(sys.argv[2])
profile = page.head["profiles"][0]
levels = [level["name"] for level in profile["head"]["levels"]]


def of_report(counts):
    """In the order of the page's measures: misses by level, then accesses."""
    misses = {level["name"]: level["misses"] for level in counts["levels"]}
    return [*(misses[name] for name in levels), counts["accesses"]]


def total(rows):
    return [sum(column) for column in zip(*rows)]


whole = of_report(report["total"])
many = len(whole)
structures = {row["id"]: row["counts"][:many] for row in profile["structures"]["rows"]}
remaining = profile["structures"]["others"]["counts"][:many]
assert total([*structures.values(), remaining]) == whole
touched = [s for s in report["structures"] if any(of_report(s))]
assert len(touched) == len(structures) + profile["structures"]["others"]["count"]


def clock_totals(clock):
    """Counts of the rows of a clock, and of its others."""
    sums = []
    for row in range(len(clock["rows"]) + 1):
        sums.append(
            [
                sum(page.numbers(clock["measures"][m][row]["sum"]))
                for m in range(many)
            ]
        )
    return sums


def size(code):
    """Of a number that is kept roughly, in a byte."""
    return 2 ** ((code - 1) / 6) if code else 0


def check_extremes(clock):
    """The least and the most of a bin's intervals are around its mean."""
    per_bin = clock["intervals_per_bin"]
    for measure in clock["measures"]:
        for row in measure[:10]:
            if "min" not in row:
                continue
            parts = [page.numbers(row[key]) for key in ("min", "sum", "max")]
            for least, value, most in zip(*parts):
                mean = value / per_bin
                assert size(least) / 1.07 <= mean <= size(most) * 1.07


clocks = profile["time"]
threads = [clock["thread"] for clock in clocks]
print("clocks:", ", ".join("process" if t is None else str(t) for t in threads))
for clock in clocks:
    sums = clock_totals(clock)
    check_extremes(clock)
    if clock["thread"] is None:
        print(
            f"{clock['bins']} bins of {clock['intervals_per_bin']} intervals, "
            f"{len(clock['rows'])} rows"
        )
        assert total(sums) == whole
        for row, structure in enumerate(clock["rows"]):
            assert sums[row] == structures[structure], structure
        continue
    thread = next(t for t in report["threads"] if t["thread"] == clock["thread"])
    assert total(sums) == total(of_report(row) for row in thread["structures"])

if profile["phases"]:
    phases = profile["phases"]
    rest = next(row for row in phases["sums"] if row["id"] is None)
    assert total(c[:many] for c in rest["counts"]) == whole
    intervals = phases["intervals"]
    instructions = page.numbers(intervals["instructions"])
    assert sum(instructions) == report["instructions"]
    assert sum(row["instructions"] for row in phases["rows"]) == report["instructions"]
    assert [sum(page.numbers(m)) for m in intervals["misses"]] == whole[:-1]
    assert len(page.numbers(intervals["phase"])) == intervals["n"]

print("adds up")
