# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Agaram et al., section 3: accesses, misses and stall cycles of data structures.

The measures of one program:

  correlation  of structures' accesses and first-level misses, by rank (Spearman) and
               by share (Pearson), over structures with 1 % of either. The stack is one
               structure, as in the paper.
  crossing     two structures with 5 % of the accesses or misses, of which one has
               more accesses and fewer misses
  rates        among the pairs of the three with the most misses, those in which the
               one with fewer misses has the higher miss rate
  exceptions   structures with 10 % of the stall cycles that structures cause, and less
               than a fifth of that share of the misses. The paper's two have 16.6 and
               10.5 %, and an eighth and a fiftieth of it.
  perfect      how many structures' misses must take one cycle until 90 % are gained of
               what all gain, in order of their misses. Only the latency of misses
               counts: hits take one cycle, too, and the bandwidth of memory has no
               limit. (With a limit, the few misses of other structures would wait for
               the lines of perfect structures, on which no instruction waits.) Programs
               that gain less than 5 % are left out.
"""

import itertools
import os

from ranks import median, most, fraction, pearson, spearman, spread
from recorded import CORE, answers, simulate

ON_STACK = ("stack", "local")
MOST_PERFECT = 8
CLOSE = 0.9  # of the ideal
LEAST_GAIN = 1.05  # times faster
LATENCY = CORE + ",levels=1/12,line=0"
IDEAL = CORE + ",levels=1/1,memory=1,line=0,tlb=0"


def shares(rows, columns):
    """Returns each structure's share of each column's sum; the stack is one
    structure."""
    sums, parts = [0] * len(columns), {}
    for number, row in enumerate(rows):
        name = "stack" if row["kind"] in ON_STACK else number
        part = parts.setdefault(name, [0] * len(columns))
        for column, value in enumerate(columns):
            part[column] += value(row)
            sums[column] += value(row)
    return [[part / whole if whole else 0 for part, whole in zip(p, sums)]
            for p in parts.values()]


def at_least(parts, share):
    return [p for p in parts if max(p) >= share]


def correlation(parts):
    used = at_least(parts, 0.01)
    a, b = [p[0] for p in used], [p[1] for p in used]
    return {"rank": spearman(a, b), "share": pearson(a, b), "structures": len(used)}


def crosses(parts):
    return any((p[0] - q[0]) * (p[1] - q[1]) < 0
               for p, q in itertools.combinations(at_least(parts, 0.05), 2))


def exceptions(parts):
    """Returns the number of exceptions. PARTS: misses and stall cycles."""
    return sum(stalls >= 0.1 and misses < stalls / 5 for misses, stalls in parts)


def fewer_misses_higher_rate(data):
    """Returns the number of such pairs among the three with the most misses, and the
    number of all pairs."""
    rates = [(level["misses"], level["misses"] / level["accesses"])
             for level in (p["levels"][0] for p in data["parts"][:3])
             if level["accesses"]]
    pairs = [(p, q) for p, q in itertools.combinations(rates, 2) if p[0] != q[0]]
    return [sum((p[0] - q[0]) * (p[1] - q[1]) < 0 for p, q in pairs), len(pairs)]


def perfect(package, trace, options):
    """Returns the ideal's gain, and the part of it that the first few structures
    bring."""
    profile = os.path.join(options.work, package + ".perfect.mfp")
    simulate(options, trace, profile, "--core", LATENCY, "--perfect",
             f"top:{MOST_PERFECT}:misses")
    answer = answers(options, "critical", profile)
    simulate(options, trace, profile, "--core", IDEAL)
    ideal = answers(options, "critical", profile)["cycles"]
    os.remove(profile)
    whole = answer["cycles"]
    return {"ideal": whole / ideal, "gained": [(whole - s["cycles"]) / (whole - ideal)
                                               for s in answer["scenarios"]]}


def study(package, trace, profile, options):
    report = answers(options, "report", "--all", profile)["structures"]
    waits = answers(options, "critical", "--all", profile)["structures"]
    data = answers(options, "table", "data", profile)["programs"][0]
    parts = shares(report, [lambda row: row["accesses"],
                            lambda row: row["levels"][0]["misses"]])
    stalls = shares(waits, [lambda row: row["misses"],
                            lambda row: row["stall_cycles"]])
    misses = sum(p["levels"][0]["misses"] for p in data["parts"])
    return {
        "mpki": 1000 * misses / data["instructions"],
        "top_five": data["top_five_misses"] / misses,
        "stack": data["parts"][3]["levels"][0]["misses"] / misses,
        "stack_accesses": data["parts"][3]["accesses"]
        / sum(p["accesses"] for p in data["parts"]),
        "correlation": correlation(parts), "crosses": crosses(parts),
        "rates": fewer_misses_higher_rate(data),
        "described": answers(options, "table", "descriptions", profile)["structures"],
        "evictions": answers(options, "table", "evictions", profile)["levels"],
        "stalls": correlation(stalls), "exceptions": exceptions(stalls),
        "perfect": perfect(package, trace, options)}


def mostly_same(row):
    premature = row["premature_by_same"] + row["premature_by_different"]
    return row["premature_by_same"] > premature / 2 if premature else None


def needed(gained):
    """Returns the number of structures that bring CLOSE of the ideal; MOST_PERFECT + 1:
    more than MOST_PERFECT."""
    return next((n for n, g in enumerate(gained, 1) if g >= CLOSE), MOST_PERFECT + 1)


def rows(studies):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    found = list(studies.values())
    return [*distribution_rows(found), *eviction_rows(found), *stall_rows(found)]


def distribution_rows(found):
    series = {key: [s[key] for s in found] for key in found[0]}
    ranks = [c["rank"] for c in series["correlation"]]
    pairs = [sum(counts) for counts in zip(*series["rates"])]
    described = [d for s in series["described"] for d in s]

    def array(d):
        return d["container"] == "array"

    def irregular(d):
        return d["pattern"] != "regular"

    return [
        ("the top five structures usually cause over 90 % of first-level misses",
         "9 of 12 programs", fraction(series["top_five"], lambda x: x > 0.9),
         most(series["top_five"], lambda x: x > 0.9)),
        ("the stack is harmless", "11 of 12; one with 11 % of the misses",
         f"{fraction(series['stack'], lambda x: x < 0.05)}; "
         f"at most {100 * max(series['stack']):.1f} %", max(series["stack"]) < 0.05),
        ("accesses and misses of structures are poorly correlated", "no number",
         f"correlation of ranks {spread(ranks)}, of shares "
         + spread([c["share"] for c in series["correlation"]]), median(ranks) < 0.5),
        ("one structure has more accesses than another, and fewer misses", "most",
         fraction(series["crosses"], bool), most(series["crosses"], bool)),
        ("of two structures, the one with fewer misses has the higher miss rate",
         "common", f"{pairs[0]} of {pairs[1]} pairs of the first three",
         pairs[0] > pairs[1] / 2),
        ("the three structures that miss most are mostly arrays", "31 of 36",
         fraction(described, array), most(described, array)),
        ("most are accessed irregularly, or both ways", "22 of 36",
         fraction(described, irregular), most(described, irregular)),
    ]


def eviction_rows(found):
    first, second = ([mostly_same(s["evictions"][level]) for s in found]
                     for level in (0, 1))
    return [("premature evictions are mostly by the same structure", "11 of 12",
             f"L1 {fraction(first, bool)}, direct-mapped L2 {fraction(second, bool)}",
             most(first, bool) and most(second, bool))]


def stall_rows(found):
    exceptions = [s["exceptions"] for s in found]
    gains = [s["perfect"]["gained"] for s in found
             if s["perfect"]["ideal"] >= LEAST_GAIN]
    few = [needed(g) for g in gains]
    return [
        ("critical structures, which stall much and miss little, are rare",
         "2, in 2 of 12 programs",
         f"{sum(exceptions)}, in {fraction(exceptions, bool)}; correlation of the ranks of "
         f"misses and stalls " + spread([s["stalls"]["rank"] for s in found]),
         3 * sum(map(bool, exceptions)) <= len(found)),
        ("perfect memory for the first structure alone gains little", "most",
         fraction(gains, lambda g: g[0] < 0.5) + " gain less than half of the ideal's gain",
         most(gains, lambda g: g[0] < 0.5)),
        ("it usually takes 2 to 5 structures to come close to the ideal",
         "all but a few",
         f"{fraction(few, lambda n: 2 <= n <= 5)} need as many for 90 %, "
         f"{few.count(1)} one, {few.count(MOST_PERFECT + 1)} over {MOST_PERFECT}",
         most(few, lambda n: 2 <= n <= 5)),
    ]


def table(studies):
    """Prints lines of Markdown for each program."""
    print("\n| program | L1 misses per 1000 instructions | top five: share of L1 misses | "
          "stack: share of accesses | of L1 misses | premature evictions by the same "
          "structure: L1 | L2 |\n" + "|---" * 7 + "|")
    for package, s in studies.items():
        cells = [f"{s['mpki']:.2f}"]
        cells += [f"{100 * x:.1f} %" for x in (s["top_five"], s["stack_accesses"],
                                               s["stack"])]
        cells += [same_text(level) for level in s["evictions"]]
        print(f"| {package} | " + " | ".join(cells) + " |")
    print("\n| program | correlation of accesses and misses: ranks | shares | of misses "
          "and stall cycles: ranks | exceptions | no misses: times faster | of it by "
          "1, 2, ... structures |\n" + "|---" * 7 + "|")
    for package, s in studies.items():
        cells = ["–" if c is None else f"{c:.2f}"
                 for c in (s["correlation"]["rank"], s["correlation"]["share"],
                           s["stalls"]["rank"])]
        cells += [str(s["exceptions"]), f"{s['perfect']['ideal']:.2f}",
                  ", ".join(f"{100 * g:.0f}" for g in s["perfect"]["gained"]) + " %"]
        print(f"| {package} | " + " | ".join(cells) + " |")


def same_text(row):
    premature = row["premature_by_same"] + row["premature_by_different"]
    return f"{100 * row['premature_by_same'] / premature:.1f} %" if premature else "–"


def self_test():
    rows_ = [{"kind": "heap", "n": 6}, {"kind": "local", "n": 1},
             {"kind": "stack", "n": 3}]
    assert shares(rows_, [lambda r: r["n"]]) == [[0.6], [0.4]]
    assert crosses([[0.6, 0.1], [0.4, 0.9]])
    assert not crosses([[0.6, 0.9], [0.4, 0.1]])
    assert exceptions([[0.021, 0.166], [0.5, 0.6], [0.01, 0.05]]) == 1
    assert needed([0.5, 0.92]) == 2 and needed([0.1]) == MOST_PERFECT + 1
