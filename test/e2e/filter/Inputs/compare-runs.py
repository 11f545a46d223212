"""Records a program filtered and complete, and compares the profiles.

usage: compare-runs.py MEMFACET FILTERED.mfp COMPLETE.mfp --cache MODEL
           [--but KIND,...] [--accesses-of-complete] -- PROGRAM [ARGUMENT...]

It is filtered twice: with a filter cache that is the model's first level, and
with one of 64 sets of one way. Output and exit code must be the same, too.

Prints how many structures and places there are. Exit code 1 where one differs,
and which. The two bodies of a function lay out their stack frames differently.
So structures of the kinds after --but are compared by their accesses alone.
Where locals push out much else, give --accesses-of-complete: the complete run
is compared by accesses alone, and the two filtered ones by all columns.
"""

import csv
import io
import os
import sqlite3
import subprocess
import sys

COUNTS = ("accesses", "loads", "stores", "objects")


def record(path, program, cache, sets, ways):
    # As many characters in all runs: the stack begins behind them.
    sets = str(sets).zfill(6 - len(str(ways)))
    options = f"filter={ways}:filter_sets={sets}:output={path}:cache={cache}"
    # The same addresses in all runs.
    done = subprocess.run(
        ["setarch", "-R", *program],
        env=os.environ | {"MEMFACET_OPTIONS": options},
        stdout=subprocess.PIPE,
        check=False,
    )
    return done.stdout, done.returncode


def shape_of(cache):
    """Sets and ways of the first level, in lines of 64 bytes."""
    size, ways = cache.split(";")[0].split("=")[1].split(",")[:2]
    kilobytes = int(size.removesuffix("K"))
    return kilobytes * 1024 // 64 // int(ways), int(ways)


def table(memfacet, command, path, *more):
    out = subprocess.run(
        [memfacet, *command, path, "--csv", *more],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
    return list(csv.DictReader(io.StringIO(out)))


def differences(ours, theirs, key, columns):
    """Rows of OURS and THEIRS, by KEY, that differ in COLUMNS(row)."""
    known = {}
    for row in theirs:
        known.setdefault(key(row), []).append(row)
    found = []
    for row in ours:
        others = known.get(key(row), [])
        if not others:
            found.append(f"{key(row)}: only there")
            continue
        other = others.pop(0)
        for column in columns(row):
            if row[column] != other[column]:
                found.append(f"{key(row)}: {column} {row[column]}, not {other[column]}")
    found += [f"{k}: not there" for k, rows in known.items() if rows]
    return found


def main():
    words = sys.argv[1:]
    split = words.index("--")
    words, program = words[:split], words[split + 1 :]
    memfacet, filtered, complete = words[:3]
    alone = "--accesses-of-complete" in words
    words = [word for word in words if word != "--accesses-of-complete"]
    options = dict(zip(words[3::2], words[4::2]))
    but = options.get("--but", "").split(",")
    cache = options["--cache"]
    expected = record(complete, program, cache, 64, 0)
    first = filtered + ".first"
    for number, shape in enumerate(dict.fromkeys([shape_of(cache), (64, 1)])):
        wrong = []
        done = record(filtered, program, cache, *shape)
        if done != expected:
            wrong.append(f"output and exit code {done}, not {expected}")
        wrong += compare(memfacet, filtered, complete, None if alone else but)
        if number > 0:
            wrong += compare(memfacet, filtered, first, but)
        for line in wrong:
            print(f"{shape[0]} sets of {shape[1]} ways: {line}", file=sys.stderr)
        if wrong:
            return 1
        os.replace(filtered, first)
    print(f"structures: {len(table(memfacet, ['report'], first, '--all'))}, equal")
    print(f"places: {len(sites(first))}, equal")
    return 0


def compare(memfacet, filtered, complete, but):
    """BUT: kinds that are compared by accesses alone; None: all."""
    ours = table(memfacet, ["report"], filtered, "--all")
    theirs = table(memfacet, ["report"], complete, "--all")
    wrong = differences(
        ours,
        theirs,
        lambda r: (r["name"], r["kind"], r["file"], r["line"]),
        lambda r: COUNTS if but is None or r["kind"] in but else [c for c in r if c != "type"],
    )
    places = [sites(path) for path in (filtered, complete)]
    for place in sorted(set(places[0]) | set(places[1])):
        counts = [p.get(place, 0) for p in places]
        if counts[0] != counts[1]:
            wrong.append(f"{place}: {counts[0]} accesses, not {counts[1]}")
    return wrong


def sites(path):
    """Accesses of each place, whatever structure they go to."""
    sums = {}
    for *place, accesses in sqlite3.connect(path).execute(
        "select file, line, position, function, writes, accesses from sites"
    ):
        key = tuple(map(str, place))
        sums[key] = sums.get(key, 0) + accesses
    return sums


if __name__ == "__main__":
    sys.exit(main())
