#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a recorded program behave as the plain one when things go wrong?

usage: faults.py --bin FOLDER --clang CLANG --work FOLDER [--times N] [--long]
                 [--body BODY] [--list] [--table] [--check-page FILE] [CASE...]

Each case is a fault. The program runs plainly and recorded; stdout, stderr but for
lines of memfacet, and exit code must be the same, no process and no file may be
left, and what is not recorded must be said. --long makes as many rounds as the
case wants, --times N makes N. --table writes the table of docs/evaluation/faults.md.
Exit code 1: a case failed.
"""

import argparse
import os
import random
import sys
import time
import traceback

import crashes  # noqa: F401
import kills  # noqa: F401
import limits  # noqa: F401
import places  # noqa: F401
import storms  # noqa: F401
from case import CASES
from scene import Failure, NotHere, Scene, Tools, become_reaper


def table():
    lines = ["| case | fault | what the program does | what is recorded |",
             "|---|---|---|---|"]
    for c in CASES.values():
        lines.append(f"| `{c.name}` | {c.fault} | {c.behaves} | {c.recorded} |")
    return "\n".join(lines)


def run_body(tools, found, body, times):
    begun = time.time()
    try:
        result = found.function(Scene(tools, found.name, body), times) or ""
        good = True
    except NotHere as reason:
        result, good = f"skipped: {reason}", True
    except Failure as reason:
        result, good = f"FAILED: {reason}", False
    except Exception:
        result, good = f"FAILED: {traceback.format_exc(limit=-2)}", False
    print(f"{found.name}, {body}: {result or 'as plain'} "
          f"({time.time() - begun:.1f} s)", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin")
    parser.add_argument("--clang")
    parser.add_argument("--work")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--body")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check-page")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    if options.check_page:
        with open(options.check_page, encoding="utf-8") as file:
            if table() in file.read():
                return 0
        sys.exit(f"{options.check_page} has another table; put there what "
                 f"{os.path.basename(__file__)} --table prints")
    if options.list or options.table:
        print("\n".join(CASES) if options.list else table())
        return 0
    unknown = [name for name in options.cases if name not in CASES]
    if unknown:
        sys.exit(f"no case is called {unknown[0]}; --list names them")
    random.seed(options.seed)
    become_reaper()
    tools = Tools(options.bin, options.clang, options.work)
    good = True
    for name in options.cases or CASES:
        found = CASES[name]
        times = found.slow if options.long and found.slow else options.times
        for body in [options.body] if options.body else found.bodies:
            good &= run_body(tools, found, body, times)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
