# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Huffmire and Sherwood: do wavelets of loads separate second-level misses better than
other signatures? Measures as bench/wavelet.py does, with a first level of 16 KB, on
Debian's programs with at least 30 intervals of 1 M instructions, three for each phase.

"N times as well" is the other signature's sigma divided by that of wavelets: the
geometric mean over programs, and the median. Programs with a sigma of 0 are left out.
"""

import os
import statistics

import wavelet

LEAST = 30
WAVELETS = "wavelets of loads"
BLOCKS = "basic block vectors"
STRIDES = "local strides below 100"
BOUND = "wavelets of misses (soft bound)"
INTERVAL = "1M"


def study(trace, options):
    """Returns the sigmas of a trace, or None if it has too few intervals."""
    options.interval = INTERVAL
    profile = wavelet.simulated(trace, 16, options)
    scores = wavelet.scores(profile, options)
    count = len(wavelet.answers(options, profile)["labels"])
    os.remove(profile)
    if count < LEAST:
        return None
    return {"intervals": count, "all": scores["all"],
            "sigma": {name: row["sigma"] for name, row in scores["signatures"].items()},
            "seconds": {name: row["seconds"]
                        for name, row in scores["signatures"].items()}}


def ratios(found, other, baseline=WAVELETS):
    return [s["sigma"][other] / s["sigma"][baseline] for s in found
            if s["sigma"][baseline] and s["sigma"][other]]


def times_better(found, other, baseline=WAVELETS):
    """Returns how many times better THAN is than OTHER."""
    return statistics.geometric_mean(ratios(found, other, baseline))


def better_in(found, other):
    return sum(s["sigma"][WAVELETS] < s["sigma"][other] for s in found)


def left(found, name):
    """Returns the mean share of the sigma of all intervals that is left within
    phases."""
    parts = [s["sigma"][name] / s["all"] for s in found if s["all"]]
    return sum(parts) / len(parts)


def priors(found):
    return [n for n in found[0]["sigma"] if n not in (WAVELETS, BOUND)]


def verdict(ratio):
    return f"{ratio:.2f} times as well"


def rows(studies):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    found = list(studies.values())
    order = sorted([*priors(found), WAVELETS], key=lambda name: left(found, name))

    def better(other, baseline=WAVELETS):
        return times_better(found, other, baseline)

    def cell(other):
        return (f"{verdict(better(other))} (median "
                f"{statistics.median(ratios(found, other)):.2f}); better in "
                f"{better_in(found, other)} of {len(found)}")

    bound = [1 / r for r in ratios(found, BOUND)]
    short = better("local strides", STRIDES)
    sites = [better(f"{w} strides", f"{w} strides and sites")
             for w in ("local", "global")]
    sets = better("working set, bits", "working set, frequencies")
    blocks = [better(f"working set, {w}", BLOCKS) for w in ("frequencies", "bits")]
    return [
        ("wavelets of loads tell misses apart better than block vectors",
         "80 % better", cell(BLOCKS), better(BLOCKS) > 1),
        ("and better than the best prior technique, local strides below 100",
         "over 50 % better", f"{cell(STRIDES)}; best are {order[0]}, wavelets are number "
         f"{order.index(WAVELETS) + 1} of {len(order)}", better(STRIDES) > 1),
        ("and nearly as well as the soft bound", "1.55 times its sigma",
         f"{statistics.geometric_mean(bound):.2f} times (median "
         f"{statistics.median(bound):.2f})", statistics.median(bound) <= 1.55),
        ("vectors of 100 local strides are better than of 10,000", "yes",
         verdict(short), short > 1),
        ("sites do not help local and global strides", "no gain",
         " and ".join(map(verdict, sites)), max(sites) <= 1),
        ("working sets as frequencies are better than as bits", "yes",
         verdict(sets), sets > 1),
        ("block vectors are better than both", "yes",
         " and ".join(map(verdict, blocks)), min(blocks) > 1),
    ]


def table(studies):
    found = list(studies.values())
    print("\n| signature | " + " | ".join(
        f"{p}, {s['intervals']}" for p, s in studies.items())
        + " | mean, of sigma of all |\n" + "|---" * (len(studies) + 2) + "|")
    print("| (all intervals) | " + " | ".join(f"{s['all']:.4g}" for s in found)
          + " | 100 % |")
    for name in found[0]["sigma"]:
        print(f"| {name} | " + " | ".join(f"{s['sigma'][name]:.4g}" for s in found)
              + f" | {100 * left(found, name):.0f} % |")


def self_test():
    found = [{"sigma": {WAVELETS: 2.0, BLOCKS: 4.0}, "all": 8.0},
             {"sigma": {WAVELETS: 2.0, BLOCKS: 1.0}, "all": 2.0}]
    assert abs(times_better(found, BLOCKS) - 1) < 1e-12
    assert better_in(found, BLOCKS) == 1
    assert left(found, WAVELETS) == 0.625
