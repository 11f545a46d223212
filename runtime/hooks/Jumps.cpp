//===- Jumps.cpp - interposed non-local jumps -----------------------------===//
//
// A jump out of a signal handler is seen where it starts: the target's stack
// pointer tells which handlers it leaves.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/process/Process.h"
#include "runtime/record/HandlerFrames.h"
#include <setjmp.h>

namespace memfacet {

namespace {

using Jump = void(__jmp_buf_tag *, int);

struct NextJumps {
  NextFunction<Jump> Long{"longjmp"};
  NextFunction<Jump> Plain{"_longjmp"};
  NextFunction<Jump> Signal{"siglongjmp"};
  NextFunction<Jump> Checked{"__longjmp_chk"};
};
constinit NextJumps Next;

/// glibc's x86-64 layout: the stack pointer is register 6 of the buffer,
/// rotated and xored with the thread's pointer guard. Part of its binary
/// interface, as buffers may cross versions.
uint64_t targetStack(const __jmp_buf_tag *Buffer) {
  auto Mangled = uint64_t(Buffer->__jmpbuf[6]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(Mangled));
  return Mangled;
}

void beforeJump(const __jmp_buf_tag *Target) {
  ThreadState &T = thread();
  // The calls in progress are dropped where setjmp returns.
  __memfacet_site = 0;
  if (!recording() || T.Depth == 0)
    return;
  SignalBlock Block;
  dropDeadFrames(T, targetStack(Target));
}

} // namespace

} // namespace memfacet

using namespace memfacet;

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
