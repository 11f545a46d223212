# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views of memfacet.mfp, in the current folder, have the counts of the reports."""

import json
import os
import subprocess

MEMFACET = os.environ["MEMFACET"]


def tool(*words):
    return json.loads(subprocess.check_output([MEMFACET, *words, "--json"]))


def ask(sql):
    return tool("query", sql)


report = tool("report")
KEY = ["name", "kind", "type", "line"]
rows = {tuple(row[key] for key in KEY): row for row in ask("SELECT * FROM structures")}
for structure in report["structures"]:
    row = rows[tuple(structure[key] for key in KEY)]
    condition = f"WHERE structure = {row['id']}"
    misses = "sum(l1_misses) AS l1_misses, sum(l2_misses) AS l2_misses"
    over_time = ask(
        f"SELECT sum(accesses) AS accesses, sum(stores) AS stores, {misses} "
        f"FROM intervals {condition}"
    )[0]
    at_sites = ask(
        "SELECT sum(accesses) AS accesses, sum(writes * accesses) AS stores, "
        f"{misses} FROM site_structures {condition}"
    )[0]
    want = {"accesses": structure["accesses"], "stores": structure["stores"]}
    for level in structure["levels"]:
        name = level["name"].lower()
        want[f"{name}_misses"] = level["misses"]
        for key in ["accesses", "misses", "writebacks"]:
            assert row[f"{name}_{key}"] == level[key], (structure["name"], key)
    for present in [over_time, at_sites, row]:
        present = {key: present[key] or 0 for key in want}
        assert present == want, (structure["name"], present, want)

lines = ask("SELECT sum(accesses) AS a, sum(l1_misses) AS m FROM sites")[0]
assert lines["a"] == report["total"]["accesses"]
assert lines["m"] == report["total"]["levels"][0]["misses"]

fields = subprocess.check_output([MEMFACET, "report", "--fields", "list", "--json"])
members = 0
for structure in json.loads(fields)["structures"]:
    for table in structure["tables"]:
        for row in table["fields"]:
            if row["role"] != "member":
                continue
            view = ask(
                "SELECT accesses, stores, l1_misses FROM fields WHERE structure = "
                f"{structure['structure']} AND member = '{row['name']}'"
            )
            present = view[0]["accesses"] if view else 0
            assert present == row["accesses"] + row["in_wider"], row
            members += 1
assert members >= 3, members

evictions = ask("SELECT sum(evictions) AS n FROM evictions WHERE level = 0")[0]["n"]
assert evictions == ask("SELECT sum(l1_evictions) AS n FROM intervals")[0]["n"] > 0
