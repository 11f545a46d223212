#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces a table of a page by the last table that a command printed.

    bench/truth/insert_table.py NAME OUTPUT PAGE

OUTPUT's last table, and the text after it, is written between the lines "<!-- begin:
NAME -->" and "<!-- end: NAME -->" of PAGE. A page without these lines is left as it is.
An error: OUTPUT has no table.
"""

import sys


def last_table(text):
    lines = text.rstrip().splitlines()
    rows = [i for i, line in enumerate(lines) if line.startswith("|")]
    if not rows:
        return None
    first = rows[-1]
    while first and lines[first - 1].startswith("|"):
        first -= 1
    return "\n".join(lines[first:])


def replaced(page, name, table):
    """Returns the page with the table, or None if it has no lines for the table."""
    begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->"
    if begin not in page or end not in page:
        return None
    previous, rest = page.split(begin, 1)
    return previous + begin + "\n" + table + "\n\n" + end + rest.split(end, 1)[1]


def main():
    name, output, path = sys.argv[1:]
    with open(output, encoding="utf-8") as file:
        table = last_table(file.read())
    if table is None:
        sys.exit(f"insert_table: '{output}' has no table; '{path}' is left as it is")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    changed = replaced(page, name, table)
    if changed is None:
        print(f"{name}: '{path}' has no lines '<!-- begin: {name} -->' and '<!-- end: "
              f"{name} -->'; it is left as it is")
    elif changed != page:
        with open(path, "w", encoding="utf-8") as file:
            file.write(changed)
        print(f"{name}: '{path}' has a new table")


if __name__ == "__main__":
    main()
