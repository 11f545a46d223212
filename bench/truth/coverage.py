#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that 95 % intervals contain the truth: the table of coverage of
docs/evaluation/truth.md.

    bench/truth/coverage.py [--bin FOLDER] [--work FOLDER] [--seeds N] [--json FILE]
                            [--kinds points,communication] [PROGRAM...]

Each program's complete trace is recorded once. Its whole simulation is the truth. Then
points of the same trace are simulated, with several budgets and seeds, and each
interval that memfacet reports is compared with the truth:

    points   cycles per instruction, hit rates and misses per instruction (--points),
             of the caches that were recorded when the points were chosen
    points, other caches
             the same, of caches that the choice did not use
    withheld both, where cold caches leave too much uncertainty: bounds, no estimate
    pairs    sampled reuse pairs of two threads, with a period of 1000
    misses   caused by other threads' writes, expected from these pairs, by place;
             all misses: their sum

A case is one interval. Wide intervals contain the truth easily, so the median half
width is given as well.
"""

import collections
import json
import os
import sqlite3
import statistics
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import programs  # noqa: E402
import studies  # noqa: E402

CACHES = {"zen4": "zen4", "small": "L1=4K,4;L2=32K,8;L3=256K,16"}
# Ways to choose points: signature, budget.
WAYS = [("blocks", "10%"), ("blocks+miss-rates:2", "5%"),
        ("blocks+miss-rates:2", "10%"), ("blocks+miss-rates:2", "")]
# The cores and caches on which points are simulated; profiles are recorded with zen4.
CORES = {"zen4": ("points", ["--core", "zen4"]),
         "small": ("points, other caches",
                   ["--core", "zen4", "--cache", CACHES["small"]])}
INTERVAL = "50K"
PERIOD = 1000
LEAST_PAIRS = 3  # in the whole run, divided by the period


@dataclass
class Case:
    kind: str
    program: str
    title: str
    estimate: float
    half: float  # None: no interval; low and high count
    truth: float
    low: float = None
    high: float = None

    def __post_init__(self):
        if self.low is None and self.half is not None:
            self.low, self.high = self.estimate - self.half, self.estimate + self.half
        if self.half is None and self.low is not None:
            self.half = (self.high - self.low) / 2

    @property
    def known(self):
        return self.low is not None

    @property
    def covered(self):
        # Reports round to six digits.
        slack = 2e-6 * max(1, abs(self.truth))
        return self.low - slack <= self.truth <= self.high + slack


def subjects():
    """Returns programs of 5 to 30 million accesses."""
    kernel, example = programs.kernel, programs.example
    return {p.name: p for p in [
        example("mincost", ".c", ["--size", "500"]),
        example("orders", ".cpp", ["--size", "20000"], cxx=True,
                flags=["-std=c++20"]),
        example("stencil", ".cpp", ["--size", "200", "--steps", "60", "--threads",
                                    "1"], cxx=True,
                flags=["-std=c++20", "-pthread"]),
        kernel("list-walk.c", ["16384", "100"]),
        kernel("chained-hash.c", ["400000", "20000"]),
        kernel("spanning-tree.c", ["8000", "6", "3"]),
        kernel("ordered-map.cpp", ["3000", "100000"]),
        kernel("hydro.c", ["100", "120"]),
        kernel("matrix-product.c", ["120", "5"]),
        kernel("transform.c", ["12", "20"]),
        kernel("sort-records.c", ["8000", "2"]),
        kernel("tokenizer.cpp", ["128", "3"]),
        kernel("watched-literals.cpp", ["120", "3"]),
        kernel("bytecode.c", ["100"]),
        kernel("page-rank.c", ["1", "20000", "8"], flags=["-fopenmp"]),
    ]}


# Programs of bench/communication: flags, size.
THREADED = {"gauss-seidel": ([], 60), "pipeline": ([], 5000),
            "false-sharing": ([], 60), "work-queue": ([], 20000),
            "hash-table": ([], 200), "reduction": ([], 200),
            "many-sites": ([], 6000)}


class Lab:
    """Builds programs, records their traces and runs memfacet."""

    def __init__(self, options):
        self.options = options

    def path(self, name):
        return os.path.join(self.options.work, name)

    def run(self, *words):
        outcome = subprocess.run([self.options.memfacet, *words], capture_output=True)
        if outcome.returncode != 0:
            sys.exit(f"memfacet {' '.join(words)}: {outcome.stderr.decode()}")
        return outcome.stdout

    def build(self, program):
        path = self.path(program.name)
        clang = self.options.clang + ("++" if program.cxx else "")
        subprocess.run([clang, "-O2", "-g", "-w", *program.flags, *program.sources,
                        *program.libraries, "-o", path], check=True)
        return path

    def recorded(self, program):
        """Returns the complete trace and a profile with all signatures."""
        trace, profile = (self.path(program.name + end) for end in (".mft", ".mfp"))
        if not os.path.exists(profile):
            binary = self.build(program)
            self.run("record", "--blocks", "--phases=reuse", "--cache", "zen4",
                     "--interval", INTERVAL, "--trace", trace, "-o", profile, "--", binary,
                     *program.arguments)
        return trace, profile


def point_cases(lab, program):
    """Yields the cases of points. The truth does not depend on the points: it is
    simulated once for each cache."""
    trace, profile = lab.recorded(program)
    points, weights = lab.path("points"), lab.path("weights")
    truths = {cache: {} for cache in CORES}
    for signature, budget in WAYS:
        for seed in range(1, lab.options.seeds + 1):
            lab.run("phases", profile, "--signature", signature, "--seed", str(seed),
                    *(["--budget", budget] if budget else []),
                    "--simpoints", points, "--weights", weights)
            for cache, (kind, words) in CORES.items():
                truth = truths[cache]
                run = json.loads(lab.run(
                    "simulate", trace, *words, "--interval", INTERVAL, "--points",
                    points, "--point-weights", weights, "--json",
                    *([] if truth else ["--against", "whole"])))
                if not truth:
                    truth.update({m["name"]: m["whole"] for m in run["metrics"]})
                for m in run["metrics"]:
                    yield Case("withheld" if m["withheld"] else kind, program.name,
                               f"{cache} {signature} {budget} {seed} {m['name']}",
                               m["estimate"], None, truth[m["name"]], m.get("low"),
                               m.get("high"))


def threaded_trace(lab, name, threads):
    flags, size = THREADED[name]
    trace = lab.path(f"{name}-{threads}.mft")
    if os.path.exists(trace):
        return trace
    folder = os.path.join(studies.SOURCE, "bench", "communication")
    source = os.path.join(folder, name + ".c")
    if name == "many-sites":
        source = lab.path("many-sites.c")
        with open(source, "w") as marker:
            subprocess.run([sys.executable, os.path.join(folder, "many_sites.py"), "1"],
                           stdout=marker, check=True)
    subprocess.run([lab.options.clang, "-O2", "-g", "-I", folder, *flags, source, "-o",
                    lab.path(name), "-pthread"], check=True)
    lab.run("record", "--no-analysis", "--trace", trace, "--", lab.path(name),
            str(threads), str(size))
    return trace


def pair_rows(lab, profile):
    estimates = json.loads(lab.run("communication", "--pairs", "--all", "--json", profile))
    return {json.dumps([r["first"], r["second"]], sort_keys=True): r
            for r in estimates["rows"]}


def exact_misses(profile):
    """Returns the misses that other threads' writes cause, and the copies that writes
    invalidate in other caches, by place and structure."""
    data = sqlite3.connect(profile)
    return {tuple(row[:6]): row[6] for row in data.execute(
        "SELECT s.file, s.line, s.position, s.function, s.kind, v.structure,"
        " sum(v.true_sharing + v.false_sharing)"
        " FROM sharing_vertices v JOIN sharing_sites s ON s.id = v.site"
        " GROUP BY 1, 2, 3, 4, 5, 6")}


def communication_cases(lab, name):
    for threads in (2, 4):
        trace = threaded_trace(lab, name, threads)
        whole, part = lab.path(f"{name}-{threads}.mfp"), lab.path("sampled.mfp")
        if not os.path.exists(whole):
            lab.run("simulate", trace, "--sharing=no-range", "--communication=period=1",
                    "-o", whole)
        pairs, misses = pair_rows(lab, whole), exact_misses(whole)
        for seed in range(1, lab.options.pair_seeds + 1):
            lab.run("simulate", trace, f"--communication=period={PERIOD},seed={seed}",
                    "-o", part)
            place = f"{threads} threads, seed {seed}: "
            yield from pair_cases(name, place, pairs, pair_rows(lab, part))
            yield from miss_cases(name, place, misses, json.loads(lab.run(
                "communication", "--all", "--json", part)))


def pair_cases(name, place, exact, found):
    """Yields the cases of pairs. Rows are chosen by their true counts, not by the
    sampled ones, which vary by chance."""
    for key, row in exact.items():
        if row["pairs"] < LEAST_PAIRS * PERIOD:
            continue
        # A row that is missing from the sample has this upper limit:
        # docs/evaluation/communication.md.
        share = found.get(key, {"estimate": 0, "low": 0, "high": 3.689 * PERIOD})
        yield Case("pairs", name, place + key, share["estimate"], None, row["pairs"],
                   share["low"], share["high"])


def miss_cases(name, place, exact, study):
    spots = {(s["file"], s["line"], s["column"], s["function"], s["kind"],
              s["structure_id"]): s for s in study["hot_spots"]}
    for key, truth in exact.items():
        if truth < LEAST_PAIRS * PERIOD:
            continue
        s = spots.get(key)
        yield Case("misses", name, place + str(key),
                   s["expected"]["invalidated"] if s else 0, None, truth,
                   s["invalidated_low"] if s else 0, s["invalidated_high"] if s else 0)
    yield Case("all misses", name, place, study["expected"]["invalidated"], None,
               sum(exact.values()), study["invalidated_low"], study["invalidated_high"])


def summary(cases):
    lines = ["| kind | cases | with an interval | contain the truth | "
             "median half width, of the truth |", "|---|---|---|---|---|"]
    for kind in dict.fromkeys(c.kind for c in cases):
        rows = [c for c in cases if c.kind == kind]
        known = [c for c in rows if c.known]
        widths = [c.half / abs(c.truth) for c in known if c.truth]
        if not widths:
            lines.append(f"| {kind} | {len(rows)} | 0 | - | - |")
            continue
        part = sum(c.covered for c in known) / len(known)
        lines.append(f"| {kind} | {len(rows)} | {len(known)} | {100 * part:.1f} % | "
                     f"{100 * statistics.median(widths):.3g} % |")
    return "\n".join(lines)


def share_of(cases):
    known = [c for c in cases if c.known]
    return f"{sum(c.covered for c in known)} of {len(known)}"


def counted(names):
    counts = collections.Counter(names)
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def about_points(cases):
    """Returns how many intervals of points contain the truth, as lines of Markdown.
    `what` of a case: cache, signature, budget, seed, metric."""
    rows = [(c, c.title.split(" ", 4)) for c in cases if c.kind.startswith("points")]
    if not rows:
        return ""
    ways = [f"`{signature}`, "
            f"{budget.replace('%', ' %') or 'one point of each phase'}: " + share_of(
                c for c, title in rows if title[1:3] == [signature, budget])
            for signature, budget in WAYS]
    cycles = share_of(c for c, title in rows if title[4] == "CPI")
    failed = [(c, title) for c, title in rows if c.known and not c.covered]
    return "\n".join([
        "\nIntervals of points that contain the truth, in both caches together:\n",
        *("- " + way + "." for way in ways),
        f"- Cycles per instruction, all four: {cycles}.",
        f"- {len(failed)} in all do not, {sum(title[0] != 'zen4' for _, title in failed)} of "
        "them in caches that the choice did not know. By program: "
        f"{counted(c.program for c, _ in failed)}. By metric: "
        f"{counted(title[4] for _, title in failed)}."])


def parse():
    parser = studies.parser("coverage")
    parser.add_argument("--seeds", type=int, default=1,
                        help="of choices of points")
    parser.add_argument("--pair-seeds", type=int, default=3, help="of pairs")
    parser.add_argument("--kinds", default="points,communication")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("programs", nargs="*")
    return studies.parse(parser)


def main():
    options = parse()
    lab, cases = Lab(options), []
    kinds = options.kinds.split(",")
    for name, program in subjects().items():
        if options.programs and name not in options.programs:
            continue
        if "points" in kinds:
            cases += point_cases(lab, program)
        # Writes the results so far, in case the run is stopped.
        studies.write_json(options.json, [c.__dict__ for c in cases])
        print(f"{name}: done", file=sys.stderr)
    for name in THREADED:
        if "communication" in kinds and (not options.programs
                                         or name in options.programs):
            cases += communication_cases(lab, name)
    studies.write_json(options.json, [c.__dict__ for c in cases])
    print(summary(cases))
    print(about_points(cases))


if __name__ == "__main__":
    main()
