//===- Registration.cpp - registration of threads -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/Registration.h"
#include "memfacet/Check.h"
#include "runtime/process/Process.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/Upcalls.h"
#include "runtime/support/SelfMaps.h"

namespace memfacet::record {

constinit Upcalls RecordUpcalls{};

void registerThread(ThreadState &T, uint32_t Index, uint32_t Creator) {
  MEMFACET_CHECK(Index < process::process().Header->Threads.load(),
                 "an index is taken before");
  T.Index = Index;
  T.KernelThread = sys::threadId();
  T.IsRegistered = true;
  process::process().Header->LiveThreads.fetch_add(1);
  emit<EventKind::ThreadStart>(T, Creator, T.StackLow, T.StackHigh,
                               uint64_t(T.KernelThread), timeStamp());
  callUp(RecordUpcalls.BeginThread, T);
  T.IsUnannounced = true;
}

void registerUnknownThread(ThreadState &T) {
  process::process().IsThreaded.store(true);
  AddressRange Stack =
      mappingOf(reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  T.StackLow = Stack.Low;
  T.StackHigh = Stack.High;
  registerThread(T, process::process().Header->Threads.fetch_add(1), 0);
}

} // namespace memfacet::record
