# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-callgrind.py ANNOTATED LINES.json REPORT.json
       check-callgrind.py --structures ANNOTATED REPORT.json

What callgrind_annotate printed is what memfacet reports.
"""

import re
import sys

from reading import read_json, read_lines


def numbers(line, count):
    """The COUNT numbers that LINE begins with and the text after them, or None."""
    words = line.split(None, count)
    if len(words) < count or not all(re.fullmatch(r"[\d,]+|\.", w) for w in words[:count]):
        return None
    values = [0 if w == "." else int(w.replace(",", "")) for w in words[:count]]
    return values, words[count] if len(words) > count else ""


def counts_of(structure):
    row = [structure[key] for key in ["accesses", "loads", "stores"]]
    for level in structure["levels"]:
        row += [level["misses"], level["writebacks"]]
    return row


def total_in(lines, count):
    return next(n[0] for n in (numbers(l, count) for l in lines) if n and "TOTALS" in n[1])


def check_structures(lines, report):
    want = {s["name"]: counts_of(s) for s in report["structures"]}
    count = len(counts_of(report["total"]))
    assert total_in(lines, count) == counts_of(report["total"])
    # A structure has a row for each file that accesses it.
    present = {}
    for line in lines:
        found = numbers(line, count)
        if found and ":" in found[1]:
            name = found[1].rsplit(":", 1)[1].split(" [")[0]
            present[name] = [a + b for a, b in zip(present.get(name, [0] * count), found[0])]
    assert present == {name: row for name, row in want.items() if any(row)}
    assert len(present) >= 4, present


def annotated_lines(lines, count):
    """By file and line number: counts. Lines of a file follow one another."""
    all_lines, file, entry = {}, None, None
    for line in lines:
        begins = re.match(r"-- (?:Auto|User)-annotated source: (.*)", line)
        jumps = re.match(r"-- line (\d+) -", line)
        if begins:
            file, entry = begins[1], 1
        elif jumps:
            entry = int(jumps[1])
        elif file:
            found = numbers(line, count)
            if found:
                all_lines[file, entry] = found[0]
                entry += 1
    return all_lines


def check_lines(lines, by_line, report):
    total = counts_of(report["total"])
    assert total_in(lines, len(total)) == total
    present = annotated_lines(lines, len(total))
    compared = 0
    for row in by_line["rows"]:
        if not row["file"] or not row["line"]:
            continue
        want = [row["accesses"], row["loads"], row["stores"]]
        want += [level["misses"] for level in row["levels"]]
        actual = present[row["file"], row["line"]]
        # Write-backs are those of structures that are declared there.
        actual = actual[:3] + actual[3::2]
        assert actual == want, (row["line"], actual, want)
        compared += 1
    assert compared >= 6, compared


arguments = sys.argv[1:]
if arguments[0] == "--structures":
    check_structures(read_lines(arguments[1]), read_json(arguments[2]))
else:
    check_lines(read_lines(arguments[0]), *map(read_json, arguments[1:]))
