# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Agaram et al., section 3: how many instructions the naming of data structures adds.

Their instrumentation passes the memory of each variable to a simulator, which counts
the accesses. Here, accesses are recorded in the program. So it is built twice with the
same recording of accesses (`--memfacet-no-select`): with names and allocations, and run
so that everything is written and discarded; and without, and run so that recording is
off, which leaves only the writing of accesses. The difference is the cost of names and
allocations. Valgrind counts machine instructions, those of the runtime included. The
program's start is left out, as in the paper: the instructions of `--version` are
subtracted. The difference is given in percent of the instructions of the program
without MemFacet.
"""

import os
import re
import shutil
import subprocess
import sys

from ranks import most, fraction
from recorded import Step, built_by
from studies import compilers

PACKAGES = ["gzip", "lua5.4", "lz4", "lzip", "brotli"]  # quickly built, linked statically
VERSION = {"lua5.4": "-v"}
BARE = ["--memfacet-no-names", "--memfacet-no-allocations"]
COMPLETE = ["--memfacet-no-select"]
COUNT = ["valgrind", "--tool=cachegrind", "--cache-sim=no",
         "--cachegrind-out-file=/dev/null"]


def counted(build, step, settings):
    """Returns the machine instructions of a step."""
    outcome = build.run(step, options=settings, prefix=COUNT)
    found = re.search(rb"I\s+refs:\s+([\d,]+)", outcome.stderr)
    if not found:
        raise subprocess.SubprocessError(
            f"valgrind: {outcome.stderr.decode(errors='replace')[-300:]}")
    return int(found.group(1).replace(b",", b""))


def past_start(build, settings):
    """Returns the instructions of the first step, less those of `--version`."""
    subject = build.subject
    # Valgrind 3.19 cannot read the debug information of clang 19.
    subprocess.run(["objcopy", "--strip-debug",
                    os.path.join(build.folder, subject.binary)], check=True)
    short = Step([VERSION.get(subject.package, "--version")])
    return (counted(build, subject.steps[0], settings)
            - counted(build, short, settings))


def study(package, options):
    """Returns the counts of a package, or None without valgrind."""
    if not shutil.which(COUNT[0]):
        print("valgrind is not installed: instructions are not counted",
              file=sys.stderr)
        return None
    counts = {}
    for name, words, settings in (
            ("native", None, ""), ("bare", COMPLETE + BARE, "record=0"),
            ("named", COMPLETE, "discard=1")):
        compiler = options.plain if words is None else compilers(
            os.path.join(options.work, "compilers", name), options.bin, words)
        counts[name] = past_start(built_by(name, compiler, package, options),
                                  settings)
    counts["more"] = (counts["named"] - counts["bare"]) / counts["native"]
    return counts


def rows(studies):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    more = [s["more"] for s in studies.values()]
    return [("naming memory adds less than 0.6 % of instructions",
             "11 of 12; 3.7 % in gzip",
             f"{fraction(more, lambda x: x < 0.006)}; " + ", ".join(
                 f"{p} {100 * x:.2f} %" for p, x in zip(studies, more)),
             most(more, lambda x: x < 0.006))]


def table(studies):
    print("\n| program | instructions without MemFacet | accesses recorded | "
          "names and allocations, too | names add |\n" + "|---" * 5 + "|")
    for package, s in studies.items():
        print(f"| {package} | {s['native']:,} | {s['bare']:,} | {s['named']:,} | "
              f"{100 * s['more']:.3f} % |")
