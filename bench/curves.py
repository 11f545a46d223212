"""Sampled miss curves against exact ones: the table of docs/evaluation.md.

    bench/curves.py [--build BUILD] [--work FOLDER] [PACKAGE...]

Records a trace of each bundled example, with several inputs, and of the first step
of the Debian packages named; makes its curves both ways and compares them at each
power of two. The bound held if no difference was larger; for structures, which are
those with one of 1000 touches or more, it says for how many.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys

import programs
from run import run

TESTS = os.path.join(programs.SOURCE, "test", "programs")
sys.path.append(TESTS)

from more_subjects import MORE_SUBJECTS  # noqa: E402
from samples import write_samples  # noqa: E402
from subjects import SUBJECTS  # noqa: E402


def load(name, path):
    """A module whose name is taken."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


real_programs = load("real_programs", os.path.join(TESTS, "run.py"))

CXX = {"cxx": True, "flags": ["-std=c++20", "-pthread"]}
OPENMP = {"flags": ["-fopenmp"]}
EXAMPLES = [
    ("mincost", ".c", ["--size", "500"], {}),
    ("mincost", ".c", ["--size", "1000"], {}),
    ("orders", ".cpp", ["--size", "5000"], CXX),
    ("orders", ".cpp", ["--size", "60000"], CXX),
    ("stencil", ".cpp", ["--size", "300", "--steps", "20", "--threads", "1"],
     CXX),
    ("stencil", ".cpp", ["--size", "500", "--steps", "10", "--threads", "2"],
     CXX),
    ("omp-histogram", ".c", ["--size", "200000"], OPENMP),
    ("omp-histogram", ".c", ["--size", "2000000"], OPENMP),
]
CACHE = "L1=32K,8;L2=1M,16"
SIZES = "1K..1G"
FEW = 1000
ROUNDS = 1


def example_trace(options, name, suffix, arguments, more):
    program = programs.example(name, suffix, arguments, **more)
    plus = "++" if program.cxx else ""
    binary = os.path.join(options.work, name)
    subprocess.run([os.path.join(options.bin, "memfacet-clang" + plus), "-O2",
                    "-g", "-w", *program.flags, *program.sources, "-o", binary],
                   check=True)
    trace = os.path.join(options.work, "trace.mft")
    subprocess.run([options.memfacet, "record", "--cache", CACHE, "-o",
                    trace + ".mfp", "--trace", trace, "--", binary, *arguments],
                   check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return " ".join([name, *arguments]), trace


def package_trace(options, package):
    """Of the package's first step; None where it cannot be built."""
    subject = {s.package: s for s in SUBJECTS + MORE_SUBJECTS}[package]
    for each in [package, *subject.needs]:
        if not real_programs.fetched(each, options):
            print(f"bench: skipped {package}: no source of {each}",
                  file=sys.stderr)
            return None
    folder = os.path.join(options.work, "instrumented", package)
    build = real_programs.Build(subject, os.path.join(options.work, "source", package),
                        folder, os.path.join(options.bin, "memfacet-clang"),
                        os.path.join(options.work, "samples"))
    build.make()
    trace = os.path.join(options.work, "trace.mft")
    build.run(subject.steps[0], options=f"output={trace}.mfp:trace={trace}:"
                                        f"cache={CACHE}")
    return package, trace


def curves(options, trace, how):
    """(the curves, CPU seconds)."""
    profile = os.path.join(options.work, how + ".mfp")
    extra = ["--curves=" + how] if how != "none" else []
    seconds = min(run([options.memfacet, "simulate", trace, "--cache", CACHE,
                       *extra, "-o", profile])[1] for _ in range(ROUNDS))
    if how == "none":
        return None, seconds
    shown = subprocess.run([options.memfacet, "curves", profile, "--json",
                            "--sizes", SIZES], check=True,
                           stdout=subprocess.PIPE).stdout
    return json.loads(shown), seconds


def largest_error(exact, sampled):
    """Of miss ratios, at any size."""
    return max(abs(a["misses"] - b["misses"])
               for a, b in zip(exact["points"], sampled["points"])) / max(
                   1, exact["touches"])


def row(options, title, trace):
    none = curves(options, trace, "none")[1]
    exact, exact_seconds = curves(options, trace, "exact")
    sampled, sampled_seconds = curves(options, trace, "sampled")
    whole = largest_error(exact["total"], sampled["total"])
    bound = sampled["total"]["error"]
    structures = {s["structure"]: s for s in sampled["structures"]}
    held, cases, worst = 0, 0, 0
    for each in exact["structures"]:
        if each["touches"] * FEW < exact["total"]["touches"]:
            continue
        other = structures[each["structure"]]
        error = largest_error(each, other)
        cases += 1
        held += error <= other["error"]
        worst = max(worst, error)
    print(f"| {title} | {exact['total']['touches']:,} "
          f"| {sampled['total']['samples']:,} | {100 * whole:.2f} % "
          f"| {100 * bound:.2f} % | {'yes' if whole <= bound else 'NO'} "
          f"| {100 * worst:.2f} % | {held} of {cases} "
          f"| {sampled_seconds / none:.2f} | {exact_seconds / none:.2f} |",
          flush=True)
    return whole <= bound, held, cases


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--work")
    parser.add_argument("--no-examples", action="store_true")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    options.bin = os.path.join(build, "bin")
    options.memfacet = os.path.join(options.bin, "memfacet")
    options.work = os.path.abspath(options.work or os.path.join(build, "curves"))
    os.makedirs(options.work, exist_ok=True)
    write_samples(os.path.join(options.work, "samples"))
    print("| program | touches | samples | whole: error | bound | held "
          "| structures: largest error | bounds that held | sampled, CPU× "
          "| exact, CPU× |\n|---|---|---|---|---|---|---|---|---|---|")
    results = []
    if not options.no_examples:
        for name, suffix, arguments, more in EXAMPLES:
            title, trace = example_trace(options, name, suffix, arguments, more)
            results.append(row(options, title, trace))
    for package in options.packages:
        if found := package_trace(options, package):
            results.append(row(options, *found))
    wholes = sum(r[0] for r in results)
    held, cases = (sum(r[i] for r in results) for i in (1, 2))
    print(f"\nthe bound held for {wholes} of {len(results)} programs and {held} "
          f"of {cases} structures")


if __name__ == "__main__":
    main()
