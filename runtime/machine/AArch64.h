//===- AArch64.h - what depends on the processor: aarch64 -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_MACHINE_AARCH64_H
#define MEMFACET_RUNTIME_MACHINE_AARCH64_H

#include <asm/unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <setjmp.h>

namespace memfacet::machine {

/// Addresses of programs are below 2 to the power of this.
constexpr unsigned AddressBits = 48;

/// Makes a system call. Returns its result; a negative one is -errno.
inline long systemCall(long Number, long A, long B, long C, long D, long E,
                       long F) {
  register long X8 asm("x8") = Number;
  register long X0 asm("x0") = A;
  register long X1 asm("x1") = B;
  register long X2 asm("x2") = C;
  register long X3 asm("x3") = D;
  register long X4 asm("x4") = E;
  register long X5 asm("x5") = F;
  asm volatile("svc #0"
               : "+r"(X0)
               : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4), "r"(X5)
               : "memory", "cc");
  return X0;
}

/// Tells the processor that a loop waits.
inline void relax() { asm volatile("yield"); }

/// Times in ordered events may be this number of ticks old. The counter may be
/// a hundred times slower than that of x86-64.
constexpr uint64_t StaleTicks = 64;

/// Adds 1 to a number that no other thread changes; signal handlers may.
inline uint64_t addOneAlone(std::atomic<uint64_t> &Number) {
  return Number.fetch_add(1, std::memory_order_relaxed);
}

/// Copies without vector registers, and without becoming a call of memcpy: the
/// empty statement hides what the loop does.
inline void copyBytes(void *Target, const void *Source, size_t Bytes) {
  auto *Out = static_cast<char *>(Target);
  auto *In = static_cast<const char *>(Source);
  for (; Bytes >= sizeof(uint64_t); Bytes -= sizeof(uint64_t)) {
    uint64_t Word;
    __builtin_memcpy_inline(&Word, In, sizeof(Word));
    asm volatile("" : "+r"(Word));
    __builtin_memcpy_inline(Out, &Word, sizeof(Word));
    In += sizeof(Word);
    Out += sizeof(Word);
  }
  for (; Bytes != 0; --Bytes) {
    char Byte = *In++;
    asm volatile("" : "+r"(Byte));
    *Out++ = Byte;
  }
}
inline void clearBytes(void *Target, size_t Bytes) {
  for (auto *Out = static_cast<char *>(Target); Bytes != 0; --Bytes) {
    asm volatile("" : "+r"(Out));
    *Out++ = 0;
  }
}

/// Returns the stack pointer that a jump to \p Buffer restores. glibc keeps it
/// as word 13, xored with a guard that only the loader knows. The guard follows
/// from another buffer whose stack pointer is known.
[[gnu::noinline]] inline uint64_t stackOfJump(const __jmp_buf_tag *Buffer) {
  constexpr int StackPointer = 13;
  __jmp_buf_tag Known;
  uint64_t OwnStack;
  asm volatile("mov %0, sp" : "=r"(OwnStack));
  (void)_setjmp(&Known); // no code jumps there
  auto Guard = uint64_t(Known.__jmpbuf[StackPointer]) ^ OwnStack;
  return uint64_t(Buffer->__jmpbuf[StackPointer]) ^ Guard;
}

} // namespace memfacet::machine

#endif
