//===- LineHistory.cpp - the look-ups of one cache ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/LineHistory.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::caches {

LineHistory::LineHistory(const CacheLevel &Level, uint32_t LineBytes,
                         bool Coherent)
    : WholeCapacity(Level.Bytes / LineBytes + Level.VictimLines),
      Capacity(WholeCapacity) {
  if (Coherent)
    Undropped = std::make_unique<CacheArray>(Level.sets(LineBytes), Level.Ways,
                                             Level.Policy);
}

void LineHistory::unlink(uint32_t Index) {
  Node &N = Nodes[Index];
  (N.Newer == None ? Newest : Nodes[N.Newer].Older) = N.Older;
  (N.Older == None ? Oldest : Nodes[N.Older].Newer) = N.Newer;
}

void LineHistory::pushNewest(uint32_t Index) {
  Nodes[Index].Newer = None;
  Nodes[Index].Older = Newest;
  (Newest == None ? Oldest : Nodes[Newest].Newer) = Index;
  Newest = Index;
}

/// Adds \p Record, which is not in the list, as the most recent one.
void LineHistory::addNewest(uint32_t Record) {
  if (Listed == Capacity)
    remove(Oldest);
  uint32_t Index = uint32_t(Nodes.size());
  if (Free.empty()) {
    Nodes.emplace_back();
  } else {
    Index = Free.back();
    Free.pop_back();
  }
  Nodes[Index].Record = Record;
  pushNewest(Index);
  Records[Record].Node = Index;
  ++Listed;
}

void LineHistory::remove(uint32_t Index) {
  unlink(Index);
  Free.push_back(Index);
  Records[Nodes[Index].Record].Node = None;
  --Listed;
}

void LineHistory::choose(unsigned Bits) {
  MEMFACET_CHECK(!Undropped, "other threads drop lines that are not looked up");
  ResidueSet Chosen = chosenLines(Bits);
  for (uint32_t Index = Newest; Index != None;) {
    uint32_t Next = Nodes[Index].Older;
    if (!hasResidue(Chosen, Records[Nodes[Index].Record].Line))
      remove(Index);
    Index = Next;
  }
  Capacity = std::max<size_t>(WholeCapacity >> Bits, 1);
  while (Listed > Capacity)
    remove(Oldest);
}

/// Looks up a line in a fully associative cache. Returns whether it has the
/// line.
bool LineHistory::askAssociative(uint32_t Record, LookUp Kind) {
  uint32_t Index = Records[Record].Node;
  if (Index == None) {
    if (Kind == LookUp::Takes)
      addNewest(Record);
    return false;
  }
  if (Kind == LookUp::Gives)
    remove(Index);
  else
    renew(Index);
  return true;
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
