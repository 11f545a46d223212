// A list of 400 nodes, walked again and again: the first level holds it anyway.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: pool Events

#include "pair.h"

enum { Count = 400, Rounds = 600'000 };

struct Event {
  Event *Next;
  uint64_t Time;
};

int main() {
  uint64_t Random = 9, Sum = 0;
#ifdef AFTER
  Event *Pool = allocate<Event>(Count);
#endif
  Event *First = nullptr;
  for (uint32_t I = 0; I != Count; ++I) {
#ifdef AFTER
    Event *Events = Pool++;
#else
    Event *Events = allocate<Event>(1);
    if (!malloc(16 + nextBelow(Random, 100)))
      return 1;
#endif
    *Events = {First, I};
    First = Events;
  }
  for (uint64_t Round = 0; Round != Rounds; ++Round)
    for (Event *E = First; E; E = E->Next)
      Sum = (Sum + E->Time) ^ Round;
  return printSum(Sum);
}
