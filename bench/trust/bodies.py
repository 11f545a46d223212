#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that all kinds of instrumented code do the same, at every optimisation level.

usage: bench/trust/bodies.py [--bin FOLDER] [--work FOLDER] [--programs N] [--seed S]
                       [--first I] [--llvm N] [--go-on]

Random programs, alternately in C (bench/generator/random_programs.py) and C++
(random_classes.py), are built plainly and instrumented. Output and exit code must be
those of the plain program, in every run. These are compared for each program:
  - a selecting and a complete recording of one binary: accesses, loads, stores, objects
    and bytes of each structure, instructions; by turns, all lines are chosen, one in
    eight, or the default number;
and, by turns, one of the following with the complete recording:
  - full: no address is left out of records (--memfacet-no-elide, -no-paths,
    -no-loops);
  - verify: addresses that are left out are recorded as well, and must match the
    computed ones;
  - oracle: an independent log of addresses (C only);
  - counting: a body that counts blocks; instructions must be the same;
  - valid: all of these are built, and LLVM's verifier accepts the code (clang does not
    run it).
The level is the next one for each program: -O0, -O1, -O2, -O3, -Os, ThinLTO, LTO.
--llvm N takes clang N and lld N (default 19). There must be a plugin for them.

Rows of C++ programs with threads are compared by their sums, as the threads' shares of
the work vary between runs. A program that differs stays in the folder, with the
differences; exit code 1.
"""

import argparse
import collections
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path += [BENCH, os.path.join(BENCH, "generator")]
from differential import Different, Report, differences, demand, run  # noqa: E402
from random_classes import random_cxx_program  # noqa: E402
from random_programs import random_program  # noqa: E402

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-O3"], ["-Os"],
          ["-O2", "-flto=thin", "-fuse-ld=lld"],
          ["-O2", "-flto", "-fuse-ld=lld"]]
CACHES = "L1=32K,8;L2=256K,8"
CXX = ["-std=c++20"]
LINES = [["--exact"], ["--lines", "1/8"], []]
# Body -> options of the compiler, and of `memfacet record`.
BODIES = {
    "full": (["--memfacet-no-elide", "--memfacet-no-paths",
              "--memfacet-no-loops", "--memfacet-no-select"], []),
    "verify": (["--memfacet-verify"], []),
    "oracle": (["--memfacet-plain-log", "-fno-optimize-sibling-calls"], []),
    "counting": (["--count-blocks"], ["--blocks"]),
    "valid": ([], []),
}


class NotPlain(Exception):
    """Clang cannot build the program: link-time optimisation breaks tail calls of
    functions whose results are unused (LLVM issue 126817)."""


class Program:
    def __init__(self, options, number):
        self.options, self.number = options, number
        self.folder = os.path.join(options.work, f"{options.seed}-{number}")
        os.makedirs(self.folder, exist_ok=True)
        self.cxx = number % 2 == 1
        name = f"{options.seed}:{number}"
        texts = [random_cxx_program(name)] if self.cxx else \
            random_program(name)[0]
        turn = number // 2
        self.level = [flag.replace("=lld", f"=lld-{options.llvm}")
                      for flag in LEVELS[turn % len(LEVELS)]]
        bodies = [b for b in BODIES if b != "oracle" or not self.cxx]
        self.body = bodies[turn // len(LEVELS) % len(bodies)]
        self.threaded = any("thread" in text.split("static unsigned sum")[-1]
                            for text in texts)
        self.sources = []
        for part, text in enumerate(texts):
            path = self.file(f"program{part}.{'cpp' if self.cxx else 'c'}")
            self.sources.append(path)
            with open(path, "w") as file:
                file.write(text)

    def file(self, name):
        return os.path.join(self.folder, name)

    def build(self, compiler, name, *flags):
        standard = [*CXX, "-include-pch", self.headers()] if self.cxx else []
        demand([compiler, *standard, *self.level, "-w", "-g", "-pthread", *flags,
                *self.sources, *self.libraries(flags), "-o", self.file(name)])
        return self.file(name)

    def clang(self):
        return f"clang{'++' if self.cxx else ''}-{self.options.llvm}"

    def headers(self):
        """Precompiles the headers of the program, which all builds share: parsing takes
        half of the time."""
        with open(self.sources[0]) as file:
            text = "".join(l for l in file if l.startswith("#include"))
        key = hashlib.sha1(" ".join([text, self.clang(), *self.level])
                           .encode()).hexdigest()
        path = os.path.join(self.options.work, f"headers-{key[:12]}")
        if not os.path.exists(path + ".pch"):
            with open(path + ".h", "w") as file:
                file.write(text)
            demand([self.clang(), *CXX, *self.level, "-w", "-g", "-pthread", "-x",
                    "c++-header", path + ".h", "-o", path + ".new"])
            os.rename(path + ".new", path + ".pch")
        return path + ".pch"

    def libraries(self, flags):
        return [self.plain_log()] if "--memfacet-plain-log" in flags else []

    def plain_log(self):
        """Returns the path of the library that writes the log of addresses."""
        path = os.path.join(self.options.work, "plain-log.so")
        if not os.path.exists(path):
            source = "test/e2e/Inputs/oracle/plain-log.c"
            demand(["clang-19", "-O1", "-fPIC", "-shared",
                    os.path.join(SOURCE, source), "-o", path])
        return path

    def wrapper(self):
        name = "memfacet-clang++" if self.cxx else "memfacet-clang"
        return os.path.join(self.options.bin, name)

    def instrumented(self, name, *flags):
        return self.build(self.wrapper(), name, *flags)

    def record(self, binary, name, *options, env=None):
        profile = self.file(name + ".mfp")
        outcome = run([os.path.join(self.options.bin, "memfacet"), "record", "-o",
                       profile, "--cache", CACHES, *options, "--", binary], env=env)
        if (outcome.stdout, outcome.returncode) != self.expected:
            raise Different(f"{name}: output {outcome.stdout!r}, exit code "
                            f"{outcome.returncode}, not {self.expected}\n"
                            f"{outcome.stderr}")
        return profile

    def compare(self):
        """Compares the recordings; raises Different or NotPlain."""
        try:
            plain = self.build(self.clang(), "plain")
        except Different as failure:
            if "cannot guarantee tail call" in str(failure):
                raise NotPlain(failure) from failure
            raise
        outcome = run([plain])
        if outcome.returncode < 0 or outcome.returncode > 63:
            raise Different(f"the plain program fails: {outcome.returncode}")
        self.expected = outcome.stdout, outcome.returncode
        binary = self.instrumented("ours")
        lines = LINES[self.number // 2 % len(LINES)]
        selected = self.report(self.record(binary, "selected", *lines))
        complete = self.report(self.record(binary, "complete", "--complete"))
        self.agree("selected", selected, complete)
        getattr(self, "compare_" + self.body)(complete)

    def report(self, profile):
        return Report(self.options.bin, profile)

    def agree(self, name, result, expected):
        """Compares counts only: stack frames of other bodies have other addresses."""
        if self.threaded:
            # The waits of threads vary, and with them the accesses of a lock.
            return
        found = differences(result, expected, False, CACHES)
        if len(found) > 1:
            raise Different(f"{name}:\n" + "\n".join(found))

    def built(self):
        flags, options = BODIES[self.body]
        return self.instrumented(self.body, *flags), options

    def compare_full(self, complete):
        binary, options = self.built()
        self.agree("full", self.report(self.record(binary, "full")), complete)

    def compare_verify(self, complete):
        binary, _ = self.built()
        trace = self.file("verify.mft")
        self.record(binary, "verify", "--trace", trace)
        answer = demand([os.path.join(self.options.bin, "memfacet"), "verify", trace])
        if ", 0 mismatches" not in answer or answer.startswith("0 addresses"):
            raise Different("verify: " + answer)

    def verify_code(self, source, compiler, *flags):
        """Returns the messages of LLVM's verifier about the code that a compiler
        makes."""
        standard = CXX if self.cxx else []
        level = [flag for flag in self.level if "lto" not in flag and
                 "lld" not in flag]
        code = self.file("code.bc")
        demand([compiler, *standard, *level, "-w", "-g", "-pthread", *flags, "-c",
                "-emit-llvm", source, "-o", code])
        verifier = f"/usr/lib/llvm-{self.options.llvm}/bin/opt"
        return run([verifier, "-passes=verify", "-disable-output", code]).stderr

    def compare_valid(self, complete):
        for source in self.sources:
            if self.verify_code(source, self.clang()):
                continue  # an error of clang, as in NotPlain
            for body, (flags, _) in BODIES.items():
                found = self.verify_code(source, self.wrapper(), *flags)
                if found:
                    raise Different(f"valid, {body}: {found}")

    def compare_counting(self, complete):
        binary, options = self.built()
        profile = self.record(binary, "counting", *options)
        rows = demand([os.path.join(self.options.bin, "memfacet"), "query", "--csv",
                       "SELECT sum(instructions) FROM threads", profile])
        counted = int(rows.split()[-1])
        if self.threaded or counted == complete.instructions[0]:
            return
        # Pieces of pools are marked before the code is optimised, but not where
        # blocks are counted.
        unmarked = self.instrumented("unmarked", "--memfacet-no-pools")
        complete = self.report(self.record(unmarked, "unmarked", "--complete"))
        if counted != complete.instructions[0]:
            raise Different(f"counting: {counted} instructions, recorded "
                            f"{complete.instructions[0]}")

    def compare_oracle(self, complete):
        binary, _ = self.built()
        log = self.file("log")
        profile = self.record(binary, "oracle",
                              env={**os.environ, "PLAIN_LOG": log})
        reference = os.path.join(SOURCE, "test/e2e/reference")
        outcome = run([sys.executable, os.path.join(reference, "oracle.py"), log,
                       profile, "--llvm", "/usr/lib/llvm-19/bin", "--instrumented",
                       binary],
                      env={**os.environ, "PYTHONPATH": reference, "MEMFACET":
                           os.path.join(self.options.bin, "memfacet")})
        if ", 0 differences" in outcome.stdout:
            return
        # The oracle has other names for memory that the optimiser made: globals
        # instead of heap blocks, constants instead of locals. Then the sums of
        # counts must be the same.
        named = re.findall(r"the oracle has \((.*?)\), the report \((.*?)\)",
                           outcome.stdout)
        sums = [[sum(column) for column in
                 zip(*(map(int, row[side].split(",")) for row in named))]
                for side in (0, 1)]
        if not named or sums[0] != sums[1]:
            raise Different(f"oracle: {outcome.stdout}{outcome.stderr}")


def remove(folder):
    """Removes a folder. Tries again for ten seconds, as a child's profile may appear a
    moment after its parent's recording has ended."""
    for _ in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            return
        time.sleep(0.1)


def look_at(options, number):
    program = Program(options, number)
    try:
        program.compare()
    except NotPlain as failure:
        print(f"{' '.join(program.sources)} ({' '.join(program.level)}): "
              f"{failure}"[:400], flush=True)
        program.body = "not built by clang"
    except (Different, subprocess.TimeoutExpired) as difference:
        title = (f"{' '.join(program.sources)} ({' '.join(program.level)}, "
                 f"{program.body}):\n{difference}")
        print(title, flush=True)
        with open(program.file("difference.txt"), "w") as file:
            file.write(title + "\n")
        return program, False
    remove(program.folder)
    return program, True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(build, "bench", "bodies"))
    parser.add_argument("--programs", type=int, default=84, metavar="N")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--first", type=int, default=0, metavar="I")
    parser.add_argument("--llvm", default="19", metavar="N")
    parser.add_argument("--go-on", action="store_true")
    options = parser.parse_args()
    os.environ["MEMFACET_CLANG"] = f"clang-{options.llvm}"
    os.makedirs(options.work, exist_ok=True)
    wrong, looked = 0, collections.Counter()
    for number in range(options.first, options.first + options.programs):
        program, agree = look_at(options, number)
        looked[("C++ " if program.cxx else "C ") + program.body] += 1
        wrong += not agree
        if not agree and not options.go_on:
            break
    print(f"{looked.total()} programs, {wrong} differ; " +
          ", ".join(f"{kind} {count}" for kind, count in sorted(looked.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
