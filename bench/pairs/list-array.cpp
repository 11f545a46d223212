// A list of events whose nodes lie in any order, walked again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: pool Events

#include "pair.h"

enum { Count = 60'000, Rounds = 300 };

struct Event {
  Event *Next;
  uint64_t Time;
};

int main() {
  uint64_t Random = 9, Sum = 0;
  uint64_t *Times = allocate<uint64_t>(Count);
#ifndef AFTER
  Event **Order = allocate<Event *>(Count);
  for (uint32_t I = 0; I != Count; ++I) {
    Event *Events = allocate<Event>(1);
    Order[I] = Events;
  }
  for (uint32_t I = Count - 1; I != 0; --I) {
    uint32_t Place = nextBelow(Random, I + 1);
    Event *E = Order[I];
    Order[I] = Order[Place];
    Order[Place] = E;
  }
  for (uint32_t I = 0; I != Count; ++I)
    Order[I]->Time = I * 2654435761u,
    Order[I]->Next = I + 1 == Count ? nullptr : Order[I + 1];
#endif
  for (uint32_t I = 0; I != Count; ++I)
    Times[I] = I * 2654435761u;
  for (uint64_t Round = 0; Round != Rounds; ++Round) {
#ifdef AFTER
    for (uint32_t I = 0; I != Count; ++I)
      Sum = (Sum + Times[I]) ^ Round;
#else
    for (Event *E = Order[0]; E; E = E->Next)
      Sum = (Sum + E->Time) ^ Round;
#endif
  }
  return printSum(Sum + Times[Count / 2]);
}
