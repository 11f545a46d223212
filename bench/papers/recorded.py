# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian's programs: each built by its own build system, its first step recorded as
Agaram et al. simulated theirs (64 KiB 2-way, 512 KiB direct-mapped; their core)."""

import os
import subprocess
import sys

import studies
from studies import SOURCE

sys.path.insert(0, os.path.join(SOURCE, "test", "programs"))

from more_subjects import MORE_SUBJECTS  # noqa: E402
from run import Build, Failure, built, fetched  # noqa: E402
from subjects import SUBJECTS, Step  # noqa: E402,F401

PACKAGES = ["bzip2", "gzip", "libzstd", "lua5.4", "sqlite3", "xz-utils", "lz4",
            "brotli", "lzip", "expat"]
KNOWN = {subject.package: subject for subject in SUBJECTS + MORE_SUBJECTS}
CORE = "alpha21264"  # and its caches
BASE = 10_000  # instructions of a recorded interval


def available(package, options):
    subject = KNOWN[package]
    return all(fetched(p, options) for p in [package, *subject.dependencies])


def files(package, options):
    """Returns the paths of the package's trace and profile."""
    return [os.path.join(options.work, package + end) for end in (".mft", ".mfp")]


def record(package, options):
    """Records the package's trace and profile, unless an earlier run did, and returns
    their paths."""
    trace, profile = files(package, options)
    if not (os.path.exists(trace) and os.path.exists(profile)):
        outcome = built(KNOWN[package], options).run(
            KNOWN[package].steps[0],
            prefix=[options.memfacet, "record", "--why", "--core", CORE,
                    "--interval", str(BASE), "--trace", trace, "-o", profile,
                    "--"])
        if not os.path.exists(profile):
            raise Failure(outcome.stderr.decode(errors="replace"))
    return trace, profile


def built_by(name, compiler, package, options):
    """Builds a package with another compiler, below options.work/NAME."""
    folder = os.path.join(options.work, name, package)
    marker = os.path.join(folder, "made")
    keep = os.path.exists(marker)
    build = Build(KNOWN[package], os.path.join(options.work, "source", package),
                  folder, compiler, os.path.join(options.work, "samples"), keep)
    if not keep:
        build.make()
        with open(marker, "w"):
            pass
    return build


def simulate(options, trace, profile, *words):
    """Simulates a trace; returns the output."""
    return subprocess.run(
        [options.memfacet, "simulate", trace, *words, "-o", profile], check=True,
        capture_output=True, text=True).stdout


def answers(options, command, *words):
    return studies.answers(options, command, *words)
