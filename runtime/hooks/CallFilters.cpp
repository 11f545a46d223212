//===- CallFilters.cpp - programs that forbid themselves system calls -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A filter is a program for the kernel's virtual machine. Here it is asked what
// it says of the runtime's calls.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/CallFilters.h"
#include "runtime/hooks/Next.h"
#include "runtime/process/Process.h"
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace memfacet::hooks {

namespace {

/// The calls that the runtime makes while the program runs: for full and for
/// empty chunks, handlers, new threads and mapped files. Processes are only
/// made where the program makes one.
constexpr long NeededCalls[] = {
    __NR_rt_sigprocmask, __NR_futex,     __NR_gettid, __NR_getpid,
    __NR_tgkill,         __NR_kill,      __NR_mmap,   __NR_munmap,
    __NR_sigaltstack,    __NR_openat,    __NR_read,   __NR_close,
    __NR_readlinkat,     __NR_madvise,   __NR_write,  __NR_unlinkat,
    __NR_prlimit64,      __NR_getrlimit, __NR_fstat,  __NR_fcntl,
    __NR_sched_yield,    __NR_nanosleep, __NR_shmctl, __NR_mlock2,
    __NR_fallocate,      __NR_pwrite64};

#ifdef __x86_64__
constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#else
constexpr uint32_t Architecture = AUDIT_ARCH_AARCH64;
#endif

/// The state of the virtual machine.
struct FilterMachine {
  const seccomp_data &Data;
  uint32_t Accumulator = 0, Index = 0;
  uint32_t Memory[BPF_MEMWORDS] = {};

  void load(const sock_filter &I);
  void compute(const sock_filter &I);
  bool compare(const sock_filter &I) const;
};

void FilterMachine::load(const sock_filter &I) {
  uint32_t Value = I.k;
  if (BPF_MODE(I.code) == BPF_ABS && I.k + 4 <= sizeof(Data))
    Value = *reinterpret_cast<const uint32_t *>(
        reinterpret_cast<const char *>(&Data) + I.k);
  else if (BPF_MODE(I.code) == BPF_MEM)
    Value = Memory[I.k % BPF_MEMWORDS];
  else if (BPF_MODE(I.code) == BPF_LEN)
    Value = sizeof(Data);
  (BPF_CLASS(I.code) == BPF_LDX ? Index : Accumulator) = Value;
}

void FilterMachine::compute(const sock_filter &I) {
  uint32_t Value = BPF_SRC(I.code) == BPF_X ? Index : I.k, &A = Accumulator;
  switch (BPF_OP(I.code)) {
  case BPF_ADD:
    A += Value;
    break;
  case BPF_SUB:
    A -= Value;
    break;
  case BPF_MUL:
    A *= Value;
    break;
  case BPF_DIV:
    A = Value ? A / Value : 0;
    break;
  case BPF_OR:
    A |= Value;
    break;
  case BPF_AND:
    A &= Value;
    break;
  case BPF_XOR:
    A ^= Value;
    break;
  case BPF_LSH:
    A = Value < 32 ? A << Value : 0;
    break;
  case BPF_RSH:
    A = Value < 32 ? A >> Value : 0;
    break;
  case BPF_NEG:
    A = 0 - A;
    break;
  default: // the kernel accepts no other
    break;
  }
}

bool FilterMachine::compare(const sock_filter &I) const {
  uint32_t Value = BPF_SRC(I.code) == BPF_X ? Index : I.k;
  switch (BPF_OP(I.code)) {
  case BPF_JEQ:
    return Accumulator == Value;
  case BPF_JGT:
    return Accumulator > Value;
  case BPF_JGE:
    return Accumulator >= Value;
  default:
    return Accumulator & Value; // BPF_JSET
  }
}

/// Returns what \p Filter says of \p Data: SECCOMP_RET_ALLOW and so on. The
/// kernel has checked that each instruction is valid and jumps are forward.
uint32_t verdictOf(const sock_fprog &Filter, const seccomp_data &Data) {
  FilterMachine M{Data};
  for (uint32_t Next = 0; Next < Filter.len; ++Next) {
    const sock_filter &I = Filter.filter[Next];
    switch (BPF_CLASS(I.code)) {
    case BPF_LD:
    case BPF_LDX:
      M.load(I);
      break;
    case BPF_ST:
      M.Memory[I.k % BPF_MEMWORDS] = M.Accumulator;
      break;
    case BPF_STX:
      M.Memory[I.k % BPF_MEMWORDS] = M.Index;
      break;
    case BPF_ALU:
      M.compute(I);
      break;
    case BPF_JMP:
      Next += BPF_OP(I.code) == BPF_JA ? I.k : M.compare(I) ? I.jt : I.jf;
      break;
    case BPF_RET:
      return BPF_RVAL(I.code) == BPF_A ? M.Accumulator : I.k;
    case BPF_MISC:
      (BPF_MISCOP(I.code) == BPF_TAX ? M.Index : M.Accumulator) =
          BPF_MISCOP(I.code) == BPF_TAX ? M.Accumulator : M.Index;
      break;
    default: // there are no other classes
      break;
    }
  }
  return SECCOMP_RET_KILL_PROCESS;
}

} // namespace

/// Returns whether \p Filter lets \p Number be called.
static bool allows(const sock_fprog &Filter, long Number) {
  seccomp_data Data = {};
  Data.nr = int(Number);
  Data.arch = Architecture;
  switch (verdictOf(Filter, Data) & SECCOMP_RET_ACTION_FULL) {
  case SECCOMP_RET_ALLOW:
  case SECCOMP_RET_LOG:
  case SECCOMP_RET_TRACE:
  case SECCOMP_RET_USER_NOTIF:
    return true;
  default: // others fail, or end the process
    return false;
  }
}

bool allowsRuntime(const sock_fprog &Filter) {
  for (long Number : NeededCalls)
    if (!allows(Filter, Number))
      return false;
  return true;
}

long recordFilter(const sock_fprog *Filter, FunctionRef<long> Call) {
  long Result = Call();
  if (Result >= 0 && !(Filter && allowsRuntime(*Filter))) {
    if (!Filter || !allows(*Filter, __NR_mmap))
      sys::AreMapsForbidden.store(true);
    sys::AreCallsForbidden.store(true);
    process::process().Destination.store(process::Recording::Off);
  }
  return Result;
}

namespace {

struct NextFilters {
  NextFunction<int(int, long, long, long, long)> Control{"prctl"};
};
constinit NextFilters Next;
MEMFACET_FIND_AT_START(Next);

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

/// The standard header declares it with `...`; all its arguments are in
/// registers.
MEMFACET_HOOK_OF(prctl, int, int Option, long A, long B, long C, long D) {
  if (Option != PR_SET_SECCOMP)
    return Next.Control(Option, A, B, C, D);
  bool IsFilter = A == SECCOMP_MODE_FILTER;
  return int(
      recordFilter(IsFilter ? reinterpret_cast<const sock_fprog *>(B) : nullptr,
                   [&]() -> long { return Next.Control(Option, A, B, C, D); }));
}
