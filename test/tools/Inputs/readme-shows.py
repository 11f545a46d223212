# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What README.md shows is what commands print: README.md FIRST-LINE OUTPUT.

The block of README.md that begins with FIRST-LINE must stand in the file OUTPUT, line by
line. Digits may differ, and blanks beside them: counts of estimates move a little where a
library lays out the heap in another way.
"""

import re
import sys


def plain(line):
    return re.sub(r"\s+", " ", re.sub(r"[0-9.]+", "0", line)).strip()


def main(page, first, output):
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("    " + first))
    shown = []
    for line in lines[begin:]:
        if line and not line.startswith("    "):
            break
        shown.append(plain(line))
    while shown and not shown[-1]:
        shown.pop()
    with open(output, encoding="utf-8") as file:
        printed = [plain(line) for line in file]
    position = printed.index(shown[0]) if shown[0] in printed else 0
    for expected, actual in zip(shown, printed[position:] + [""] * len(shown)):
        if expected != actual:
            print(f"README.md shows '{expected}', printed is '{actual}'")
            return 1
    print(f"{len(shown)} lines of README.md are as printed")
    return 0


sys.exit(main(*sys.argv[1:]))
