#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares memfacet's results with programs whose results are known: the table of truth
of docs/evaluation/truth.md.

    bench/truth/truth.py [--bin FOLDER] [--work FOLDER] [--json FILE] [GROUP...]

    sharing   two threads by turns: false sharing, true sharing, or none
    closed    misses that a formula gives exactly
    phases    known stretches of work: number and order of their kinds
    periods   known periods, which volatility must find
    layouts   the pairs of examples/layouts: advice, and the effect of the change

Exit code 1: a result is wrong.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studies  # noqa: E402

TURNS = 1000
# Misses of false and of true sharing, by case of sharing.c. A thread's first
# touch of a line is a cold miss, so neither counts it.
BOTH, SINGLE = 2 * TURNS - 2, TURNS - 1
SHARING = {
    "counters": (BOTH, 0), "counters-padded": (0, 0),
    "elements": (BOTH, 0), "elements-apart": (0, 0),
    "bytes-of-a-word": (BOTH, 0),
    "lock-beside-data": (SINGLE, 0), "lock-beside-data-padded": (0, 0),
    "heap-neighbours": (BOTH, 0), "heap-neighbours-aligned": (0, 0),
    "true-same-counter": (0, BOTH), "true-hand-over": (0, SINGLE),
    "true-hand-over-a-line": (0, SINGLE), "true-hand-over-behind": (0, SINGLE),
    "none-read-only": (0, 0),
}

LINE, ROUNDS, SIDE = 64, 5, 64
ROW = SIDE * 8 // LINE  # lines of a row of a matrix
# The cache, and misses by structure, by case of closed.c. "full" is LRU over all
# lines; 8K,4 has 32 sets, and lines 4096 bytes apart are in the same set.
CLOSED = {
    # Each line is evicted before the next round reads it.
    "stream": ("L1=8K,full", {"Array": ROUNDS * (1 << 16) // LINE}),
    "stream-fits": ("L1=8K,full", {"Array": (1 << 12) // LINE}),
    # A circle of more lines than fit: LRU always misses. One round links them.
    "chase": ("L1=8K,full", {"Nodes": (ROUNDS + 1) * 1024}),
    "chase-fits": ("L1=16K,full", {"Nodes": 128}),
    # Three rows and one stay; the grids (64 K) do not. The last reads one line.
    "stencil": ("L1=8K,full", {"From": ROUNDS * SIDE * ROW,
                               "Into": ROUNDS * (SIDE - 2) * ROW + 1}),
    # A column is in one set of four ways: each access misses.
    "transposed": ("L1=8K,4", {"Matrix": SIDE * SIDE}),
    # With a line more in each row, a column lies in all sets, twice.
    "transposed-padded": ("L1=8K,4", {"Matrix": SIDE * SIDE // 8}),
    # Eight columns (64 lines), a row and a line stay; all of Right does not. The
    # last reads one line of Result.
    "product": ("L1=8K,full", {"Left": SIDE * ROW, "Right": SIDE * SIDE * ROW,
                               "Result": SIDE * ROW + 1}),
}

# Plans of planted.c, and how long a stretch is.
PHASES = [("blocks", plan) for plan in
          ("SCP", "SCPSCP", "SPSPSP", "CCSSPP", "SCSPSC", "PCPCPCPC", "CSPPSC")]
# The same code on other data: misses distinguish it, block vectors do not.
PHASES += [("blocks", "STST"), ("miss-rates", "STST"), ("blocks+miss-rates:2", "TSCT"),
           ("blocks+miss-rates:2", "SCTP")]
PERIODS = [("SC", 20000), ("SC", 30000), ("SC", 50000), ("SP", 20000), ("SP", 40000),
           ("PC", 30000), ("SSC", 20000), ("SCC", 20000)]
# The least number of intervals; a stretch has about twenty. Shorter runs are
# transitions.
LEAST_STRETCH = 8
# examples/layouts: kind of the advice, size.
LAYOUTS = {"split": ("split", 12000), "arrays": ("arrays", 20000),
           "reorder": ("reorder", 8000), "rows": ("pad-rows", 8),
           "indices": ("shrink", 2500), "pool": ("pool", 4000),
           "aligned": ("align", 9000)}


class Lab:
    def __init__(self, options):
        self.options = options
        self.folder = os.path.dirname(os.path.abspath(__file__))

    def path(self, name):
        return os.path.join(self.options.work, name)

    def run(self, *words):
        outcome = subprocess.run([self.options.memfacet, *words], capture_output=True,
                                 cwd=self.options.work)
        if outcome.returncode != 0:
            sys.exit(f"memfacet {' '.join(words)}: {outcome.stderr.decode()}")
        return outcome.stdout

    def build(self, source, name, *flags):
        subprocess.run([self.options.clang, "-O1", "-g", "-pthread", *flags,
                        source, "-o", self.path(name)], check=True)
        return self.path(name)


def words(answer):
    if isinstance(answer, dict):
        return ", ".join(f"{name} {count:,}" for name, count in answer.items())
    if isinstance(answer, tuple):
        return "{:,} false, {:,} true".format(*answer)
    return str(answer)


def row(group, case, expected, found, right=None):
    return {"group": group, "case": case, "expected": words(expected),
            "found": words(found), "pass": expected == found if right is None else right}


def sharing(lab):
    binary = lab.build(os.path.join(lab.folder, "sharing.c"), "sharing")
    for case, expected in SHARING.items():
        lab.run("record", "--no-analysis", "--trace", "s.mft", "--", binary, case)
        lab.run("simulate", "s.mft", "--sharing=no-range", "-o", "s.mfp")
        found = sqlite3.connect(lab.path("s.mfp")).execute(
            "SELECT sum(v.false_sharing), sum(v.true_sharing) FROM sharing_vertices v"
            " JOIN structure_rows s ON s.id = v.structure"
            " WHERE s.name NOT IN ('Turn', 'Sum')").fetchone()
        yield row("sharing", case, expected, tuple(x or 0 for x in found))


def closed(lab):
    binary = lab.build(os.path.join(lab.folder, "closed.c"), "closed")
    for case, (cache, expected) in CLOSED.items():
        lab.run("record", "--cache", cache, "-o", "c.mfp", "--", binary, case)
        report = json.loads(lab.run("report", "--json", "c.mfp"))
        groups = {s["name"]: s["levels"][0]["misses"] for s in report["structures"]}
        found = {name: groups.get(name, 0) for name in expected}
        yield row("closed", f"{case}, {cache}", expected, found)


def stretches(labels, kinds):
    """Returns the order of kinds: consecutive labels, without runs shorter than
    LEAST_STRETCH, renamed in the order of their first appearance."""
    runs = [[labels[0], 0]]
    for label in labels:
        if label != runs[-1][0]:
            runs.append([label, 0])
        runs[-1][1] += 1
    long = [label for label, count in runs if count >= LEAST_STRETCH]
    order = [label for i, label in enumerate(long) if i == 0 or label != long[i - 1]]
    names = {}
    return "".join(names.setdefault(x, kinds[len(names)] if len(names) < len(kinds)
                                    else "?") for x in order)


def squeezed(plan):
    return re.sub(r"(.)\1+", r"\1", plan)


def phases(lab):
    binary = lab.build(os.path.join(lab.folder, "planted.c"), "planted")
    for signature, plan in PHASES:
        lab.run("record", "--blocks", "--phases=reuse", "--cache", "zen4", "--interval",
                "50K", "-o", "p.mfp", "--", binary, plan, "200000")
        study = json.loads(lab.run("phases", "--json", "--resolution", "0.05", "--signature",
                                   signature, "p.mfp"))
        labels = [x["phase"] if isinstance(x, dict) else x for x in study["labels"]]
        kinds = "".join(dict.fromkeys(plan))  # in the order of their appearance
        found = stretches(labels, kinds)
        known = plan.replace("T", "S") if signature == "blocks" else plan
        yield row("phases", f"{plan}, {signature}", squeezed(known), found)


def periods(lab):
    """Yields the rows of periods. A period is found if volatility chooses a multiple of
    it, by 1 to 4, within 2 %. A curve is already calm if more than nine of ten changes
    from point to point are small, so a stretch has about ten points or fewer."""
    binary = lab.build(os.path.join(lab.folder, "planted.c"), "planted")
    rounds = 120

    def instructions(interval, *arguments):
        lab.run("record", "--cache", "zen4", "--interval", str(interval), "-o", "v.mfp",
                "--", binary, *arguments)
        return json.loads(lab.run("report", "--json", "v.mfp"))["instructions"]

    base = instructions(10000, "", "1")
    for plan, length in PERIODS:
        kernel = instructions(length // 4, plan * rounds, str(length // len(plan) // 2))
        planted = (kernel - base) / rounds
        found = period_of(json.loads(lab.run("volatility", "--json", "v.mfp")))
        times = round(found / planted)
        right = 1 <= times <= 4 and abs(found / times / planted - 1) <= 0.02
        yield row("periods", f"{plan}, {length}", f"{planted:,.0f} instructions",
                  f"{times} x {found / times:,.0f}" if times else f"{found:,}", right)


def period_of(study):
    return study["choice"].get("period") or 0


def layouts(lab):
    for name, (kind, size) in LAYOUTS.items():
        counts = {}
        for version in ("before", "after"):
            source = os.path.join(studies.SOURCE, "examples", "layouts", name,
                                  version + ".c")
            binary = lab.build(source, version, "-O2")
            lab.run("record", "--cache", "zen4", "--trace", version + ".mft", "-o",
                    version + ".mfp", "--", binary,
                    *(["--size", str(size)] if size else []))
            report = json.loads(lab.run("report", "--json", version + ".mfp"))
            counts[version] = [l["misses"] for l in report["total"]["levels"]]
        advice = json.loads(lab.run("advise", "--json", "--cache", "zen4", "before.mft"))
        cured = json.loads(lab.run("advise", "--json", "--cache", "zen4", "after.mft"))
        yield layout_row(name, kind, counts, advice, cured)


def saved(advice, kind, level, misses):
    """Returns the misses that the best advice of the kind saves."""
    predictions = [s["program_after"]["levels"][level]["misses"]
                   for s in advice["suggestions"] if s["kind"] == kind]
    return misses[level] - min(predictions) if predictions else 0


def layout_row(name, kind, counts, advice, cured):
    """Returns a row of layouts, which passes if the advice is of the kind, the real
    saving is within a tenth of the promised one, and at most a tenth of it is advised
    again after the change."""
    level = max(range(len(counts["after"])),
                key=lambda l: counts["before"][l] - counts["after"][l])
    real = counts["before"][level] - counts["after"][level]
    promised = saved(advice, kind, level, counts["before"])
    left = saved(cured, kind, level, counts["after"])
    right = real > 0 and abs(promised - real) <= 0.1 * real and left <= 0.1 * real
    return row("layouts", name, f"{kind} saves {real:,} L{level + 1} misses",
               f"{promised:,}; afterwards {left:,}", right)


GROUPS = {"sharing": sharing, "closed": closed, "phases": phases, "periods": periods,
          "layouts": layouts}


def table(rows):
    lines = ["| group | case | expected | found | pass |", "|---|---|---|---|---|"]
    for r in rows:
        lines.append(f"| {r['group']} | {r['case']} | {r['expected']} | {r['found']} | "
                     f"{'yes' if r['pass'] else 'NO'} |")
    passed = sum(r["pass"] for r in rows)
    return "\n".join([*lines, "", f"{passed} of {len(rows)} pass."])


def main():
    parser = studies.parser("truth")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    options = studies.parse(parser)
    for group in options.groups:
        if group not in GROUPS:
            sys.exit(f"no group '{group}'; there are {', '.join(GROUPS)}")
    lab, rows = Lab(options), []
    for group in options.groups or GROUPS:
        rows += GROUPS[group](lab)
    studies.write_json(options.json, rows)
    print(table(rows))
    return 0 if all(r["pass"] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
