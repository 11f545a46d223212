// Regions of static, mapped and stack memory; a region of interest with its
// caches warm; phases.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %memfacet record -o %t.mfp --trace %t.mft --cache 'L1=64K,8' -- %t > %t.out
// RUN: %memfacet report --json %t.mfp > %t.json
// RUN: %expect %t.json 'Table.loads == 64 and Table.stores == 0' \
// RUN:   's("left half").loads == 64 and s("left half").stores == 32' \
// RUN:   's("left half").kind == "global" and s("left half").L1.misses == 0' \
// RUN:   's("file").stores == 16 and s("file").kind == "mapping"' \
// RUN:   's("buffer").stores == 8 and s("buffer").kind == "local"' \
// RUN:   's("buffer").objects == 2' 'report["region_of_interest"]' \
// RUN:   '[m["kind"] for m in report["markers"]] == ["phase", "begin", "end", "phase", "begin", "end"]' \
// RUN:   '[m["name"] for m in report["markers"] if m["name"]] == ["set up", "work"]' \
// RUN:   'report["threads"][0]["instructions"] == report["instructions"]' \
// RUN:   'report["instructions"] < report["markers"][-1]["instructions"]'
// RUN: %memfacet report --by line --json %t.mfp > %t.line
// RUN: %memfacet report --by site --json %t.mfp > %t.site
// RUN: %python %S/../Inputs/check-sums.py %t.json %t.line %t.site
// RUN: %memfacet simulate %t.mft --cache 'L1=64K,8' -o %t.sim.mfp
// RUN: %memfacet report --json %t.sim.mfp > %t.sim.json
// RUN: diff %t.json %t.sim.json
// RUN: %memfacet report %t.mfp | FileCheck %s
// CHECK: counted {{.*}}only in the region of interest (entered 2 times)
// CHECK: phases {{.*}}set up, work
//
// RUN: %clang -std=c99 -Wall -Wextra -pedantic -Werror -I %source/include %s \
// RUN:   -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// RUN: llvm-nm %t.plain > %t.symbols
// RUN: not grep -i memfacet_ %t.symbols
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _DEFAULT_SOURCE
#include <memfacet/memfacet.h>
#include <stdio.h>
#include <sys/mman.h>

static volatile long Table[1024] __attribute__((aligned(64)));

static void onTheStack(void) {
  volatile long Buffer[64] __attribute__((aligned(64)));
  MEMFACET_REGION(Buffer, sizeof Buffer, "buffer");
  for (int I = 0; I < 4; ++I)
    Buffer[I] = I;
  MEMFACET_REGION_END(Buffer);
}

int main(void) {
  MEMFACET_PHASE("set up");
  MEMFACET_REGION(Table, sizeof Table / 2, "left half");
  for (int I = 0; I < 1024; ++I)
    Table[I] = I; // not counted, but the caches see it
  volatile char *File = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MEMFACET_REGION(File, 4096, "file");
  long Sum = 0;
  MEMFACET_ROI_BEGIN();
  for (int I = 0; I < 64; ++I)
    Sum += Table[I];
  for (int I = 0; I < 32; ++I)
    Table[I] = I;
  onTheStack();
  MEMFACET_ROI_END();
  for (int I = 0; I < 1024; ++I)
    Sum += Table[I];
  MEMFACET_PHASE("work");
  MEMFACET_ROI_BEGIN();
  for (int I = 512; I < 576; ++I)
    Sum += Table[I];
  for (int I = 0; I < 16; ++I)
    File[I] = (char)I;
  onTheStack();
  MEMFACET_ROI_END();
  printf("%ld\n", Sum);
  return 0;
}
