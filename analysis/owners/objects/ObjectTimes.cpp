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
  resume(O, {O.Structure, Clock, true}, Waits);
}

void ObjectTimes::resume(const LiveObject &O, const PausedLife &P, bool Waits) {
  bool Counts = P.Structure.valid();
  StructureId Structure = Counts ? P.Structure : O.Structure;
  if (Counts) {
    Sums &Totals = sums(Structure);
    ++Totals.Live;
    Totals.Lived -= P.BirthTime;
  }
  bool Known = Counts && P.Known;
  if (Known || Waits)
    Births.add({O.Address, Known ? P.BirthTime : BirthTable::NoTime,
                Structure.Value, Waits ? uint32_t(O.Size) : 0});
}

/// Takes \p O out. Where its birth is not known, any time will do, as it is
/// subtracted again.
ObjectTimes::PausedLife ObjectTimes::pause(const LiveObject &O,
                                           BirthTable::Entry *Birth) {
  Sums &Totals = sums(O.Structure);
  bool Counts = Totals.Live != 0; // else an evicted variable or mapping
  bool Known =
      Birth && Birth->Structure == O.Structure.Value && Births.isBirth(*Birth);
  PausedLife P = {O.Structure, Known ? Birth->Time : Clock, Known};
  if (Birth && (Counts || Birth->Unclaimed != 0))
    Births.remove(*Birth);
  if (!Counts)
    return {};
  --Totals.Live;
  Totals.Lived += P.BirthTime;
  return P;
}

void ObjectTimes::end(const PausedLife &P) {
  if (!P.Structure.valid())
    return;
  Sums &Totals = sums(P.Structure);
  uint64_t Life = Clock - P.BirthTime;
  Totals.Lived += Life;
  if (!P.Known)
    return;
  Totals.Followed += Births.scale();
  Totals.Brief += Life < BriefBelow ? Births.scale() : 0;
  Totals.Longest = std::max(Totals.Longest, Life);
}

void ObjectTimes::renamed(const LiveObject &O, StructureId Structure) {
  PausedLife P = pause(O);
  if (!P.Structure.valid())
    return;
  --sums(P.Structure).Timed;
  ++sums(Structure).Timed;
  P.Structure = Structure;
  resume(O, P);
}

std::vector<result::ObjectLives> ObjectTimes::lives() const {
  std::vector<result::ObjectLives> Result;
  for (const Sums &Totals : ByStructure)
    Result.push_back({0, Totals.Timed, Totals.Live,
                      Totals.Lived + Totals.Live * Clock, Totals.Followed,
                      Totals.Brief, Totals.Longest});
  Births.forEachBirth([&](const BirthTable::Entry &E) {
    result::ObjectLives &Row = Result[E.Structure];
    Row.Followed += Births.scale();
    Row.Longest = std::max(Row.Longest, Clock - E.Time);
  });
  return Result;
}

} // namespace memfacet::owners
