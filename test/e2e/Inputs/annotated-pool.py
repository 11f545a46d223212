# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the counts of annotated-pool.c. usage: annotated-pool.py PROFILE"""

import sys

from report import Report

NODES, EDGES = 1000, 500
report = Report(sys.argv[1])


def expect(name, loads, stores, objects):
    row = report.structure(name)
    found = (row.loads, row.stores, row.objects)
    if found != (loads, stores, objects):
        sys.exit(f"{name}: loads, stores, objects are {found}, not {(loads, stores, objects)}")


expect("Vertex", NODES, NODES, NODES)
expect("Arc", 0, EDGES, EDGES)
expect("special", 0, 2, 1)
# Headers, what First has left, and ten stores after the reset.
expect("pool of nodes", 0, NODES + EDGES + 1 + 10, 1)
expect("Fresh", 0, 100, 1)
if report.structure("Vertex").type != "struct node":
    sys.exit(f"Vertex is of type {report.structure('Vertex').type}")
if report.data["notes"]:
    sys.exit(f"notes: {report.data['notes']}")
