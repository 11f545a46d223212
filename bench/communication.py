#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares hot-spots of communication from samples with the exact simulation: the
tables of docs/evaluation/communication.md (Tables 1 and 2 of Sandberg and Kaxiras on
our programs).

usage: bench/communication.py [--bin FOLDER] [--work FOLDER] [--periods N,...]
                              [--threads N,...] [--seeds N] [--json FILE]
                              [--keep] [--again] [PROGRAM...]

Each program is recorded once for each number of threads. Samples are taken from
the trace, so that they and the exact counts are of the same accesses in the same
order. A hot-spot is a place in the code and a structure whose misses by other
threads' writes are more than --hot of all accesses (0.05 %), as `memfacet
communication` has it. Prints Markdown tables. With --again, the samples and
counts of an earlier run are used: only the model is new.
"""

import os
import sqlite3
import subprocess
import sys

import studies
from studies import SOURCE, human

PROGRAMS = {  # file, flags, size
    "gauss-seidel": ("gauss-seidel.c", [], 600),
    "pipeline": ("pipeline.c", [], 50000),
    "false-sharing": ("false-sharing.c", [], 600),
    "padded": ("false-sharing.c", ["-DPADDED"], 600),
    "work-queue": ("work-queue.c", [], 100000),
    "hash-table": ("hash-table.c", [], 2000),
    "reduction": ("reduction.c", [], 2000),
    "many-sites": ("many-sites.c", [], 60000),
    "many-sites-2": ("many-sites-2.c", [], 60000),
}


def parse():
    parser = studies.parser("communication")
    parser.add_argument("--periods", default="100,1000,10000")
    parser.add_argument("--threads", default="2,4,8")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--hot", default="0.05%")
    parser.add_argument("--refine", default="")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--keep", action="store_true", help="the traces, too")
    parser.add_argument("--again", action="store_true",
                        help="with the profiles that are in --work")
    parser.add_argument("programs", nargs="*", default=[])
    return studies.parse(parser)


def build(name, options):
    source, flags, _ = PROGRAMS[name]
    folder = os.path.join(SOURCE, "bench", "communication")
    path = os.path.join(folder, source)
    if source.startswith("many-sites"):
        seed = "2" if source.endswith("-2.c") else "1"
        path = os.path.join(options.work, source)
        with open(path, "w") as marker:
            subprocess.run([sys.executable, os.path.join(folder, "many_sites.py"),
                            seed], stdout=marker, check=True)
    binary = os.path.join(options.work, name)
    subprocess.run([options.clang, "-O2", "-g",
                    "-I", folder, *flags, path, "-o", binary, "-pthread"],
                   check=True)
    return binary


def record(name, threads, options):
    trace = os.path.join(options.work, f"{name}-{threads}.mft")
    if not os.path.exists(trace):
        subprocess.run([options.memfacet, "record", "--no-analysis", "--trace",
                        trace, "--", os.path.join(options.work, name),
                        str(threads), str(PROGRAMS[name][2])],
                       check=True, capture_output=True)
    return trace


def simulate(options, trace, profile, *words):
    subprocess.run([options.memfacet, "simulate", trace, *words, "-o", profile],
                   check=True, capture_output=True)


def exact(profile):
    """Returns the misses that other threads' writes cause, by place and structure."""
    data = sqlite3.connect(profile)
    counts = {}
    for *place, true, false in data.execute(
            "SELECT s.file, s.line, s.position, s.function, s.kind, v.structure,"
            " sum(v.true_sharing), sum(v.false_sharing)"
            " FROM sharing_vertices v JOIN sharing_sites s ON s.id = v.site"
            " GROUP BY 1, 2, 3, 4, 5, 6"):
        counts[tuple(place)] = true + false
    return counts


def expected(profile, options):
    words = ["--refine", options.refine] if options.refine else []
    study = studies.answers(options, "communication", "--replicas", "0", "--hot",
                            options.hot, *words, profile)
    spots = {(s["file"], s["line"], s["column"], s["function"], s["kind"],
              s["structure_id"]): s for s in study["hot_spots"]}
    return study, spots


def compare(truth, study, spots):
    threshold = study["threshold"]
    hot = {place for place, count in truth.items() if count > threshold}
    answer = {place for place, spot in spots.items() if spot["hot"]}
    error = sum(abs(truth.get(place, 0)
                    - (spots[place]["expected"]["invalidated"]
                       if place in spots else 0))
                for place in set(truth) | set(spots))
    return {"true": len(hot), "said": len(answer), "found": len(hot & answer),
            # Misses of the wrong places, as a share of the threshold.
            "wrong": [truth.get(place, 0) / threshold for place in answer - hot],
            "error": error, "misses": sum(truth.values()),
            "expected": study["expected"]["invalidated"],
            "accesses": study["expected"]["accesses"]}


def study(name, threads, options):
    base = os.path.join(options.work, f"{name}-{threads}")
    trace = None if options.again else record(name, threads, options)
    if not os.path.exists(base + ".exact.mfp"):
        simulate(options, trace, base + ".exact.mfp", "--sharing=no-range")
    truth = exact(base + ".exact.mfp")
    rows = []
    for period in options.periods.split(","):
        for seed in range(1, options.seeds + 1):
            profile = f"{base}.{period}.{seed}.mfp"
            if trace:
                simulate(options, trace, profile,
                         f"--communication=period={period},seed={seed}")
            answer, spots = expected(profile, options)
            pairs = sqlite3.connect(profile).execute(
                "SELECT sum(pairs) FROM pairs").fetchone()[0]
            rows.append({"program": name, "threads": threads,
                         "period": int(period), "seed": seed,
                         "pairs": pairs or 0, **compare(truth, answer, spots)})
    if trace and not options.keep:
        os.remove(trace)
    return rows


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def print_tables(rows, options):
    periods = sorted({row["period"] for row in rows})
    heads = " | ".join(f"1 of {p}: said | found | error" for p in periods)
    print(f"\n| program | threads | accesses | misses | hot | {heads} |")
    print("|---" * (5 + 3 * len(periods)) + "|")
    for name, threads in sorted({(r["program"], r["threads"]) for r in rows},
                                key=lambda k: (list(PROGRAMS).index(k[0]), k[1])):
        selection = [r for r in rows if (r["program"], r["threads"], r["seed"])
                     == (name, threads, 1)]
        cells = []
        for period in periods:
            row = next(r for r in selection if r["period"] == period)
            cells += [str(row["said"]), str(row["found"]),
                      f"{row['error'] / max(1, row['misses']):.3f}"]
        print(f"| {name} | {threads} | {human(selection[0]['accesses'])} | "
              f"{human(selection[0]['misses'])} | {selection[0]['true']} | "
              + " | ".join(cells) + " |")
    print("\n| period | pairs | hot-spots | said | found | missed | wrong "
          "| recall | precision | sum of errors / sum |")
    print("|---" * 10 + "|")
    for period in periods:
        selection = [r for r in rows if r["period"] == period]
        true, answer, found, pairs, error, misses = (
            sum(r[key] for r in selection) for key in
            ("true", "said", "found", "pairs", "error", "misses"))
        print(f"| {period} | {human(pairs)} | {true} | {answer} | {found} | "
              f"{true - found} | {answer - found} | {share(found, true)} | "
              f"{share(found, answer)} | {error / max(1, misses):.3f} |")


def main():
    options = parse()
    rows = []
    for name in options.programs or PROGRAMS:
        if name not in PROGRAMS:
            sys.exit(f"no program '{name}'; there are {', '.join(PROGRAMS)}")
        if not options.again:
            build(name, options)
        for threads in map(int, options.threads.split(",")):
            rows += study(name, threads, options)
            print(f"{name} {threads}", file=sys.stderr)
    studies.write_json(options.json, rows)
    print_tables(rows, options)


if __name__ == "__main__":
    main()
