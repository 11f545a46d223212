//===- Fork.cpp - a process becomes two -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The child never writes to its parent's region. At its first record it starts
// again, as thread 0 of a region of its own. Blocks that were allocated before
// the fork are known only in the parent's profile.
//
//===----------------------------------------------------------------------===//

#include "runtime/lifecycle/Fork.h"
#include "memfacet/Check.h"
#include "runtime/counts/Counts.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/process/ModuleList.h"
#include "runtime/process/ThreadRecords.h"
#include "runtime/record/HandlerFrames.h"
#include "runtime/record/KeptChunks.h"
#include "runtime/record/SharedMappings.h"
#include "runtime/region/DiscardPool.h"
#include "runtime/region/Held.h"
#include "runtime/region/SharedRegion.h"
#include "runtime/region/Spawn.h"
#include "runtime/select/Select.h"
#include "runtime/support/AddressLimit.h"
#include <pthread.h>
#include <sys/mman.h>

namespace memfacet::lifecycle {

namespace {

/// The signal mask of the forking thread, while the locks are held.
struct ForkState {
  uint64_t Mask;
};
constinit ForkState Fork{};

bool liesInRegion(const process::Process &P, ChunkHeader *C) {
  char *Address = reinterpret_cast<char *>(C);
  return P.Base && Address >= P.Base &&
         Address < P.Base + regionBytes(P.ChunkCount);
}

/// Replaces the chunk by private memory, as code that a handler interrupted may
/// still write to it.
void makePrivate(const process::Process &P, ChunkHeader *C) {
  if (C && !region::isDiscardChunk(C) && !liesInRegion(P, C))
    sys::mmap(C, ChunkBytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void resetThread(process::Process &P, record::ThreadState &T) {
  makePrivate(P, T.Chunk);
  for (uint32_t I = 0; I != T.Depth; ++I)
    makePrivate(P, T.Frames[I].Chunk);
  record::forgetFrameChunks(T);
  record::forgetKeptChunks(T);
  T.HoldsOrder = false;
  T.Chunk = nullptr;
  select::forgetSelection(T);
  T.IsRegistered = false;
  T.Sequence = 0;
  T.Index = 0;
  __memfacet_cursor = __memfacet_limit = nullptr;
  if (T.Record)
    T.Record->Index = 0;
}

void resetPrivateHeader(RegionHeader &H) {
  H.Order.store(1);
  H.Threads.store(0);
  H.LiveThreads.store(0);
  H.LostChunks.store(0);
}

void noteOrphans(process::Process &P) {
  P.KeepsOrphans |= region::keepsOrphans();
}

// Between these two functions, no other thread is inside the locks, and no
// handler of this thread tries to take them.
void beforeFork() {
  uint64_t Mask = sys::setSignalMask(~uint64_t(0));
  noteOrphans(process::process());
  process::process().StartLock.take();
  process::process().CollectorLock.take();
  process::modulesLock().take();
  record::sharedMappingsLock().take();
  lockObjects();
  Fork.Mask = Mask;
}

void afterForkInParent() {
  uint64_t Mask = Fork.Mask;
  unlockObjects();
  record::sharedMappingsLock().release();
  process::modulesLock().release();
  process::process().CollectorLock.release();
  process::process().StartLock.release();
  sys::setSignalMask(Mask);
}

void afterForkInChild() {
  uint64_t Mask = Fork.Mask;
  becomeChild();
  sys::setSignalMask(Mask);
}

} // namespace

void becomeChild() {
  process::Process &P = process::process();
  record::ThreadState &T = record::thread();
  MEMFACET_CHECK(sys::signalsAreBlocked(),
                 "handlers would see a half-made child");
  resetAddressLimit();
  P.StartLock.reset();
  P.CollectorLock.reset();
  process::resetModulesLock();
  record::sharedMappingsLock().reset();
  resetObjectsLock();
  process::forgetOtherThreads(T.Record);
  region::dropHeldMemory(P);
  counts::forgetCounts(T);
  if (!P.Started.load())
    return;
  resetThread(P, T);
  region::dropRegion(P);
  resetPrivateHeader(P.PrivateHeader);
  P.IsChild = true;
  P.ChildId = sys::processId();
  P.IsThreaded.store(false);
  P.Started.store(false);
  if (P.Settings.get(process::Option::fork) == Text("stop"))
    P.IsForbidden = true;
  if (P.IsForbidden)
    P.Destination.store(process::Recording::Off);
}

void installForkHandlers() {
  pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
}

} // namespace memfacet::lifecycle
