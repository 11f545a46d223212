# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records programs that write 64 cells and return 3.

usage: recorded_cells.py MEMFACET PROGRAM...

Prints how many stores of `cells` each profile has.
"""

import csv
import io
import pathlib
import subprocess
import sys


def stores_of_cells(memfacet, folder, program):
    """Records PROGRAM in the folder HERE. Its exit code, the stores of `cells`."""
    pathlib.Path(folder, "p.mfp").unlink(missing_ok=True)
    ran = subprocess.run(
        [memfacet, "record", "-o", "p.mfp", "--", program],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    shown = subprocess.run(
        [memfacet, "report", "--csv", "p.mfp"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    rows = csv.DictReader(io.StringIO(shown))
    stores = [int(row["stores"]) for row in rows if row.get("name") == "cells"]
    return ran.returncode, sum(stores)


def main():
    memfacet, *programs = sys.argv[1:]
    for program in map(pathlib.Path, programs):
        folder = program.resolve().parent
        code, stores = stores_of_cells(memfacet, folder, program.resolve())
        print(f"{program.name}: exit code {code}, {stores} stores of cells")


if __name__ == "__main__":
    main()
