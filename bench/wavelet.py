#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the figures of "Wavelet-Based Phase Classification" (T. Huffmire and T.
Sherwood, PACT 2006) for any traces: docs/evaluation/phases.md.

usage: bench/wavelet.py [--bin FOLDER] [--work FOLDER] [--json FILE]
                        [--interval N] TRACE.mft...

Figures 4 and 5: the variation of intervals' second-level misses within ten phases, and
the cost, for each signature; on the paper's caches, with a first level of 1 to 64 KB.
Each trace is simulated once for each size. Figures 6 and 7: the same for pictures, by
modulo and size. Prints Markdown tables. Traces are made by `memfacet record
--no-analysis --trace`.
"""

import os
import subprocess
import sys

import studies

SIZES = [1, 2, 4, 8, 16, 32, 64]
# The paper's first level has lines of 32 bytes; a model has one for all levels.
CACHES = "line=64;L1={}K,2;L2=1M,4"
# Signatures of Figure 4; the last one uses the misses.
SIGNATURES = ["wavelet", "local-stride", "local-stride-long",
              "local-stride-site", "global-stride", "global-stride-site",
              "blocks", "working-set", "working-set-bits", "miss-wavelet"]
RECORDED = ("image,miss-image,local-stride,local-stride-site,global-stride,"
            "global-stride-site,working-set,sampled-blocks,"
            "modulo=64K,rows=1600")


def parse():
    parser = studies.parser("wavelet")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--interval", default="1M")
    parser.add_argument("traces", nargs="+", metavar="TRACE.mft")
    return studies.parse(parser)


def simulated(trace, size, options):
    """Returns a profile of the trace, with a first level of SIZE KB."""
    name = os.path.splitext(os.path.basename(trace))[0]
    profile = os.path.join(options.work, f"{name}-{size}.mfp")
    if not os.path.exists(profile):
        subprocess.run(
            [options.memfacet, "simulate", trace, "--cache", CACHES.format(size),
             f"--phases={RECORDED}", "--interval", options.interval, "-o",
             profile], check=True, capture_output=True)
    return profile


def answers(options, profile, *words):
    return studies.answers(options, "phases", profile, "--k", "10", *words)


def scores(profile, options):
    """Returns sigma and seconds of each signature, and sigma of all intervals. Pictures
    are modulo 32 KB, as in the paper."""
    answer = answers(options, profile, "--modulo", "32K", "--compare",
                     ",".join(SIGNATURES))
    rows = {row["name"]: row for row in answer["rows"] if not row["baseline"]}
    return {"all": answer["sigma"], "signatures": rows}


def study(trace, options):
    by_size = {size: scores(simulated(trace, size, options), options)
               for size in SIZES}
    return {"trace": trace, "by_size": by_size,
            "sweep": answers(options, simulated(trace, 16, options),
                             "--sweep-wavelet")}


def figure_4(result):
    print(f"\n{os.path.basename(result['trace'])}: sigma of L2 misses within "
          "phases, by KB of L1\n")
    print("| signature | " + " | ".join(map(str, SIZES)) + " |")
    print("|---" * (len(SIZES) + 1) + "|")
    whole = [result["by_size"][size]["all"] for size in SIZES]
    print("| (all intervals) | " + " | ".join(f"{s:.4g}" for s in whole) + " |")
    for name in result["by_size"][SIZES[0]]["signatures"]:
        cells = [result["by_size"][size]["signatures"][name]["sigma"]
                 for size in SIZES]
        print(f"| {name} | " + " | ".join(f"{s:.4g}" for s in cells) + " |")


def figure_5(results):
    """Prints the cost of making and clustering signatures; bench/signatures.py measures
    the cost of recording them."""
    print("\nns per instruction, L1 of 16 KB\n\n| signature | " + " | ".join(
        os.path.basename(r["trace"]) for r in results) + " |")
    print("|---" * (len(results) + 1) + "|")
    for name in results[0]["by_size"][16]["signatures"]:
        cells = [1e9 * r["by_size"][16]["signatures"][name]["seconds"] /
                 r["sweep"]["instructions"] for r in results]
        print(f"| {name} | " + " | ".join(f"{c:.2f}" for c in cells) + " |")


def figures_6_and_7(results):
    """Prints means over the traces, each relative to the sigma of all intervals."""
    cells = [{(c["modulo"], c["size"]): c for c in r["sweep"]["cells"]}
             for r in results]
    sizes = sorted({size for c in cells for _, size in c})
    modulos = sorted({modulo for c in cells for modulo, _ in c})

    def table(title, value, digits):
        print(f"\n{title}\n\n| modulo | " + " | ".join(
            f"{s} × {s}" for s in sizes) + " |")
        print("|---" * (len(sizes) + 1) + "|")
        for modulo in modulos:
            row = []
            for size in sizes:
                known = [value(c[modulo, size], r) for c, r in
                         zip(cells, results) if (modulo, size) in c]
                row.append(f"{sum(known) / len(known):.{digits}f}" if known
                           else "–")
            print(f"| {modulo // 1024}K | " + " | ".join(row) + " |")

    table("Sigma within phases, % of that of all intervals (Figure 6)",
          lambda c, r: 100 * c["sigma"] / r["sweep"]["sigma"], 1)
    table("ns per instruction (Figure 7)",
          lambda c, r: c["ns_per_instruction"], 2)


def main():
    options = parse()
    results = []
    for trace in options.traces:
        results.append(study(trace, options))
        print(f"{trace}: done", file=sys.stderr)
    for result in results:
        figure_4(result)
    figure_5(results)
    figures_6_and_7(results)
    studies.write_json(options.json, results)


if __name__ == "__main__":
    main()
