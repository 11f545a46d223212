# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks statements about a report.

usage: expect.py PROFILE [--all|--threads] STATEMENT...

A statement is a Python expression in which a structure's name stands for its
row, s('name') for names that are no identifiers, and total for the sum.
objects('name') is the number of heap objects in all rows of that name, type('name')
the type of these rows:

    expect.py r.mfp 'A.loads == 64**3' 's("net->arcs").L1.misses > 0'
"""

import builtins
import re
import sys

from report import Report, Row


class Names(dict):
    def __init__(self, report):
        super().__init__(
            report=report.data,
            structures=report.structures,
            total=report.total,
            s=report.structure,
            kind=report.of_kind,
            objects=self.objects,
            type=self.type,
        )
        self.report = report

    def heap(self, name):
        return [row for row in self.report.of_kind("heap") if row.name == name]

    def objects(self, name):
        return sum(row.objects for row in self.heap(name))

    def type(self, name):
        return " and ".join(sorted({row.type for row in self.heap(name)}))

    def __missing__(self, name):
        if hasattr(builtins, name):
            raise KeyError(name)
        return self.report.structure(name)


def values(statement, names):
    """The counts that the statement speaks of, for the message."""
    for part in sorted(set(re.findall(r"[\w.()'\"\->\[\]]*\.[a-z]+", statement))):
        try:
            value = eval(part, {}, names)
        except Exception:
            continue
        if not isinstance(value, (Row, dict)) and not callable(value):
            yield f"{part} is {value}"


options = [word for word in sys.argv[2:] if word.startswith("--")]
names = Names(Report(sys.argv[1], *options))
failed = 0
for statement in sys.argv[2 + len(options):]:
    if not eval(statement, {}, names):
        failed += 1
        print(f"not so: {statement}: " + "; ".join(values(statement, names)))
sys.exit(1 if failed else 0)
