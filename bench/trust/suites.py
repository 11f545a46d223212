#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the test suites of real projects pass when they are instrumented.

usage: bench/trust/suites.py [--bin FOLDER] [--work FOLDER] [--options TEXT] [PACKAGE...]

Fetches Debian's sources, builds each project and its tests twice, with plain
clang and with memfacet-clang, and runs the project's own test suite. Every program that
a suite starts records itself. The lines about tests must be the same; "passed" counts
them. --options are for the recording, as in MEMFACET_OPTIONS. libsodium needs Debian's
autoconf, automake and libtool. Prints a table for docs/evaluation/programs.md.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
LIMIT = 3000  # seconds for one command
AUTO = ["ACLOCAL=:", "AUTOCONF=:", "AUTOMAKE=:", "AUTOHEADER=:"]
CMAKE = ["cmake", "-S", ".", "-B", "out", "-DCMAKE_C_COMPILER={cc}",
         "-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_BUILD_TYPE=Release"]
MAKE_OUT = ["cmake", "--build", "out", "-j2"]
CTEST = ["ctest", "--test-dir", "out", "--timeout", "2000"]
CTESTED = r"^ *\d+/\d+ Test +#\d+: (\S+) \.+ *(Passed|\*+\S+)"
CHECKED = r"^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S+)"


@dataclass
class Suite:
    """A project and its suite. CHECK is run in the folder of the sources. TESTS matches
    one line for each test; PASSED matches, in such a line, that the test passed."""
    package: str
    build: list
    check: list
    tests: str
    passed: str = "PASS|Passed|OK|ok|pass"
    language: str = "C"
    source_folder: str = "."  # folder of the sources in the package


def configured(*more):
    return ["./configure", "-q", "--disable-dependency-tracking", "CC={cc}",
            "CXX={cxx}", *more]


SUITES = [
    Suite("bzip2", [["make", "-j2", "CC={cc}", "bzip2", "bzip2recover",
                     "LDFLAGS=-Wl,-rpath,."]],
          ["sh", "-c", "for k in 1 2 3; do LD_LIBRARY_PATH=. ./bzip2 -$k "
           "< sample$k.ref | cmp - sample$k.bz2 && echo ok write $k; "
           "LD_LIBRARY_PATH=. ./bzip2 -dc < sample$k.bz2 | cmp - sample$k.ref "
           "&& echo ok read $k; done"],
          r"^ok \w+ \d"),
    Suite("zlib", [["env", "CC={cc}", "./configure", "--static"],
                   ["make", "-s", "-j2", "all"]],
          ["make", "-s", "test"], r"\*\*\* zlib \S*.*|inflate\(\).*|uncompress.*"
          r"|gz\w+\(\).*|large_\w+\(\).*", "OK|:"),
    Suite("expat",
          # Debian's changes want a value.
          [["sed", "-i", "s/^#cmakedefine XML_DTD$/#define XML_DTD 1/",
            "expat_config.h.cmake"],
           [*CMAKE, "-DEXPAT_BUILD_DOCS=OFF"], MAKE_OUT],
          CTEST, CTESTED, source_folder="expat"),
    Suite("pcre2", [configured(), ["make", "-s", "-j2", *AUTO]],
          ["make", "-s", "check", *AUTO], CHECKED),
    Suite("libpng1.6", [configured(), ["make", "-s", "-j2", *AUTO]],
          ["make", "-s", "-j2", "check", *AUTO], CHECKED),
    Suite("xz-utils", [configured("--disable-nls", "--disable-doc"),
                       ["make", "-s", "-j2", *AUTO]],
          ["make", "-s", "check", *AUTO], CHECKED),
    Suite("jansson", [[*CMAKE, "-DJANSSON_BUILD_DOCS=OFF"], MAKE_OUT], CTEST,
          CTESTED),
    Suite("libyaml", [[*CMAKE, "-DBUILD_TESTING=ON"], MAKE_OUT], CTEST, CTESTED),
    Suite("cjson", [[*CMAKE, "-DENABLE_CJSON_TEST=ON"], MAKE_OUT], CTEST, CTESTED),
    Suite("libsodium", [["autoreconf", "-fi"],
                        configured("--disable-asm", "--disable-ssp"),
                        ["make", "-s", "-j2", *AUTO]],
          ["make", "-s", "-j2", "check", *AUTO], CHECKED),
    Suite("tinyxml2", [[*CMAKE, "-DBUILD_TESTING=ON"], MAKE_OUT], CTEST, CTESTED,
          language="C++"),
    Suite("pugixml", [[*CMAKE, "-DPUGIXML_BUILD_TESTS=ON"], MAKE_OUT], CTEST,
          CTESTED, language="C++"),
    Suite("fmtlib", [[*CMAKE], MAKE_OUT], CTEST, CTESTED, language="C++"),
    Suite("libjsoncpp", [[*CMAKE], MAKE_OUT], CTEST, CTESTED, language="C++"),
    Suite("yaml-cpp", [[*CMAKE, "-DYAML_BUILD_SHARED_LIBS=OFF",
                        "-DYAML_CPP_BUILD_TESTS=ON"], MAKE_OUT], CTEST, CTESTED,
          language="C++"),
    Suite("double-conversion", [[*CMAKE, "-DBUILD_TESTING=ON"], MAKE_OUT], CTEST,
          CTESTED, language="C++"),
    Suite("lzo2", [configured(), ["make", "-s", "-j2", *AUTO]],
          ["make", "-s", "check", "test", *AUTO], CHECKED + "|.*test passed.*",
          "PASS|passed"),
    Suite("libtommath", [["make", "-s", "-j2", "CC={cc}", "test"]],
          ["./test"], r"^TEST (\S+)\s*(\S+).*|^TEST \S+", "success|TEST"),
]


class Failure(Exception):
    pass


def run(words, folder, log, **more):
    with open(log, "ab") as file:
        file.write((" ".join(words) + "\n").encode())
        outcome = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 timeout=LIMIT, check=False, **more)
        file.write(outcome.stdout)
    return outcome


def results(suite, options, name, compiler):
    """Builds the project and runs its suite; returns the lines about tests, the exit
    code and the number of profiles."""
    original = os.path.join(options.work, "sources", suite.package)
    folder = os.path.join(options.work, name, suite.package)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder, symlinks=True)
    folder = os.path.join(folder, suite.source_folder)
    log = os.path.join(options.work, name, suite.package + ".log")
    if os.path.exists(log):
        os.remove(log)
    path, program = os.path.split(compiler)
    places = {"cc": compiler,
              "cxx": os.path.join(path, program.replace("clang", "clang++"))}
    building = {**os.environ, "MEMFACET_OPTIONS": "record=0"}
    for command in suite.build:
        words = [word.format(**places) for word in command]
        if run(words, folder, log, env=building).returncode != 0:
            raise Failure(f"{suite.package} is not built by {program}: {log}")
    profiles = os.path.join(options.work, name, suite.package + ".profiles")
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    recording = f"output={profiles}/%p.mfp" + \
        (":" + options.options if options.options else "")
    outcome = run(suite.check, folder, log,
                  env={**os.environ, "MEMFACET_OPTIONS": recording})
    text = outcome.stdout.decode(errors="replace")
    lines = [match.group(0).strip()
             for match in re.finditer(suite.tests, text, re.MULTILINE)]
    # Sorts the lines, as parallel tests end in any order.
    lines = sorted(re.sub(r"^ *\d+/\d+ ", "", line) for line in lines)
    return lines, outcome.returncode, len(os.listdir(profiles))


def look_at(suite, options):
    """Returns a row of the table; raises Failure."""
    fetch = os.path.join(SOURCE, "scripts", "fetch-source")
    sources = os.path.join(options.work, "sources")
    if subprocess.run([fetch, suite.package, sources]).returncode != 0:
        raise Failure(f"{suite.package}: its source could not be fetched")
    plain, plain_code, _ = results(suite, options, "plain", "clang-19")
    begin = time.monotonic()
    wrapper = os.path.join(options.bin, "memfacet-clang")
    actual, code, profiles = results(suite, options, "instrumented", wrapper)
    seconds = time.monotonic() - begin
    if not plain:
        raise Failure(f"{suite.package}: no test was found in what it says")
    equal = (plain, plain_code) == (actual, code)
    passed = sum(bool(re.search(suite.passed, line)) for line in actual)
    print(f"| {suite.package} | {suite.language} | {len(actual)} | {passed} | "
          f"{'the same' if equal else 'DIFFERENT'} | {profiles} | {seconds:.0f} s |",
          flush=True)
    if not equal:
        selection = sorted(set(plain) ^ set(actual))
        raise Failure(f"{suite.package}: exit code {code}, plain {plain_code}; "
                      "only in one: " + "; ".join(selection[:8]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(build, "bench", "suites"))
    parser.add_argument("--options", default="")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    known = [suite.package for suite in SUITES]
    for package in options.packages:
        if package not in known:
            sys.exit(f"suites.py: unknown package '{package}'; known: "
                     + ", ".join(known))
    print("| project | language | tests | passed | as plain | profiles | "
          "build and tests |\n|---|---|---|---|---|---|---|", flush=True)
    wrong = 0
    for suite in SUITES:
        if options.packages and suite.package not in options.packages:
            continue
        try:
            look_at(suite, options)
        except (Failure, OSError, subprocess.TimeoutExpired) as failure:
            wrong += 1
            print(f"suites.py: {failure}", file=sys.stderr, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
