//===- Deferred.cpp - signals that come a little later --------------------===//

#include "runtime/pairs/Deferred.h"
#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"

namespace memfacet {

namespace {

/// More of them than these are delivered at once.
constexpr uint32_t MostSignals = 3;

struct DeferredSignals {
  uint32_t Count;
  siginfo_t Items[MostSignals];
};
MEMFACET_TLS DeferredSignals Deferred;

/// The first of those that a standard kind of signal does not queue twice.
constexpr int FirstQueued = 32;

bool isDeferred(int Signal) {
  for (uint32_t I = 0; I != Deferred.Count; ++I)
    if (Deferred.Items[I].si_signo == Signal)
      return true;
  return false;
}

void sendAgain(ThreadState &T) {
  for (uint32_t I = 0; I != Deferred.Count; ++I)
    sys::call(__NR_rt_tgsigqueueinfo, long(sys::processId()),
              long(T.KernelThread), long(Deferred.Items[I].si_signo),
              sys::word(&Deferred.Items[I]));
}

} // namespace

bool deferSignal(ThreadState &T, const siginfo_t &Information) {
  if (!T.Scratch.Telling)
    return false;
  int Signal = Information.si_signo;
  if (Signal < FirstQueued && isDeferred(Signal))
    return true;
  if (Deferred.Count == MostSignals)
    return false;
  copyBytes(&Deferred.Items[Deferred.Count], &Information, sizeof(siginfo_t));
  ++Deferred.Count;
  return true;
}

void beginTelling(ThreadState &T) {
  T.Scratch.Telling = true;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

void endTelling(ThreadState &T) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  T.Scratch.Telling = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (Deferred.Count == 0) [[likely]]
    return;
  SignalBlock Block; // they arrive when it ends
  sendAgain(T);
  Deferred.Count = 0;
}

} // namespace memfacet
