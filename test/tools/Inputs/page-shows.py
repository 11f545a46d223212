# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a page shows is what a command prints: PAGE FIRST-LINE OUTPUT [columns].

The block of PAGE that begins with FIRST-LINE must stand in the file OUTPUT, line by line and
digit by digit; widths of blanks may differ. So may the numbers of a gain in time, which is
estimated. With "columns", the page may leave out lines and columns of the output.
"""

import os
import re
import sys

NUMBER = r"-?[0-9.]+(?:\s+%)?"
RANGE = rf"\s+\({NUMBER}\s+to\s+{NUMBER}\)"
TIME = rf"saves\s+(?:about|up\s+to)\s+{NUMBER}\s+of\s+the\s+time(?:{RANGE})?"
GAIN = re.compile(rf"{TIME}|^\s*time\s+{NUMBER}{RANGE}", re.M)


def plain(text):
    text = GAIN.sub(lambda gain: re.sub(r"[0-9.]+", "N", gain[0]), text)
    return [re.sub(r"\s+", " ", line).strip() for line in text.splitlines()]


def shown_lines(page, first):
    lines = page.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("    " + first))
    shown = []
    for line in lines[begin:]:
        if line and not line.startswith("    "):
            break
        shown.append(line)
    return plain("\n".join(shown).rstrip())


def has_words(line, words):
    rest = iter(line.split())
    return all(word in rest for word in words)


def missing_with_columns(shown, printed):
    """The first line whose words are, in their order, in no line after the ones before."""
    rest = iter(printed)
    for line in shown:
        if not any(has_words(there, line.split()) for there in rest):
            return line
    return None


def missing(shown, printed):
    at = printed.index(shown[0]) if shown[0] in printed else 0
    for line, there in zip(shown, printed[at:] + [""] * len(shown)):
        if line != there:
            return f"{line}', printed is '{there}"
    return None


def main(path, first, output, mode=""):
    with open(path, encoding="utf-8") as file:
        shown = shown_lines(file.read(), first)
    with open(output, encoding="utf-8") as file:
        printed = plain(file.read())
    page = os.path.basename(path)
    if mode == "columns":
        shown = [line for line in shown if line and line != "..."]
        wrong = missing_with_columns(shown, printed)
    else:
        wrong = missing(shown, printed)
    if wrong is not None:
        print(f"{page} shows '{wrong}'")
        return 1
    print(f"{len(shown)} lines of {page} are as printed")
    return 0


sys.exit(main(*sys.argv[1:]))
