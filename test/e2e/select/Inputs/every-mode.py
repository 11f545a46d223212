# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a program in every mode, and in every two of them.

usage: every-mode.py MEMFACET FOLDER PROGRAM EXIT-CODE [--two]

Either the program runs, all that was asked for is in the profile, and loads and
stores are those of other modes; or nothing runs, no file is written, and one
line says why.

Prints how many recordings there were and the lines of refusals.
"""

import argparse
import collections
import itertools
import json
import os
import subprocess


class Mode(collections.namedtuple("Mode", "options commands advice")):
    """COMMANDS read what the mode records."""

    def __new__(cls, *options, commands=(), advice=None):
        """ADVICE: where nothing else is asked for, this is refused."""
        return super().__new__(cls, options, commands, advice)


MODES = [
    Mode("--why", commands=["why", "evictions", "occupancy"]),
    Mode("--curves", commands=["curves"]),
    Mode("--curves=exact", commands=["curves"]),
    Mode("--blocks", commands=["blocks", "simpoints"]),
    Mode("--phases", commands=["phases", "blocks"]),
    Mode("--core", "alpha21264", commands=["critical"]),
    Mode("--trace", "run.mft"),
    Mode("--no-analysis", advice="add --trace FILE.mft"),
    Mode("--complete"),
    Mode("--lines", "1/8"),
    Mode("--exact"),
    Mode("--sample-blocks", advice="build it with memfacet-clang --block-map"),
    Mode("--interval", "10K", commands=["timeline"]),
    Mode("--context", "2"),
    Mode("--cache", "L1=1K,2;L2=64K,8;line=32"),
    Mode("--aslr"),
]
FILES = ("run.mfp", "run.mft")


class Trial:
    def __init__(self, options):
        self.memfacet, self.program = options.memfacet, options.program
        self.code = options.code
        self.runs, self.refused = 0, []
        self.totals = None

    def run(self, *words):
        return subprocess.run(words, capture_output=True, text=True,
                              check=False)

    def record(self, modes):
        for name in FILES:
            if os.path.exists(name):
                os.remove(name)
        options = [word for mode in modes for word in mode.options]
        outcome = self.run(self.memfacet, "record", "-o", "run.mfp", *options,
                           "--", self.program)
        title = " ".join(options)
        self.runs += 1
        if outcome.stdout:
            assert outcome.returncode == self.code, (title, outcome)
            self.check(modes, title, outcome.stderr)
            return
        assert outcome.returncode != 0, (title, outcome)
        assert outcome.stderr.count("\n") == 1, (title, outcome.stderr)
        assert not any(os.path.exists(name) for name in FILES), title
        self.refused.append(f"{title}: {outcome.stderr.strip()}")
        if len(modes) == 1:
            assert modes[0].advice and modes[0].advice in outcome.stderr, title

    def check(self, modes, title, answer):
        assert not (len(modes) == 1 and modes[0].advice), title
        assert "data loss" not in answer, (title, answer)
        flags = [mode.options[0] for mode in modes]
        analysed = "--no-analysis" not in flags
        assert os.path.exists("run.mfp") == analysed, title
        assert os.path.exists("run.mft") == ("--trace" in flags), title
        if "--trace" in flags:
            shown = self.run(self.memfacet, "simulate", "run.mft", "-o",
                             "again.mfp")
            assert shown.returncode == 0, (title, shown.stderr)
            self.same_counts(title, "again.mfp")
        if not analysed:
            return
        self.same_counts(title, "run.mfp")
        for command in [word for mode in modes for word in mode.commands]:
            shown = self.run(self.memfacet, command, "run.mfp")
            assert shown.returncode == 0, (title, command, shown.stderr)
            assert len(shown.stdout.splitlines()) > 2, (title, command)

    def same_counts(self, title, profile):
        shown = self.run(self.memfacet, "report", "--json", profile)
        assert shown.returncode == 0, (title, shown.stderr)
        all_of_it = json.loads(shown.stdout)
        total = all_of_it["total"]
        totals = total["loads"], total["stores"], all_of_it["instructions"]
        self.totals = self.totals or totals
        assert self.totals == totals, (title, self.totals, totals)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("memfacet")
    parser.add_argument("folder")
    parser.add_argument("program")
    parser.add_argument("code", type=int)
    parser.add_argument("--two", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    os.chdir(options.folder)
    trial = Trial(options)
    for count in range(3 if options.two else 2):
        for modes in itertools.combinations(MODES, count):
            trial.record(modes)
    print(f"{trial.runs} recordings, {len(trial.refused)} refused")
    for line in trial.refused:
        print(line)


if __name__ == "__main__":
    main()
