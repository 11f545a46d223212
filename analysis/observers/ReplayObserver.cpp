//===- ReplayObserver.cpp - the stream, for changed layouts ---------------===//

#include "analysis/observers/ReplayObserver.h"

namespace memfacet {

void ReplayObserver::add(ReplayEvent::Kind Kind, uint32_t Number) {
  ReplayEvent E{Kind};
  E.Number = Number;
  Scheduler.block().add(E);
}

bool ReplayObserver::isHeap(uint32_t Structure) const {
  return Memory.structures().structures()[Structure].Kind ==
         StructureKind::Heap;
}

void ReplayObserver::accesses(const OwnedPart &P) {
  const AccessBatch &B = P.Part.Of;
  Objects.settle(Scheduler.block());
  if (P.Part.Begin == P.Part.End)
    return;
  if (Thread != B.Thread) {
    add(ReplayEvent::Kind::Thread, B.Thread.Value);
    Thread = B.Thread;
  }
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    uint64_t Address = B.Address[I] & AddressMask;
    uint32_t Object = Objects.find(Address, StructureId(P.Owners[I]),
                                   B.Info[I].site(), Scheduler.block());
    if (Object == NoObject && isHeap(P.Owners[I]))
      Object = OtherHeapObject;
    Scheduler.block().Accesses.push_back(
        {Address, B.Info[I], P.Owners[I], Object});
  }
  if (Scheduler.block().full())
    Scheduler.handOn();
}

void ReplayObserver::event(const Event &E) {
  if (E.Kind == EventKind::ThreadEnd) {
    add(ReplayEvent::Kind::ThreadEnd, E.Thread.Value);
    Thread = ThreadId();
  }
  Objects.event(E, Scheduler.block());
  if (Scheduler.block().full())
    Scheduler.handOn();
}

void ReplayObserver::count(bool Wanted) {
  add(ReplayEvent::Kind::Count, Wanted);
}

void ReplayObserver::forgetCounts() { add(ReplayEvent::Kind::Forget, 0); }

void ReplayObserver::fill(Profile &P) {
  Scheduler.settle();
  End(P, Modules);
}

} // namespace memfacet
