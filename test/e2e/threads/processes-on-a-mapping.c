// Two processes write neighbouring words of a mapping that they share. It has a
// name. When each takes lines from the other is not followed, and this is said.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet record -o %t.dir/x.mfp -- %t
// RUN: %memfacet sharing %t.dir/x.mfp | FileCheck %s
// RUN: %memfacet false-sharing %t.dir/x.mfp | FileCheck %s
// RUN: %memfacet communication %t.dir/x.mfp | FileCheck %s
// CHECK: {{^}}processes     not followed: which lines of tallies others take; merge their profiles for a bound{{$}}
// RUN: %memfacet report %t.dir/x.mfp | FileCheck --check-prefix=NAME %s
// NAME: {{^}}tallies {{.*}}mapping
//
// The profiles of all processes together bound it. The truth is between 0, if
// one ran after the other, and 20,000.
// RUN: cd %t.dir && mv x.[0-9]*.mfp child.mfp
// RUN: cd %t.dir && %memfacet merge x.mfp child.mfp -o all.mfp
// RUN: %memfacet sharing %t.dir/all.mfp | FileCheck --check-prefix=MERGED %s
// RUN: %memfacet false-sharing %t.dir/all.mfp | FileCheck --check-prefix=MERGED %s
// MERGED: {{^}}processes     2, in an order that was not recorded. Each loses a line at most as often as it
// MERGED: {{^}}structure  processes  lines seen         lost        false{{$}}
// MERGED: {{^}}tallies            2           1  0 to 20.0 K  0 to 20.0 K{{$}}
// RUN: cd %t.dir && %memfacet report all.mfp | FileCheck --check-prefix=FINDING %s
// FINDING: {{^}} 1. perhaps false sharing: tallies (mapping: {{.*}}), 0 to{{$}}
// FINDING-NEXT: 20.0 K lost lines, 0 to 2.00 M cycles. 2 processes access different bytes of 1 line and write{{$}}
// FINDING-NEXT: there: what it costs depends on their order, which was not recorded; saves an unknown part of
// FINDING: {{^}}    memfacet false-sharing all.mfp{{$}}
// RUN: not %memfacet communication %t.dir/all.mfp 2>&1 | FileCheck --check-prefix=MESSAGE %s
// MESSAGE: merged of 2 ranks, and {{.*}}; 'memfacet sharing' bounds which lines of tallies the ranks take from each other{{$}}
// RUN: %memfacet check %t.dir/all.mfp
//
// With lines of their own, nothing is lost.
// RUN: %memfacet-clang -O1 -g -DPadded %s -o %t.padded
// RUN: cd %t.dir && %memfacet record -o p.mfp -- %t.padded && mv p.[0-9]*.mfp pchild.mfp
// RUN: cd %t.dir && %memfacet merge p.mfp pchild.mfp -o padded.mfp
// RUN: %memfacet report %t.dir/padded.mfp | FileCheck --check-prefix=PADDED %s
// PADDED-NOT: false sharing
//
// A private mapping is a copy of each process's own.
// RUN: %memfacet-clang -O1 -g -DFlag=MAP_PRIVATE %s -o %t.private
// RUN: %memfacet record -o %t.dir/private.mfp -- %t.private
// RUN: %memfacet sharing %t.dir/private.mfp | FileCheck --check-prefix=READ %s
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

#ifdef Padded
#define OWN _Alignas(64)
#else
#define OWN
#endif
#ifndef Flag
#define Flag MAP_SHARED
#endif

struct tally {
  OWN volatile long count;
};

int main(void) {
  struct tally *tallies =
      mmap(0, 4096, PROT_READ | PROT_WRITE, Flag | MAP_ANONYMOUS, -1, 0);
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
