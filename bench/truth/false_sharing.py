#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds planted false sharing: the table of pairs in docs/evaluation/communication.md.

usage: bench/truth/false_sharing.py [--bin FOLDER] [--work FOLDER] [--threads N,...]
                              [--again N] [--json FILE] [KIND...]

Each pair is a program with a fault that threads make often, and the same with padding.
Both are written by this script, one pair for each kind and number of threads. A program
is recorded as `memfacet record` does without options. The planted structure is found
if a finding of the report accuses it of false sharing; whatever is accused in the padded
program is a false alarm. Threads meet at a barrier after each round, so that lines
go from thread to thread however the machine runs them. The program `rates` has three
structures that lose their lines 3:2:1 times. With --again, faulty programs are recorded
N times: what each recording says of another run must contain what the others counted.
"""

import itertools
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studies  # noqa: E402

HEAD = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
enum { Threads = %(threads)d, Rounds = %(rounds)d, Steps = 20 };
#ifdef PADDED
#define OWN _Alignas(64)
#else
#define OWN
#endif
static pthread_barrier_t Barrier;
"""

MAIN = """
static void *begin(void *Argument) {
  long Me = (long)Argument;
  for (int Round = 0; Round != Rounds; ++Round) {
    work(Me, Round);
    pthread_barrier_wait(&Barrier);
  }
  return 0;
}
int main(void) {
  pthread_t Handles[Threads];
  pthread_barrier_init(&Barrier, 0, Threads);
  prepare();
  for (long I = 0; I != Threads; ++I)
    pthread_create(&Handles[I], 0, begin, (void *)I);
  for (int I = 0; I != Threads; ++I)
    pthread_join(Handles[I], 0);
  return 0;
}
"""

NO_PREPARATION = "static void prepare(void) {}\n"

# The memory of objects is called after one of these.
HEAP_NAMES = "planted Objects[]"

# By kind: what is planted, and the program between HEAD and MAIN.
KINDS = {
    "counters": ("planted", """
struct Count { OWN volatile long Value; };
_Alignas(64) struct Count planted[Threads];
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I) ++planted[Me].Value;
}
""" + NO_PREPARATION),
    "members": ("planted", """
struct Both { OWN volatile long Sent; OWN volatile long Received; };
_Alignas(64) struct Both planted[(Threads + 1) / 2];
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I)
    if (Me %% 2) ++planted[Me / 2].Sent; else ++planted[Me / 2].Received;
}
""" + NO_PREPARATION),
    "heap": (HEAP_NAMES, """
static volatile long *Objects[Threads];
static void prepare(void) {
  for (int I = 0; I != Threads; ++I) {
#ifdef PADDED
    long *planted = aligned_alloc(64, 64);
#else
    long *planted = malloc(16);
    // The first two have one line.
    while (I == 0 && (unsigned long)planted %% 64 >= 32)
      planted = malloc(16);
#endif
    *planted = 0;
    Objects[I] = planted;
  }
}
static void work(long Me, int Round) {
  volatile long *Mine = Objects[Me];
  for (int I = 0; I != Steps; ++I) ++*Mine;
}
"""),
    "reduction": ("planted", """
struct Part { OWN double Sum; };
struct Part *planted;
static const double Values[64] = {1, 2, 3};
static void prepare(void) {
  planted = aligned_alloc(64, (sizeof(struct Part) * Threads + 63) / 64 * 64);
  for (int I = 0; I != Threads; ++I) planted[I].Sum = 0;
}
static void work(long Me, int Round) {
  volatile double *Sum = &planted[Me].Sum;
  for (int I = 0; I != Steps; ++I) *Sum += Values[(Round + I) %% 64];
}
"""),
    "flags": ("planted", """
struct Flag { OWN atomic_char Set; };
_Alignas(64) struct Flag planted[Threads];
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I)
    atomic_store_explicit(&planted[Me].Set, I & 1, memory_order_relaxed);
}
""" + NO_PREPARATION),
    "queue": ("planted", """
struct Queue { OWN atomic_long Head; OWN atomic_long Tail; };
_Alignas(64) struct Queue planted;
static void work(long Me, int Round) {
  if (Me > 1) return;
  for (int I = 0; I != Steps; ++I)
    atomic_fetch_add_explicit(Me ? &planted.Head : &planted.Tail, 1, memory_order_relaxed);
}
""" + NO_PREPARATION),
    "lock-and-data": ("planted", """
struct Guarded { OWN atomic_int Lock; OWN volatile long Hits; };
_Alignas(64) struct Guarded planted;
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I)
    if (Me == 0) ++planted.Hits;
    else if (Me == 1) atomic_exchange_explicit(&planted.Lock, I & 1, memory_order_acquire);
}
""" + NO_PREPARATION),
    "stack": ("planted", """
struct Result { OWN volatile long Value; };
static struct Result *Results;
static void prepare(void) {}
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I) ++Results[Me].Value;
}
"""),
    "pool": ("planted", """
struct Worker { OWN volatile int State; volatile int Jobs; volatile long Done; };
_Alignas(64) struct Worker planted[Threads];
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I) {
    planted[Me].State = 1;
    ++planted[Me].Done;
    planted[Me].State = 0;
  }
}
""" + NO_PREPARATION),
    "globals": ("planted", """
__attribute__((section("side"))) _Alignas(64) volatile long planted = 1;
__attribute__((section("side"))) OWN volatile long neighbour = 1;
__attribute__((section("side"))) OWN volatile long last = 1;
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I)
    if (Me == 0) ++planted; else if (Me == 1) ++neighbour;
}
""" + NO_PREPARATION),
    "bitmap": ("planted", """
struct Bits { OWN volatile unsigned char Byte; };
_Alignas(64) struct Bits planted[Threads];
static void work(long Me, int Round) {
  for (int I = 0; I != Steps; ++I) planted[Me].Byte |= 1 << (I & 7);
}
""" + NO_PREPARATION),
}

RATES = """
_Alignas(64) volatile long thrice[Threads];
_Alignas(64) volatile long twice[Threads];
_Alignas(64) volatile long once[Threads];
static void work(long Me, int Round) {
  // No structure twice in turn: who comes last to a barrier goes on first.
  static volatile long *const Order[] = {thrice, twice, thrice, once, thrice, twice};
  volatile long *Mine = Order[Round % 6];
  for (int I = 0; I != Steps; ++I) ++Mine[Me];
}
""" + NO_PREPARATION

STACK_MAIN = MAIN.replace("  prepare();", "  _Alignas(64) struct Result planted[Threads] = {0};\n"
                          "  Results = planted;")


def source(kind, threads):
    body = RATES if kind == "rates" else KINDS[kind][1].replace("%%", "%")
    rounds = max(60, 6000 // threads // 6 * 6)
    main = STACK_MAIN if kind == "stack" else MAIN
    return HEAD % {"threads": threads, "rounds": rounds} + body + main


def build(options, kind, threads, padded):
    name = os.path.join(options.work, f"{kind}-{threads}{'-padded' if padded else ''}")
    with open(name + ".c", "w") as file:
        file.write(source(kind, threads))
    subprocess.run([options.clang, "-O2", "-g", "-pthread", *(["-DPADDED"] if padded else []),
                    name + ".c", "-o", name], check=True, stderr=subprocess.DEVNULL)
    return name


def record(options, program):
    """Returns the profile of a recording of PROGRAM."""
    profile = program + ".mfp"
    subprocess.run([options.memfacet, "record", "-o", profile, "--", program], check=True,
                   capture_output=True)
    return profile


def accused(options, profile):
    """Returns the structures that the report accuses of false sharing."""
    findings = json.loads(subprocess.run(
        [options.memfacet, "report", "--findings", "--json", profile], check=True,
        capture_output=True).stdout)
    return [f["name"] for f in findings if "false sharing" in f["text"].split(":")[0]]


def misses(options, profile):
    """Returns (misses of false sharing, low, high) of each structure."""
    table = studies.answers(options, "sharing", profile)
    sums = {}
    for s in table["structures"]:
        counts = (s["false_sharing"], s["any_run_low"], s["any_run_high"])
        sums[s["name"]] = tuple(map(sum, zip(counts, sums.get(s["name"], (0, 0, 0)))))
    return sums


def pair(options, kind, threads):
    planted = KINDS[kind][0].split()
    program = build(options, kind, threads, False)
    profiles, ranges, found = [], [], True
    for _ in range(options.again):
        profile = record(options, program)
        found = found and bool(set(planted) & set(accused(options, profile)))
        counts = misses(options, profile)
        ranges.append(next((counts[p] for p in planted if p in counts), (0, 0, 0)))
    padded = accused(options, record(options, build(options, kind, threads, True)))
    covered = [a[1] <= b[0] <= a[2] for a, b in itertools.permutations(ranges, 2)]
    counts = [r[0] for r in ranges]
    spread = (max(counts) - min(counts)) / max(max(counts), 1)
    return {"kind": kind, "threads": threads, "found": found, "false_sharing": ranges[0][0],
            "ranges": ranges, "covered": sum(covered), "asked": len(covered),
            "spread": spread,
            "padded": padded}


def rates(options, threads):
    """Returns the misses of the three structures, by that of the last one."""
    counts = misses(options, record(options, build(options, "rates", threads, False)))
    values = [counts.get(name, (0, 0, 0))[0] for name in ("thrice", "twice", "once")]
    return [v / max(values[2], 1) for v in values]


def table(rows):
    print("| kind | threads | found | misses of false sharing | alarms in the padded one |")
    print("|---|---|---|---|---|")
    for r in rows:
        print(f"| {r['kind']} | {r['threads']} | {'yes' if r['found'] else '**no**'} "
              f"| {studies.human(r['false_sharing'])} | {', '.join(r['padded']) or '-'} |")


def main():
    parser = studies.parser("false-sharing")
    parser.add_argument("--threads", default="2,4,16,64")
    parser.add_argument("--again", type=int, default=1)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("kinds", nargs="*", default=[])
    options = studies.parse(parser)
    threads = [int(t) for t in options.threads.split(",")]
    rows = []
    for kind in options.kinds or KINDS:
        for count in threads:
            rows.append(pair(options, kind, count))
            print(rows[-1], file=sys.stderr)
    table(rows)
    found, alarms = sum(r["found"] for r in rows), sum(bool(r["padded"]) for r in rows)
    print(f"\n{len(rows)} pairs: {found} found ({100 * found / len(rows):.1f} %), "
          f"{alarms} false alarms", end="")
    if options.again > 1:
        covered, expected = sum(r["covered"] for r in rows), sum(r["asked"] for r in rows)
        print(f"; of {options.again} recordings each, the range for another run contains the "
              f"count of another recording {covered} of {expected} times "
              f"({covered / expected:.1%}); "
              f"counts differ by at most {max(r['spread'] for r in rows):.1%}", end="")
    print(".\n")
    print("| threads | planted | counted |\n|---|---|---|")
    for count in threads:
        ratio = rates(options, count)
        print(f"| {count} | 3 : 2 : 1 | " + " : ".join(f"{v:.2f}" for v in ratio) + " |")
    studies.write_json(options.json, rows)


if __name__ == "__main__":
    main()
