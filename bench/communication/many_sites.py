#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a C program with hundreds of places in the code and dozens of arrays:
private ones, ones that all read, ones that threads write by turns, ones of
which each writes a part, and counters. Each thread runs the loops in a different order,
turn by turn.

usage: many_sites.py [SEED] > many-sites.c
"""

import random
import sys

ARRAYS, LOOPS, PLACES = 60, 60, 8
KINDS = ["private"] * 50 + ["read"] * 20 + ["turns"] * 15 + ["parts"] * 10 + \
    ["counter"] * 5


def main():
    dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    arrays = [(dice.choice(KINDS), 160 + 8 * dice.randrange(400))
              for _ in range(ARRAYS)]
    print('// Made by many_sites.py.\n#include "common.h"\n#include <semaphore.h>\n')
    for number, (kind, size) in enumerate(arrays):
        extent = "[MaxThreads]" if kind == "private" else ""
        print(f"static _Alignas(64) long {kind.capitalize()}{number}"
              f"{extent}[{size}];")
    print("static sem_t Turns[MaxThreads];\n")
    for loop in range(LOOPS):
        print(f"static __attribute__((noinline)) long loop{loop}"
              "(long Me, int Count, long Turn) {\n  long Sum = 0;\n"
              "  for (int I = 0; I < Count; ++I) {")
        for _ in range(PLACES):
            number = dice.randrange(ARRAYS)
            kind, size = arrays[number]
            name = f"{kind.capitalize()}{number}"
            rarely = dice.randrange(40) == 0
            write = rarely if kind == "read" else dice.randrange(3) == 0
            index = {"private": f"I * 8 % {size}", "read": f"I * 56 % {size}",
                     "turns": f"(Turn * 24 + I * 8) % {size}",
                     "parts": f"(I * 8 + Me * {size // 8}) % {size}",
                     "counter": "I % 32"}[kind]
            place = f"{name}[Me][{index}]" if kind == "private" else \
                f"{name}[{index}]"
            place = "*(volatile long *)&" + place
            print(f"    {place} = I + Me;" if write else f"    Sum += {place};")
        print("  }\n  return Sum;\n}")
    print("\nstatic long (*const Loops[])(long, int, long) = {")
    print(", ".join(f"loop{loop}" for loop in range(LOOPS)) + "};")
    print(f"""
static void *work(void *Argument) {{
  long Me = (long)Argument, Sum = 0;
  uint32_t State = (uint32_t)Me * 31 + 7;
  for (long Turn = 0; Turn < Size; ++Turn) {{
    double U = nextRandom(&State) / 4294967296.0;
    int Loop = (int)({LOOPS} * U * U * U), Count = 5 + nextRandom(&State) % 200;
    sem_wait(&Turns[Me]);
    Sum += Loops[Loop](Me, Count, Turn);
    sem_post(&Turns[(Me + 1) % Threads]);
  }}
  return (void *)Sum;
}}

int main(int Count, char **Words) {{
  readArguments(Count, Words);
  for (int I = 0; I < Threads; ++I)
    sem_init(&Turns[I], 0, I == 0);
  runThreads(work);
  puts("done");
}}""")


main()
