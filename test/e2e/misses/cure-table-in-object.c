// A hash table of words whose lists begin in a member of a larger record, and
// whose keys are texts elsewhere: the cure is more lists. The link is the first
// member, so one load follows the table and the links. What a search reaches
// from a list cannot be asked for in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && %memfacet-clang -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=8K,8;L2=64K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings --all | tr -s '\n ' ' ' > all
// RUN: FileCheck %s < %t/all
// RUN: FileCheck %s --check-prefix=TABLE < %t/all
// RUN: FileCheck %s --check-prefix=TEXT < %t/all
// CHECK-NOT: (a pool)
// CHECK-NOT: __builtin_prefetch
// CHECK: % of L1 misses{{.*}}(linked list: 8192 {{(struct )?}}word of 24 B)
// CHECK-SAME: Table of Index has 1024 lists of 8.0 elements on average, and a search looks at {{[3-5][.0-9]*}}: give the table 8.0 times as many lists (buckets); saves about
// CHECK-SAME: Costs 64 KiB for the pointers.
// CHECK-NOT: (a pool)
// CHECK-NOT: __builtin_prefetch
// TABLE: Index (single object: 1 struct index of {{[^)]*}})
// TABLE-SAME: It leads to the lists of {{[^ ]*}}, and is entered at random: keep the first element of each list in it, or what a search compares
// TEXT: (array: {{[^)]*}} char of 1 B in each of 8192 objects)
// TEXT-SAME: Each step along {{[^ ]*}} leads to another piece of it: keep what is looked at first, or a hash of it, in the element that points to it

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Lists = 1024, Words = 8192, Searches = 1 << 18 };

typedef struct word {
  struct word *Next;
  char *Text;
  unsigned Uses, Number;
} word;

struct index {
  unsigned Count;
  word *Table[Lists];
  double Weights[16];
};

static unsigned hash(const char *Text) {
  unsigned Hash = 2166136261u;
  for (; *Text; ++Text)
    Hash = (Hash ^ (unsigned char)*Text) * 16777619u;
  return Hash ^ Hash >> 15;
}

__attribute__((noinline)) static word *find(struct index *I, const char *Text) {
  for (word *W = I->Table[hash(Text) % Lists]; W; W = W->Next)
    if (strcmp(W->Text, Text) == 0)
      return W;
  return NULL;
}

__attribute__((noinline)) static void add(struct index *I, const char *Text) {
  word **Head = &I->Table[hash(Text) % Lists];
  word *W = calloc(1, sizeof *W);
  W->Text = strdup(Text);
  W->Next = *Head;
  W->Number = I->Count++;
  *Head = W;
}

int main(void) {
  struct index *Index = calloc(1, sizeof *Index);
  char Text[32];
  for (unsigned W = 0; W != Words; ++W) {
    snprintf(Text, sizeof Text, "word %u", W * 7919u % Words);
    add(Index, Text);
  }
  unsigned long State = 88172645463325252;
  unsigned Uses = 0;
  for (int I = 0; I != Searches; ++I) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    snprintf(Text, sizeof Text, "word %u", (unsigned)(State >> 20) % Words);
    word *Found = find(Index, Text);
    Uses += Found ? ++Found->Uses : 0;
  }
  printf("%u\n", Uses);
  return 0;
}
