# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two profiles have the same rows in all tables.

usage: same_tables.py FIRST SECOND

The number of the process may differ, and so may the check value over all.
"""

import sqlite3
import sys

MAY_DIFFER = {"process_id", "digest"}


def rows_of(path):
    database = sqlite3.connect(path)
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    for (table,) in sorted(tables.fetchall()):
        for row in database.execute(f"SELECT * FROM {table}"):
            if table != "meta" or row[0] not in MAY_DIFFER:
                yield table, row


def main():
    first, second = (list(rows_of(path)) for path in sys.argv[1:])
    different = set(map(str, first)) ^ set(map(str, second))
    for row in sorted(different)[:20]:
        print(row[:300])
    if different or len(first) != len(second):
        return 1
    print(f"{len(first)} rows are the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
