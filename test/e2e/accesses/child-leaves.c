// Forked children that leave by _exit have their profiles before their parent
// sees that they have ended, as those that leave by exit.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: bash -c 'cd %t.dir && %memfacet record --complete -- %t; echo profiles: memfacet.[0-9]*.mfp; %memfacet merge memfacet.[0-9]*.mfp -o all.mfp' | FileCheck %s
// CHECK: profiles:{{( memfacet.[0-9]+.mfp){6}$}}
// RUN: %expect %t.dir/all.mfp --all 's("Table").stores == 6000000'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/wait.h>
#include <unistd.h>

volatile long Table[1 << 16];

int main(void) {
  for (int child = 0; child != 6; ++child)
    if (fork() == 0) {
      for (long i = 0; i != 1000000; ++i)
        Table[i * 61 % (1 << 16)] = i;
      _exit(0);
    }
  while (wait(0) > 0)
    ;
}
