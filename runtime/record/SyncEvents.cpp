//===- SyncEvents.cpp - locks and waits become events ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/SyncEvents.h"
#include "runtime/record/EventWriter.h"

namespace memfacet::record {

void writeRelease(ThreadState &T, SyncKind Kind, uint64_t Object) {
  QuietEvents Quiet(T);
  emit<EventKind::Release>(T, uint32_t(Kind), Object);
}

void writeAcquire(ThreadState &T, SyncKind Kind, uint64_t Object, uint64_t Time,
                  uint64_t Site) {
  QuietEvents Quiet(T);
  if (Site)
    emitTimed<EventKind::Acquire>(T, Time, uint32_t(Kind), Object, Site);
  else
    emitTimed<EventKind::Acquire>(T, Time, uint32_t(Kind), Object);
}

void writeStall(ThreadState &T, StallKind Kind, uint64_t Object,
                uint64_t Ticks) {
  QuietEvents Quiet(T);
  // What other threads did meanwhile comes before the stall.
  stampTime(T);
  emit<EventKind::Stall>(T, uint32_t(Kind), Object, Ticks);
}

} // namespace memfacet::record
