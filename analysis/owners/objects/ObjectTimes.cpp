//===- ObjectTimes.cpp - how long objects of the heap live ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/ObjectTimes.h"
#include <algorithm>

namespace memfacet::owners {

ObjectTimes::Sums &ObjectTimes::sums(StructureId S) {
  if (S.Value >= ByStructure.size())
    ByStructure.resize(S.Value + 1);
  return ByStructure[S.Value];
}

void ObjectTimes::began(const LiveObject &O, bool Waits) {
  ++sums(O.Structure).Timed;
  resume(O, {O.Structure, Now, true}, Waits);
}

void ObjectTimes::resume(const LiveObject &O, const Paused &P, bool Waits) {
  bool Counts = P.Structure.valid();
  StructureId Its = Counts ? P.Structure : O.Structure;
  if (Counts) {
    Sums &Of = sums(Its);
    ++Of.Live;
    Of.Lived -= P.Since;
  }
  bool Known = Counts && P.Known;
  if (Known || Waits)
    Births.add({O.Address, Known ? P.Since : BirthTable::NoTime, Its.Value,
                Waits ? uint32_t(O.Size) : 0});
}

/// Where the birth is not known, any time will do, as it is taken off again.
ObjectTimes::Paused ObjectTimes::pause(const LiveObject &O,
                                       BirthTable::Entry *Birth) {
  Sums &Of = sums(O.Structure);
  bool Counts = Of.Live != 0; // else something evicted a variable or a mapping
  bool Known =
      Birth && Birth->Structure == O.Structure.Value && Births.isBirth(*Birth);
  Paused P = {O.Structure, Known ? Birth->Time : Now, Known};
  if (Birth && (Counts || Birth->Unclaimed != 0))
    Births.remove(*Birth);
  if (!Counts)
    return {};
  --Of.Live;
  Of.Lived += P.Since;
  return P;
}

void ObjectTimes::end(const Paused &P) {
  if (!P.Structure.valid())
    return;
  Sums &Of = sums(P.Structure);
  uint64_t Life = Now - P.Since;
  Of.Lived += Life;
  if (!P.Known)
    return;
  Of.Followed += Births.scale();
  Of.Brief += Life < BriefBelow ? Births.scale() : 0;
  Of.Longest = std::max(Of.Longest, Life);
}

void ObjectTimes::renamed(const LiveObject &O, StructureId To) {
  Paused P = pause(O);
  if (!P.Structure.valid())
    return;
  --sums(P.Structure).Timed;
  ++sums(To).Timed;
  P.Structure = To;
  resume(O, P);
}

std::vector<result::ObjectLives> ObjectTimes::lives() const {
  std::vector<result::ObjectLives> Result;
  for (const Sums &Of : ByStructure)
    Result.push_back({0, Of.Timed, Of.Live, Of.Lived + Of.Live * Now,
                      Of.Followed, Of.Brief, Of.Longest});
  Births.forEachBirth([&](const BirthTable::Entry &E) {
    result::ObjectLives &Of = Result[E.Structure];
    Of.Followed += Births.scale();
    Of.Longest = std::max(Of.Longest, Now - E.Time);
  });
  return Result;
}

} // namespace memfacet::owners
