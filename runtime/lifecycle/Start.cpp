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
#include "runtime/record/SharedMappings.h"
#include "runtime/region/FileRegion.h"
#include "runtime/region/SharedRegion.h"
#include "runtime/support/Pool.h"

namespace memfacet::lifecycle {

namespace {

constexpr uint32_t MaxCommandBytes = 32 * 1024;

process::Recording chooseDestination(process::Process &P) {
  if (P.IsForbidden || !P.Settings.isSet(process::Option::record))
    return process::Recording::Off;
  if (P.Settings.isSet(process::Option::discard))
    return process::Recording::Discard;
  if (P.Base)
    return process::Recording::Region; // attached before
  if (region::createRegion(P))
    return process::Recording::Region;
  if (region::openFileRegion("no shared memory"))
    return process::Recording::File;
  Diagnostic() << "no shared memory, and the current folder is not writable; "
                  "the run is not recorded";
  return process::Recording::Discard;
}

void writeProgram(record::ThreadState &T) {
  char *Command = static_cast<char *>(allocatePages(MaxCommandBytes));
  int Fd = int(sys::open("/proc/self/cmdline", 0));
  long Size = 0;
  if (Command && Fd >= 0)
    Size = sys::read(Fd, Command, MaxCommandBytes);
  if (Fd >= 0)
    sys::close(Fd);
  if (Size < 0)
    Size = 0;
  record::emitWithBytes<EventKind::Program>(T, 0, Text(Command, size_t(Size)),
                                            uint64_t(sys::processId()),
                                            uint64_t(Size));
  if (Command)
    sys::munmap(Command, MaxCommandBytes);
}

void start(process::Process &P, record::ThreadState &T) {
  record::closeChunk(T); // something ran before
  P.Header = &P.PrivateHeader;
  P.PrivateHeader.Order.store(1);
  if (P.Base)
    P.Header = reinterpret_cast<RegionHeader *>(P.Base);
  P.Destination.store(chooseDestination(P));
  T.Index = P.Header->Threads.fetch_add(1);
  T.IsRegistered = true;
  T.KernelThread = sys::threadId();
  writeProgram(T);
  record::registerThread(T, T.Index, 0);
  if (P.IsChild) {
    announceObjects(T);
    announceModules(T);
    record::announceShared(T);
  }
}

} // namespace

void ensureStarted(record::ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would wait for itself");
  process::Process &P = process::process();
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

} // namespace memfacet::lifecycle
