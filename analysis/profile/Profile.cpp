//===- Profile.cpp - sums and names ---------------------------------------===//

#include "analysis/profile/Profile.h"
#include <algorithm>
#include <numeric>

namespace memfacet {

LevelCounts &LevelCounts::operator+=(const LevelCounts &O) {
  Accesses += O.Accesses;
  Misses += O.Misses;
  Writebacks += O.Writebacks;
  return *this;
}

Counts &Counts::operator+=(const Counts &O) {
  Accesses += O.Accesses;
  Loads += O.Loads;
  Stores += O.Stores;
  if (Levels.size() < O.Levels.size())
    Levels.resize(O.Levels.size());
  for (size_t I = 0; I != O.Levels.size(); ++I)
    Levels[I] += O.Levels[I];
  return *this;
}

const char *structureKindName(StructureKind Kind) {
  switch (Kind) {
  case StructureKind::Global:
    return "global";
  case StructureKind::ThreadLocal:
    return "thread-local";
  case StructureKind::Literals:
    return "literals";
  case StructureKind::Heap:
    return "heap";
  case StructureKind::Stack:
    return "stack";
  case StructureKind::Mapping:
    return "mapping";
  case StructureKind::Library:
    return "library";
  case StructureKind::Unattributed:
    return "unattributed";
  case StructureKind::Local:
    return "local";
  }
  return "unattributed";
}

const char *stepKindName(StepKind Kind) {
  switch (Kind) {
  case StepKind::Sequential:
    return "sequential";
  case StepKind::Strided:
    return "strided";
  case StepKind::Repeated:
    return "repeated";
  case StepKind::Linked:
    return "linked";
  case StepKind::Indirect:
    return "indirect";
  case StepKind::Irregular:
    return "irregular";
  }
  return "irregular";
}

uint64_t AccessSteps::all() const {
  return std::accumulate(Steps.begin(), Steps.end(), uint64_t(0));
}

Counts Profile::total() const {
  Counts Sum;
  Sum.Levels.resize(Caches.Levels.size());
  for (const Structure &S : Structures)
    Sum += S.Total;
  return Sum;
}

bool Profile::hasInterest() const {
  return std::ranges::any_of(
      Markers, [](const Marker &M) { return M.Kind != MarkerKind::Phase; });
}

const char *markerKindName(MarkerKind Kind) {
  switch (Kind) {
  case MarkerKind::Phase:
    return "phase";
  case MarkerKind::InterestBegin:
    return "begin";
  case MarkerKind::InterestEnd:
    return "end";
  }
  return "";
}

} // namespace memfacet
