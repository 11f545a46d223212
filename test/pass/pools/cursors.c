// Functions that cut pieces from a block: each piece becomes an object, of the
// size that the caller asked for, or that the cursor moves over.
// RUN: for Level in 0 2; do \
// RUN:   %clang -O$Level -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | \
// RUN:   opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S | FileCheck %s || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pool {
  char *chunk;
  size_t used;
};

// A header in front of each piece is the pool's.
// CHECK-LABEL: define {{.*}} @withHeader(
// CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr {{.*}}, i64 64
// CHECK: call ptr @__memfacet_object(ptr [[P]], i64 %1, ptr null)
void *withHeader(struct pool *P, size_t Bytes) {
  volatile long *Header = (volatile long *)(P->chunk + P->used);
  *Header = (long)Bytes;
  char *Result = P->chunk + P->used + 64;
  P->used += Bytes + 64;
  return Result;
}

struct chunk {
  struct chunk *next;
};
struct arena {
  char *cur, *end;
  struct chunk *chunks;
};

static void grow(struct arena *A, size_t Bytes) {
  size_t Room = Bytes > 4096 ? Bytes : 4096;
  struct chunk *C = malloc(sizeof *C + Room);
  C->next = A->chunks;
  A->chunks = C;
  A->cur = (char *)(C + 1);
  A->end = A->cur + Room;
}

// CHECK-LABEL: define {{.*}} @rounded(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *rounded(struct arena *A, size_t Bytes) {
  Bytes = (Bytes + 15) & ~(size_t)15;
  if ((size_t)(A->end - A->cur) < Bytes)
    grow(A, Bytes);
  char *Here = A->cur;
  A->cur += Bytes;
  return Here;
}

// Rounded by builtins, which become llvm.ptrmask.
// CHECK-LABEL: define {{.*}} @alignedByBuiltin(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *alignedByBuiltin(struct arena *A, size_t Bytes, size_t Alignment) {
  if ((size_t)(A->end - A->cur) < Bytes + Alignment)
    grow(A, Bytes + Alignment);
  char *Here = A->cur;
  A->cur = __builtin_align_up(Here + Bytes, Alignment);
  return Here;
}

// CHECK-LABEL: define {{.*}} @aligned(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *aligned(struct arena *A, size_t Bytes, size_t Alignment) {
  uintptr_t Here = ((uintptr_t)A->cur + Alignment - 1) & ~(Alignment - 1);
  if (Here + Bytes > (uintptr_t)A->end) {
    grow(A, Bytes + Alignment);
    Here = ((uintptr_t)A->cur + Alignment - 1) & ~(Alignment - 1);
  }
  A->cur = (char *)(Here + Bytes);
  return (void *)Here;
}

// CHECK-LABEL: define {{.*}} @fromTheEnd(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *fromTheEnd(struct arena *A, size_t Bytes) {
  if ((size_t)(A->end - A->cur) < Bytes)
    grow(A, Bytes);
  A->end -= Bytes;
  return A->end;
}

struct node {
  struct node *next;
  long key;
};

// The type says what it makes, but it is cut from bytes.
// CHECK-LABEL: define {{.*}} @newNode(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 16, ptr null)
struct node *newNode(struct arena *A, long Key) {
  struct node *N;
  if (A->cur + sizeof *N > A->end)
    grow(A, sizeof *N);
  N = (struct node *)A->cur;
  A->cur += sizeof *N;
  N->key = Key;
  return N;
}

static char Buffer[1 << 16];
static size_t Used;

// CHECK-LABEL: define {{.*}} @ofGlobal(
// CHECK: [[SIZE:%.*]] = zext i32 %0 to i64
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 [[SIZE]], ptr null)
void *ofGlobal(int Bytes) {
  if (Used + Bytes > sizeof Buffer)
    return NULL;
  void *Result = &Buffer[Used];
  Used += (Bytes + 7) & ~7;
  return Result;
}

// The chunk's own function cuts the first piece from it.
// CHECK-LABEL: define {{.*}} @fromNext(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
// CHECK-LABEL: define {{.*}} @fromFresh(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
struct block {
  char *last, *end;
  struct block *next;
};
void *fromFresh(struct block *B, size_t Bytes);
void *fromNext(struct block *B, size_t Bytes) {
  do {
    char *Here = B->last;
    if ((size_t)(B->end - Here) >= Bytes) {
      B->last = Here + Bytes;
      return Here;
    }
    B = B->next;
  } while (B);
  return fromFresh(B, Bytes);
}
void *fromFresh(struct block *B, size_t Bytes) {
  char *Memory = malloc(4096);
  if (!Memory)
    return NULL;
  struct block *New = (struct block *)Memory;
  New->end = Memory + 4096;
  New->next = NULL;
  Memory += sizeof(struct block);
  New->last = Memory + Bytes;
  B->next = New;
  return Memory;
}

// CHECK-LABEL: define {{.*}} @copied(
// CHECK: call ptr @__memfacet_object(
// CHECK: call {{.*}}@{{.*}}memcpy
char *copied(struct arena *A, const char *Text) {
  size_t Bytes = strlen(Text) + 1;
  if (A->cur + Bytes > A->end)
    grow(A, Bytes);
  char *Here = A->cur;
  A->cur += Bytes;
  return memcpy(Here, Text, Bytes);
}

// CHECK-LABEL: define {{.*}} @inUnits(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %0, ptr null)
typedef union unit {
  union unit *link;
  double align;
} unit;
void *inUnits(size_t Bytes) {
  static unit *Available;
  static unsigned Left;
  unsigned Units = ((unsigned)Bytes + sizeof(unit) - 1) >> 3;
  unit *Here;
  if (Units > 64) {
    Here = malloc(Bytes);
  } else {
    if (Units > Left) {
      Available = malloc(256 * sizeof(unit));
      Left = 256;
    }
    Here = Available;
    Available += Units;
    Left -= Units;
  }
  return Here;
}

// What calls such a function is a wrapper, and says nothing itself.
// CHECK-LABEL: define {{.*}} @cleared(
// CHECK-NOT: call ptr @__memfacet_object
// CHECK: declare ptr @__memfacet_object(ptr, i64, ptr)
void *cleared(struct arena *A, size_t Bytes) {
  return memset(rounded(A, Bytes), 0, Bytes);
}
