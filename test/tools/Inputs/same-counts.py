# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records FOLDER/walk-words in many ways; the counts must be the same.

usage: same-counts.py FOLDER MEMFACET
"""

import json
import os
import subprocess
import sys

folder, memfacet = sys.argv[1:]
LONG = "long" * 40
# Direct-mapped outer levels: whatever moves by a line changes misses.
SPEC = "L1=2K,2;L2=16K,1;L3=1M,1"
OPTIONS = [
    ["-o", LONG + ".mfp"],
    ["-o", "x.mfp", "--trace", "x.mft"],
    ["-o", LONG + ".mfp", "--trace", LONG + ".mft"],
]
ENVIRONMENTS = [
    {"A": ""},
    {"A": "", "B": ""},
    {"A": "", "B": "", "C": "odd"},
    {"A": "x" * 20_000},
    {"MEMFACET_OPTIONS": "fork=stop:verbose=0"},
]
PLACES = [".", folder, "./a-folder-with-a-longer-name"]
# A level depends on itself and those inside of it.
CACHES = {
    "L1=2K,2": ["L1"],
    "L1=2K,2;L2=16K,1;L3=1M,1,shared;L4=8M,full": ["L1", "L2", "L3"],
    "L1=2K,2;L2=24K,12": ["L1"],
    "L1=1K,full;L2=4K,4;L3=16K,1;line=128": [],
}


def recorded(options=("-o", "x.mfp"), spec=SPEC, words=(), place=".", variables={}):
    """Everything but how the program was called, also in what is suggested, and
    the caches' names."""
    program = [os.path.join(place, "walk-words"), "-", *words]
    subprocess.run(
        [memfacet, "record", *options, "--cache", spec, "--", *program],
        cwd=folder,
        env={**os.environ, **variables},
        check=True,
        stderr=subprocess.DEVNULL,
    )
    command = [memfacet, "report", "--json", options[1]]
    report = json.loads(subprocess.check_output(command, cwd=folder))
    for key in ["program", "caches", "findings"]:
        del report[key]
    return report


def with_levels(report, names):
    for row in [report["total"], *report["structures"]]:
        row["levels"] = [l for l in row["levels"] if l["name"] in names]
    return report


def check(title, actual, wanted):
    if actual != wanted:
        keys = ["total", "notes"]
        both = [{key: report[key] for key in keys} for report in (wanted, actual)]
        sys.exit(f"{title}: first {both[0]}, now {both[1]}")


# The program copies the variable that holds the options.
copying = recorded(words=["MEMFACET_OPTIONS"])
for options in OPTIONS:
    check(options, recorded(options, words=["MEMFACET_OPTIONS"]), copying)
first = recorded()
for variables in ENVIRONMENTS:
    check(variables, recorded(variables=variables), first)
for place in PLACES:
    check(place, recorded(place=place), first)
for spec, equal in CACHES.items():
    actual = with_levels(recorded(OPTIONS[0], spec=spec), equal)
    check(spec, actual, with_levels(recorded(), equal))
