# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the loads of last-windows-decide.c with those that it makes.

usage: last-windows.py PROFILE
"""

import sys

from report import Report

EXPECTED = {"First": 100 * 1024, "Second": 20000 * 1024}
# The first array is still what the last window showed for up to an interval,
# which has a hundredth of all accesses.
MOST_OFF = 250_000


def main():
    report = Report(sys.argv[1])
    for name, expected in EXPECTED.items():
        loads = report.structure(name).loads
        close = abs(loads - expected) <= MOST_OFF
        print(f"{name}:", "about as many as there are" if close else loads)


if __name__ == "__main__":
    main()
