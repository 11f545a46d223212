// A function of the program that is called like one of the C library counts for
// what it does, in another file, too, where the build says so.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g -fno-builtin %s -DOTHER -c \
// RUN:     -o %t.other.o && \
// RUN:   %memfacet-clang $Level -g -fno-builtin %s %t.other.o \
// RUN:     -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp 'Buffer.stores == 3' 'Buffer.loads == 5' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/types.h>

#ifdef OTHER
int puts(const char *Text) {
  const volatile char *Letters = Text;
  return Letters[0] + Letters[1];
}
#else
int puts(const char *Text);
volatile char Buffer[100];

__attribute__((noinline)) ssize_t read(int From, void *To, size_t Most) {
  volatile char *Bytes = To;
  for (int I = 0; I != 3; ++I)
    Bytes[I] = (char)(From + (int)Most);
  return 50;
}

__attribute__((noinline)) size_t strlen(const char *Text) {
  const volatile char *Letters = Text;
  return (size_t)(Letters[0] + Letters[1] + Letters[2]);
}

int main(void) {
  read(1, (void *)Buffer, 100);
  return strlen((const char *)Buffer) + (size_t)puts((char *)Buffer) == 0;
}
#endif
