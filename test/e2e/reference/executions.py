"""Prints what of a run must not depend on whether allocations are tracked:
instructions of every thread, and of every site how often it was executed.

usage: executions.py REPORT.json SITES.json

The reports are `report --json` and `report --json --by site --top 0`.
"""

import json
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        report = json.load(file)
    with open(sys.argv[2]) as file:
        sites = json.load(file)["rows"]
    for thread in report["threads"]:
        print(f"thread {thread['thread']}: {thread['instructions']} instructions")
    lines = (f"{row['file']}:{row['line']}:{row['column']} {row['function']}: "
             f"{row['loads']} loads {row['stores']} stores" for row in sites)
    print("\n".join(sorted(lines)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
