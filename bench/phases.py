#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates phases of real programs: the tables of docs/evaluation/phases.md.

usage: bench/phases.py [--bin FOLDER] [--work FOLDER] [--json FILE]
                       [--intervals N] [PROGRAM...]

Records each program with `--phases --core zen4`, multi-threaded ones with 1 to 4
threads. `memfacet phases` measures how much less cycles and hit rates vary within
phases, the errors of estimates from simulation points (one or several of each phase),
and which signature separates misses best. Debian's programs are built from source by
their own build systems, as bench/programs does. Prints Markdown tables.
"""

import glob
import math
import os
import statistics
import subprocess
import sys

import studies
from studies import SOURCE, human

sys.path.insert(0, os.path.join(SOURCE, "test", "programs"))

from more_subjects import MORE_SUBJECTS  # noqa: E402
from run import Failure, built, fetched  # noqa: E402
from samples import write_samples  # noqa: E402
from subjects import SUBJECTS, Step  # noqa: E402

# Debian's programs: with one thread, and the subject's first step or another
# one; or with N threads.
SINGLE = {"bzip2": None, "gzip": None, "libzstd": None, "lua5.4": None,
          "lzip": None, "expat": None, "flac": None, "brotli": None,
          "sqlite3": None, "cadical": Step(["test/cnf/prime65537.cnf"])}
THREADED = {
    "fasttree": lambda n: Step(["-nt", "-quiet", "-nosupport",
                                "{sample}/alignment.fasta"]),  # OpenMP
    "minimap2": lambda n: Step(["-c", f"-t{n}", "{sample}/genome.fasta",
                                "{sample}/reads.fasta"]),
    "pbzip2": lambda n: Step(["-kc", f"-p{n}", "-1", "{sample}/text"]),
    "xz-utils": lambda n: Step(["-1", f"-T{n}", "--block-size=262144", "-kc",
                                "{sample}/text"]),
}
# Our programs: sources, compiler, flags, arguments by number of threads.
EXAMPLES = {
    "mincost": ("clang", "mincost/*.c", [], lambda n: ["--size", "2500"]),
    "orders": ("clang++", "orders/*.cpp", ["-std=c++20"],
               lambda n: ["--size", "20000"]),
    "stencil": ("clang++", "stencil/*.cpp", ["-std=c++20", "-pthread"],
                lambda n: ["--size", "300", "--steps", "60",
                           "--threads", str(n)]),
    "omp-histogram": ("clang", "omp-histogram/*.c", ["-fopenmp"],
                      lambda n: ["--size", "1500000"]),
}
ALL_SIGNATURES = ["blocks", "procedures", "loops", "sampled-blocks", "addresses",
                  "wavelet", "miss-wavelet", "local-stride",
                  "local-stride-long", "local-stride-site", "global-stride",
                  "global-stride-site", "working-set", "working-set-bits",
                  "structures", "structure-misses", "reuse", "miss-rates"]
COMBINED = ["blocks+wavelet", "blocks+structure-misses",
            "blocks+structures+structure-misses", "blocks+miss-rates:2"]
# Ways to choose points: signature, budget.
WAYS = [("blocks", None), ("blocks", "10%"), ("miss-rates", None),
        ("miss-rates", "10%"), ("blocks+miss-rates:2", None),
        ("blocks+miss-rates:2", "10%")]
SEVERAL = ["stencil", "omp-histogram", *THREADED]
BASE = 100_000  # instructions of a recorded interval


def parse():
    parser = studies.parser("phases")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--intervals", type=int, default=200,
                        help="about so many of each thread")
    parser.add_argument("--seeds", type=int, default=5,
                        help="choices of points of each kind")
    parser.add_argument("programs", nargs="*")
    return studies.parse(parser)


def record_prefix(options, profile):
    return [options.memfacet, "record", "--phases=all,miss-image", "--core",
            "zen4", "--interval", str(BASE), "-o", profile, "--"]


def record_example(name, threads, options, profile):
    compiler, sources, flags, arguments = EXAMPLES[name]
    binary = os.path.join(options.work, name)
    if not os.path.exists(binary):
        files = glob.glob(os.path.join(SOURCE, "examples", sources))
        subprocess.run([os.path.join(options.bin, "memfacet-" + compiler), "-O2",
                        "-g", *flags, *files, "-o", binary, "-lm"], check=True)
    return subprocess.run([*record_prefix(options, profile), binary,
                           *arguments(threads)], capture_output=True)


def record_package(package, threads, options, profile):
    subject = next(s for s in [*SUBJECTS, *MORE_SUBJECTS]
                   if s.package == package)
    step = THREADED[package](threads) if package in THREADED \
        else SINGLE[package] or subject.steps[0]
    return built(subject, options).run(step, prefix=record_prefix(options, profile))


def answers(options, profiles, period, *words):
    return studies.answers(options, "phases", *profiles, "--interval", str(period),
                           *words)


def points_of(phases):
    """Returns the cost of a choice of points, and the errors of its estimates."""
    return {"share": phases["simulated_share"],
            "points": len(phases["points"]),
            "errors": {m["metric"]: error(m) for m in phases["metrics"]},
            "reductions": {m["metric"]: m["reduction"]
                           for m in phases["metrics"]}}


def stability(name, rows, options):
    """Clusters all runs of a program together; returns by how much the phases' shares
    of the instructions differ from those with one thread."""
    runs = [r for r in rows if r["program"] == name]
    common = answers(options, [r["profile"] for r in runs], runs[-1]["period"],
                     "--signature", "blocks")
    shares = []
    for number in range(len(runs)):
        counts = [p["runs"][number]["instructions"]
                  for p in common["phases"]]
        shares.append([c / sum(counts) for c in counts])
    return {"program": name, "phases": len(common["phases"]),
            "instructions": [r["instructions"] for r in runs],
            "moved": [sum(abs(a - b) for a, b in zip(shares[0], s)) / 2
                      for s in shares]}


def study(name, threads, options):
    profile = os.path.join(options.work, f"{name}-{threads}.mfp")
    if not os.path.exists(profile):
        mode = record_example if name in EXAMPLES else record_package
        os.environ["OMP_NUM_THREADS"] = str(threads)
        outcome = mode(name, threads, options, profile)
        if not os.path.exists(profile):
            raise Failure(outcome.stderr.decode(errors="replace"))
    whole = answers(options, [profile], BASE)
    instructions = whole["runs"][0]["instructions"]
    busy = max(1, whole["runs"][0]["threads"])
    period = max(1, round(instructions / busy / options.intervals / BASE)) * BASE
    return {"program": name, "threads": threads, "period": period,
            "instructions": instructions, "profile": profile,
            "phases": answers(options, [profile], period, "--signature", "blocks"),
            "ways": [[points_of(answers(options, [profile], period, "--signature",
                                        signature, "--seed", str(seed),
                                        *(["--budget", budget] if budget else [])))
                      for seed in range(1, options.seeds + 1)]
                     for signature, budget in WAYS],
            "ten": answers(options, [profile], period, "--k", "10", "--compare",
                           ",".join([*ALL_SIGNATURES, *COMBINED]))}


def percent(x, digits=1):
    return "–" if x is None else f"{100 * x:.{digits}f}"


def error(metric):
    truth = metric["truth"]
    return None if not truth else abs(metric["estimate"] / truth - 1)


def phase_table(rows):
    print("\n| program | threads | intervals | phases | simulated % | CPI: "
          "σ/mean % | σ reduced %: CPI | L1 | L2 | L3 | error %: CPI | L1 | L2 "
          "| L3 |\n" + "|---" * 14 + "|")
    for r in rows:
        p = r["phases"]
        table = {m["metric"]: m for m in p["metrics"]}
        names = ["CPI", "L1 hit rate", "L2 hit rate", "L3 hit rate"]
        cpi = table["CPI"]
        cells = [r["program"], r["threads"],
                 f"{p['intervals']} × {human(r['period'])}", len(p["phases"]),
                 percent(p["simulated_share"]),
                 percent(cpi["sigma"] / cpi["mean"])]
        cells += [percent(table[n]["reduction"]) for n in names]
        cells += [percent(error(table[n]), 2) for n in names]
        print("| " + " | ".join(str(c) for c in cells) + " |")


def way_name(way):
    signature, budget = way
    return f"{signature}, {budget}" if budget else f"{signature}, one of each"


def way_table(rows):
    """Prints the errors of each way to choose points, over recordings and seeds."""
    names = ["CPI", "L1 hit rate", "L2 hit rate", "L3 hit rate"]
    print("\n| points | simulated % | " + " | ".join(
        f"error %: {n} | largest" for n in names) + " |\n" + "|---" * 10 + "|")
    for number, way in enumerate(WAYS):
        chosen = [c for r in rows for c in r["ways"][number]]
        cells = [way_name(way), percent(sum(c["share"] for c in chosen)
                                        / len(chosen))]
        for name in names:
            errors = [c["errors"][name] for c in chosen
                      if c["errors"].get(name) is not None]
            cells += [percent(sum(errors) / len(errors), 2),
                      percent(max(errors), 2)] if errors else ["–", "–"]
        print("| " + " | ".join(cells) + " |")
    print("\n| program | threads | " + " | ".join(
        f"CPI error %: {way_name(w)}" for w in WAYS) + " |\n"
        + "|---" * (2 + len(WAYS)) + "|")
    for r in rows:
        means = [sum(c["errors"]["CPI"] for c in seeds) / len(seeds)
                 for seeds in r["ways"]]
        print(f"| {r['program']} | {r['threads']} | "
              + " | ".join(percent(m, 2) for m in means) + " |")


def reduction_table(rows):
    """Prints the reduction of sigma by phases for each signature, as means over
    recordings."""
    names = ["CPI", "L1 hit rate", "L2 hit rate", "L3 hit rate"]
    print("\n| phases by | σ reduced %: CPI | L1 | L2 | L3 |\n"
          "|---|---|---|---|---|")
    for number, (signature, budget) in enumerate(WAYS):
        if budget:
            continue
        cells = []
        for name in names:
            values = [c["reductions"][name] for r in rows
                      for c in r["ways"][number]
                      if c["reductions"].get(name) is not None]
            cells.append(percent(sum(values) / len(values)))
        print(f"| {signature} | " + " | ".join(cells) + " |")


def stability_table(stable):
    print("\n| program | phases | instructions with 1 thread | with 2, 3, 4: "
          "times as many | in other phases than with 1 thread, % |\n"
          "|---|---|---|---|---|")
    for s in stable:
        first = s["instructions"][0]
        print(f"| {s['program']} | {s['phases']} | {human(first)} | "
              + ", ".join(f"{i / first:.3f}" for i in s["instructions"][1:])
              + " | " + ", ".join(percent(m, 2) for m in s["moved"][1:]) + " |")


def sigma_summary(rows):
    """Prints how many times smaller sigma is than with block vectors: the geometric
    mean of the finite ratios, the median, and in how many recordings it is smaller."""
    names = [x["name"] for x in rows[0]["ten"]["rows"] if not x["baseline"]]
    names += ["shuffled labels", "soft bound (the metric itself)"]
    print("\n| signature | mean | median | better in |\n|---|---|---|---|")
    for name in names:
        ratios = []
        for r in rows:
            table = {x["name"]: x["sigma"] for x in r["ten"]["rows"]}
            blocks, sigma = table.get("basic block vectors"), table.get(name)
            if blocks and sigma is not None:
                ratios.append(blocks / sigma if sigma else math.inf)
        finite = [x for x in ratios if 0 < x < math.inf]
        if not finite:
            continue
        mean = math.exp(sum(map(math.log, finite)) / len(finite))
        print(f"| {name} | {mean:.2f} | {statistics.median(ratios):.2f} "
              f"| {sum(x > 1 for x in ratios)} of {len(ratios)} |")


def sigma_table(rows):
    """Prints the weighted sigma of L2 misses with ten clusters, relative to block
    vectors, as in the paper."""
    names = [x["name"] for x in rows[0]["ten"]["rows"] if not x["baseline"]]
    names += ["shuffled labels", "soft bound (the metric itself)"]
    print("\n| signature | " + " | ".join(
        f"{r['program']} {r['threads']}" for r in rows) + " | mean ratio |")
    print("|---" * (len(rows) + 2) + "|")
    for name in names:
        cells, ratios = [], []
        for r in rows:
            table = {x["name"]: x["sigma"] for x in r["ten"]["rows"]}
            blocks, sigma = table.get("basic block vectors"), table.get(name)
            if blocks and sigma is not None:
                ratio = blocks / sigma if sigma else float("inf")
                cells.append(f"{ratio:.2f}" if sigma else "∞")
                if sigma:
                    ratios.append(ratio)
            else:
                cells.append("–")
        mean = 1
        for x in ratios:
            mean *= x ** (1 / len(ratios))
        print(f"| {name} | " + " | ".join(cells) + f" | {mean:.2f} |")


def main():
    options = parse()
    names = options.programs or [*SINGLE, "mincost", "orders", *SEVERAL]
    packages = [n for n in names if n not in EXAMPLES]
    if packages:
        write_samples(os.path.join(options.work, "samples"))
    rows = []
    for name in names:
        try:
            if name not in EXAMPLES:
                subject = next(s for s in [*SUBJECTS, *MORE_SUBJECTS]
                               if s.package == name)
                if not all(fetched(p, options)
                           for p in [name, *subject.dependencies]):
                    raise Failure("its source could not be fetched")
            for threads in (1, 2, 3, 4) if name in SEVERAL else (1,):
                rows.append(study(name, threads, options))
                print(f"{name} {threads}: done", file=sys.stderr)
        except (Failure, subprocess.CalledProcessError) as problem:
            print(f"{name}: {problem}", file=sys.stderr)
    phase_table(rows)
    reduction_table(rows)
    way_table(rows)
    stability_table([stability(n, rows, options) for n in names if n in SEVERAL
                     and any(r["program"] == n for r in rows)])
    sigma_table([r for r in rows if r["threads"] in (1, 4)])
    sigma_summary([r for r in rows if r["threads"] in (1, 4)])
    studies.write_json(options.json, rows)


if __name__ == "__main__":
    main()
