// What structures are and how they are accessed, in closed form: a sum over an
// array, columns of a matrix, a shuffled list, a hash table, a binary tree,
// random and loaded indices. All accesses are in the sample, as they are few.
//
// RUN: %memfacet-clang -O1 -g -fno-unroll-loops %s -o %t.1
// RUN: %memfacet-clang -O2 -g -fno-vectorize -fno-slp-vectorize \
// RUN:   -fno-unroll-loops %s -o %t.2
// RUN: %memfacet-clang -O2 -g %s -o %t.3
// RUN: for Level in 1 2; do \
// RUN:   %memfacet record -o %t.mfp -- %t.$Level && \
// RUN:   %memfacet describe %t.mfp --all --json > %t.json && \
// RUN:   %python %S/../Inputs/check-descriptions.py %s %t.json || exit 1; \
// RUN: done
// RUN: %memfacet describe %t.mfp numbers matrix list root values \
// RUN:   | FileCheck %s
// RUN: %memfacet describe %t.mfp matrix --csv | FileCheck --check-prefix=CSV %s
// RUN: %memfacet report %t.mfp --json | FileCheck --check-prefix=JSON %s
// RUN: not %memfacet describe %t.mfp lists 2>&1 \
// RUN:   | FileCheck --check-prefix=TYPO %s
//
// Unrolled and vectorised, the same sum is as sequential, the same columns have
// the same stride.
// RUN: %memfacet record -o %t.3.mfp -- %t.3
// RUN: %memfacet describe %t.3.mfp numbers matrix \
// RUN:   | FileCheck --check-prefix=UNROLLED %s
//
// CHECK: patterns of {{.*}} accesses (100.0 %)
// CHECK: numbers heap long {{.*}}descriptions.c:[[#]] main
// CHECK-NEXT: container array; 4096 elements of 8 B; 1 object; 32 KiB
// CHECK-NEXT: accesses sequential 100.0 %
// CHECK-NEXT: lifetime {{.*}} instructions; never released
// CHECK-NEXT: cost 4096 accesses; L1 misses {{51[23]}}, {{.*}} of all
// CHECK: matrix global double[64][64] {{.*}}
// CHECK-NEXT: container array; 4096 elements of 8 B; 1 object; 32 KiB
// CHECK-NEXT: accesses strided 98.5 % (+512 B 100.0 %), irregular 1.5 %
// CHECK-NEXT: lifetime its program's or library's
// CHECK: list heap struct node {{.*}}
// CHECK-NEXT: container linked list; elements of 16 B; 1000 objects; 15.6 KiB
// CHECK-NEXT: accesses pointer chasing 100.0 %
// CHECK-NEXT: lifetime {{.*}} instructions on average, at most {{.*}}; 1000 never released
// CHECK: accesses irregular (by loaded indices or pointers) 100.0 %
// CSV: name,kind,type,container,bytes,element_bytes,peak_bytes,objects,peak_objects,lifetime_sum,longest,within_interval,never_released,accesses,sampled,sequential,strided,repeated,linked,indirect,irregular,search,unknown,stride,stride_accesses
// CSV-NEXT: matrix,global,double[64][64],array,32768,8,32768,1,1,0,0,0,0,4096,4096,0,4033,0,0,0,63,0,0,512,4033
// JSON: "container": "{{[a-z]+}}",
// JSON-NEXT: "linked_elements"
// JSON: "pattern": {
// TYPO: no structure is called 'lists'; did you mean 'list'?
// UNROLLED: numbers
// UNROLLED: accesses sequential 100.0 %
// UNROLLED: matrix
// UNROLLED: accesses strided {{9[78]\.[0-9]}} % (+512 B
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IS numbers | array | sequential 4096
// IS matrix | array | strided 4033, irregular 63
// IS list | list | linked 2000
// IS root | tree | linked 17013, repeated 1
// IS buckets | hash | irregular 1000
// IS buckets[] | list | linked 2992
// IS random | array | irregular 4000
// IS index | array | sequential 4000
// IS values | array | indirect 4000

#include <memfacet/memfacet.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
};
struct branch {
  struct branch *left, *right;
  long key;
};
struct entry {
  struct entry *next;
  long key;
};

enum { Count = 4096, Nodes = 1000, Steps = 4000, Large = 1 << 16 };

double matrix[64][64];
struct entry *buckets[1024];

// Distances between neighbours grow by one each time: no two are the same.
static int scattered(int i) { return (i + 9) * (i + 10) / 2 & (Large - 1); }

// Keys in the order of their use have no two neighbours as far apart as
// the next two.
static int hash(long key) { return (int)(key * key * 3 >> 11 & 1023); }

__attribute__((noinline)) static long sum(const long *numbers) {
  long sum = 0;
  for (int i = 0; i < Count; i++)
    sum += numbers[i];
  return sum;
}

__attribute__((noinline)) static double columns(void) {
  double sum = 0;
  for (int j = 0; j < 64; j++)
    for (int i = 0; i < 64; i++)
      sum += matrix[i][j];
  return sum;
}

__attribute__((noinline)) static long walk(const struct node *n) {
  long sum = 0;
  for (; n; n = n->next)
    sum += n->value;
  return sum;
}

__attribute__((noinline)) static int find(const struct branch *b, long key) {
  int depth = 0;
  for (; b; depth++) {
    long here = b->key;
    if (here == key)
      break;
    b = key < here ? b->left : b->right;
  }
  return depth;
}

// Apart from the loop: else one load is made of the bucket's and the entry's.
__attribute__((noinline)) static const struct entry *bucket(long key) {
  return buckets[hash(key)];
}

__attribute__((noinline)) static int lookup(const struct entry *e, long key) {
  while (e->key != key)
    e = e->next;
  return e->next == 0;
}

__attribute__((noinline)) static long computed(const int *random) {
  long sum = 0;
  for (int i = 0; i < Steps; i++)
    sum += random[scattered(i)];
  return sum;
}

__attribute__((noinline)) static long loaded(const int *values,
                                             const int *index) {
  long sum = 0;
  for (int i = 0; i < Steps; i++)
    sum += values[index[i]];
  return sum;
}

static struct branch *tree(long first, long count) {
  if (count == 0)
    return 0;
  struct branch *root = malloc(sizeof *root);
  root->key = first + count / 2;
  root->left = tree(first, count / 2);
  root->right = tree(root->key + 1, count - count / 2 - 1);
  return root;
}

int main(void) {
  long *numbers = calloc(Count, sizeof *numbers);
  int *random = calloc(Large, sizeof *random);
  int *values = calloc(Large, sizeof *values);
  int *index = malloc(Steps * sizeof *index);
  struct node *all[Nodes], *first = 0;
  for (int i = 0; i < Steps; i++)
    index[i] = scattered(i);
  for (int i = 0; i < Nodes; i++) {
    struct node *list = malloc(sizeof *list);
    all[i] = list;
  }
  for (int i = 0; i < Nodes; i++) {
    struct node *n = all[i * 377 % Nodes];
    n->value = i;
    n->next = first;
    first = n;
  }
  for (int i = 0; i < Nodes; i++) {
    struct entry *entry = malloc(sizeof *entry);
    entry->key = i * 2;
    entry->next = buckets[hash(entry->key)];
    buckets[hash(entry->key)] = entry;
  }
  struct branch *root = tree(0, 1023);
  long result = 0;

  MEMFACET_ROI_BEGIN();
  result += sum(numbers) + (long)columns() + walk(first);
  for (int i = 0; i < Nodes; i++) {
    long key = i * 74 % (2 * Nodes);
    result += find(root, i * 511 % 1023) + lookup(bucket(key), key);
  }
  result += computed(random) + loaded(values, index);
  MEMFACET_ROI_END();
  return result == 42;
}
