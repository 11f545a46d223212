# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints, for each function of a module read from stdin, the flags of its loads
and stores in order: name, then the numbers."""
import re
import sys

for line in sys.stdin:
    found = re.match(r"@__memfacet\.sites\.(\w+) =", line)
    if found:
        rows = re.findall(r"<{ i32 -?\d+, i32 -?\d+, i16 \d+, i16 \d+, i8 \d+, "
                          r"i8 \d+, i8 \d+, i8 (\d+)", line)
        print(found[1] + ":", *rows)
