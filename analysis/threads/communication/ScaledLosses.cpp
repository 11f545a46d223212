//===- ScaledLosses.cpp - counts of lost lines, multiplied ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ScaledLosses.h"
#include "memfacet/Check.h"
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

/// How the misses of a structure become more, in proportion, or fewer: then
/// what is not certain of them.
struct Scale {
  double Factor = 1;
  uint64_t Misses = 0, Certain = 0; ///< of all places, before
  Share All;                        ///< of misses, or of those not certain

  bool isLess() const { return Factor < 1; }
  void begin() {
    const double Fewer = std::round(double(Misses) * Factor);
    All = isLess() ? Share(uint64_t(std::max(Fewer - double(Certain), 0.0)),
                           Misses - Certain)
                   : Share(Factor);
  }
  /// Returns what becomes of the misses of \p V, the next place.
  uint64_t next(const result::SharingVertex &V) {
    const uint64_t Kept = isLess() ? V.Certain : 0;
    return Kept + All.next(V.misses() - Kept);
  }
};

void scaleVertex(result::SharingVertex &V, Scale &S) {
  const uint64_t Before = V.misses(), After = S.next(V);
  V.True = Share(After, Before).next(V.True);
  V.False = After - V.True;
  V.Coarse = std::min(Share(After, Before).next(V.Coarse), After);
  V.Fine = After;
}

/// Returns the scales of structures that have a factor.
std::map<uint32_t, Scale> scalesOf(const result::SharingTable &Table,
                                   const std::map<uint32_t, double> &Factors) {
  std::map<uint32_t, Scale> Scales;
  for (auto [Structure, Factor] : Factors)
    Scales[Structure].Factor = Factor;
  for (const result::SharingVertex &V : Table.Vertices)
    if (auto Entry = Scales.find(V.Structure.Value); Entry != Scales.end()) {
      MEMFACET_CHECK(V.Certain <= V.misses(), "a miss stands for one or more");
      Entry->second.Misses += V.misses();
      Entry->second.Certain += V.Certain;
    }
  for (auto &[Structure, S] : Scales)
    S.begin();
  return Scales;
}

} // namespace

void scaleLosses(result::SharingTable &Table,
                 const std::map<uint32_t, double> &Factors) {
  std::map<uint32_t, Scale> Scales = scalesOf(Table, Factors);
  std::map<uint32_t, Total> Recorded, Scaled;
  std::vector<Change> Places;
  for (result::SharingVertex &V : Table.Vertices) {
    Total Previous = {V.True, V.False};
    auto Entry = Scales.find(V.Structure.Value);
    if (Entry != Scales.end() && V.misses() != 0)
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
  std::map<uint32_t, Change> Structures;
  for (auto &[Structure, S] : Scales)
    Structures[Structure] = changeOf(Recorded[Structure], Scaled[Structure]);
  for (result::SharingClassCount &C : Table.Classes) {
    auto Entry = Structures.find(C.Structure.Value);
    if (Entry == Structures.end())
      continue;
    C.True = Entry->second.True.next(C.True);
    C.False = Entry->second.False.next(C.False);
  }
}

} // namespace memfacet::threads
