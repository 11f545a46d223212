// A set of keys: chains of nodes, or keys in the table itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: order Nodes

#include "pair.h"

enum { Slots = 1 << 19, Keys = 200'000, Lookups = 15'000'000 };

struct Node {
  Node *Next;
  uint64_t Key;
};

static uint32_t slotOf(uint64_t Key) {
  return uint32_t(Key * 0x9e3779b97f4a7c15 >> 45);
}

#ifdef AFTER
static uint64_t *Table;

static void insert(uint64_t Key) {
  uint32_t Slot = slotOf(Key);
  while (Table[Slot] != 0 && Table[Slot] != Key)
    Slot = (Slot + 1) % Slots;
  Table[Slot] = Key;
}

static bool contains(uint64_t Key) {
  uint32_t Slot = slotOf(Key);
  while (Table[Slot] != 0 && Table[Slot] != Key)
    Slot = (Slot + 1) % Slots;
  return Table[Slot] == Key;
}
#else
static Node **Table;

static bool contains(uint64_t Key) {
  for (Node *N = Table[slotOf(Key)]; N; N = N->Next)
    if (N->Key == Key)
      return true;
  return false;
}

static void insert(uint64_t Key) {
  if (contains(Key))
    return;
  Node *Nodes = allocate<Node>(1);
  *Nodes = {Table[slotOf(Key)], Key};
  Table[slotOf(Key)] = Nodes;
}
#endif

int main() {
#ifdef AFTER
  Table = allocate<uint64_t>(Slots);
#else
  Table = allocate<Node *>(Slots);
#endif
  uint64_t Random = 7, Sum = 0;
  for (uint32_t I = 0; I != Keys; ++I)
    insert(1 + nextBelow(Random, 400'000));
  for (uint32_t I = 0; I != Lookups; ++I)
    Sum += contains(1 + nextBelow(Random, 400'000)) ? I : 1;
  return printSum(Sum);
}
