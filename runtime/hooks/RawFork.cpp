//===- RawFork.cpp - forks that run no handlers ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Next.h"
#include "runtime/lifecycle/Fork.h"
#include "runtime/process/Process.h"
#include <sched.h>
#include <unistd.h>

namespace memfacet::hooks {

namespace {

using CloneFunction = int(int (*)(void *), void *, int, void *, void *, void *,
                          void *);

struct NextForks {
  NextFunction<pid_t()> Fork{"_Fork"};
  NextFunction<CloneFunction> Clone{"clone"};
};
constinit NextForks Next;
MEMFACET_FIND_AT_START(Next);

/// What the program's child is to run; the child has a copy.
struct CloneStart {
  int (*Start)(void *);
  void *Argument;
  uint64_t Mask; ///< of signals
};

int runClone(void *Argument) {
  CloneStart S = *static_cast<CloneStart *>(Argument);
  lifecycle::becomeChild();
  sys::setSignalMask(S.Mask);
  // The child does not return: _exit hands over what it has recorded.
  _exit(S.Start(S.Argument));
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK pid_t _Fork() {
  SignalBlock Block;
  pid_t Child = Next.Fork();
  if (Child == 0)
    lifecycle::becomeChild();
  return Child;
}

/// The standard header declares it with `...`, see mremap. A child with memory
/// of its own is a fork. A child that shares the memory is handled by the
/// caller: it is a thread or, as after vfork, runs while this thread sleeps.
MEMFACET_HOOK int hookClone(int (*Start)(void *), void *Stack, int Flags,
                            void *Argument, void *ParentId, void *Storage,
                            void *ChildId) asm("clone");
MEMFACET_HOOK int hookClone(int (*Start)(void *), void *Stack, int Flags,
                            void *Argument, void *ParentId, void *Storage,
                            void *ChildId) {
  if ((Flags & CLONE_VM) && !(Flags & CLONE_VFORK))
    process::process().IsThreaded.store(true);
  if ((Flags & CLONE_VM) || !Start || !Stack)
    return Next.Clone(Start, Stack, Flags, Argument, ParentId, Storage,
                      ChildId);
  uint64_t Mask = sys::setSignalMask(~uint64_t(0));
  CloneStart OwnStart = {Start, Argument, Mask};
  int Child =
      Next.Clone(runClone, Stack, Flags, &OwnStart, ParentId, Storage, ChildId);
  sys::setSignalMask(Mask);
  return Child;
}
