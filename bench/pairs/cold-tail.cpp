// A table of records in a vector: scans use 32 of the 240 bytes of each record.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: split Records

#include "pair.h"
#include <vector>

struct Tail {
  char Notes[208];
};

struct Record {
  uint64_t Key, Value, Count, Mark;
#ifndef AFTER
  Tail Cold;
#endif
};

int main() {
  const uint32_t Count = 60000;
  std::vector<Record> Records(Count);
#ifdef AFTER
  std::vector<Tail> Tails(Count);
#endif
  uint64_t Random = 1, Sum = 0;
  for (uint32_t I = 0; I != Count; ++I) {
    Records[I] = {};
    Records[I].Key = nextRandom(Random) % 1000;
#ifdef AFTER
    Tails[I].Notes[0] = char(I);
#else
    Records[I].Cold.Notes[0] = char(I);
#endif
  }
  for (uint32_t Round = 0; Round != 1200; ++Round)
    for (Record &R : Records)
      if (R.Key % 8 != Round % 8) {
        R.Value += R.Key + Round;
        R.Count += R.Mark ^ R.Value;
        Sum += R.Count;
      }
  return printSum(Sum);
}
