"""Prints the named data structures of a report, one per line, sorted: what must
not depend on how the program was optimised.

usage: structures.py REPORT.json
"""

import os
import sys

from report import Report


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = [row for row in Report(sys.argv[1]).structures if row.kind == "heap"]
    lines = (
        f"{row.kind} {row.name} ({row.type}) {os.path.basename(row.file)}:"
        f"{row.line} {row.objects} objects {row.bytes} bytes"
        for row in rows
    )
    print("\n".join(sorted(lines)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
