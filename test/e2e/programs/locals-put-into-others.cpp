// The linker puts one function into another, and a nameless object of the former
// in the place of a local of the latter that has ended. It is not the local.
//
// RUN: for Level in -flto -flto=thin; do \
// RUN:   %memfacet-clang -O2 -g $Level -c %s -o %t.1.o && \
// RUN:   %memfacet-clang -O2 -g $Level -c -DOTHER %s -o %t.2.o && \
// RUN:   %memfacet-clang -O2 -g $Level %t.1.o %t.2.o -o %t.prog && \
// RUN:   for Body in "" --complete; do \
// RUN:     %memfacet record $Body -o %t.mfp -- %t.prog && \
// RUN:     %expect %t.mfp 'Named.stores in (32, 64)' \
// RUN:       'Named.loads == Named.stores' || exit 1; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Block {
  long Words[64];
};
long sum(const Block &B);
long other(long N);

#ifdef OTHER
__attribute__((noinline)) long sum(const Block &B) {
  long Sum = 0;
  for (long W : B.Words)
    Sum += W;
  return Sum;
}
__attribute__((always_inline)) long other(long N) {
  return sum(Block{{N, N, N}});
}
#else
long fill(long N) {
  Block Named;
  for (long &W : Named.Words)
    W = N++;
  return sum(Named);
}
int main() { return fill(1) + other(2) == 2086 ? 0 : 1; }
#endif
