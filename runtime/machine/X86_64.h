//===- X86_64.h - what depends on the processor: x86-64 -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_MACHINE_X86_64_H
#define MEMFACET_RUNTIME_MACHINE_X86_64_H

#include <asm/unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <setjmp.h>

namespace memfacet::machine {

/// Addresses of programs are below 2 to the power of this.
constexpr unsigned AddressBits = 47;

/// Makes a system call. Returns its result; a negative one is -errno.
inline long systemCall(long Number, long A, long B, long C, long D, long E,
                       long F) {
  register long R10 asm("r10") = D;
  register long R8 asm("r8") = E;
  register long R9 asm("r9") = F;
  long Result;
  asm volatile("syscall"
               : "=a"(Result)
               : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(R10), "r"(R8), "r"(R9)
               : "rcx", "r11", "memory");
  return Result;
}

/// Tells the processor that a loop waits.
inline void relax() { __builtin_ia32_pause(); }

/// Times in ordered events may be this number of ticks old.
constexpr uint64_t StaleTicks = 4096;

/// Adds 1 to a number that no other thread changes; signal handlers may change
/// it. Costs a third of the locked instruction.
inline uint64_t addOneAlone(std::atomic<uint64_t> &Number) {
  uint64_t Previous = 1;
  asm volatile("xaddq %0, %1" : "+r"(Previous), "+m"(Number) : : "cc");
  return Previous;
}

/// Copies without vector registers.
inline void copyBytes(void *Target, const void *Source, size_t Bytes) {
  asm volatile("rep movsb"
               : "+D"(Target), "+S"(Source), "+c"(Bytes)
               :
               : "memory");
}
inline void clearBytes(void *Target, size_t Bytes) {
  asm volatile("rep stosb" : "+D"(Target), "+c"(Bytes) : "a"(0) : "memory");
}

/// Returns the stack pointer that a jump to \p Buffer restores. glibc keeps it
/// as register 6, rotated and xored with the thread's pointer guard. That is
/// part of glibc's binary interface, as buffers may pass between versions.
inline uint64_t stackOfJump(const __jmp_buf_tag *Buffer) {
  auto Mangled = uint64_t(Buffer->__jmpbuf[6]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(Mangled));
  return Mangled;
}

} // namespace memfacet::machine

#endif
