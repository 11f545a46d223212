# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A report of `memfacet report --json`, with attributes for keys."""

import sys

from reading import read_json


class Row:
    """One structure, or the total: row.loads, row.L1.misses."""

    def __init__(self, data):
        self.__dict__.update(data)
        for level in data["levels"]:
            setattr(self, level["name"], Row.Level(level))

    class Level:
        def __init__(self, data):
            self.__dict__.update(data)


class Report:
    """Of a profile, or what `report --json` wrote."""

    def __init__(self, path, *options):
        self.data = read_json(path, *options)
        self.structures = [Row(data) for data in self.data["structures"]]
        self.total = Row(self.data["total"])

    def structure(self, name, kind=None):
        found = [
            row
            for row in self.structures
            if row.name == name and kind in (None, row.kind)
        ]
        if len(found) != 1:
            names = ", ".join(sorted(row.name for row in self.structures))
            sys.exit(f"{len(found)} structures are called '{name}'; all: {names}")
        return found[0]

    def of_kind(self, kind):
        return [row for row in self.structures if row.kind == kind]
