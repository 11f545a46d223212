# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Agaram et al., section 4: how the misses of data structures change over time.

The measures of one program, over structures with 5 % of the first-level misses unless a
line says otherwise. `memfacet volatility` finds periods, segments and leaders.

  type         the type of phases after initialisation, of the structure with the most
               misses
  inversion    two structures or more lead in misses for 5 % of the run each
  mix          the largest share of the misses that moves to other structures between
               two of 20 equal parts of the run. Only parts with at least half of the
               average misses count.
  shared       among the places where a structure's segments begin, those with one of
               another structure within two points of the longer period. Chance: the
               same with the others' places shifted along the run, by 99 equal steps.
               The paper has no number.
  alike        rank correlation of the volatilities at all periods, of two structures;
               and of first- and second-level misses of the first structure
  calm         the first structure's volatility is at most 0.1 at every period
"""

import itertools

from ranks import median, most, fraction, spearman, spread
from recorded import answers

LEAST = 0.05
POINTS = 2
PARTS = 20
SHIFTS = 99


def length(output):
    return output["points"] * output["interval_instructions"]


def inverts(output):
    """Returns whether two structures lead, each for LEAST of the run."""
    lead = {}
    for part in output["together"]["leads"]:
        lead[part["row"]] = lead.get(part["row"], 0) + part["end"] - part["begin"]
    return sum(t >= LEAST * length(output) for t in lead.values()) >= 2


def boundaries(row):
    return [segment["begin"] for segment in row["phases"]["segments"][1:]]


def has_neighbour(place, rest, reach, end, shift=0.0):
    """Returns whether one of the others is within reach; shifted places wrap around."""
    for other in rest:
        distance = abs(place - (other + shift) % end)
        if min(distance, end - distance if shift else distance) <= reach:
            return True
    return False


def shared(rows, end):
    """Returns the number of boundaries, of shared ones, and of those shared by chance
    on average."""
    count, found, chance = 0, 0, 0.0
    for row in rows:
        rest = [(boundaries(other), POINTS * max(row["phases"]["period"],
                                                 other["phases"]["period"]))
                for other in rows if other is not row]

        def hit(place, shift=0.0):
            return any(has_neighbour(place, places, reach, end, shift)
                       for places, reach in rest)

        for place in boundaries(row):
            count += 1
            found += hit(place)
            chance += sum(hit(place, end * k / (SHIFTS + 1))
                          for k in range(1, SHIFTS + 1)) / SHIFTS
    return [count, found, chance]


def moved(curves):
    """Returns the largest difference of the structures' shares in two parts of the
    run."""
    points = len(curves[0])
    bounds = [points * part // PARTS for part in range(PARTS + 1)]
    sums = [[sum(curve[first:last]) for curve in curves]
            for first, last in zip(bounds, bounds[1:])]
    least = sum(map(sum, sums)) / PARTS / 2
    mixes = [[s / sum(part) for s in part] for part in sums if sum(part) >= least]
    return max((sum(abs(x - y) for x, y in zip(a, b)) / 2
                for a, b in itertools.combinations(mixes, 2)), default=0.0)


def mix(profile, output, options):
    return moved([row["values"] for row in answers(
        options, "timeline", "--all", "--period", str(output["interval_instructions"]),
        profile)["rows"]])


def profiles_alike(rows):
    """Returns the rank correlation of each pair of structures' volatilities."""
    return [spearman(a["profile"], b["profile"])
            for a, b in itertools.combinations(rows, 2)]


def levels_alike(profile, first, options):
    """Returns the correlation of the structure's volatilities at both levels, or None
    if it has no second-level misses."""
    output = answers(options, "volatility", "--metric", "l2-misses", "--top", "100",
                     profile)["rows"]
    second = [row for row in output if row["structure"] == first["structure"]]
    return spearman(first["profile"], second[0]["profile"]) if second else None


def study(profile, options):
    output = answers(options, "volatility", profile)
    first = output["rows"][0]
    major = [row for row in output["rows"] if row["share"] >= LEAST]
    return {"structures": len(major), "type": first["phases"]["type"],
            "leads": len(output["together"]["leads"]), "inverts": inverts(output),
            "mix": mix(profile, output, options),
            "shared": shared(major, length(output)),
            "alike": profiles_alike(major),
            "levels": levels_alike(profile, first, options),
            "calm": max(first["profile"]) <= 0.1}


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def rows(studies):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    found = list(studies.values())
    types = [s["type"] for s in found]
    several = [s["shared"] for s in found if s["structures"] > 1 and s["shared"][0]]
    hits = [found / count for count, found, _ in several]
    chance = [chance / count for count, _, chance in several]
    better = [h > c for h, c in zip(hits, chance)]
    alike = [x for s in found for x in s["alike"] if x is not None]
    levels = [s["levels"] for s in found]
    mixes = [s["mix"] for s in found]
    return [
        ("the sampling period must be chosen: curves are not calm at every one",
         "7 of 9", fraction([s["calm"] for s in found], lambda calm: not calm),
         most([s["calm"] for s in found], lambda calm: not calm)),
        ("the volatilities of structures, and of L1 and L2 misses, go together",
         "largely", f"correlation of ranks {spread(alike)} of {len(alike)} pairs of "
         f"structures, {spread(levels)} of the levels",
         min(median(alike), median(levels)) > 0.5),
        ("three types of phases: none, simple, complex", "3, 3 and 3 of 9",
         ", ".join(str(types.count(t)) for t in ("none", "simple", "complex"))
         + f" of {len(types)}", len(set(types)) == 3),
        ("structures have common transition points", "all",
         f"{100 * median(hits):.0f} % of the places where one changes, by chance "
         f"{100 * median(chance):.0f} % (medians); more than by chance in "
         f"{fraction(better, bool)}", median(hits) > 0.5 and most(better, bool)),
        ("inversion: another structure misses most in another phase", "3 of 9",
         fraction([s["inverts"] for s in found], bool), any(s["inverts"] for s in found)),
        ("misses are distributed otherwise in another phase", "6 of 9",
         f"{fraction(mixes, lambda x: x >= 0.2)} by 20 % of the misses, "
         f"{fraction(mixes, lambda x: x >= 0.1)} by 10 %", most(mixes, lambda x: x >= 0.2)),
    ]


def table(studies):
    """Prints a line of Markdown for each program."""
    print("\n| program | structures | type | leaders in turn | inversion | mix differs by "
          "| boundaries | shared | by chance | volatility of L1 and L2 misses |")
    print("|---" * 10 + "|")
    for package, s in studies.items():
        count, hits, chance = s["shared"]
        cells = [str(s["structures"]), s["type"], str(s["leads"]),
                 "yes" if s["inverts"] else "no", f"{100 * s['mix']:.0f} %",
                 str(count), percent(hits, count), percent(chance, count),
                 "–" if s["levels"] is None else f"{s['levels']:.2f}"]
        print(f"| {package} | " + " | ".join(cells) + " |")


def self_test():
    def row(period, *begins):
        return {"phases": {"period": period,
                           "segments": [{"begin": b} for b in (0, *begins)]}}
    # Both share 50, but not 20 and 80.
    count, found, chance = shared([row(1, 20, 50), row(1, 51, 80)], 100)
    assert (count, found) == (4, 2) and 0 < chance < 2
    half = [4] * PARTS + [0] * PARTS
    assert moved([half, half[::-1]]) == 1
    assert moved([half, half]) == 0
    output = {"points": 100, "interval_instructions": 1, "together": {"leads": [
        {"row": 0, "begin": 0, "end": 4}, {"row": 1, "begin": 4, "end": 100}]}}
    assert not inverts(output)
    output["together"]["leads"][0]["end"] = 5
    assert inverts(output)
