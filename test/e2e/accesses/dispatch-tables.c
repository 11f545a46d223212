// An interpreter with computed goto: each body of the function has a table of
// labels of its own, and all of them are the one that the source has. The
// misses are that one's, with chosen lines as with all.
//
// RUN: for How in -O1 -O2 "-O2 -flto" "-O2 -flto=thin" \
// RUN:     "-O2 -fPIE -pie -ffunction-sections -fdata-sections -Wl,--gc-sections"; do \
// RUN:   %memfacet-clang -g $How %s -o %t.prog && \
// RUN:   for Which in "" --exact --complete; do \
// RUN:     %memfacet record $Which -o %t.mfp -- %t.prog > %t.out && \
// RUN:     %memfacet check %t.mfp && \
// RUN:     %expect %t.mfp 'Dispatch.loads == 201 and Dispatch.stores == 0' \
// RUN:       'Dispatch.type == "const void *const[256]"' 'Dispatch.L1.misses > 0' \
// RUN:       's("[library]").L1.misses == 0' \
// RUN:       || { echo "$How $Which"; exit 1; }; \
// RUN:   done; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

static unsigned char Others[1 << 20];

static unsigned run(const unsigned char *Code) {
  static const void *const Dispatch[256] = {&&Halt, &&Less,
                                            [2 ... 255] = &&More};
  unsigned Sum = 0, At = 0;
Next:
  for (unsigned I = 0; I < sizeof Others; I += 64) // out of the caches with it
    Others[I] += Sum;
  goto *Dispatch[Code[At++]];
More:
  Sum++;
  goto Next;
Less:
  Sum--;
  goto Next;
Halt:
  return Sum;
}

int main(void) {
  unsigned Count = 200;
  unsigned char *Code = malloc(Count + 1);
  for (unsigned I = 0; I < Count; ++I)
    Code[I] = (unsigned char)(1 + I);
  Code[Count] = 0;
  printf("%u\n", run(Code));
}
