// Link-time optimisation puts functions that are recorded already into one
// another: the inner one's frame does not end the outer's.
//
// RUN: for Lto in -flto=thin -flto; do \
// RUN:   %memfacet-clang -O2 -g $Lto -DLEAF -c %s -o %t.leaf.o && \
// RUN:   %memfacet-clang -O2 -g $Lto -c %s -o %t.main.o && \
// RUN:   %memfacet-clang -O2 $Lto %t.main.o %t.leaf.o -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp 'Inner.objects == 1000 and Inner.loads == 1000' \
// RUN:     'Inner.stores == 1000 * 2 and Inner.function == "leaf"' \
// RUN:     'Outer.objects == 1 and Outer.stores == 2 * 1000' \
// RUN:     'Outer.bytes == 256 and Outer.function == "main"' \
// RUN:   || exit 1; \
// RUN: done
// RUN: llvm-objdump -d --disassemble-symbols=main %t.prog > %t.main
// RUN: grep '<main>' %t.main
// RUN: not grep 'call.*leaf' %t.main
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef LEAF
__attribute__((always_inline)) int leaf(int I) {
  volatile int Inner[8];
  Inner[I & 7] = I;
  Inner[3] = I;
  return Inner[I & 7];
}
#else
int leaf(int I);

int main(void) {
  volatile int Outer[64];
  for (int I = 0; I < 1000; ++I) {
    Outer[I & 63] = I;
    Outer[I & 31] = leaf(I);
  }
}
#endif
