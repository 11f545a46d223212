"""Claims of Perelman et al. and of Sandberg and Kaxiras on programs with threads.

together   where two threads or more execute at once (on the clock of all instructions):
           the part of it in which all are in the same phase. And by chance: that
           intervals of different threads are in the same phase, each weighing its
           instructions.
hot-spots  bench/communication.py with two threads, as in the paper, and with the
           paper's periods, 100 and 1000.
"""

import csv
import os
import subprocess
import sys

import communication
import phases

PARALLEL = {"stencil": (2, 3, 4), "omp-histogram": (2, 3, 4)}  # work on parts of data
PERIODS = (100, 1000)


def intervals(profile, options):
    """(begin, end, thread, phase, instructions) of each."""
    said = subprocess.run(
        [options.memfacet, "phases", "--signature", "blocks", "--csv", profile],
        check=True, capture_output=True, text=True).stdout
    return [(int(r["process_begin"]), int(r["process_end"]), int(r["thread"]),
             r["phase"], int(r["instructions"]))
            for r in csv.DictReader(said.splitlines())]


def together(found):
    """Instructions with several threads, and those of them in one phase."""
    events = sorted(event for begin, end, thread, phase, _ in found
                    for event in ((end, 0, thread, phase), (begin, 1, thread, phase)))
    active, before, several, same = {}, 0, 0, 0
    for at, begins, thread, phase in events:
        if len(active) > 1:
            several += at - before
            same += (at - before) * (len(set(active.values())) == 1)
        before = at
        if begins:
            active[thread] = phase
        else:
            active.pop(thread, None)
    return several, same


def by_chance(found):
    """That intervals of two threads, drawn alike, are in the same phase."""
    weights = {}
    for _, _, thread, phase, count in found:
        mine = weights.setdefault(thread, {})
        mine[phase] = mine.get(phase, 0) + count
    sums = {thread: sum(w.values()) for thread, w in weights.items()}
    pairs = [(a, b) for a in weights for b in weights if a < b]
    return sum(sum(weights[a][p] / sums[a] * weights[b].get(p, 0) / sums[b]
                   for p in weights[a]) for a, b in pairs) / len(pairs)


def same_phase(name, threads, options):
    profile = os.path.join(options.work, f"{name}-{threads}.mfp")
    if not os.path.exists(profile):
        os.environ["OMP_NUM_THREADS"] = str(threads)
        phases.record_example(name, threads, options, profile)
    found = intervals(profile, options)
    several, same = together(found)
    return {"program": name, "threads": threads, "several": several,
            "same": same / several, "chance": by_chance(found)}


def same_phases(options):
    return [same_phase(name, threads, options)
            for name, counts in PARALLEL.items() for threads in counts]


def hot_spots(options):
    """Of all programs, rows as communication.study gives them."""
    options.periods = ",".join(map(str, PERIODS))
    options.seeds, options.hot, options.refine = 1, "0.05%", ""
    options.keep = options.again = False
    found = []
    for name in communication.PROGRAMS:
        communication.build(name, options)
        found += communication.study(name, 2, options)
        print(f"{name}: done", file=sys.stderr)
    return found


def spots(found, period):
    mine = [r for r in found if r["period"] == period]
    true, said, hit = (sum(r[key] for r in mine) for key in ("true", "said", "found"))
    return f"{hit} of {true}, and {said - hit} that are none"


def hot_spot_rows(found):
    """Claim, theirs, here."""
    wrong = [share for r in found for share in r["wrong"]]
    return [
        ("one of 1000 accesses finds hot-spots of communication, with two threads",
         "12 of 24, and 36 that are none", spots(found, 1000)),
        ("one of 100 finds most", "23 of 24, and 35 that are none", spots(found, 100)),
        ("what is said and no hot-spot communicates, and is overestimated",
         "\"most\"",
         f"{sum(share > 0 for share in wrong)} of {len(wrong)}; misses "
         + (", ".join(f"{share:.2f}" for share in sorted(wrong)) or "–")
         + " of the threshold"),
        ("a sample has as many pairs as accesses divided by the period",
         "within 2 %", pairs_text(found)),
    ]


def pairs_text(found):
    ratios = [r["pairs"] * r["period"] / r["accesses"] for r in found]
    return f"{min(ratios):.2f} to {max(ratios):.2f} times"


def same_phase_row(found):
    return ("threads that share the work are in the same phase at the same time, "
            "mostly", "a picture each of two programs",
            f"{100 * min(r['same'] for r in found):.0f} to "
            f"{100 * max(r['same'] for r in found):.0f} % of what several execute; "
            f"by chance {100 * min(r['chance'] for r in found):.0f} to "
            f"{100 * max(r['chance'] for r in found):.0f} %")


def table(same, found):
    print("\n| program | threads | instructions of several | in one phase | by chance "
          "|\n" + "|---" * 5 + "|")
    for r in same:
        print(f"| {r['program']} | {r['threads']} | {r['several']:,} | "
              f"{100 * r['same']:.1f} % | {100 * r['chance']:.1f} % |")
    print("\n| program | period | hot-spots | said | found | misses of the wrong ones, "
          "of the threshold |\n" + "|---" * 6 + "|")
    for r in found:
        print(f"| {r['program']} | {r['period']} | {r['true']} | {r['said']} | "
              f"{r['found']} | {', '.join(f'{w:.2f}' for w in r['wrong'])} |")


def self_test():
    found = [(0, 10, 0, "a", 10), (0, 10, 1, "a", 10), (10, 20, 0, "a", 10),
             (10, 20, 1, "b", 10), (20, 30, 0, "c", 10)]
    assert together(found) == (20, 10)
    assert abs(by_chance(found) - (2 / 3 * 1 / 2)) < 1e-12
