// A thread that waits for its input stands still: an event after the call says
// for how long. Calls that need not wait are no events.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: rm -f %t.ready
// RUN: (until test -e %t.ready; do sleep 0.01; done; sleep 0.2; echo input) | \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog %t.ready > %t.out
// RUN: grep -x input %t.out
// RUN: %memfacet dump --events %t.mft > %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK: T0 Stall Read 0x0 0x{{[0-9a-f]+}}
//
// 200 ms are some 1e8 time stamps.
// RUN: grep -cE 'Stall Read 0x0 0x[0-9a-f]{7,}$' %t.txt | grep -x 1
// RUN: not grep -E 'Release|Acquire' %t.txt
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

static char Line[100];

int main(int Count, char **Arguments) {
  if (Count != 2 || close(creat(Arguments[1], 0644)) != 0)
    return 1;
  ssize_t Bytes = read(0, Line, sizeof Line);
  for (int I = 0; I != 100; ++I)
    if (read(0, Line + Bytes, 1) != 0)
      return 1;
  write(1, Line, (size_t)Bytes);
  return 0;
}
