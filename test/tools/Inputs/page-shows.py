# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a page shows is what a command prints: PAGE FIRST-LINE OUTPUT [columns].

The block of PAGE that begins with FIRST-LINE must stand in the file OUTPUT, line by line;
widths of blanks may differ. Numbers may differ by 4 % and two units of the last digit: where the
stack begins depends on the environment, and with it the sets that it meets. The numbers of a gain
in time, which is estimated, may be any. With "columns", the page may leave out lines of the output and columns of tables: each
cell of a row must stand below the same heading. A table is a paragraph whose first line has
three cells or more; two blanks separate cells.
"""

import os
import re
import sys

NUMBER = r"-?[0-9.]+(?:\s+%)?"
RANGE = rf"\s+\({NUMBER}\s+to\s+{NUMBER}\)"
TIME = rf"saves\s+(?:about|up\s+to)\s+{NUMBER}\s+of\s+the\s+time(?:{RANGE})?"
GAIN = re.compile(rf"{TIME}|^\s*time\s+{NUMBER}{RANGE}", re.M)
UNIT = re.compile(r"(?:%|[KMGT]?i?B?)(?:\s|$)")
DIGITS = re.compile(r"\d+(?:\.\d+)?")
TOLERANCE = 0.04
CELL = re.compile(r"\S+(?: \S+)*")


def without_gains(text):
    return GAIN.sub(lambda gain: re.sub(r"[0-9.]+", "N", gain[0]), text).splitlines()


def parts(text):
    """The words between the numbers of a text, and the numbers with their last digits' units."""
    numbers = [(float(n), 10.0 ** -len(n.partition(".")[2])) for n in DIGITS.findall(text)]
    return DIGITS.split(text), numbers


def is_alike(text, other):
    words, numbers = parts(text)
    other_words, other_numbers = parts(other)
    return words == other_words and all(
        abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) + 2 * unit
        for (a, unit), (b, _) in zip(numbers, other_numbers))


def plain(line):
    return re.sub(r"\s+", " ", line).strip()


def shown_lines(page, first):
    lines = page.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("    " + first))
    shown = []
    for line in lines[begin:]:
        if line and not line.startswith("    "):
            break
        shown.append(line)
    return without_gains("\n".join(shown).rstrip())


class Table:
    """A table of the output, of which a page shows some columns."""

    def __init__(self, heading):
        self.columns = [(cell[0], cell.start(), cell.end()) for cell in CELL.finditer(heading)]

    def names(self):
        return [name for name, _, _ in self.columns]

    def cells(self, line):
        """Yields begin, end and text of each cell; one blank before a heading separates, too."""
        for cell in CELL.finditer(line):
            begin, end = cell.span()
            for _, start, _ in self.columns:
                if begin < start < end and line[start - 1] == " " and not UNIT.match(line, start):
                    yield begin, start - 1, line[begin:start - 1]
                    begin = start
            yield begin, end, line[begin:end]

    def row(self, line):
        """The text in each column and after the last one, "" where there is none."""
        texts = [""] * (len(self.columns) + 1)
        for begin, end, text in self.cells(line):
            distances = [min(abs(begin - left), abs(end - right))
                         for _, left, right in self.columns]
            column = distances.index(min(distances))
            if begin > self.columns[-1][2]:
                column = -1
            texts[column] = (texts[column] + " " + text).strip()
        return texts

    def places(self, wanted):
        """The columns that have the wanted headings in their order, or None."""
        names, found = self.names(), []
        for name in wanted:
            begin = found[-1] + 1 if found else 0
            if name not in names[begin:]:
                return None
            found.append(names.index(name, begin))
        return [*found, -1]


def is_same_row(table, line, printed_table, places, there):
    if len(CELL.findall(line)) == 1 and is_alike(plain(line), plain(there)):
        return True  # a hint below the table
    printed = printed_table.row(there)
    return all(is_alike(cell, printed[place])
               for cell, place in zip(table.row(line), places, strict=True))


def missing_with_columns(shown, printed):
    """The first line that is not, as a row or as a whole, after the ones before."""
    rest = iter(printed)
    table = None
    is_first = True
    for line in shown:
        if not line.strip():
            table, is_first = None, True
            continue
        if line.strip() == "...":
            continue
        if is_first and len(CELL.findall(line)) > 2:
            table = Table(line)
            printed_table = next((t for t in map(Table, rest) if t.places(table.names())), None)
            found = printed_table is not None
            places = printed_table.places(table.names()) if found else None
        elif table:
            found = any(is_same_row(table, line, printed_table, places, there) for there in rest)
        else:
            found = any(is_alike(plain(line), plain(there)) for there in rest)
        if not found:
            return plain(line)
        is_first = False
    return None


def missing(shown, printed):
    shown, printed = [*map(plain, shown)], [*map(plain, printed)]
    begin = next((i for i, line in enumerate(printed) if is_alike(shown[0], line)), 0)
    for line, there in zip(shown, printed[begin:] + [""] * len(shown)):
        if not is_alike(line, there):
            return f"{line}', printed is '{there}"
    return None


def main(path, first, output, mode=""):
    with open(path, encoding="utf-8") as file:
        shown = shown_lines(file.read(), first)
    with open(output, encoding="utf-8") as file:
        printed = without_gains(file.read())
    page = os.path.basename(path)
    if mode == "columns":
        wrong = missing_with_columns(shown, printed)
        shown = [line for line in shown if line.strip() not in ("", "...")]
    else:
        wrong = missing(shown, printed)
    if wrong is not None:
        print(f"{page} shows '{wrong}'")
        return 1
    print(f"{len(shown)} lines of {page} are as printed")
    return 0


sys.exit(main(*sys.argv[1:]))
