//===- Jumps.cpp - interposed non-local jumps -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A jump out of a signal handler is noticed where it starts: the target's stack
// pointer tells which handlers it leaves.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/process/Process.h"
#include "runtime/record/HandlerFrames.h"
#include <setjmp.h>

namespace memfacet::hooks {

namespace {

using Jump = void(__jmp_buf_tag *, int);

struct NextJumps {
  NextFunction<Jump> Long{"longjmp"};
  NextFunction<Jump> Plain{"_longjmp"};
  NextFunction<Jump> Signal{"siglongjmp"};
  NextFunction<Jump> Checked{"__longjmp_chk"};
};
constinit NextJumps Next;
MEMFACET_FIND_AT_START(Next);

void beforeJump(const __jmp_buf_tag *Target) {
  record::ThreadState &T = record::thread();
  // The calls in progress are dropped where setjmp returns.
  __memfacet_site = 0;
  if (!process::recording() || T.Depth == 0)
    return;
  SignalBlock Block;
  record::leaveDeadFrames(T, machine::stackOfJump(Target));
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void longjmp(__jmp_buf_tag *Target, int Value) {
  beforeJump(Target);
  Next.Long(Target, Value);
  __builtin_unreachable();
}

MEMFACET_HOOK void _longjmp(__jmp_buf_tag *Target, int Value) {
  beforeJump(Target);
  Next.Plain(Target, Value);
  __builtin_unreachable();
}

MEMFACET_HOOK void siglongjmp(__jmp_buf_tag *Target, int Value) {
  beforeJump(Target);
  Next.Signal(Target, Value);
  __builtin_unreachable();
}

MEMFACET_HOOK void __longjmp_chk(__jmp_buf_tag *Target, int Value) {
  beforeJump(Target);
  Next.Checked(Target, Value);
  __builtin_unreachable();
}
