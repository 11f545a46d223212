//===- PairCounts.cpp - how often there was each kind of pair -------------===//

#include "analysis/communication/PairCounts.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

void PairCounts::begun(Entry &E, const Kind &K) {
  E.Of = K;
  if (2 * ++Used <= Entries.size())
    return;
  std::vector<Entry> Old(2 * Entries.size());
  Old.swap(Entries);
  for (const Entry &Its : Old)
    if (Its.Times != 0)
      Entries[placeOf(Its.Of)] = Its;
}

std::vector<PairCount>
PairCounts::counts(const std::vector<uint32_t> &Places) const {
  std::vector<Entry> All;
  for (Entry E : Entries)
    if (E.Times != 0) {
      E.Of.First = Places[E.Of.First];
      E.Of.Second = Places[E.Of.Second];
      All.push_back(E);
    }
  std::ranges::sort(All, {}, [](const Entry &E) {
    return std::tuple(E.Of.First, E.Of.Second, E.Of.Octave, E.Of.Overlap);
  });
  std::vector<PairCount> Result;
  for (const Entry &E : All) {
    if (Result.empty() || Result.back().First != E.Of.First ||
        Result.back().Second != E.Of.Second)
      Result.push_back({E.Of.First, E.Of.Second, 0, 0, {}});
    PairCount &C = Result.back();
    C.Pairs += E.Times;
    C.Overlapping += E.Of.Overlap ? E.Times : 0;
    C.Distances.resize(E.Of.Octave + 1);
    C.Distances[E.Of.Octave] += E.Times;
  }
  return Result;
}

} // namespace memfacet
