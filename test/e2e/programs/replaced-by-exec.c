// An instrumented program that replaces itself by another: what it did until
// then is recorded, and what the other does.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: cd %t.dir && bash -c \
// RUN:   '%memfacet record -o first.mfp -- %t.prog a b; test $? -eq 6'
// The collector of one that was replaced may end after what replaced it.
// RUN: cd %t.dir && for I in $(seq 200); do \
// RUN:   test $(ls *.mfp | wc -l) -eq 3 && break; sleep 0.1; done
// RUN: ls %t.dir > %t.list
// RUN: FileCheck --check-prefix=LIST %s < %t.list
// RUN: cd %t.dir && %memfacet report --json first.mfp > first.json
// RUN: cd %t.dir && for File in *.mfp; do \
// RUN:   %memfacet report --json $File > one.json && \
// RUN:   %python -c "import json; r = json.load(open('one.json')); print( \
// RUN:     len(r['arguments']), [s['stores'] for s in r['structures'] \
// RUN:       if s['name'] == 'Cells'])"; done | sort > counts
// RUN: FileCheck %s < %t.dir/counts
//
// CHECK: 0 [10]
// CHECK-NEXT: 1 [20]
// CHECK-NEXT: 2 [30]
// LIST: first.mfp

#include <unistd.h>

volatile int Cells[30];

int main(int Count, char **Arguments) {
  for (int I = 0; I < 10 * Count; ++I)
    Cells[I] = I;
  if (Count == 1)
    return 6;
  Arguments[Count - 1] = 0;
  execv("/proc/self/exe", Arguments);
  return 1;
}
