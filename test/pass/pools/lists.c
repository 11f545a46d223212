// Free lists: the head is handed out, and what is released becomes the head.
// The size is the one that the function asks for if the list is empty, or that
// of the type.
// RUN: for Level in 0 2; do \
// RUN:   %clang -O$Level -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | \
// RUN:   opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S > %t.ll && FileCheck %s < %t.ll && \
// RUN:   grep -c 'call ptr @__memfacet_object(' %t.ll | grep -x 6 && \
// RUN:   grep -c 'call void @__memfacet_piece_end(' %t.ll | grep -x 4 || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <stdlib.h>

struct slot {
  struct slot *next;
};
struct db {
  struct slot *free;
  size_t size;
};

void *getSlowly(struct db *D, size_t Bytes) { return malloc(Bytes); }

// CHECK-LABEL: define {{.*}} @get(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
void *get(struct db *D, size_t Bytes) {
  struct slot *Slot = D->free;
  if (Bytes <= D->size && Slot) {
    D->free = Slot->next;
    return Slot;
  }
  return getSlowly(D, Bytes);
}

// The piece ends before the list writes to it.
// CHECK-LABEL: define {{.*}} @put(
// CHECK: call void @free(
// CHECK: call void @__memfacet_piece_end(ptr
// CHECK-NEXT: store ptr
void put(struct db *D, void *Old) {
  if (!Old)
    return;
  if ((struct slot *)Old > D->free) {
    free(Old);
    return;
  }
  struct slot *Slot = Old;
  Slot->next = D->free;
  D->free = Slot;
}

static struct slot *Classes[16];
static char *Current, *End;

// A list for each size, and what is not used yet.
// CHECK-LABEL: define {{.*}} @getOfClass(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %0, ptr null)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %0, ptr null)
void *getOfClass(size_t Bytes) {
  size_t Class = (Bytes + 15) / 16;
  if (Class >= 16)
    return malloc(Bytes);
  struct slot *Slot = Classes[Class];
  if (Slot) {
    Classes[Class] = Slot->next;
    return Slot;
  }
  if (Current + Class * 16 > End) {
    Current = malloc(65536);
    End = Current + 65536;
  }
  void *Here = Current;
  Current += Class * 16;
  return Here;
}

// CHECK-LABEL: define {{.*}} @putOfClass(
// CHECK: call void @__memfacet_piece_end(ptr
void putOfClass(void *Old, size_t Bytes) {
  size_t Class = (Bytes + 15) / 16;
  struct slot *Slot = Old;
  Slot->next = Classes[Class];
  Classes[Class] = Slot;
}

struct node {
  struct node *left;
  long key;
};
struct nodes {
  void *free;
};

// CHECK-LABEL: define {{.*}} @getNode(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 16, ptr null)
struct node *getNode(struct nodes *N) {
  void *Free = N->free;
  if (Free)
    N->free = *(void **)Free;
  else
    Free = malloc(sizeof(struct node));
  return Free;
}

// CHECK-LABEL: define {{.*}} @putNode(
// CHECK: call void @__memfacet_piece_end(ptr
void putNode(struct nodes *N, struct node *Old) {
  *(void **)Old = N->free;
  N->free = Old;
}

// Macros take pieces for a variable, whose type tells what they are; and a
// function cuts a block to pieces and returns the first.
struct {
  struct slot *free;
  size_t size;
} Kinds[4];
#define GET(Variable, Kind, Type)                                              \
  (void)((Variable = (Type)Kinds[Kind].free)                                   \
             ? (Type)(Kinds[Kind].free = ((struct slot *)Variable)->next)      \
             : (Variable = (Type)more(Kind)))
#define PUT(Variable, Kind)                                                    \
  (((struct slot *)Variable)->next = Kinds[Kind].free,                         \
   Kinds[Kind].free = (struct slot *)Variable)

// CHECK-LABEL: define {{.*}} @more(
// CHECK: [[SIZE:%.*]] = load i64, ptr
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 {{.*}}, ptr null)
void *more(int Kind) {
  size_t Size = Kinds[Kind].size;
  struct slot *Free = malloc(100 * Size), *Slot, *Next;
  char *P = (char *)Free, *EndP = P + 100 * Size;
  for (Slot = Free;; Slot = Next) {
    Next = (struct slot *)(P += Size);
    if (P >= EndP) {
      Slot->next = NULL;
      break;
    }
    Slot->next = Next;
  }
  Kinds[Kind].free = Free->next;
  return Free;
}

// CHECK-LABEL: define {{.*}} @use(
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 16, ptr null)
// CHECK: call void @__memfacet_piece_end(ptr
long use(long Key) {
  struct node *Node;
  GET(Node, 1, struct node *);
  Node->key = Key;
  long Result = Node->key;
  PUT(Node, 1);
  return Result;
}

// Lists of objects of one type are no free lists.
// CHECK-LABEL: define {{.*}} @first(
// CHECK-NOT: call ptr @__memfacet_object
// CHECK: declare ptr @__memfacet_object
struct queue {
  struct node *head;
};
struct node *first(struct queue *Q) {
  struct node *Node = Q->head;
  if (Node)
    Q->head = Node->left;
  else
    Node = malloc(sizeof *Node);
  return Node;
}
void addFirst(struct queue *Q, struct node *Node) {
  Node->left = Q->head;
  Q->head = Node;
}
void *anyFirst(struct slot **Q) {
  struct slot *Slot = *Q;
  if (Slot)
    *Q = Slot->next;
  return Slot;
}
