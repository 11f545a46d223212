// A program's own allocator may do its work in functions that neither return the
// block nor get one: calls of these stay as they are.
// RUN: %clang -O0 -g -fno-builtin -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | \
// RUN:   opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S > %t.ll
// RUN: FileCheck %s < %t.ll
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>

char heap[4096];
size_t used;

void cut(void **out, size_t alignment, size_t bytes) {
  *out = heap + used;
  used += bytes;
}
int posix_memalign(void **out, size_t alignment, size_t bytes) {
  cut(out, alignment, bytes);
  return 0;
}

void count(size_t bytes) { used += bytes; }
void *__libc_malloc(size_t bytes) {
  count(bytes);
  return heap + used;
}

void forget(size_t address) { used = address - (size_t)heap; }
void free(void *block) { forget((size_t)block); }

// CHECK-LABEL: define {{.*}} @others(
// CHECK-NOT:     @__memfacet_
// CHECK:         ret ptr
void *others(void) {
  void *p;
  cut(&p, 16, 32);
  count(8);
  forget((size_t)p);
  return p;
}
