# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what each thread did to one structure.

usage: thread_counts.py PROFILE NAME
"""

import sys

from report import Report

for thread in Report(sys.argv[1], "--threads").data["threads"]:
    for row in thread["structures"]:
        if row["name"] == sys.argv[2]:
            print(
                f"thread {thread['thread']} loads {row['loads']} "
                f"stores {row['stores']}"
            )
