# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a program selecting and completely, and compares the profiles.

usage: compare-runs.py MEMFACET SELECTED.mfp COMPLETE.mfp --cache MODEL
           [--but KIND,...] [--accesses-of-complete] [--long] -- PROGRAM [ARGUMENT...]

It selects three times: all lines, those that it chooses by itself, and one line
in eight. Output and exit code must be the same, too.

  - all lines: everything is that of the complete run
  - its own choice: everything is that of all lines, if the run is short
  - one in eight: accesses and objects are

Prints how many structures and places there are. Exit code 1 where one differs,
and which. The two bodies of a function lay out their stack frames differently.
So structures of the kinds after --but are compared by their accesses alone.
Where locals push out much else, give --accesses-of-complete: the complete run
is compared by accesses alone.

Give --long where a thread has more than 131,072 accesses. Up to there all are
recorded, behind only those that can change a set: where places access several
structures, accesses are compared by place, not by structure; what reaches the first
level is known by accesses, not by lines; and if several structures in a line are
written to in turn, its write-back may go to another one of them, so only sums are
compared. Such a run may not keep all lines to its end.
"""

import csv
import io
import os
import sqlite3
import subprocess
import sys

COUNTS = ("accesses", "loads", "stores")
FLAGS = ("--accesses-of-complete", "--long")


def record(path, program, cache, selects, lines):
    # As many characters in all runs, as the stack begins below them: empty
    # options are skipped.
    share = f"lines={lines}".ljust(len("lines=auto"), ":")
    options = f"select={selects}:{share}:output={path}:cache={cache}"
    # The same addresses in all runs.
    outcome = subprocess.run(
        ["setarch", "-R", *program],
        env=os.environ | {"MEMFACET_OPTIONS": options},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if b"MEMFACET_OPTIONS" in outcome.stderr:
        sys.exit(f"{options}: {outcome.stderr.decode()}")
    return outcome.stdout, outcome.returncode


def table(memfacet, path):
    out = subprocess.run(
        [memfacet, "report", path, "--csv", "--all"],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
    return list(csv.DictReader(io.StringIO(out)))


def differences(actual, reference, key, columns):
    """Rows of OURS and THEIRS, by KEY, that differ in COLUMNS(row)."""
    known = {}
    for row in reference:
        known.setdefault(key(row), []).append(row)
    found = []
    for row in actual:
        rest = known.get(key(row), [])
        if not rest:
            found.append(f"{key(row)}: only there")
            continue
        other = rest.pop(0)
        for column in columns(row):
            if row[column] != other[column]:
                found.append(f"{key(row)}: {column} {row[column]}, not {other[column]}")
    found += [f"{k}: not there" for k, rows in known.items() if rows]
    return found


def sites(path, columns=("accesses",)):
    """Of each place, whatever structure it accesses."""
    sums = {}
    for *place, _ in sqlite3.connect(path).execute(
        f"select file, line, position, function, writes, {', '.join(columns)}, 0 "
        "from sites"
    ):
        key = tuple(map(str, place[:5]))
        previous = sums.get(key, (0,) * len(columns))
        sums[key] = tuple(a + b for a, b in zip(previous, place[5:]))
    return sums


class Comparison:
    def __init__(self, memfacet, flags, exceptions):
        self.memfacet, self.flags, self.exceptions = memfacet, flags, exceptions

    def wanted(self, row, misses):
        """The columns of ROW that must be equal."""
        objects = ["objects", "bytes", "peak_bytes"]
        result = [*objects, *(() if "--long" in self.flags else COUNTS)]
        if not misses or row["kind"] in self.exceptions:
            return result
        result += [name for name in row if name.startswith("L")]
        if "--long" in self.flags:
            result = [name for name in result
                      if name != "L1_accesses" and "writebacks" not in name]
        return result

    def compare(self, actual, reference, misses):
        rows = [table(self.memfacet, path) for path in (actual, reference)]
        wrong = differences(
            *rows,
            lambda r: (r["name"], r["kind"], r["file"], r["line"]),
            lambda r: self.wanted(r, misses),
        )
        columns = ["accesses"]
        if misses and not self.exceptions:
            levels = [name[:2] for name in rows[0][0] if name.endswith("_misses")]
            columns += [f"l{level[1]}_misses" for level in levels]
            for name in [f"{level}_writebacks" for level in levels]:
                sums = [sum(int(row[name]) for row in number) for number in rows]
                if sums[0] != sums[1]:
                    wrong.append(f"{name} of all: {sums[0]}, not {sums[1]}")
        places = [sites(path, columns) for path in (actual, reference)]
        for place in sorted(set(places[0]) | set(places[1])):
            counts = [p.get(place) for p in places]
            if counts[0] != counts[1]:
                wrong.append(f"{place}: {columns} {counts[0]}, not {counts[1]}")
        return wrong


def main():
    words = sys.argv[1:]
    split = words.index("--")
    words, program = words[:split], words[split + 1 :]
    flags = [word for word in words if word in FLAGS]
    words = [word for word in words if word not in FLAGS]
    memfacet, selected, complete = words[:3]
    options = dict(zip(words[3::2], words[4::2]))
    cache = options["--cache"]
    exceptions = options["--but"].split(",") if "--but" in options else []
    comparison = Comparison(memfacet, flags, exceptions)
    expected = record(complete, program, cache, 0, "1")
    # The length of the name is that of the others.
    choices = selected[:-1] + "e"
    trials = [
        ("1", choices, complete, "--accesses-of-complete" not in flags),
        ("auto", selected, choices, "--long" not in flags),
        ("1/8", selected, choices, False),
    ]
    wrong = []
    for lines, path, other, misses in trials:
        outcome = record(path, program, cache, 1, lines)
        found = comparison.compare(path, other, misses)
        if outcome != expected:
            found.append(f"output and exit code {outcome}, not {expected}")
        wrong += [f"lines={lines}: {line}" for line in found]
    os.remove(choices)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        return 1
    print(f"structures: {len(table(memfacet, selected))}, equal")
    print(f"places: {len(sites(selected))}, equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
