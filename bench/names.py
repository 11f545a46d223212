#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the name of a structure is the one that the program's author uses.

usage: bench/names.py [--bin FOLDER] [--work FOLDER] [--again] [--unjudged FILE]
                      [PROGRAM...]

Builds public programs (bench/naming/programs_*.py) with memfacet-clang by their own
build systems, records the first step of each (caches of zen4, no other options),
and takes the ten structures with most L1 misses. Each has a judgement in
bench/naming/judgements.csv: the name of this memory in the program's source, and
whether our name passes by the rule of docs/evaluation/names.md ("Names").

Prints the table of that page. FOLDER/names.json has all rows. Rows without a judgement
count as failed; --unjudged writes them to FILE, in the form of the judgements. --again:
existing builds are not made again. Exit code 1: a program did not run, or rows are not
judged.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import asdict

from packages import SOURCE, Fetched, Missing, run_programs

sys.path.append(os.path.join(SOURCE, "bench", "naming"))

import inputs  # noqa: E402
import judgements  # noqa: E402
from programs_c import C_PROGRAMS  # noqa: E402
from programs_cxx import CXX_PROGRAMS  # noqa: E402

RUN = run_programs()


def compilers(folder, real):
    """Writes two scripts, clang and clang++, that always make debug information."""
    os.makedirs(folder, exist_ok=True)
    for name in ("clang", "clang++"):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write("#!/bin/sh\nexec "
                       f'{os.path.join(real, "memfacet-" + name)} -g "$@"\n')
        os.chmod(path, 0o755)
    return os.path.join(folder, "clang")


class Program(Fetched):
    def build(self):
        package = self.subject.package
        folder = self.folder("built", package)
        marker = os.path.join(folder, "made")
        keep = self.options.again and os.path.exists(marker)
        build = RUN.Build(self.subject, self.folder("source", package), folder,
                          compilers(self.folder("compilers"), self.options.bin),
                          self.folder("samples"), keep)
        if not keep:
            build.make()
            with open(marker, "w"):
                pass
        return build

    def report(self, build):
        profile = self.folder(self.subject.package + ".mfp")
        outcome = build.run(self.subject.steps[0],
                            prefix=[self.memfacet, "record", "--cache", "zen4",
                                    "-o", profile, "--"])
        if outcome.returncode != 0:
            raise RUN.Failure(f"the program ended with {outcome.returncode}: "
                              f"{outcome.stderr.decode(errors='replace')[-300:]}")
        shown = subprocess.run([self.memfacet, "report", "--json", profile],
                               capture_output=True, check=True)
        return json.loads(shown.stdout)

    def rows(self):
        self.fetch()
        report = self.report(self.build())
        return judgements.top(self.subject.package, report)


def wanted(names):
    known = {subject.package: subject 
             for subject in CXX_PROGRAMS + C_PROGRAMS}
    for name in names:
        if name not in known:
            sys.exit(f"'{name}' is not among {', '.join(known)}")
    return [known[name] for name in names or known]


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(build, "bench", "names"))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--unjudged", metavar="FILE")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    options.bin, options.work = map(os.path.abspath, (options.bin, options.work))
    return options


def look(options):
    """Returns [(subject, its rows)], and the number of programs that failed."""
    looked, failed = [], 0
    for subject in wanted(options.programs):
        start = time.monotonic()
        try:
            rows = Program(subject, options).rows()
        except (Missing, RUN.Failure, subprocess.TimeoutExpired) as error:
            print(f"{subject.package}: FAILED: {error}", file=sys.stderr)
            failed += 1
            continue
        looked.append((subject, rows))
        print(f"{subject.package}: {time.monotonic() - start:.0f} s",
              file=sys.stderr, flush=True)
    return looked, failed


def main():
    options = parse()
    inputs.write(os.path.join(options.work, "samples"))
    looked, failed = look(options)
    known = judgements.read()
    unjudged = [row for _, rows in looked for row in rows
                if judgements.needed(row) and row.key() not in known]
    with open(os.path.join(options.work, "names.json"), "w") as file:
        json.dump([asdict(row) for _, rows in looked for row in rows], file,
                  indent=1)
    print(judgements.table(looked, known))
    print(judgements.summary(looked, known))
    if options.unjudged:
        judgements.write(options.unjudged, unjudged)
    if unjudged:
        print(f"{len(unjudged)} rows are not judged", file=sys.stderr)
    return 1 if failed or unjudged else 0


if __name__ == "__main__":
    sys.exit(main())
