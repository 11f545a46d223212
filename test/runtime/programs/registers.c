// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls what makes room with every register full and compares afterwards.
#include "../support/Instrumented.h"
#include <stdio.h>
#include <string.h>

struct Registers {
  uint64_t General[14]; // all but rsp and rbp
  unsigned char Vectors[16][16];
};

#define GENERAL(Op)                                                            \
  Op(0, rax) Op(1, rbx) Op(2, rcx) Op(3, rdx) Op(4, rsi) Op(5, r8) Op(6, r9)   \
      Op(7, r10) Op(8, r11) Op(9, r12) Op(10, r13) Op(11, r14) Op(12, r15)
#define LOAD(I, R) "movq 8*" #I "(%%rdi), %%" #R "\n\t"
#define STORE(I, R) "movq %%" #R ", 8*" #I "(%%rdi)\n\t"
#define VECTORS(Op)                                                            \
  Op(0) Op(1) Op(2) Op(3) Op(4) Op(5) Op(6) Op(7) Op(8) Op(9) Op(10) Op(11)    \
      Op(12) Op(13) Op(14) Op(15)
#define LOADV(I) "movups 112+16*" #I "(%%rdi), %%xmm" #I "\n\t"
#define STOREV(I) "movups %%xmm" #I ", 112+16*" #I "(%%rdi)\n\t"

#define CALL_WITH(Name, Function)                                              \
  static void Name(struct Registers *R) {                                      \
    __asm__ volatile(                                                          \
        "pushq %%rbp\n\tpushq %%rdi\n\t" GENERAL(LOAD)                         \
            VECTORS(LOADV) "callq " #Function "\n\t"                           \
                           "popq %%rdi\n\t" GENERAL(STORE)                     \
                               VECTORS(STOREV) "popq %%rbp"                    \
        : "+D"(R)                                                              \
        :                                                                      \
        : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "r12",  \
          "r13", "r14", "r15", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", \
          "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",    \
          "xmm12", "xmm13", "xmm14", "xmm15");                                 \
  }
CALL_WITH(callNext, __memfacet_next)
CALL_WITH(callRoom, __memfacet_room)
CALL_WITH(callReload, __memfacet_reload)

enum { R11 = 8 };

static int keeps(void (*Call)(struct Registers *), uint64_t Carried,
                 int TakesCursor) {
  struct Registers Before, After;
  for (unsigned I = 0; I != sizeof(Before); ++I)
    ((unsigned char *)&Before)[I] = (unsigned char)(I * 37 + 11);
  Before.General[R11] = Carried;
  After = Before;
  Call(&After);
  if (TakesCursor)
    Before.General[R11] = (uint64_t)__memfacet_cursor;
  return memcmp(&Before, &After, sizeof(Before)) == 0 &&
         __memfacet_cursor < __memfacet_limit;
}

int main(void) {
  recordOne(1);
  __memfacet_cursor = __memfacet_limit; // so that chunks change
  int Kept = keeps(callNext, 7, 0);
  recordOne(2);
  __memfacet_cursor = __memfacet_limit;
  Kept &= keeps(callReload, 7, 1);
  uint64_t *Cursor = __memfacet_cursor;
  Kept &= keeps(callReload, 7, 1) && __memfacet_cursor == Cursor;
  Kept &= keeps(callRoom, (uint64_t)__memfacet_limit, 1) &&
          __memfacet_cursor != Cursor;
  puts(Kept ? "kept" : "changed");
  return 0;
}
