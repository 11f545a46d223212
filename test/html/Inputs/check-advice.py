# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the advice in a page with that of `memfacet advise --json`."""

import sys

from reading import read_json, read_page

head = read_page(sys.argv[1]).head
expected = read_json(sys.argv[2])
shown = head["advice"]
print(shown["suggestions"][0]["do"])
for key in ["misses", "cycles", "tried", "found", "suggestions"]:
    assert shown[key] == expected[key], key
print("the same as advise")
accounts = head["profiles"][0]["fields"][0]["tables"][0]
members = [field["name"] for field in accounts["fields"]]
print(f"members of {accounts['record']}:", ", ".join(members))
