"""Checks statements about a report.

usage: expect.py REPORT.json STATEMENT...

A statement is a Python expression in which a structure's name stands for its
row, s('name') for names that are no identifiers, and total for the sum:

    expect.py r.json 'A.loads == 64**3' 's("net->arcs").L1.misses > 0'
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
        )
        self.report = report

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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    names = Names(Report(sys.argv[1]))
    failed = 0
    for statement in sys.argv[2:]:
        if not eval(statement, {}, names):
            failed += 1
            print(f"not so: {statement}: " + "; ".join(values(statement, names)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
