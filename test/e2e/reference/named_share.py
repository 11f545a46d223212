# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks how much of a report has a name.

usage: named_share.py PROFILE
"""

import sys

from report import Report

# Of all accesses, and of the L1 misses outside the stack.
MOST_UNATTRIBUTED = 0.001
LEAST_NAMED = 0.995

report = Report(sys.argv[1])
unattributed = sum(row.accesses for row in report.of_kind("unattributed"))
foreign = [row for row in report.structures if row.kind != "stack"]
misses = sum(row.L1.misses for row in foreign)
named = sum(row.L1.misses for row in foreign if row.named)
print(
    f"{report.data['program']}: unattributed {unattributed} of "
    f"{report.total.accesses} accesses, named {named} of {misses} L1 misses"
)
for row in sorted(foreign, key=lambda row: -row.L1.misses):
    if not row.named and row.L1.misses:
        print(f"  without a name: {row.kind} {row.name}, {row.L1.misses} misses")
good = unattributed <= MOST_UNATTRIBUTED * report.total.accesses
sys.exit(0 if good and named >= LEAST_NAMED * misses else 1)
