//===- SyncEvents.cpp - locks and waits become events ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/SyncEvents.h"
#include "runtime/record/EventCode.h"

namespace memfacet::record {

void writeRelease(ThreadState &T, SyncKind Kind, uint64_t Object) {
  QuietEvents Quiet(T);
  writeEventHere(T, eventHeader(EventKind::Release, 0, uint32_t(Kind)),
                 {&Object, 1});
}

void writeAcquire(ThreadState &T, SyncKind Kind, uint64_t Object, uint64_t Time,
                  uint64_t Site) {
  QuietEvents Quiet(T);
  stampIfOld(T, Time);
  const uint64_t Words[] = {Object, Site};
  writeStampedHere(T, eventHeader(EventKind::Acquire, 0, uint32_t(Kind)),
                   {Words, Site ? 2u : 1u}, {});
}

void writeStall(ThreadState &T, StallKind Kind, uint64_t Object,
                uint64_t Ticks) {
  QuietEvents Quiet(T);
  // What other threads did meanwhile comes before the stall.
  stampTime(T);
  emit<EventKind::Stall>(T, uint32_t(Kind), Object, Ticks);
}

} // namespace memfacet::record
