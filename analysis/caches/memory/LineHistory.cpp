//===- LineHistory.cpp - the look-ups of one cache ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/LineHistory.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace memfacet::caches {

LineHistory::LineHistory(const CacheLevel &Level, uint32_t LineBytes,
                         bool Coherent)
    : WholeCapacity(Level.Bytes / LineBytes + Level.VictimLines),
      Capacity(WholeCapacity) {
  if (Coherent)
    Undropped = std::make_unique<CacheArray>(Level.sets(LineBytes), Level.Ways,
                                             Level.Policy);
}

/// Makes the line of \p Record the most recent one.
void LineHistory::makeNewest(uint32_t Record) {
  LineRecord &R = Records[Record];
  if (isListed(R) && R.UsedAt + 1 == End)
    return;
  if (End - Oldest == Order.size())
    closeGaps();
  if (isListed(R)) {
    recordAt(R.UsedAt) = None;
  } else {
    if (Listed == Capacity)
      removeOldest();
    ++Listed;
  }
  R.UsedAt = End;
  recordAt(End++) = Record;
}

void LineHistory::remove(LineRecord &R) {
  MEMFACET_CHECK(isListed(R), "others have no place");
  recordAt(std::exchange(R.UsedAt, 0)) = None;
  --Listed;
}

void LineHistory::removeOldest() {
  MEMFACET_CHECK(Listed != 0, "callers ask before");
  while (recordAt(Oldest) == None)
    ++Oldest;
  recordAt(Oldest++) = None;
  --Listed;
}

/// Moves the records in Order to the places that follow, so that a quarter of
/// them is in use. Called when all are: at most once for as many uses as there
/// are recent lines.
void LineHistory::closeGaps() {
  std::vector<uint32_t> Lines;
  Lines.reserve(Listed);
  for (; Oldest != End; ++Oldest)
    if (uint32_t Record = recordAt(Oldest); Record != None)
      Lines.push_back(Record);
  MEMFACET_CHECK(Lines.size() == Listed, "gaps have no record");
  Order.assign(std::bit_ceil(std::max<size_t>(4 * Listed, 64)), None);
  for (uint32_t Record : Lines) {
    Records[Record].UsedAt = End;
    recordAt(End++) = Record;
  }
}

void LineHistory::choose(const LineSubset &Lines) {
  MEMFACET_CHECK(!Undropped, "other threads drop lines that are not looked up");
  for (uint32_t Record : Order)
    if (Record != None && !Lines.has(Records[Record].Line))
      remove(Records[Record]);
  Capacity = std::max<size_t>(WholeCapacity >> Lines.bits(), 1);
  while (Listed > Capacity)
    removeOldest();
}

/// Looks up a line in a fully associative cache. Returns whether it has the
/// line.
bool LineHistory::askAssociative(uint32_t Record, LookUp Kind) {
  LineRecord &R = Records[Record];
  const bool HasLine = isListed(R);
  if (HasLine && Kind == LookUp::Gives)
    remove(R);
  else if (HasLine || Kind == LookUp::Takes)
    makeNewest(Record);
  return HasLine;
}

/// Looks up a line in a cache from which nothing is dropped. Returns whether it
/// has the line.
bool LineHistory::askUndropped(uint64_t Line, LookUp Kind) {
  HeldLine *Copy = Undropped->find(Line);
  if (Kind == LookUp::Gives) {
    if (Copy)
      Undropped->remove(Line);
  } else if (Copy) {
    Undropped->use(*Copy);
  } else if (Kind == LookUp::Takes) {
    HeldLine New;
    New.Line = Line;
    Undropped->take(New, Undropped->allWays());
  }
  return Copy != nullptr;
}

LineHistory::Answer LineHistory::ask(uint32_t Record, LookUp Kind,
                                     bool Missed) {
  LineRecord &State = Records[Record];
  const LineRecord Old = State;
  State.WasAskedFor = true;
  // A write that passes, or a look-up in an exclusive level, does not bring the
  // line.
  if (!Missed || Kind == LookUp::Takes)
    State.Dropped = false;
  if (Missed)
    State.Evictor = NoEvictor;
  bool Associative = askAssociative(Record, Kind);
  bool IsKept = Undropped && askUndropped(State.Line, Kind);
  MissClass Class = !Old.WasAskedFor        ? MissClass::Compulsory
                    : !Associative          ? MissClass::Capacity
                    : IsKept && Old.Dropped ? MissClass::TrueSharing
                                            : MissClass::Conflict;
  return {Class, Old.Evictor};
}

void LineHistory::took(uint32_t Record) {
  LineRecord &State = Records[Record];
  State.Evictor = NoEvictor;
  State.Dropped = false;
  makeNewest(Record);
  if (Undropped && !Undropped->find(State.Line)) {
    HeldLine New;
    New.Line = State.Line;
    Undropped->take(New, Undropped->allWays());
  }
}

} // namespace memfacet::caches
