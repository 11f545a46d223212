# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the named data structures of a report, one per line, sorted: what must
not depend on how the program was optimised.

usage: structures.py PROFILE
"""

import os
import sys

from report import Report

rows = [row for row in Report(sys.argv[1]).structures if row.kind == "heap"]
lines = (
    f"{row.kind} {row.name} ({row.type}) {os.path.basename(row.file)}:"
    f"{row.line} {row.objects} objects {row.bytes} bytes"
    for row in rows
)
print("\n".join(sorted(lines)))
