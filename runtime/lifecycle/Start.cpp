//===- Start.cpp - start of recording -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses system calls only, because a forked child starts in the middle of
// inserted code.
//
//===----------------------------------------------------------------------===//

#include "runtime/lifecycle/Start.h"
#include "memfacet/Check.h"
#include "runtime/lifecycle/Modules.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/Registration.h"
#include "runtime/region/FileRegion.h"
#include "runtime/region/SharedRegion.h"
#include "runtime/support/Pool.h"

namespace memfacet {

namespace {

constexpr uint32_t MaxCommandBytes = 32 * 1024;

Recording chooseDestination(Process &P) {
  if (P.IsForbidden || !P.Settings.isSet(Option::record))
    return Recording::Off;
  if (P.Settings.isSet(Option::discard))
    return Recording::Discard;
  if (P.Base)
    return Recording::Region; // attached before
  if (createRegion(P))
    return Recording::Region;
  if (openFileRegion())
    return Recording::File;
  Diagnostic() << "no shared memory, and the current folder is not writable; "
                  "the run is not recorded";
  return Recording::Discard;
}

void writeProgram(ThreadState &T) {
  char *Command = static_cast<char *>(allocatePages(MaxCommandBytes));
  int Fd = int(sys::open("/proc/self/cmdline", 0));
  long Size = 0;
  if (Command && Fd >= 0)
    Size = sys::read(Fd, Command, MaxCommandBytes);
  if (Fd >= 0)
    sys::close(Fd);
  if (Size < 0)
    Size = 0;
  emitWithBytes<EventKind::Program>(T, 0, Text(Command, size_t(Size)),
                                    uint64_t(sys::processId()), uint64_t(Size));
  if (Command)
    sys::munmap(Command, MaxCommandBytes);
}

void start(Process &P, ThreadState &T) {
  closeChunk(T); // something ran before
  P.Header = &P.PrivateHeader;
  P.PrivateHeader.Order.store(1);
  if (P.Base)
    P.Header = reinterpret_cast<RegionHeader *>(P.Base);
  P.Destination.store(chooseDestination(P));
  T.Index = P.Header->Threads.fetch_add(1);
  T.IsRegistered = true;
  T.KernelThread = sys::threadId();
  writeProgram(T);
  registerThread(T, T.Index, 0);
  if (P.IsChild) {
    announceObjects(T);
    announceModules(T);
  }
}

} // namespace

void ensureStarted(ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would wait for itself");
  Process &P = process();
  if (P.Started.load(std::memory_order_acquire) || T.IsStarting ||
      !P.Armed.load())
    return;
  LockGuard Guard(P.StartLock);
  if (P.Started.load())
    return;
  T.IsStarting = true;
  start(P, T);
  T.IsStarting = false;
  P.Started.store(true, std::memory_order_release);
}

} // namespace memfacet
