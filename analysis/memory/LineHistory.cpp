//===- memory/LineHistory.cpp - what one cache was asked for --------------===//

#include "analysis/memory/LineHistory.h"

namespace memfacet {

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

/// It is not in the list. Whether it has a record already does not matter.
void LineHistory::addNewest(uint64_t Line) {
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
    Known[Nodes[At].Line].Node = None;
  }
  Nodes[At].Line = Line;
  pushNewest(At);
  Known[Line].Node = At;
}

/// Whether a fully associative cache has the line.
bool LineHistory::askAssociative(Record &R, uint64_t Line, LookUp How) {
  uint32_t At = R.Node;
  if (At == None) {
    if (How == LookUp::Takes)
      addNewest(Line);
    return false;
  }
  if (How == LookUp::Gives) {
    unlink(At);
    Free.push_back(At);
    R.Node = None;
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

LineHistory::Answer LineHistory::ask(uint64_t Line, LookUp How, bool Missed) {
  // Nothing below adds a record: the reference holds.
  Record &Its = Known[Line];
  const Record Before = Its;
  Its.Asked = true;
  Its.Dropped = false;
  if (Missed)
    Its.Evictor = Nobody;
  bool Associative = askAssociative(Its, Line, How);
  bool Kept = Undropped && askUndropped(Line, How);
  MissClass Class = !Before.Asked            ? MissClass::Compulsory
                    : !Associative           ? MissClass::Capacity
                    : Kept && Before.Dropped ? MissClass::TrueSharing
                                             : MissClass::Conflict;
  return {Class, Before.Evictor};
}

void LineHistory::took(uint64_t Line) {
  Record &R = Known[Line];
  R.Evictor = Nobody;
  if (R.Node == None) {
    addNewest(Line);
  } else if (R.Node != Newest) {
    unlink(R.Node);
    pushNewest(R.Node);
  }
  if (Undropped && !Undropped->find(Line)) {
    HeldLine New;
    New.Line = Line;
    Undropped->take(New, Undropped->allWays());
  }
}

void LineHistory::dropped(uint64_t Line) {
  Record &R = Known[Line];
  R.Dropped = true;
  R.Evictor = Nobody;
}

} // namespace memfacet
