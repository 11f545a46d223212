# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the counts of some structures of a profile, in the order given.

usage: rows.py NAME... PROFILE, where "heap:NAME" is the one of that kind
"""

import sys

from report import Report

*names, profile = sys.argv[1:]
report = Report(profile)
for name in names:
    kind, _, plain = name.rpartition(":")
    row = report.structure(plain, kind or None)
    objects = f" objects {row.objects}" if row.objects > 1 else ""
    print(f"{plain}{objects} loads {row.loads} stores {row.stores}")
