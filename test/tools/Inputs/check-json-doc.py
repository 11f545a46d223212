# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the names that `report --json` and `--csv` write with docs/internals/json-and-csv.md.

usage: check-json-doc.py MEMFACET docs/internals/json-and-csv.md PROFILE...
"""

import csv
import io
import json
import re
import subprocess
import sys

WAYS = [[], ["--threads"], ["--by", "line"], ["--by", "site"], ["--by", "function"]]


def names_in(value):
    """All keys, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def documented(page, *headings):
    """The words in code font of the sections with these headings."""
    words = set()
    for heading in headings:
        text = page.split(f"\n{heading}\n")[1]
        text = re.split(r"\n##+ ", text)[0]
        for code in re.findall(r"`([^`]+)`", text):
            words.add(code.removesuffix("[]"))
    return words


def written(memfacet, profile, *options):
    return subprocess.run([memfacet, "report", profile, *options], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def main(memfacet, page_file, *profiles):
    with open(page_file, encoding="utf-8") as file:
        page = file.read()
    # Members of `why --json` stand with that command.
    json_words = documented(page, "### JSON", "## memfacet why")
    csv_words = documented(page, "### CSV") | json_words
    wrong = []
    for profile in profiles:
        for way in WAYS:
            answer = json.loads(written(memfacet, profile, "--json", *way))
            wrong += [f"JSON {' '.join(way)}: {name}"
                      for name in names_in(answer) if name not in json_words]
            head = next(csv.reader(io.StringIO(
                written(memfacet, profile, "--csv", *way))))
            for name in head:
                plain = re.sub(r"^L\d_", "", name)
                if not {name, plain, re.sub(r"^L\d", "L1", name)} & csv_words:
                    wrong.append(f"CSV {' '.join(way)}: {name}")
    for line in sorted(set(wrong)):
        print(f"{page_file} does not explain {line}")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
