#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a selecting and a complete run of a program give the same report.

usage: bench/differential.py [--bin FOLDER] [--work FOLDER] [--programs N]
                             [--seed S] [--first I] [--go-on] [--reduce]

Random C programs (bench/generator/random_programs.py) are built with
memfacet-clang and recorded three times: with all lines chosen (`record
--exact`), with one in eight, and with `record --complete`. Output and exit code
must be those of the program that plain clang builds. The reports must have the
same rows: objects, bytes, accesses, loads and stores of each structure, accesses
of each place in the code, instructions. Where a report says that accesses of a
place are divided among structures by an estimate, accesses are compared by place
alone.

With all lines, the misses and the sums of write-backs must be the same, too.
(Write-backs of a single structure may differ if two structures write to a line in
turn.) But the two bodies of a function lay out their stack frames differently, so the
stack's lines may lie in other sets and evict other lines. So
  - a program without accesses to its stack is compared in small caches, with
    all misses;
  - another one is also recorded with caches that keep everything. No line is evicted
    there, and all rows except those of the stack must agree.
Programs with tables of labels (`&&label`) are compared without misses: the tables are
copied with the body that jumps, so their addresses differ. With one line in eight,
locals are not compared: those without a chosen line are not recorded.

The first program that differs is kept in the folder, with the differences; exit code 1.
--go-on checks all programs, --reduce makes the programs that differ smaller.
"""

import argparse
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "generator"))
from random_programs import random_program  # noqa: E402
from smaller import smaller  # noqa: E402

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SMALL = ["L1=4K,1", "L1=8K,2;L2=32K,4", "L1=4K,1;L2=16K,2;L3=64K,4",
         "L1=16K,4;L2=64K,8;L3=1M,16", "L1=8K,1;L2=16K,1", "L1=32K,8;L2=64K,1"]
LARGE = "L1=256K,64;L2=1M,64"
ON_STACK = ("local", "stack")
OBJECTS = ("element_bytes", "bytes", "peak_bytes", "objects")
ACCESSES = ("accesses", "loads", "stores")
COUNTS = OBJECTS + ACCESSES
# Words of the note of a report whose accesses by structure are estimates.
ESTIMATE = "how many accesses are in which is an estimate"
KEY = ("name", "kind", "type", "file", "line", "column", "function")
LIMIT = 300  # seconds for one process
# Texts of programs whose misses may differ.
ELSEWHERE = ("goto *",)


class Different(Exception):
    """Carries the lines that describe the differences."""


def run(words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=LIMIT,
                          errors="replace", **more)


def demand(words):
    outcome = run(words)
    if outcome.returncode != 0:
        raise Different(" ".join(words) + " failed:\n" + outcome.stderr)
    return outcome.stdout


class Program:
    """Compiles and records a program in a folder."""

    def __init__(self, bin_folder, folder, texts, flags, number):
        self.bin, self.folder = bin_folder, folder
        self.texts, self.flags, self.number = texts, flags, number
        # Uses short intervals in some programs, so that counts are sent often.
        self.interval = "10K" if number % 3 == 1 else "1M"
        self.sources = [os.path.join(folder, f"program{n}.c")
                        for n in range(len(texts))]
        for path, text in zip(self.sources, texts):
            with open(path, "w") as file:
                file.write(text)

    def file(self, name):
        return os.path.join(self.folder, name)

    def build(self):
        words = [*self.flags, "-w", "-g", "-pthread", *self.sources, "-o"]
        demand(["clang-19", *words, self.file("plain")])
        demand([os.path.join(self.bin, "memfacet-clang"),
                *words, self.file("ours")])
        outcome = run([self.file("plain")])
        self.expected = outcome.stdout, outcome.returncode

    def record(self, name, model, *options):
        """Records a run, with the same arguments and environment, and returns its
        report."""
        profile = self.file(name + ".mfp")
        if os.path.exists(profile):
            os.remove(profile)
        outcome = run([os.path.join(self.bin, "memfacet"), "record", "-o", profile,
                       "--cache", model, "--interval", self.interval, *options,
                       "--", self.file("ours")])
        if (outcome.stdout, outcome.returncode) != self.expected:
            raise Different(
                f"{name}: output {outcome.stdout!r}, exit code {outcome.returncode}, "
                f"not {self.expected}\n{outcome.stderr}")
        return Report(self.bin, profile)

    def compare(self):
        """Compares the reports; raises Different."""
        self.build()
        small = SMALL[self.number % len(SMALL)]
        result, reference = self.both(small)
        on_stack = result.uses_stack() or reference.uses_stack()
        misses = not any(word in text for word in ELSEWHERE
                         for text in self.texts)
        found = differences(result, reference, misses and not on_stack, small)
        if misses and on_stack and not found:
            found = differences(*self.both(LARGE), True, LARGE, ON_STACK)
        if not found:
            few = self.record("some lines", small, "--lines", "1/8")
            found = differences(few, reference, False, small, ON_STACK)
        if found:
            raise Different("\n".join(found))
        return on_stack

    def both(self, model):
        # Names have the same length, as the stack begins below them.
        return (self.record("selected", model, "--exact"),
                self.record("complete", model, "--complete"))


class Report:
    def __init__(self, bin_folder, profile):
        def shown(*options):
            return demand([os.path.join(bin_folder, "memfacet"), "report", profile,
                           *options])

        def rows(*options):
            return list(csv.DictReader(io.StringIO(shown("--csv", *options))))
        self.structures = rows("--all")
        self.places = rows("--by", "site")
        summary = json.loads(shown("--json"))
        self.total, self.threads = summary["total"], len(summary["threads"])
        self.estimates = any(ESTIMATE in note for note in summary["notes"])
        self.instructions = [summary["instructions"]] + [
            thread["instructions"] for thread in summary["threads"]]

    def uses_stack(self):
        return any(row["kind"] in ON_STACK and row["accesses"] != "0"
                   for row in self.structures)


def by_key(rows, columns):
    """Returns the number of rows and the sums of the columns, by KEY."""
    sums = {}
    for row in rows:
        key = tuple(row.get(word, "") for word in KEY)
        values = [int(row[column]) for column in columns]
        previous = sums.get(key, [0] * (len(columns) + 1))
        sums[key] = [a + b for a, b in zip(previous, [1, *values])]
    return sums


def pairs(result, reference):
    """Yields the pairs of keys in order, with None where one report has no such row.
    Rows that differ only in the type are paired."""
    def untyped(selection):
        names = {}
        for key in selection:
            rest = tuple(word for word, column in zip(key, KEY)
                         if column != "type")
            names.setdefault(rest, []).append(key)
        return {rest: keys[0] for rest, keys in names.items() if len(keys) == 1}

    remaining = untyped(reference.keys() - result.keys())
    equal = {key: remaining[rest]
             for rest, key in untyped(result.keys() - reference.keys()).items()
             if rest in remaining}
    left = result.keys() | reference.keys() - set(equal.values())
    for key in sorted(left):
        yield (key if key in result else None,
               equal.get(key, key if key in reference else None))


def compared(title, result, reference, columns):
    result, reference = by_key(result, columns), by_key(reference, columns)
    found = []
    for first_row, second_row in pairs(result, reference):
        name = title + " " + " ".join(filter(None, first_row or second_row))
        if first_row is None or second_row is None:
            found.append(f"{name}: only {'complete' if second_row else 'selected'}")
            continue
        values = [("type", *(key[KEY.index("type")] for key in (first_row, second_row)))]
        values += zip(["rows", *columns], result[first_row], reference[second_row])
        found += [f"{name}: {column} {a} selected, {b} complete"
                  for column, a, b in values if a != b]
    return found


def is_of_misses(column):
    """Returns whether a column counts misses or accesses of a level that can be
    compared. First-level accesses are unknown where repeats are dropped, and a
    write-back may be assigned to any structure that wrote to the line."""
    return re.fullmatch(r"L\d_(misses|accesses)", column) and \
        column != "L1_accesses"


def differences(result, reference, misses, model, exceptions=()):
    """Returns the differences as lines. Rows of the kinds BUT are ignored."""
    def compared_rows(rows):
        return [row for row in rows if row["kind"] not in exceptions]

    counted = OBJECTS if result.estimates or reference.estimates else COUNTS
    choices = [column for column in result.structures[0]
               if column in counted or misses and is_of_misses(column)]
    found = compared("structure", compared_rows(result.structures),
                     compared_rows(reference.structures),
                     choices)
    # A place may access the stack and other memory, so its misses are compared
    # only in programs without accesses to the stack.
    counts = [column for column in (result.places or [{}])[0]
              if column in COUNTS or
              misses and not exceptions and column.endswith("misses")]
    found += compared("place", result.places, reference.places, counts)
    totals = [(word, result.total[word], reference.total[word])
              for word in ACCESSES]
    if misses and not exceptions:
        totals += [(level["name"] + " write-backs", level["writebacks"],
                    other["writebacks"]) for level, other in
                   zip(result.total["levels"], reference.total["levels"])]
    # Instructions of all threads, then of each thread.
    totals.append(("instructions", result.instructions, reference.instructions))
    found += [f"total: {word} {a} selected, {b} complete"
              for word, a, b in totals if a != b]
    return [f"with --cache '{model}':", *found] if found else []


def well_defined(sources, folder):
    """Returns whether the sanitizers find no error: a smaller program may be
    undefined."""
    path = os.path.join(folder, "sanitized")
    for kind in ("address,undefined", "memory"):
        built = run(["clang-19", "-O1", "-w", "-pthread", f"-fsanitize={kind}",
                     "-fno-sanitize-recover=all", *sources, "-o", path])
        if built.returncode != 0:
            return False
        outcome = run([path], env={**os.environ,
                                   "ASAN_OPTIONS": "detect_leaks=0"})
        if outcome.stderr:
            return False
    return True


def kind_of(title):
    """Returns the kind of a difference, which a smaller program must also have."""
    for line in title.splitlines():
        if line.startswith(("structure", "place", "total")):
            return line.split()[0], line.rsplit(":", 1)[1].split()[0]
    return (title.split(":")[0],)


def reduced(bin_folder, folder, texts, flags, number, title):
    wanted = kind_of(title)
    trial = os.path.join(folder, "smaller")
    os.makedirs(trial, exist_ok=True)

    def differs(candidate):
        program = Program(bin_folder, trial, candidate, flags, number)
        checked = run(["clang-19", "-Wno-everything", "-Werror=return-type",
                       "-fsyntax-only", *program.sources])
        if checked.returncode != 0:
            return False
        try:
            program.compare()
        except Different as difference:
            return kind_of(str(difference)) == wanted and \
                well_defined(program.sources, trial)
        except subprocess.TimeoutExpired:
            pass
        return False
    texts = smaller(texts, differs)
    return Program(bin_folder, trial, texts, flags, number)


def look_at(options, number):
    """Returns whether the reports agree."""
    folder = os.path.join(options.work, f"{options.seed}-{number}")
    os.makedirs(folder, exist_ok=True)
    texts, flags = random_program(f"{options.seed}:{number}")
    program = Program(options.bin, folder, texts, flags, number)
    try:
        on_stack = program.compare()
    except (Different, subprocess.TimeoutExpired) as difference:
        title = str(difference)
        print(f"{' '.join(program.sources)} ({' '.join(flags)}):\n{title}",
              flush=True)
        with open(program.file("difference.txt"), "w") as file:
            file.write(f"{' '.join(flags)}\n{title}\n")
        if options.reduce:
            small = reduced(options.bin, folder, texts, flags, number, title)
            print("smaller: " + " ".join(small.sources), flush=True)
        return False
    shutil.rmtree(folder)
    options.without_stack += not on_stack
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work",
                        default=os.path.join(build, "bench", "differential"))
    parser.add_argument("--programs", type=int, default=100, metavar="N")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--first", type=int, default=0, metavar="I")
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--reduce", action="store_true")
    options = parser.parse_args()
    options.without_stack, wrong, looked = 0, 0, 0
    for number in range(options.first, options.first + options.programs):
        agree = look_at(options, number)
        looked += 1
        wrong += not agree
        if not agree and not options.go_on:
            break
    print(f"{looked} programs, {wrong} differ; {options.without_stack} of the "
          "others without accesses to the stack")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
