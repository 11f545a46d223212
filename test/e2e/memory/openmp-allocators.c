// OpenMP's library hands out pieces of pools of its own: each has its name, unless
// it is a local's, which has none in the debug information. Pools stay the library's.
//
// RUN: %clang -O1 -fopenmp %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g -fopenmp %s -o %t.prog
// RUN: %memfacet record --complete -o %t.mfp -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %expect %t.mfp --all \
// RUN:   'type("Plain") == "volatile long"' \
// RUN:   'sum(r.stores for r in kind("heap") if r.name == "Plain") == 5500' \
// RUN:   's("Zeroed", "heap").bytes == 8000 and s("Zeroed", "heap").stores == 501' \
// RUN:   's("Aligned", "heap").bytes == 8000 and s("Aligned", "heap").stores == 502' \
// RUN:   's("Both", "heap").bytes == 8000 and s("Both", "heap").stores == 503' \
// RUN:   's("Pooled", "heap").bytes == 8000 and s("Pooled", "heap").stores == 504' \
// RUN:   '[r.objects for r in kind("heap") if r.stores == 1010] == [2]' \
// RUN:   's("[unattributed]").stores == 0'
// RUN: %memfacet report --json %t.mfp | FileCheck %s
// CHECK: "notes": []
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>
#include <stdio.h>

static volatile long *Plain, *Zeroed, *Aligned, *Both, *Pooled;

static __attribute__((noinline)) void fill(volatile long *To, int Count) {
  for (int I = 0; I < Count; ++I)
    To[I] = I;
}

int main(void) {
  omp_allocator_handle_t Any = omp_default_mem_alloc;
  omp_alloctrait_t Traits[] = {{omp_atk_pool_size, 65536},
                               {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t Pool =
      omp_init_allocator(omp_default_mem_space, 2, Traits);
  fill(Plain = omp_alloc(8000, Any), 500);
  fill(Zeroed = omp_calloc(1000, 8, Any), 501);
  fill(Aligned = omp_aligned_alloc(256, 8000, Any), 502);
  fill(Both = omp_aligned_calloc(256, 1000, 8, Any), 503);
  fill(Pooled = omp_alloc(8000, Pool), 504);
  Plain = omp_realloc((void *)Plain, 80000, Any, Any);
  fill(Plain, 5000);
  printf("%d %ld\n", omp_alloc(1 << 20, Pool) == NULL, Plain[4999]);
  omp_free((void *)Pooled, Pool);
  omp_free((void *)Plain, Any);
  omp_free((void *)Zeroed, Any);
  omp_free((void *)Aligned, omp_null_allocator);
  omp_free((void *)Both, omp_null_allocator);
  omp_destroy_allocator(Pool);
#pragma omp parallel num_threads(2)
  {
    long Local[1000];
#pragma omp allocate(Local) allocator(omp_default_mem_alloc)
    fill(Local, 505);
  }
}
