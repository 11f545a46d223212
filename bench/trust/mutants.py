#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the tests notice errors in a simulator or a model.

usage: bench/trust/mutants.py [--build FOLDER] [--mutants N] [--seed S] [--also TARGETS]
                        [FILE...]

Changes one operator in a source of analysis/ (a comparison flipped or moved by
one, `&&` to `||`, a sum to a difference, a constant by one), builds the unit tests
of its folder and runs them. A mutant is killed when a test fails, crashes or does
not end. Prints the survivors: each changes a line that no test of its folder checks, or
is equivalent to the original. Work is done in a copy, FOLDER/source; FILEs are
analysis/caches/cache/Hierarchy.cpp and the like, by default those of MODELS.
"""

import argparse
import collections
import filecmp
import glob
import os
import random
import re
import shutil
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
# Simulators and models, and the unit tests for them.
MODELS = {
    "cache": ["unit-cache", "unit-pipeline"],
    "core": ["unit-core"],
    "sweep": ["unit-sweep"],
    "reuse": ["unit-reuse"],
    "communication": ["unit-communication"],
    "clustering": ["unit-clustering"],
    "points": ["unit-points"],
    "signature": ["unit-signature"],
    "volatility": ["unit-volatility"],
    "sample": ["unit-sample"],
}
# Code that reads texts, has presets or chooses by the processor is not a model.
NO_MODEL = re.compile(r"Spec|Presets|Host|Limits|Avx|CacheModel|Scalar")
FLIPS = {" < ": [" <= ", " >= "], " <= ": [" < ", " > "], " > ": [" >= ", " <= "],
         " >= ": [" > ", " < "], " == ": [" != "], " != ": [" == "],
         " && ": [" || "], " || ": [" && "], " + ": [" - "], " - ": [" + "],
         " += ": [" -= "], " -= ": [" += "], " + 1": [" + 2", ""],
         " - 1": [" - 2", ""], "return true;": ["return false;"],
         "return false;": ["return true;"]}
LIMIT = 180  # seconds for one test binary
# Lines with messages, assertions or no code.
SKIPPED = re.compile(r"^\s*(//|#|///|static_assert|template|assert)|operator|"
                     r'"[^"]* [-+<>=&|]+ [^"]*"|\bfor \(|reserve\(|LCOV')


def places(path):
    """Yields (line number, column, old, new) of each possible change."""
    with open(os.path.join(SOURCE, path)) as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines):
        code = line.split(" //")[0]
        if SKIPPED.search(code):
            continue
        for old, news in FLIPS.items():
            offset = code.find(old)
            while offset >= 0:
                for new in news:
                    yield number, offset, old, new
                offset = code.find(old, offset + len(old))


def copy_changed(source, destination):
    """Copies a file unless both are the same. A source that an interrupted run left
    changed becomes newer than its object."""
    if os.path.exists(destination) and filecmp.cmp(source, destination, shallow=False):
        return destination
    return shutil.copy(source, destination)


class Tree:
    """A copy of the sources, built with one object for each file."""

    def __init__(self, options):
        self.source = os.path.join(options.build, "source")
        self.build_folder = os.path.join(options.build, "build")
        os.makedirs(options.build, exist_ok=True)
        for folder in ["analysis", "include", "tools", "test", "pass", "runtime",
                       "cmake", "bench", "examples", "docs"]:
            shutil.copytree(os.path.join(SOURCE, folder),
                            os.path.join(self.source, folder), symlinks=True,
                            dirs_exist_ok=True, copy_function=copy_changed)
        shutil.copy(os.path.join(SOURCE, "CMakeLists.txt"), self.source)
        outcome = subprocess.run(
            ["cmake", "-G", "Ninja", "-S", self.source, "-B", self.build_folder,
             "-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19",
             "-DMEMFACET_UNITY=OFF", "-DCMAKE_BUILD_TYPE=None",
             "-DCMAKE_CXX_FLAGS=-O1",
             *(["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld")
               else [])], capture_output=True, text=True)
        if outcome.returncode != 0:
            sys.exit(outcome.stderr)

    def built(self, targets):
        return subprocess.run(["ninja", "-C", self.build_folder, *targets],
                              capture_output=True, text=True).returncode == 0

    def fails(self, targets):
        for target in targets:
            path = os.path.join(self.build_folder, "test", "unit", target)
            try:
                outcome = subprocess.run([path, "--gtest_brief=1"], timeout=LIMIT,
                                         capture_output=True)
            except subprocess.TimeoutExpired:
                return f"{target} does not end"
            if outcome.returncode != 0:
                return target
        return ""

    def mutated(self, path, number, offset, old, new):
        full = os.path.join(self.source, path)
        with open(os.path.join(SOURCE, path)) as file:
            lines = file.read().split("\n")
        line = lines[number]
        lines[number] = line[:offset] + new + line[offset + len(old):]
        with open(full, "w") as file:
            file.write("\n".join(lines))
        return line.strip(), lines[number].strip()

    def mended(self, path):
        shutil.copy(os.path.join(SOURCE, path), os.path.join(self.source, path))
        os.utime(os.path.join(self.source, path))


def files_of(options):
    if options.files:
        return options.files
    found = []
    for folder in MODELS:
        for path in sorted(glob.glob(os.path.join(SOURCE, "analysis", "**", folder,
                                                  "*.cpp"), recursive=True)):
            if not NO_MODEL.search(os.path.basename(path)):
                found.append(os.path.relpath(path, SOURCE))
    return found


def targets_of(folder, options):
    return MODELS.get(folder, ["unit-" + folder]) + options.also.split()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", default=os.path.join(SOURCE, "build", "bench",
                                                        "mutants"))
    parser.add_argument("--mutants", type=int, default=100, metavar="N")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--also", default="", metavar="TARGETS")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    columns = [(path, *place) for path in files_of(options)
               for place in places(path)]
    chosen = random.Random(options.seed).sample(
        columns, min(options.mutants, len(columns)))
    print(f"{len(columns)} places, {len(chosen)} chosen", flush=True)
    tree = Tree(options)
    folders = {path.split("/")[1] for path, *_ in chosen}
    needed = [target for folder in sorted(folders)
              for target in targets_of(folder, options)]
    if not tree.built(needed) or tree.fails(needed):
        sys.exit("the tests do not pass before anything is changed; try: "
                 f"ninja -C {tree.build_folder} {' '.join(needed)}")
    killed, looked, not_built = collections.Counter(), collections.Counter(), 0
    for path, number, offset, old, new in sorted(chosen):
        folder = path.split("/")[1]
        targets = targets_of(folder, options)
        previous, following = tree.mutated(path, number, offset, old, new)
        if not tree.built(targets):
            not_built += 1
        else:
            looked[folder] += 1
            failure = tree.fails(targets)
            killed[folder] += bool(failure)
            if not failure:
                print(f"survives: {path}:{number + 1}: '{previous}' -> '{following}'",
                      flush=True)
        tree.mended(path)
    print("| folder | mutants | killed |\n|---|---|---|")
    for folder, count in sorted(looked.items()):
        print(f"| {folder} | {count} | {killed[folder]} |")
    share = killed.total() / max(1, looked.total())
    print(f"| all | {looked.total()} | {killed.total()} ({share:.1%}) |")
    print(f"{not_built} more do not compile")
    return 0 if share >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
