// An instrumented program that replaces itself by another: what it did until
// then is recorded, and what the other does.
//
// RUN: for Body in --memfacet-no-select selects --count-blocks; do \
// RUN:   rm -rf %t.dir && mkdir %t.dir && cd %t.dir || exit 1; \
// RUN:   %memfacet-clang -O1 -g $(test $Body = selects || echo $Body) %s \
// RUN:     -o %t.prog || exit 1; \
// RUN:   %memfacet record -o first.mfp -- %t.prog a b c d; \
// RUN:   test $? -eq 6 || exit 1; \
// The collector of one that was replaced may end after what replaced it.
// RUN:   for I in $(seq 200); do \
// RUN:     test $(ls *.mfp | wc -l) -eq 5 && break; sleep 0.1; done; \
// RUN:   test -f first.mfp || exit 1; \
// RUN:   for File in *.mfp; do \
// RUN:     %memfacet report --json $File > one.json && \
// RUN:     %python -c "import json; r = json.load(open('one.json')); print( \
// RUN:       len(r['arguments']), [s['stores'] for s in r['structures'] \
// RUN:         if s['name'] == 'Cells'], r['instructions'] > 20)"; \
// RUN:   done | sort > counts-$Body; \
// RUN:   cat counts-$Body; \
// RUN: done > %t.out
// RUN: FileCheck %s < %t.out
//
// Recorded completely, then selected.
// CHECK: 0 [10] True
// CHECK-NEXT: 1 [20] True
// CHECK-NEXT: 2 [30] True
// CHECK-NEXT: 3 [40] True
// CHECK-NEXT: 4 [50] True
// CHECK-NEXT: 0 [10] True
// CHECK-NEXT: 1 [20] True
// CHECK-NEXT: 2 [30] True
// CHECK-NEXT: 3 [40] True
// CHECK-NEXT: 4 [50] True
// Counted.
// CHECK-NEXT: 0 [] True
// CHECK-NEXT: 1 [] True
// CHECK-NEXT: 2 [] True
// CHECK-NEXT: 3 [] True
// CHECK-NEXT: 4 [] True
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string.h>
#include <unistd.h>

extern char **environ;
volatile int Cells[50];

int main(int Count, char **Arguments) {
  const char *Self = "/proc/self/exe", *Zero = Arguments[0];
  for (int I = 0; I < 10 * Count; ++I)
    Cells[I] = I;
  Arguments[Count - 1] = 0;
  switch (Count) {
  case 5:
    execv(Self, Arguments);
    break;
  case 4:
    execvp(Self, Arguments);
    break;
  case 3:
    execl(Self, Zero, Arguments[1], (char *)0);
    break;
  case 2:
    execle(Self, Zero, (char *)0, environ);
    break;
  default:
    return 6;
  }
  return 1;
}
