# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every command of memfacet, in all its forms, on profiles and a trace,
and says which names of the compiler's own it printed or wrote.

usage: every-command.py MEMFACET FOLDER SOURCE

FOLDER has all.mfp and all.mft (of one run), pairs.mfp, sharing.mfp and
blocks.mfp, all of a program of the file SOURCE.
"""

import json
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys

from reading import read_page

# Mangled names, suffixes of symbols, and what demanglers make of lambdas.
CHANGES = re.compile(
    r"_Z[A-Z0-9]|omp_outlined|omp_task|\.(resume|destroy|cleanup|cold)\b(?!\()|"
    r"__cxx_global|_GLOBAL__|captured_stmt|\$_[0-9]|\{lambda|'lambda"
)

EXPORTS = ["callgrind", "folded", "chrome", "speedscope", "json", "csv --by sites", "sarif"]
VIEWS = ["structures", "site_structures", "fields", "intervals"]
FORMS = ["", "--json", "--csv"]


def in_forms(*commands, forms=FORMS):
    return [f"{c} {form}" for c in commands for form in forms]


COMMANDS = [
    *in_forms("report all.mfp --all", "report all.mfp --threads"),
    *in_forms(*(f"report all.mfp --by {key}" for key in ["site", "line", "function"])),
    *in_forms("report all.mfp --full-paths", "report all.mfp --fields Squares"),
    *in_forms("report all.mfp --findings", forms=["", "--json"]),
    *in_forms("describe all.mfp --all", "critical all.mfp --all"),
    *in_forms("annotate SOURCE -p all.mfp", forms=["", "--json"]),
    *in_forms("why all.mfp --all", "evictions all.mfp --all", "occupancy all.mfp"),
    *in_forms("table data all.mfp blocks.mfp", "table descriptions all.mfp"),
    *in_forms("table criticality all.mfp", "table evictions all.mfp"),
    *in_forms("curves all.mfp --all", "timeline all.mfp", "volatility all.mfp"),
    "curves all.mfp --svg curves.svg",
    "timeline all.mfp --svg timeline.svg",
    "timeline all.mfp --perfetto timeline.json",
    "volatility all.mfp --svg volatility.svg",
    *in_forms("blocks blocks.mfp --all", "phases all.mfp"),
    "blocks blocks.mfp --bb vectors.bb",
    *in_forms("phases all.mfp --show-interval 1 --thread 0", "phases all.mfp --compare all"),
    "phases all.mfp --simpoints points --weights weights --labels labels",
    *in_forms("simpoints blocks.mfp"),
    *in_forms("communication pairs.mfp --all", "communication pairs.mfp --pairs"),
    "communication pairs.mfp --sarif pairs.sarif",
    *in_forms("sharing sharing.mfp --edges", "false-sharing sharing.mfp"),
    "false-sharing sharing.mfp --sarif sharing.sarif",
    *in_forms("diff all.mfp all.mfp", "check all.mfp all.mft"),
    "html all.mfp all.mfp -o both.html",
    "html sharing.mfp -o sharing.html",
    "html pairs.mfp --from-trace all.mft -o one.html",
    *(f"export {f} all.mfp -o exported" for f in EXPORTS),
    "export din all.mft -o exported",
    *in_forms(*(f"query 'SELECT * FROM {view}' all.mfp" for view in VIEWS)),
    "merge all.mfp all.mfp --rank-names first,second -o merged.mfp",
    *in_forms("report merged.mfp --by rank"),
    *in_forms("advise all.mft --tries 3"),
    *in_forms("simulate all.mft --sweep L1=4K..8K,4"),
    "simulate all.mft --core inorder --perfect top:2 -o again.mfp",
    "dump all.mft --events",
    "dump all.mft",
]

# They say nothing of a program: no names of its code or data.
WITHOUT_NAMES = {"doctor", "record", "explain", "import", "caches", "config", "verify"}


def run(memfacet, words, folder):
    return subprocess.run(
        [memfacet, *words], cwd=folder, capture_output=True, check=False
    )


def stored(path):
    """All that is in a profile, as text, but for the symbols by which other
    tools find blocks, and the views, which are our own words."""
    with sqlite3.connect(path) as file:
        lines = list(file.iterdump())
    result = ['"block_places"', "CREATE VIEW "]
    return "\n".join(l for l in lines if not any(word in l for word in result))


def complain(place, text):
    lines = [line for line in text.splitlines() if CHANGES.search(line)]
    for line in lines[:3]:
        print(f"{place}: {line.strip()[:200]}")
    return bool(lines)


def main(memfacet, folder, source):
    folder = pathlib.Path(folder)
    previous = set(folder.iterdir())
    bad = False
    for command in COMMANDS:
        words = shlex.split(command.replace("SOURCE", source))
        outcome = run(memfacet, words, folder)
        if outcome.returncode:
            print(f"{command}: {outcome.stderr.decode()}")
            bad = True
        bad |= complain(command, outcome.stdout.decode(errors="replace"))
    for path in sorted(set(folder.iterdir()) - previous):
        if path.suffix == ".html":
            bad |= complain(path.name, json.dumps(read_page(path).head, indent=1))
        elif path.suffix != ".mfp":
            bad |= complain(path.name, path.read_text(errors="replace"))
    for path in sorted(folder.glob("*.mfp")):
        bad |= complain(path.name, stored(path))
    listed = run(memfacet, ["--help"], folder).stdout.decode()
    known = {command.split()[0] for command in COMMANDS} | WITHOUT_NAMES
    for name in re.findall(r"^  ([a-z-]+) {2,}", listed, re.M):
        if name not in known:
            print(f"'memfacet {name}' is not in this test")
            bad = True
    print("bad" if bad else f"{len(COMMANDS)} commands are clean")


if __name__ == "__main__":
    main(*sys.argv[1:])
