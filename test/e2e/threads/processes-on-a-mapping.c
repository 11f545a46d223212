// Two processes write neighbouring words of a mapping that they share. It has a
// name; that each takes lines from the other is not followed, and this is said.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet record -o %t.dir/x.mfp -- %t
// RUN: %memfacet sharing %t.dir/x.mfp | FileCheck %s
// RUN: %memfacet false-sharing %t.dir/x.mfp | FileCheck %s
// RUN: %memfacet communication %t.dir/x.mfp | FileCheck %s
// CHECK: {{^}}processes     not followed: which lines other processes take, if they share tallies{{$}}
// RUN: %memfacet report %t.dir/x.mfp | FileCheck --check-prefix=NAME %s
// NAME: {{^}}tallies {{.*}}mapping
//
// Merged, a line says so, too.
// RUN: bash -c 'cd %t.dir && mv x.[0-9]*.mfp child.mfp && %memfacet merge x.mfp child.mfp -o all.mfp && %memfacet false-sharing all.mfp; test $? = 1' 2>&1 | FileCheck --check-prefix=MERGED %s
// MERGED: merged of 2 ranks, and does not say which lines threads share; show the profile of a rank; which lines the ranks take from each other, if they share tallies, is not followed{{$}}
//
// What no process writes moves no lines.
// RUN: %memfacet-clang -O1 -g -DOnlyRead %s -o %t.read
// RUN: %memfacet record -o %t.dir/read.mfp -- %t.read
// RUN: %memfacet sharing %t.dir/read.mfp | FileCheck --check-prefix=READ %s
// READ-NOT: not followed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct tally {
  volatile long count;
};

int main(void) {
  struct tally *tallies =
      mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t child = fork();
  struct tally *mine = &tallies[child == 0];
  for (long i = 0; i < 10000; i++) {
#ifdef OnlyRead
    (void)mine->count;
#else
    mine->count++;
#endif
  }
  if (child == 0)
    _exit(0);
  waitpid(child, 0, 0);
}
