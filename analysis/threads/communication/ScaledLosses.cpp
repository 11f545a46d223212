//===- ScaledLosses.cpp - counts of lost lines, multiplied ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ScaledLosses.h"
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

namespace {

/// Multiplies counts by one factor. The sum of the results is the rounded
/// product of the sum.
class Share {
public:
  explicit Share(double Factor = 1) : Factor(Factor) {}
  Share(uint64_t After, uint64_t Before)
      : Factor(Before == 0 ? 1 : double(After) / double(Before)) {}
  uint64_t next(uint64_t Count) {
    double Begin = std::round(Sum * Factor);
    Sum += double(Count);
    return uint64_t(std::round(Sum * Factor) - Begin);
  }
  /// Begins with other parts of the same sum.
  void begin() { Sum = 0; }

private:
  double Factor, Sum = 0;
};

/// Misses before and after.
struct Change {
  Share True, False;
};

struct Total {
  uint64_t True = 0, False = 0;
};

Change changeOf(Total Before, Total After) {
  return {Share(After.True, Before.True), Share(After.False, Before.False)};
}

void scaleVertex(result::SharingVertex &V, Change &C) {
  Total Before = {V.True, V.False};
  V.True = C.True.next(Before.True), V.False = C.False.next(Before.False);
  if (uint64_t Most = V.misses(); Most < V.Certain)
    (Before.True != 0 ? V.True : V.False) += V.Certain - Most;
  Share Orders(V.misses(), Before.True + Before.False);
  V.Coarse = std::min(Orders.next(V.Coarse), V.misses());
  V.Fine = V.misses();
}

} // namespace

void scaleLosses(result::SharingTable &Table,
                 const std::map<uint32_t, double> &Factors) {
  std::map<uint32_t, Change> Structures;
  for (auto [Structure, Factor] : Factors)
    Structures[Structure] = {Share(Factor), Share(Factor)};
  std::map<uint32_t, Total> Recorded, Scaled;
  std::vector<Change> Places;
  for (result::SharingVertex &V : Table.Vertices) {
    Total Previous = {V.True, V.False};
    auto Entry = Structures.find(V.Structure.Value);
    if (Entry != Structures.end() && V.misses() != 0)
      scaleVertex(V, Entry->second);
    Places.push_back(changeOf(Previous, {V.True, V.False}));
    Total &B = Recorded[V.Structure.Value], &A = Scaled[V.Structure.Value];
    B.True += Previous.True, B.False += Previous.False;
    A.True += V.True, A.False += V.False;
  }
  for (result::SharingEdge &E : Table.Edges) {
    E.True = Places[E.Target].True.next(E.True);
    E.False = Places[E.Target].False.next(E.False);
  }
  for (Change &C : Places) // fights are other parts of the same misses
    C.False.begin();
  for (result::SharingFight &F : Table.Fights) {
    F.Misses = Places[F.Victim].False.next(F.Misses);
    F.Certain = std::min(F.Certain, F.Misses);
  }
  for (auto &[Structure, C] : Structures)
    C = changeOf(Recorded[Structure], Scaled[Structure]);
  for (result::SharingClassCount &C : Table.Classes) {
    auto Entry = Structures.find(C.Structure.Value);
    if (Entry == Structures.end())
      continue;
    C.True = Entry->second.True.next(C.True);
    C.False = Entry->second.False.next(C.False);
  }
}

} // namespace memfacet::threads
