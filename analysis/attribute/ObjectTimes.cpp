//===- ObjectTimes.cpp - how long objects of the heap live ----------------===//

#include "analysis/attribute/ObjectTimes.h"
#include <algorithm>

namespace memfacet {

ObjectTimes::Sums &ObjectTimes::sums(StructureId S) {
  if (S.Value >= ByStructure.size())
    ByStructure.resize(S.Value + 1);
  return ByStructure[S.Value];
}

void ObjectTimes::began(const LiveObject &O) {
  ++sums(O.Structure).Timed;
  resume(O, {O.Structure, Now, true});
}

void ObjectTimes::resume(const LiveObject &O, const Paused &P) {
  if (!P.Structure.valid())
    return;
  Sums &Of = sums(P.Structure);
  ++Of.Live;
  Of.Lived -= P.Since;
  if (P.Known && !Stopped)
    Births.add({O.Address, P.Since, P.Structure.Value});
}

/// Where the birth is not known, any time will do, as it is taken off again.
ObjectTimes::Paused ObjectTimes::pause(const LiveObject &O) {
  Sums &Of = sums(O.Structure);
  if (Of.Live == 0)
    return {}; // a variable or a mapping that something evicted
  std::optional<BirthTable::Entry> Birth;
  if (!Stopped)
    Birth = Births.take(O.Address);
  bool Known = Birth && Birth->Structure == O.Structure.Value;
  Paused P = {O.Structure, Known ? Birth->Time : Now, Known};
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

std::vector<ObjectLives> ObjectTimes::lives() const {
  std::vector<ObjectLives> Result;
  for (const Sums &Of : ByStructure)
    Result.push_back({0, Of.Timed, Of.Live, Of.Lived + Of.Live * Now,
                      Of.Followed, Of.Brief, Of.Longest});
  Births.forEach([&](const BirthTable::Entry &E) {
    ObjectLives &Of = Result[E.Structure];
    Of.Followed += Births.scale();
    Of.Longest = std::max(Of.Longest, Now - E.Time);
  });
  return Result;
}

} // namespace memfacet
