// A search tree whose nodes lie in the order of their insertion, or of the
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// keys. change: order Nodes

#include "pair.h"

enum { Count = 150'000, Walks = 150 };

struct Node {
  Node *Left, *Right;
  uint64_t Key;
};

static Node *insert(Node *Root, Node *New) {
  if (!Root)
    return New;
  for (Node *N = Root;;) {
    Node *&Next = New->Key < N->Key ? N->Left : N->Right;
    if (!Next) {
      Next = New;
      return Root;
    }
    N = Next;
  }
}

static Node *copied(const Node *Old, Node *&Free) {
  if (!Old)
    return nullptr;
  Node *Left = copied(Old->Left, Free);
  Node *New = Free++;
  *New = {Left, nullptr, Old->Key};
  New->Right = copied(Old->Right, Free);
  return New;
}

static uint64_t walk(const Node *N, uint64_t Sum) {
  for (; N; N = N->Right)
    Sum = walk(N->Left, Sum) * 31 + N->Key;
  return Sum;
}

int main() {
  Node *Nodes = allocate<Node>(Count), *Root = nullptr;
  uint64_t Random = 15, Sum = 0;
  for (uint32_t I = 0; I != Count; ++I) {
    Nodes[I].Key = nextRandom(Random);
    Root = insert(Root, &Nodes[I]);
  }
#ifdef AFTER
  Node *Free = allocate<Node>(Count);
  Root = copied(Root, Free);
#endif
  for (uint32_t Round = 0; Round != Walks; ++Round)
    Sum += walk(Root, Round);
  return printSum(Sum);
}
