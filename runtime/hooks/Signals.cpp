//===- Signals.cpp - interposed signal functions --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's handlers run inside a HandlerScope. The kernel has onSignal as
// the handler. When the program queries a handler, it gets its own.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/process/Process.h"
#include "runtime/record/HandlerFrames.h"
#include <errno.h>
#include <signal.h>

namespace memfacet::hooks {

namespace {

using FullHandler = void(int, siginfo_t *, void *);
using PlainHandler = void (*)(int);

constexpr int MaxSignal = 64;

/// The program's handlers. All are called with three arguments. A handler that
/// takes one does not notice, so only the pointer must be exchanged.
struct SignalTable {
  std::atomic<FullHandler *> Handlers[MaxSignal + 1];
  /// SA_SIGINFO or 0, as the program set it.
  std::atomic<int> Information[MaxSignal + 1];
};
constinit SignalTable Signals{};

struct NextSignals {
  NextFunction<int(int, const struct sigaction *, struct sigaction *)> Action{
      "sigaction"};
  NextFunction<PlainHandler(int, PlainHandler)> Signal{"signal"};
  NextFunction<PlainHandler(int, PlainHandler)> BsdSignal{"bsd_signal"};
  NextFunction<PlainHandler(int, PlainHandler)> SSignal{"ssignal"};
  NextFunction<PlainHandler(int, PlainHandler)> SysvSignal{"sysv_signal"};
  NextFunction<PlainHandler(int, PlainHandler)> SysvSignal2{"__sysv_signal"};
};
constinit NextSignals Next;
MEMFACET_FIND_AT_START(Next);

void onSignal(int Signal, siginfo_t *Information, void *Context) {
  FullHandler *Handler = Signals.Handlers[Signal].load();
  if (!process::recording()) {
    Handler(Signal, Information, Context);
    return;
  }
  record::HandlerScope Scope(
      record::thread(), reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  Handler(Signal, Information, Context);
}

/// Returns whether \p Handler is a function, and not SIG_DFL, SIG_IGN or the
/// like.
bool isFunction(const void *Handler) {
  auto Value = reinterpret_cast<intptr_t>(Handler);
  return Value > 2;
}

/// Converts a handler to the other type.
PlainHandler plain(FullHandler *Handler) {
  return reinterpret_cast<PlainHandler>(reinterpret_cast<uintptr_t>(Handler));
}
FullHandler *full(PlainHandler Handler) {
  return reinterpret_cast<FullHandler *>(reinterpret_cast<uintptr_t>(Handler));
}

/// The handler that the program has set, which onSignal calls.
struct SavedHandler {
  FullHandler *Handler;
  int Information;
};
SavedHandler savedHandler(int Signal) {
  return {Signals.Handlers[Signal].load(), Signals.Information[Signal].load()};
}
void saveHandler(int Signal, SavedHandler R) {
  Signals.Information[Signal].store(R.Information);
  Signals.Handlers[Signal].store(R.Handler);
}

int setAction(int Signal, const struct sigaction *New, struct sigaction *Old) {
  SavedHandler Previous = savedHandler(Signal);
  struct sigaction Wrapped;
  const struct sigaction *Request = New;
  if (New && isFunction(reinterpret_cast<const void *>(New->sa_sigaction))) {
    copyBytes(&Wrapped, New, sizeof(Wrapped));
    Wrapped.sa_sigaction = onSignal;
    Wrapped.sa_flags |= SA_SIGINFO;
    saveHandler(Signal, {New->sa_sigaction, New->sa_flags & SA_SIGINFO});
    Request = &Wrapped;
  }
  int Result = Next.Action(Signal, Request, Old);
  if (Result != 0 && Request == &Wrapped)
    saveHandler(Signal, Previous);
  if (Result == 0 && Old && Old->sa_sigaction == onSignal) {
    Old->sa_sigaction = Previous.Handler;
    Old->sa_flags = (Old->sa_flags & ~SA_SIGINFO) | Previous.Information;
  }
  return Result;
}

PlainHandler setHandler(NextFunction<PlainHandler(int, PlainHandler)> &Next,
                        int Signal, PlainHandler Handler) {
  if (Signal < 1 || Signal > MaxSignal)
    return Next(Signal, Handler);
  SavedHandler Previous = savedHandler(Signal);
  bool IsWrapped = isFunction(reinterpret_cast<const void *>(Handler));
  if (IsWrapped)
    saveHandler(Signal, {full(Handler), 0});
  PlainHandler Wrapper = plain(onSignal);
  PlainHandler Old = Next(Signal, IsWrapped ? Wrapper : Handler);
  if (Old == SIG_ERR && IsWrapped)
    saveHandler(Signal, Previous);
  return Old == Wrapper ? plain(Previous.Handler) : Old;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int sigaction(int Signal, const struct sigaction *New,
                            struct sigaction *Old) {
  if (Signal < 1 || Signal > MaxSignal)
    return Next.Action(Signal, New, Old);
  return setAction(Signal, New, Old);
}

MEMFACET_HOOK PlainHandler signal(int Signal, PlainHandler Handler) {
  return setHandler(Next.Signal, Signal, Handler);
}

MEMFACET_HOOK PlainHandler bsd_signal(int Signal, PlainHandler Handler) {
  return setHandler(Next.BsdSignal, Signal, Handler);
}

MEMFACET_HOOK PlainHandler ssignal(int Signal, PlainHandler Handler) {
  return setHandler(Next.SSignal, Signal, Handler);
}

MEMFACET_HOOK PlainHandler sysv_signal(int Signal, PlainHandler Handler) {
  return setHandler(Next.SysvSignal, Signal, Handler);
}

MEMFACET_HOOK PlainHandler __sysv_signal(int Signal, PlainHandler Handler) {
  return setHandler(Next.SysvSignal2, Signal, Handler);
}
