#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real programs must behave the same when they are instrumented.

usage: run.py --bin FOLDER --clang CLANG --work FOLDER [--least N] [PACKAGE...]

Fetches Debian's sources, builds each twice by its own build system, with plain
clang and with memfacet-clang, runs both, and compares stdout, stderr and exit
code of every step. The first step is recorded besides, and its report checked. A
source that cannot be fetched is skipped, by name; fewer than N that ran is a
failure. Exit code 77: all were skipped.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time

from samples import write_samples
from subjects import SUBJECTS

FETCH = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "fetch-source"
)
SKIPPED = 77
# Of all accesses of the recorded step. Functions of which no window and no chosen
# line shows an access are among them: 0.11 % in sqlite3.
MOST_UNATTRIBUTED = 0.0015


class Failure(Exception):
    pass


def cxx_of(compiler):
    """clang-19 -> clang++-19."""
    folder, name = os.path.split(compiler)
    return os.path.join(folder, name.replace("clang", "clang++"))


class Build:
    """A subject, built with one compiler in a folder of its own."""

    def __init__(self, subject, source, folder, compiler, samples, keep=False):
        self.subject = subject
        self.folder = folder
        self.places = {"cc": compiler, "cxx": cxx_of(compiler), "sample": samples,
                       "source": os.path.dirname(source)}
        if keep:
            return
        shutil.rmtree(folder, ignore_errors=True)
        # Some generated files must stay newer than what they are made from.
        shutil.copytree(source, folder, symlinks=True)

    def words(self, command):
        return [word.format(**self.places) for word in command]

    def make(self):
        # Configure's probes are programs too: they need not be recorded.
        settings = {**os.environ, "MEMFACET_OPTIONS": "record=0", "LC_ALL": "C"}
        with open(os.path.join(self.folder, "build.log"), "wb") as log:
            for command in self.subject.build:
                outcome = subprocess.run(
                    self.words(command), cwd=self.folder, env=settings,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                )
                if outcome.returncode != 0:
                    raise Failure(
                        f"'{command[0]}' ended with {outcome.returncode}, see {log.name}"
                    )

    def run(self, step, options="", prefix=()):
        settings = {**os.environ, "LC_ALL": "C", "MEMFACET_OPTIONS": options}
        stdin = os.path.join(self.folder, self.words([step.stdin])[0])
        command = [step.binary or self.subject.binary, *self.words(step.arguments)]
        if step.script:
            settings["RECORD"] = " ".join(prefix)
        else:
            command = [*prefix, *command]
        with open(stdin, "rb") as file:
            outcome = subprocess.run(
                command,
                cwd=self.folder, env=settings, stdin=file, capture_output=True,
                timeout=300,
            )
        if step.stdout:
            with open(os.path.join(self.folder, step.stdout), "wb") as file:
                file.write(outcome.stdout)
        return outcome


def compare(step, plain, result):
    for name in ("returncode", "stdout", "stderr"):
        expected, actual = getattr(plain, name), getattr(result, name)
        if step.ignore and name != "returncode":
            expected, actual = (re.sub(step.ignore, b"", text)
                                for text in (expected, actual))
        if expected != actual:
            words = " ".join([step.binary, *step.arguments]).strip()
            raise Failure(
                f"'{words}': {name} differs: plain {str(expected)[:300]}, "
                f"instrumented {str(actual)[:300]}"
            )


def record(memfacet, build):
    """The report of the first step."""
    profile = os.path.join(build.folder, "recorded.mfp")
    build.run(build.subject.steps[0],
              prefix=[memfacet, "record", "--cache", "zen4", "-o", profile, "--"])
    report = subprocess.run(
        [memfacet, "report", "--json", profile], capture_output=True
    )
    if report.returncode != 0:
        raise Failure(f"report: {report.stderr.decode()}")
    data = json.loads(report.stdout)
    lost = {kind: count for kind, count in data["loss"].items() if count}
    if lost:
        raise Failure(f"data was lost: {lost}")
    return data


def check_report(memfacet, build):
    """Records the first step; returns a line about its report."""
    data = record(memfacet, build)
    total = data["total"]["accesses"]
    kinds = {}
    for row in data["structures"]:
        kinds[row["kind"]] = kinds.get(row["kind"], 0) + row["accesses"]
    share = kinds.get("unattributed", 0) / max(total, 1)
    text = f"{total} accesses, unattributed {100 * share:.4f} %"
    if total == 0 or sum(kinds.values()) != total or share > MOST_UNATTRIBUTED:
        raise Failure(f"the report has {text}")
    return text


def try_subject(subject, options):
    source = os.path.join(options.work, "source", subject.package)
    samples = os.path.join(options.work, "samples")
    builds = {}
    for name, compiler in [
        ("plain", options.clang),
        ("instrumented", os.path.join(options.bin, "memfacet-clang")),
    ]:
        folder = os.path.join(options.work, name, subject.package)
        builds[name] = Build(subject, source, folder, compiler, samples)
        builds[name].make()
    for number, step in enumerate(subject.steps):
        output = os.path.join(options.work, f"{subject.package}.{number}.mfp")
        plain = builds["plain"].run(step)
        result = builds["instrumented"].run(step, options="output=" + output)
        compare(step, plain, result)
        if not os.path.exists(output):
            raise Failure(f"'{' '.join(step.arguments)}' left no profile")
    return check_report(os.path.join(options.bin, "memfacet"), builds["instrumented"])


def built(subject, options):
    """Its sources built once by options.clang, below options.work."""
    folder = os.path.join(options.work, "recorded", subject.package)
    marker = os.path.join(folder, "made")
    keep = os.path.exists(marker)
    build = Build(subject, os.path.join(options.work, "source", subject.package),
                  folder, options.clang, os.path.join(options.work, "samples"),
                  keep)
    if not keep:
        build.make()
        open(marker, "w").close()
    return build


def fetched(package, options):
    folder = os.path.join(options.work, "source")
    return subprocess.run([FETCH, package, folder]).returncode == 0


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    options.bin = os.path.abspath(options.bin)
    return options


def main():
    options = parse()
    write_samples(os.path.join(options.work, "samples"))
    ran = failed = 0
    for subject in SUBJECTS:
        if options.packages and subject.package not in options.packages:
            continue
        start = time.monotonic()
        if not fetched(subject.package, options):
            print(f"{subject.package}: skipped: its source could not be fetched")
            continue
        ran += 1
        try:
            text = "the same; " + try_subject(subject, options)
        except (Failure, subprocess.TimeoutExpired) as error:
            failed += 1
            text = f"FAILED: {error}"
        print(f"{subject.package}: {text} ({time.monotonic() - start:.0f} s)",
              flush=True)
    print(f"{ran} programs ran, {failed} failed")
    if ran < options.least:
        print(f"at least {options.least} must run")
        return 1
    return 1 if failed else 0 if ran else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
