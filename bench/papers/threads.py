# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Claims of Perelman et al. and of Sandberg and Kaxiras on programs with threads.

together   the share of the time in which both threads execute (on the clock of all
           instructions, as in the paper) that they spend in the same phase. By chance:
           the probability that two intervals, one of each thread and weighted by
           instructions, are in the same phase.
hot-spots  bench/communication.py with two threads, as in the paper, and with the
           paper's periods, 100 and 1000.
"""

import csv
import os
import subprocess
import sys

import communication
import phases

PARALLEL = ["stencil", "omp-histogram"]  # threads work on parts of the data
THREADS = 2  # as many as processors
PERIODS = (100, 1000)


def intervals(profile, options):
    """Returns (begin, end, thread, phase, instructions) of each interval."""
    answer = subprocess.run(
        [options.memfacet, "phases", "--signature", "blocks", "--csv", profile],
        check=True, capture_output=True, text=True).stdout
    return [(int(r["process_begin"]), int(r["process_end"]), int(r["thread"]),
             r["phase"], int(r["instructions"]))
            for r in csv.DictReader(answer.splitlines())]


def simultaneous(found):
    """Returns the instructions with several threads, and those of them in one phase."""
    events = sorted(event for begin, end, thread, phase, _ in found
                    for event in ((end, 0, thread, phase), (begin, 1, thread, phase)))
    active, previous, several, equal = {}, 0, 0, 0
    for time, begins, thread, phase in events:
        if len(active) > 1:
            several += time - previous
            equal += (time - previous) * (len(set(active.values())) == 1)
        previous = time
        if begins:
            active[thread] = phase
        else:
            active.pop(thread, None)
    return several, equal


def by_chance(found):
    """Returns the probability that random intervals of two threads are in the same
    phase."""
    weights = {}
    for _, _, thread, phase, count in found:
        rows = weights.setdefault(thread, {})
        rows[phase] = rows.get(phase, 0) + count
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
    several, equal = simultaneous(found)
    return {"program": name, "threads": threads, "several": several,
            "same": equal / several, "chance": by_chance(found)}


def same_phases(options):
    return [same_phase(name, THREADS, options) for name in PARALLEL]


def hot_spots(options):
    """Returns the rows of communication.study for all programs."""
    options.periods = ",".join(map(str, PERIODS))
    options.seeds, options.hot, options.refine = 1, "0.05%", ""
    options.keep = options.again = False
    found = []
    for name in communication.PROGRAMS:
        communication.build(name, options)
        found += communication.study(name, THREADS, options)
        print(f"{name}: done", file=sys.stderr)
    return found


def spots(found, period):
    rows = [r for r in found if r["period"] == period]
    true, answer, hit = (sum(r[key] for r in rows) for key in ("true", "said", "found"))
    return f"{hit} of {true}, and {answer - hit} that are none"


def hot_spot_rows(found):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    wrong = sorted(share for r in found for share in r["wrong"])
    return [
        ("with two threads, one of 1000 accesses finds half of the hot-spots of "
         "communication", "12 of 24, and 36 that are none", spots(found, 1000),
         recall(found, 1000) >= 0.5),
        ("and one of 100 most of them", "23 of 24, and 35 that are none",
         spots(found, 100), recall(found, 100) > 0.9),
        ("most of those that are none do communicate, a little less", "no number",
         f"all {len(wrong)}: " + " and ".join(f"{share:.2f}" for share in wrong)
         + " of a hot-spot's misses" if wrong and wrong[0] > 0 else
         f"{sum(share > 0 for share in wrong)} of {len(wrong)}",
         sum(share > 0 for share in wrong) * 2 > len(wrong)),
    ]


def recall(found, period):
    rows = [r for r in found if r["period"] == period]
    return sum(r["found"] for r in rows) / sum(r["true"] for r in rows)


def same_phase_rows(found):
    """Returns rows: the claim, the paper's result, ours, whether the claim holds."""
    item = [f"{r['program']} {100 * r['same']:.0f} % (by chance "
            f"{100 * r['chance']:.0f} %)" for r in found]
    return [("threads that share the work are mostly in the same phase at the same time",
             "pictures of two programs", ", ".join(item),
             all(r["same"] > max(0.5, r["chance"]) for r in found))]


def table(equal, found):
    print("\n| program | threads | instructions of several | in one phase | by chance "
          "|\n" + "|---" * 5 + "|")
    for r in equal:
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
    assert simultaneous(found) == (20, 10)
    assert abs(by_chance(found) - (2 / 3 * 1 / 2)) < 1e-12
