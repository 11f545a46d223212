# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the containers of allocators/library-containers.cpp must look like.

usage: check-containers.py profile
"""

import sys

from report import Report

# Name of the row: objects (None: at least one), bytes of an element (None: as
# many as the library chooses, the same in each object; ANY: not checked).
ANY = -1
TABLE = {
    "Vector": (1, 8),
    "Numbers": (1, 8),
    "Text": (None, ANY),
    "Wide": (None, ANY),
    "Deque (blocks)": (None, 16),
    "Deque (map)": (None, 8),
    "List (nodes)": (100, 24),
    "Forward (nodes)": (100, 16),
    "Map (nodes)": (100, None),
    "MultiMap (nodes)": (100, None),
    "Set (nodes)": (100, None),
    "MultiSet (nodes)": (100, None),
    "HashMap (nodes)": (100, None),
    "HashMap (buckets)": (None, 8),
    "HashMultiMap (nodes)": (100, None),
    "HashMultiMap (buckets)": (None, 8),
    "HashSet (nodes)": (100, None),
    "HashSet (buckets)": (None, 8),
    "HashMultiSet (nodes)": (100, None),
    "HashMultiSet (buckets)": (None, 8),
    "Counts (nodes)": (100, None),
    "Counts (buckets)": (None, 8),
    "Queue (blocks)": (None, 8),
    "Queue (map)": (None, 8),
    "Heap": (None, 8),
    "Shared": (1, 16),
    "Shared (control block)": (1, ANY),
    "Single (object and control block)": (1, None),
    "Unique": (1, 16),
    "Several": (1, ANY),
}


def main():
    report = Report(sys.argv[1], "--all")
    rows = {row.name: row for row in report.of_kind("heap")}
    wrong = []
    for name, (objects, element) in TABLE.items():
        row = rows.get(name)
        if not row:
            wrong.append(f"{name}: no row")
            continue
        if objects is not None and row.objects != objects:
            wrong.append(f"{name}: {row.objects} objects")
        if element not in (None, ANY) and row.element_bytes != element:
            wrong.append(f"{name}: elements of {row.element_bytes} bytes")
        if element is None and row.bytes != objects * row.element_bytes:
            wrong.append(f"{name}: {row.bytes} bytes")
    if wrong:
        sys.exit("\n".join(wrong + sorted(rows)))


main()
