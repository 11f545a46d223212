# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a file is SARIF 2.1.0, as far as its own words go.

usage: check-sarif.py FILE.sarif END    of the path that some result must be at
"""

import sys
import urllib.parse

from reading import read_json

path, wanted = sys.argv[1:]
log = read_json(path)
assert log["version"] == "2.1.0"
assert log["$schema"].endswith("sarif-2.1.0.json")
(run,) = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "memfacet" and driver["version"]
assert urllib.parse.urlsplit(driver["informationUri"]).scheme == "https"
rules = driver["rules"]
assert len({r["id"] for r in rules}) == len(rules)
for rule in rules:
    assert rule["shortDescription"]["text"].endswith(".") and rule["help"]["text"]


def check_place(place):
    physical = place["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    parts = urllib.parse.urlsplit(uri)
    assert parts.scheme in ("", "file") and " " not in uri, uri
    if "region" in physical:
        assert physical["region"]["startLine"] >= 1
        assert physical["region"].get("startColumn", 1) >= 1
    if "message" in place:
        assert place["message"]["text"]
    return uri


found = set()
assert run["results"]
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("none", "note", "warning", "error")
    assert result["message"]["text"]
    found |= {check_place(p) for p in result["locations"]}
    related = result.get("relatedLocations", [])
    for place in related:
        check_place(place)
    assert len({p["id"] for p in related}) == len(related)
    assert all(isinstance(v, (int, float, str)) for v in result["properties"].values())
assert any(uri.endswith(wanted) for uri in found), found
