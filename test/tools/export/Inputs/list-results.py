# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: list-results.py FILE.sarif [PART.sarif]

Prints the results of FILE, or whether those of PART are among them, but for the number of
their rule.
"""

import sys

from reading import read_json


def place(p):
    physical = p["physicalLocation"]
    line = physical.get("region", {}).get("startLine", 0)
    return f"{physical['artifactLocation']['uri']}:{line}"


def results(path):
    return read_json(path)["runs"][0]["results"]


def without_index(result):
    return {key: value for key, value in result.items() if key != "ruleIndex"}


if len(sys.argv) > 2:
    whole = [without_index(r) for r in results(sys.argv[1])]
    part = [without_index(r) for r in results(sys.argv[2])]
    assert part and all(r in whole for r in part), part
    print(f"{len(part)} results of {sys.argv[2]} are in {sys.argv[1]}")
else:
    for result in results(sys.argv[1]):
        (location,) = result["locations"]
        print(result["ruleId"], place(location), result["message"]["text"])
        for related in result.get("relatedLocations", []):
            print(f"    at {place(related)}: {related.get('message', {}).get('text')}")
