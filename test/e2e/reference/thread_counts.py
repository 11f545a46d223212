"""Prints what each thread did to one structure.

usage: thread_counts.py REPORT.json NAME      (a report made with --threads)
"""

import sys

from report import Report


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for thread in Report(sys.argv[1]).data["threads"]:
        for row in thread["structures"]:
            if row["name"] == sys.argv[2]:
                print(
                    f"thread {thread['thread']} loads {row['loads']} "
                    f"stores {row['stores']}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
