# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the misses of visits.c with its accesses.

usage: visits.py PROFILE
"""

import sys

from report import Report

# Of the misses: the set with all of them is visited in 6 to 10 of 968 intervals.
MOST_OFF = 0.3


def main():
    rows = Report(sys.argv[1]).structure("Rows")
    misses, accesses = rows.levels[0]["misses"], rows.loads
    if accesses != 160_000_000:
        sys.exit(f"{accesses} accesses")
    known = abs(misses - accesses) <= MOST_OFF * accesses
    print("L1 misses of Rows:", "known" if known else misses)


if __name__ == "__main__":
    main()
