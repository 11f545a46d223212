//===- Thread.cpp - thread-local state ------------------------------------===//

#include "runtime/record/Thread.h"
#include "runtime/process/Process.h"
#include "runtime/process/SelfMaps.h"
#include "runtime/record/EventWriter.h"

extern "C" {
MEMFACET_TLS uint64_t *__memfacet_cursor = nullptr;
MEMFACET_TLS uint64_t *__memfacet_limit = nullptr;
MEMFACET_TLS uint64_t __memfacet_site = 0;
MEMFACET_TLS uint64_t __memfacet_depth = 0;
MEMFACET_TLS uint64_t __memfacet_contexts[memfacet::ContextSlots] = {};
}

namespace memfacet {

MEMFACET_TLS ThreadState CurrentThread;

void registerThread(ThreadState &T, uint32_t Index, uint32_t Creator) {
  T.Index = Index;
  T.KernelThread = sys::threadId();
  T.Registered = true;
  process().Header->LiveThreads.fetch_add(1);
  emit<EventKind::ThreadStart>(T, Creator, T.StackLow, T.StackHigh,
                               uint64_t(T.KernelThread), timeStamp());
  if (selecting())
    beginSelection(T);
  T.Unannounced = true;
}

void registerUnknownThread(ThreadState &T) {
  process().Several.store(true);
  AddressRange Stack =
      mappingOf(reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  T.StackLow = Stack.Low;
  T.StackHigh = Stack.High;
  registerThread(T, process().Header->Threads.fetch_add(1), 0);
}

} // namespace memfacet
