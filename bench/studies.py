# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared parts of scripts that study recorded programs: options, calls of memfacet,
results in a file, readable numbers."""

import argparse
import json
import os
import subprocess

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parser(work):
    """Returns a parser of options; the default of --work is build/WORK."""
    result = argparse.ArgumentParser()
    result.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    result.add_argument("--work", default=os.path.join(SOURCE, "build", work))
    return result


def parse(arguments):
    options = arguments.parse_args()
    options.bin = os.path.abspath(options.bin)
    options.work = os.path.abspath(options.work)
    options.clang = os.path.join(options.bin, "memfacet-clang")
    options.memfacet = os.path.join(options.bin, "memfacet")
    os.makedirs(options.work, exist_ok=True)
    return options


def answers(options, command, *words):
    """Returns the output of `memfacet COMMAND --json`."""
    return json.loads(subprocess.run(
        [options.memfacet, command, "--json", *words],
        check=True, capture_output=True).stdout)


def compilers(folder, real, options):
    """Writes two scripts, clang and clang++, that call the compilers in REAL with
    OPTIONS, and returns the path of clang."""
    os.makedirs(folder, exist_ok=True)
    for name in ("clang", "clang++"):
        path = os.path.join(folder, name)
        words = " ".join([os.path.join(real, "memfacet-" + name), *options])
        with open(path, "w") as file:
            file.write(f'#!/bin/sh\nexec {words} "$@"\n')
        os.chmod(path, 0o755)
    return os.path.join(folder, "clang")


def write_json(path, results):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


def human(count):
    for unit, size in (("G", 1e9), ("M", 1e6), ("K", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f}"
