# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-stacks.py pprof|speedscope FILE REPORT.json allocation|access

Stacks of every count add up to the totals of the report; by allocation, to those of each
structure, and in pprof of each thread.
"""

import gzip
import sys
from collections import Counter

from metrics import metrics_of
from reading import read_json


def read_speedscope(path):
    """By count: a list of (frames, count, labels); and the count that is shown first."""
    file = read_json(path)
    assert file["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = file["shared"]["frames"]
    assert len({tuple(f.items()) for f in frames}) == len(frames)
    assert all(set(f) <= {"name", "file", "line"} for f in frames)
    stacks = {}
    for profile in file["profiles"]:
        assert profile["type"] == "sampled" and profile["unit"] == "none"
        assert len(profile["samples"]) == len(profile["weights"])
        assert profile["startValue"] == 0 and profile["endValue"] == sum(profile["weights"])
        key = profile["name"].replace(" write-backs", "-writebacks").replace(" ", "-").lower()
        stacks[key] = [
            ([frames[i]["name"] for i in sample], weight, {})
            for sample, weight in zip(profile["samples"], profile["weights"])
        ]
    return stacks, list(stacks)[file["activeProfileIndex"]]


# From proto/profile.proto of pprof.
SCHEMA = {
    "Profile": {
        "sample_type": (1, ["ValueType"]),
        "sample": (2, ["Sample"]),
        "mapping": (3, ["Mapping"]),
        "location": (4, ["Location"]),
        "function": (5, ["Function"]),
        "string_table": (6, ["string"]),
        "comment": (13, ["int64"]),
        "default_sample_type": (14, "int64"),
    },
    "ValueType": {"type": (1, "int64"), "unit": (2, "int64")},
    "Sample": {
        "location_id": (1, ["uint64"]),
        "value": (2, ["int64"]),
        "label": (3, ["Label"]),
    },
    "Label": {"key": (1, "int64"), "str": (2, "int64")},
    "Mapping": {
        "id": (1, "uint64"),
        "filename": (5, "int64"),
        "has_functions": (7, "bool"),
        "has_filenames": (8, "bool"),
        "has_line_numbers": (9, "bool"),
    },
    "Location": {"id": (1, "uint64"), "mapping_id": (2, "uint64"), "line": (4, ["Line"])},
    "Line": {"function_id": (1, "uint64"), "line": (2, "int64")},
    "Function": {
        "id": (1, "uint64"),
        "name": (2, "int64"),
        "system_name": (3, "int64"),
        "filename": (4, "int64"),
    },
}


def read_pprof(path):
    from protobuf_schema import message_class, no_unknown_fields

    with gzip.open(path) as file:
        profile = message_class("Profile", SCHEMA).FromString(file.read())
    assert no_unknown_fields(profile)
    text = profile.string_table
    assert text[0] == "" and len(set(text)) == len(text)
    functions = {f.id: f for f in profile.function}
    locations = {l.id: l for l in profile.location}
    assert 0 not in functions and 0 not in locations
    assert len(functions) == len(profile.function) and len(locations) == len(profile.location)
    keys = [text[t.type].replace("_", "-") for t in profile.sample_type]
    assert all(text[t.unit] == "count" for t in profile.sample_type)
    stacks = {key: [] for key in keys}
    for sample in profile.sample:
        assert len(sample.value) == len(keys)
        frames = []
        for number in reversed(sample.location_id):
            (line,) = locations[number].line
            frames.append(text[functions[line.function_id].name])
        labels = {text[l.key]: text[l.str] for l in sample.label}
        for key, value in zip(keys, sample.value):
            if value:
                stacks[key].append((frames, value, labels))
    return stacks, text[profile.default_sample_type].replace("_", "-")


def sums(stacks, key_of):
    result = Counter()
    for frames, count, labels in stacks:
        result[key_of(frames, labels)] += count
    return result


def check(stacks, first, report, table):
    assert first == "l1-misses"
    assert list(stacks) == list(metrics_of(report["total"]))
    for key, total in metrics_of(report["total"]).items():
        group = stacks[key]
        assert sum(count for _, count, _ in group) == total > 0, key
        if table == "access":
            assert ("main" in {frames[0] for frames, _, _ in group}) == ("writebacks" not in key)
            continue
        want = {s["name"]: metrics_of(s)[key] for s in report["structures"]}
        want = {name: count for name, count in want.items() if count}
        assert sums(group, lambda frames, _: frames[-1]) == want, key
        if group[0][2]:
            assert sums(group, lambda _, labels: labels["structure"]) == want, key
            threads = {
                f"T{t['thread']}": sum(metrics_of(s)[key] for s in t["structures"])
                for t in report["threads"]
            }
            threads = {name: count for name, count in threads.items() if count}
            assert sums(group, lambda _, labels: labels["thread"]) == threads, key


kind, path, report, table = sys.argv[1:]
readers = {"pprof": read_pprof, "speedscope": read_speedscope}
check(*readers[kind](path), read_json(report), table)
