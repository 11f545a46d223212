//===- ProgramEvents.h - events that the program causes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_ENTRY_PROGRAMEVENTS_H
#define MEMFACET_RUNTIME_ENTRY_PROGRAMEVENTS_H

#include "memfacet/Events.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/lifecycle/ThreadExit.h"
#include "runtime/process/Process.h"

namespace memfacet::entry {

/// Returns whether this call comes from the program and is to be recorded.
inline bool enterForProgram(record::ThreadState &T) {
  if (!process::recording() || T.BusyDepth)
    return false;
  lifecycle::rescanIfChanged(T);
  lifecycle::finishAnnouncement(T);
  return true;
}

/// Returns the table entry that the instrumented call has left, and clears it.
inline uint64_t takeSite() {
  uint64_t Site = __memfacet_site;
  __memfacet_site = 0;
  return Site;
}

/// Does the same for an instrumented call that takes a lock. Otherwise returns
/// 0 and clears nothing.
inline uint64_t takeLockSite() {
  const auto *Entry = reinterpret_cast<const Allocation *>(__memfacet_site);
  return Entry && Entry->Kind == AllocationKind::Lock ? takeSite() : 0;
}

/// Reads the calls in progress, the innermost first. Returns their number.
inline uint32_t readContexts(uint64_t (&Contexts)[MaxContexts]) {
  uint32_t Count = 0;
  for (uint64_t Depth = __memfacet_depth; Depth && Count != MaxContexts;) {
    uint64_t Entry = record::contextSlot(--Depth);
    if (!Entry)
      break;
    Contexts[Count++] = Entry;
  }
  return Count;
}

/// Says that \p Address, which the thread has just released by a reallocation,
/// is a block as before (docs/internals/format.md, Alloc).
void keepBlock(record::ThreadState &T, const void *Address);

} // namespace memfacet::entry

#endif
