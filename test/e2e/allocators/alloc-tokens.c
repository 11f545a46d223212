// What clang 22 makes of calls for -fsanitize=alloc-token: the allocator's
// functions have another name and a further argument, or the token in the name.
// They are a library's.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %clang -O1 -DALLOCATOR -c %s -o %t.allocator.o && \
// RUN:   %memfacet-clang $Level -g %s %t.allocator.o -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp 'node.objects == 100 and node.type == "struct node"' \
// RUN:     'node.stores == 100' 'table.objects == 1 and table.bytes == 400' \
// RUN:     'made.objects == 1 and made.bytes == 40' \
// RUN:     'grown.bytes == 800' 'fast.objects == 1' \
// RUN:     || { echo "$Level"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdlib.h>

#ifdef ALLOCATOR
void *__alloc_token_malloc(size_t n, uint64_t t) { return t ? malloc(n) : 0; }
void *__alloc_token_calloc(size_t a, size_t b, uint64_t t) {
  return t ? calloc(a, b) : 0;
}
void *__alloc_token_realloc(void *p, size_t n, uint64_t t) {
  return t ? realloc(p, n) : 0;
}
void *__alloc_token__Znwm(size_t n, uint64_t t) { return t ? malloc(n) : 0; }
void *__alloc_token_3_malloc(size_t n) {
  void *p = malloc(n);
  return p ? p : NULL;
}
#else
void *__alloc_token_malloc(size_t, uint64_t);
void *__alloc_token_calloc(size_t, size_t, uint64_t);
void *__alloc_token_realloc(void *, size_t, uint64_t);
void *__alloc_token__Znwm(size_t, uint64_t);
void *__alloc_token_3_malloc(size_t);

struct node {
  volatile long key;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 100; i++) {
    struct node *node = __alloc_token_malloc(sizeof *node, 7);
    node->key = i;
    list = node;
  }
  volatile int *table = __alloc_token_calloc(100, sizeof *table, 8);
  volatile long *made = __alloc_token__Znwm(40, 9);
  volatile char *fast = __alloc_token_3_malloc(30);
  table[1] = 2, made[2] = 3, fast[3] = 4;
  volatile char *grown = __alloc_token_realloc((void *)fast, 800, 9);
  grown[700] = 5;
  return table[1] + made[2] + grown[3] + list->key != 2 + 3 + 4 + 99;
}
#endif
