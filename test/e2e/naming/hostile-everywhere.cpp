// No command prints or writes anything that would do harm: names, places,
// phases and arguments are whatever a program says.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clangxx -std=c++20 -O1 -g -pthread %s -o %t/prog
// RUN: %memfacet-clangxx -std=c++20 -O1 -g -pthread --count-blocks %s -o %t/counting
// RUN: %python %S/../Inputs/hostile-outputs.py %memfacet %t %s | FileCheck %s
// CHECK: {{^[0-9]+}} commands are harmless
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <memfacet/memfacet.h>
#include <thread>

// The same list is in hostile-outputs.py.
static const char *const Names[] = {
    "=1+cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "+1+1",
    "-1+1",
    "\t=1+1",
    "\033]0;owned\007\033[31mred",
    "\302\2330mC1",
    "</script><script>owned()</script>",
    "<img src=x onerror='owned()'>",
    "'; DROP TABLE structure_rows; --",
    "a\nfn=owned\r\nb;c d",
    "\"];owned[label=\"",
    "$(touch owned)`touch owned`",
    "\342\200\256abc\342\200\254",
    "\377\376 not UTF-8",
};

struct Node {
  long Key, Value;
};

static Node *Nodes[sizeof(Names) / sizeof(*Names)];
static long Shared[8];

extern "C" __attribute__((noinline)) long
walk(long Rounds) asm("=walk|\033[31m'<b>\";DROP");
#line 7 "=dir\033[31m/<b>\"a b;c'.cpp"
extern "C" __attribute__((noinline)) long walk(long Rounds) {
  long Sum = 0;
  for (long R = 0; R < Rounds; ++R)
    for (Node *Cells : Nodes)
      for (long I = 0; I < 500; I += 3) {
        Cells[I].Key += R;
        Sum += Cells[I].Key + Cells[I].Value;
      }
  return Sum;
}

#line 55 "hostile-everywhere.cpp"
__attribute__((noinline)) static void fight(int Cell) {
  for (long I = 0; I < 3000; ++I)
    __atomic_fetch_add(&Shared[Cell], I, __ATOMIC_RELAXED);
}

int main(int Count, char **Values) {
  int I = 0;
  for (const char *Name : Names) {
    Nodes[I] = static_cast<Node *>(calloc(500, sizeof(Node)));
    MEMFACET_NAME(Nodes[I++], Name);
  }
  long Sum = 0;
  for (const char *Name : Names) {
    MEMFACET_PHASE(Name);
    Sum += walk(3);
  }
  std::thread Other(fight, 0);
  fight(1);
  Other.join();
  return Sum == Count;
}
