# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a JSON and a CSV report say the same, and structures add up."""

import sys

from reading import read_csv, read_json

report = read_json(sys.argv[1])
rows = read_csv(sys.argv[2])
assert report["schema_version"] == 1
assert report["program"] == "./walk" and report["arguments"] == ["3"]
assert report["caches"]["spec"] == "L1=32K,8;L2=1M,16;line=64"
levels = [level["name"] for level in report["caches"]["levels"]]
assert levels == ["L1", "L2"]

assert len(rows) == len(report["structures"])
for row, structure in zip(rows, report["structures"]):
    for key in ["name", "kind", "type", "file", "function"]:
        assert row[key] == structure[key], key
    for key in ["line", "bytes", "objects", "accesses", "loads", "stores"]:
        assert int(row[key]) == structure[key], key
    for level in structure["levels"]:
        for key in ["accesses", "misses", "writebacks"]:
            assert int(row[f"{level['name']}_{key}"]) == level[key], key

total = report["total"]
for key in ["accesses", "loads", "stores"]:
    assert total[key] == sum(s[key] for s in report["structures"]), key
for i, _ in enumerate(levels):
    for key in ["accesses", "misses", "writebacks"]:
        assert total["levels"][i][key] == sum(
            s["levels"][i][key] for s in report["structures"]
        ), key

misses = [s["levels"][0]["misses"] for s in report["structures"]]
assert misses == sorted(misses, reverse=True)

# 65536 stores and 4096 loads of 4 bytes in 16 KiB * 16 of memory: each line is
# missed once by the stores, and again by the loads, for 256 KiB do not fit.
heights = next(s for s in report["structures"] if s["name"] == "heights")
assert heights["stores"] == 65536 and heights["loads"] == 4096
assert heights["levels"][0]["misses"] == 8192
assert heights["bytes"] == 262144 and heights["objects"] == 1
assert heights["kind"] == "heap" and heights["type"] == "int"
