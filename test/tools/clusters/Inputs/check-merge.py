# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a merged profile is the sum of those of its ranks.

usage: check-merge.py MEMFACET ALL.mfp RANK.mfp...
"""

import collections
import json
import subprocess
import sys

memfacet, merged, *ranks = sys.argv[1:]


def report(file, *options):
    command = [memfacet, "report", file, "--json", *options]
    return json.loads(subprocess.check_output(command))


def counts(structure):
    return [structure["accesses"], structure["loads"], structure["stores"]] + [
        level[key]
        for level in structure["levels"]
        for key in ["accesses", "misses", "writebacks"]
    ]


def add(target, numbers):
    return [a + b for a, b in zip(target, numbers)] if target else numbers


def identity(structure):
    return tuple(
        structure[key] for key in ["kind", "name", "type", "file", "line", "function"]
    )


total = []
expected = collections.defaultdict(list)
sizes = collections.Counter()
lines = collections.defaultdict(list)
parts = []
for file in ranks:
    single = report(file)
    parts.append({identity(s): s for s in single["structures"]})
    total = add(total, counts(single["total"]))
    for structure in single["structures"]:
        key = identity(structure)
        expected[key] = add(expected[key], counts(structure))
        sizes[key] += structure["bytes"]
    for row in report(file, "--by", "line")["rows"]:
        key = row["file"], row["line"]
        lines[key] = add(lines[key], [row["accesses"], row["levels"][0]["misses"]])

whole = report(merged, "--threads")
assert counts(whole["total"]) == total
assert {identity(s): counts(s) for s in whole["structures"]} == dict(expected)
assert {identity(s): s["bytes"] for s in whole["structures"]} == dict(sizes)
for structure in whole["structures"]:
    by_rank = structure["by_rank"]
    assert len(by_rank) == len(ranks)
    for rank, part in zip(by_rank, parts):
        selection = part.get(identity(structure))
        assert rank["accesses"] == (selection["accesses"] if selection else 0)
        assert rank["misses"] == [
            selection["levels"][i]["misses"] if selection else 0
            for i, _ in enumerate(structure["levels"])
        ]

# Threads: all of rank 0, then all of rank 1, and so on, with their counts.
threads = iter(whole["threads"])
for number, file in enumerate(ranks):
    for thread in report(file, "--threads")["threads"]:
        other = next(threads)
        assert other["rank"] == str(number)
        assert other["instructions"] == thread["instructions"]
        reference = {identity(s): counts(s) for s in other["structures"]}
        assert reference == {identity(s): counts(s) for s in thread["structures"]}
assert next(threads, None) is None

for row in report(merged, "--by", "line")["rows"]:
    key = row["file"], row["line"]
    assert lines.pop(key) == [row["accesses"], row["levels"][0]["misses"]], key
assert not lines

rows = report(merged, "--by", "rank")["rows"]
assert [row["rank"] for row in rows] == [str(i) for i, _ in enumerate(ranks)]
for i in range(2):
    assert sum(row["levels"][i]["misses"] for row in rows) == total[4 + 3 * i]

