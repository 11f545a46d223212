# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-lines.py SOURCE BY-LINE BY-SITE BY-FUNCTION"""
import sys

from reading import read_json

source, by_line, by_site, by_function = sys.argv[1:]
line_of = {}
for number, text in enumerate(open(source), 1):
    if "// " in text and text.rstrip().split("// ")[-1].isupper():
        line_of[text.rstrip().split("// ")[-1]] = number

rows = {r["line"]: r for r in read_json(by_line)["rows"]}


def check(mark, loads, stores, misses):
    row = rows[line_of[mark]]
    found = {s["name"]: s["levels"][0]["misses"] for s in row["structures"]}
    assert (row["loads"], row["stores"], found) == (loads, stores, misses), row


check("FILL", 0, 16384, {"Numbers": 1024})
check("SUM", 16384, 0, {"Numbers": 1024})
check("COPY", 16384, 16384, {"Numbers": 1024, "Copies": 1024})
check("END", 1, 0, {"Copies": 1})

functions = {r["function"]: r for r in read_json(by_function)["rows"]}
assert functions["sum"]["loads"] == 16384, functions
sites = [r for r in read_json(by_site)["rows"]
         if r["line"] == line_of["COPY"]]
assert sorted((s["loads"], s["stores"], s["levels"][0]["misses"])
              for s in sites) == [(0, 16384, 1024), (16384, 0, 1024)], sites
