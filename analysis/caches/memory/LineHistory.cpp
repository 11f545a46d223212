//===- LineHistory.cpp - what one cache was asked for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/LineHistory.h"

namespace memfacet::caches {

LineHistory::LineHistory(const CacheLevel &Level, uint32_t LineBytes,
                         bool Coherent)
    : Capacity(Level.Bytes / LineBytes + Level.VictimLines) {
  if (Coherent)
    Undropped = std::make_unique<CacheArray>(Level.sets(LineBytes), Level.Ways,
                                             Level.Policy);
}

void LineHistory::unlink(uint32_t At) {
  Node &N = Nodes[At];
  (N.Newer == None ? Newest : Nodes[N.Newer].Older) = N.Older;
  (N.Older == None ? Oldest : Nodes[N.Older].Newer) = N.Newer;
}

void LineHistory::pushNewest(uint32_t At) {
  Nodes[At].Newer = None;
  Nodes[At].Older = Newest;
  (Newest == None ? Oldest : Nodes[Newest].Newer) = At;
  Newest = At;
}

/// It is not in the list.
void LineHistory::addNewest(uint32_t Record) {
  uint32_t At;
  if (!Free.empty()) {
    At = Free.back();
    Free.pop_back();
  } else if (Nodes.size() < Capacity) {
    At = uint32_t(Nodes.size());
    Nodes.emplace_back();
  } else {
    At = Oldest;
    unlink(At);
    Records[Nodes[At].Record].Node = None;
  }
  Nodes[At].Record = Record;
  pushNewest(At);
  Records[Record].Node = At;
}

/// Whether a fully associative cache has the line.
bool LineHistory::askAssociative(uint32_t Record, LookUp How) {
  uint32_t At = Records[Record].Node;
  if (At == None) {
    if (How == LookUp::Takes)
      addNewest(Record);
    return false;
  }
  if (How == LookUp::Gives) {
    unlink(At);
    Free.push_back(At);
    Records[Record].Node = None;
  } else if (At != Newest) {
    unlink(At);
    pushNewest(At);
  }
  return true;
}

/// Whether a cache from which nothing is dropped has the line.
bool LineHistory::askUndropped(uint64_t Line, LookUp How) {
  HeldLine *Held = Undropped->find(Line);
  if (How == LookUp::Gives) {
    if (Held)
      Undropped->remove(Line);
  } else if (Held) {
    Undropped->use(*Held);
  } else if (How == LookUp::Takes) {
    HeldLine New;
    New.Line = Line;
    Undropped->take(New, Undropped->allWays());
  }
  return Held != nullptr;
}

LineHistory::Answer LineHistory::ask(uint32_t Record, LookUp How, bool Missed) {
  Known &Its = Records[Record];
  const Known Before = Its;
  Its.Asked = true;
  // What passes, or an exclusive level is asked for, stays away.
  if (!Missed || How == LookUp::Takes)
    Its.Dropped = false;
  if (Missed)
    Its.Evictor = Nobody;
  bool Associative = askAssociative(Record, How);
  bool Kept = Undropped && askUndropped(Its.Line, How);
  MissClass Class = !Before.Asked            ? MissClass::Compulsory
                    : !Associative           ? MissClass::Capacity
                    : Kept && Before.Dropped ? MissClass::TrueSharing
                                             : MissClass::Conflict;
  return {Class, Before.Evictor};
}

void LineHistory::took(uint32_t Record) {
  Known &Its = Records[Record];
  Its.Evictor = Nobody;
  Its.Dropped = false;
  if (Its.Node == None) {
    addNewest(Record);
  } else if (Its.Node != Newest) {
    unlink(Its.Node);
    pushNewest(Its.Node);
  }
  if (Undropped && !Undropped->find(Its.Line)) {
    HeldLine New;
    New.Line = Its.Line;
    Undropped->take(New, Undropped->allWays());
  }
}

} // namespace memfacet::caches
