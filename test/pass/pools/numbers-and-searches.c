// Free lists of numbers, and lists that are searched for a piece that is large
// enough: what is handed out is an object, and ends where it is put back.
// RUN: for Level in 0 2; do \
// RUN:   %clang -O$Level -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | \
// RUN:   opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S > %t.ll && FileCheck %s < %t.ll && \
// RUN:   grep -c 'call ptr @__memfacet_object(' %t.ll | grep -x 4 && \
// RUN:   grep -c 'call void @__memfacet_piece_end(' %t.ll | grep -x 3 || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

struct head {
  uint16_t next;
  uint16_t count;
  char data[];
};
struct slab {
  uint16_t first, used;
  char blocks[];
};
struct pool {
  struct slab *current;
  size_t block;
};
struct slab *newSlab(struct pool *P, size_t Bytes) {
  return P->current = malloc(4096);
}

// The size is that of a block without its header, or what the caller asks for.
// CHECK-LABEL: define {{.*}} @numbered(
// CHECK: [[SIZE:%.*]] = add i64 {{.*}}, -4
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 [[SIZE]], ptr null)
void *numbered(struct pool *P) {
  struct slab *S = P->current ? P->current : newSlab(P, 0);
  unsigned I = S->first;
  struct head *H = (struct head *)(S->blocks + I * P->block);
  S->first = H->next;
  return H->data;
}

// CHECK-LABEL: define {{.*}} @sized(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *sized(struct pool *P, size_t Bytes) {
  if (Bytes > 512) {
    struct head *Large = malloc(Bytes + sizeof *Large);
    return Large->data;
  }
  struct slab *S = P->current;
  struct head *H = (struct head *)(S->blocks + S->first * 520);
  S->first = H->next;
  S->used++;
  return H->data;
}

// CHECK-LABEL: define {{.*}} @putNumbered(
// CHECK: [[DATA:%.*]] = getelementptr i8, ptr [[NEXT:%.*]], i64 4
// CHECK: call void @__memfacet_piece_end(ptr [[DATA]])
// CHECK-NEXT: store i16 {{.*}}, ptr [[NEXT]]
void putNumbered(struct slab *S, void *Piece, unsigned I) {
  struct head *H = (struct head *)((char *)Piece - offsetof(struct head, data));
  H->next = S->first;
  S->first = (uint16_t)I;
}

// CHECK-LABEL: define {{.*}} @slotOf(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 24, ptr null)
union slot {
  int next;
  char room[24];
};
union slot *Slots;
int FirstSlot;
void *slotOf(void) {
  if (FirstSlot < 0)
    Slots = malloc(100 * sizeof *Slots);
  union slot *S = &Slots[FirstSlot];
  FirstSlot = S->next;
  return S;
}
// CHECK-LABEL: define {{.*}} @slotBack(
// CHECK: call void @__memfacet_piece_end(
void slotBack(void *Piece) {
  union slot *S = Piece;
  S->next = FirstSlot;
  FirstSlot = (int)(S - Slots);
}

struct block {
  struct block *next;
  size_t bytes;
};
struct block *Free;
static void more(size_t Bytes) {
  struct block *B = mmap(NULL, Bytes + 65536, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  B->bytes = Bytes + 65536;
  B->next = Free;
  Free = B;
}

// CHECK-LABEL: define {{.*}} @firstFit(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %0, ptr null)
void *firstFit(size_t Bytes) {
  size_t Whole = Bytes + sizeof(struct block);
  for (;;) {
    for (struct block **At = &Free; *At; At = &(*At)->next)
      if ((*At)->bytes >= Whole) {
        struct block *B = *At;
        *At = B->next;
        return B + 1;
      }
    more(Whole);
  }
}
// CHECK-LABEL: define {{.*}} @putBack(
// CHECK: call void @__memfacet_piece_end(ptr %0)
void putBack(void *Piece) {
  struct block *B = (struct block *)Piece - 1;
  B->next = Free;
  Free = B;
}

// What a queue of numbers yields is an element of it.
// CHECK-LABEL: define {{.*}} @dequeue(
// CHECK-NOT: __memfacet_
struct job {
  int next;
  long work;
};
struct queue {
  struct job *jobs;
  int first;
};
struct job *dequeue(struct queue *Q) {
  if (!Q->jobs)
    Q->jobs = malloc(100 * sizeof *Q->jobs);
  struct job *J = &Q->jobs[Q->first];
  Q->first = J->next;
  return J;
}

// A tree with keys that are no sizes, and a buffer that grows.
struct entry {
  struct entry *left, *right;
  size_t key;
  void *value;
};
struct entry *Root;
void *lookUp(size_t Key) {
  struct entry **At = &Root;
  while (*At) {
    if ((*At)->key == Key)
      return *At + 1;
    At = Key < (*At)->key ? &(*At)->left : &(*At)->right;
  }
  *At = calloc(1, sizeof **At + 64);
  (*At)->key = Key;
  return *At + 1;
}
void cut(struct entry *E, struct entry *Other) { E->left = Other; }

struct buffer {
  char *data;
  size_t room;
};
// CHECK-LABEL: define {{.*}} @reserve(
// CHECK-NOT: __memfacet_
void *reserve(struct buffer *B, size_t Bytes) {
  if (B->room < Bytes) {
    free(B->data);
    B->data = malloc(Bytes);
    B->room = Bytes;
  }
  return B->data;
}

// CHECK-LABEL: define {{.*}} @last(
int last(void) { return 0; }
