// A local that has ended begins again at the same place. What lay there
// meanwhile, memory without a name, has counts of its own.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t.prog
// RUN: %expect %t.mfp 'Named.stores == 400' 'Named.loads == 100' \
// RUN:   'Kept.stores == 200'
// RUN: %expect %t.complete.mfp 'Named.stores == 400' 'Named.loads == 100' \
// RUN:   'Kept.stores == 200'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Four {
  long Value[4];
};
struct Four Kept[2];

__attribute__((noinline)) static struct Four made(long Seed) {
  return (struct Four){{Seed, Seed + 1, Seed + 2, Seed + 3}};
}

int main(void) {
  for (long I = 0; I < 100; ++I) {
    {
      struct Four Named = made(I);
      Kept[0] = Named;
    }
    Kept[1] = made(-I);
  }
  return Kept[0].Value[0] + Kept[1].Value[0] != 0;
}
