#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the cases of test/faults in their long form: bench/faults.py --kills 1000.

usage: bench/faults.py [--bin FOLDER] [--clang CLANG] [--work FOLDER] [--kills N]
                       [CASE...]

Without cases: kills of the program and of the collector, N of each for each way to
record, then all other cases with their usual rounds. Prints a line for each; exit code
1: a case failed.
"""

import argparse
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAULTS = os.path.join(SOURCE, "test", "faults", "Inputs", "faults.py")
KILLS = ["kill-program", "kill-collector"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--work", default="/tmp/memfacet-faults")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    run = [sys.executable, FAULTS, "--bin", options.bin, "--clang", options.clang,
           "--work", options.work]
    names = subprocess.run([sys.executable, FAULTS, "--list"], capture_output=True,
                           text=True, check=True).stdout.split()
    chosen = options.cases or names
    kills = [name for name in chosen if name in KILLS]
    rest = [name for name in chosen if name not in KILLS]
    failed = 0
    if kills:
        failed |= subprocess.run([*run, "--times", str(options.kills), *kills],
                                 check=False).returncode
    if rest:
        failed |= subprocess.run([*run, "--long", *rest], check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
