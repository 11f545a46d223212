// The same for C++: templates, a class's own operator new, pools, containers
// and smart pointers over wrappers, threads, exceptions on the way.
//
// RUN: %memfacet-clang -O2 -g -c %S/../Inputs/wrappers/alloc.c -o %t.alloc.o
// RUN: %memfacet-clangxx -O0 -g %t.alloc.o %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %python %S/../Inputs/wrappers/check.py %t.O0.mfp %s
// RUN: %memfacet-clangxx -O2 -g %t.alloc.o %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %python %S/../Inputs/wrappers/check.py %t.O2.mfp %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/wrappers/alloc.h"
#include <cstdlib>
#include <memory>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <utility>
#include <vector>

struct Node {
  Node *Next = nullptr;
  long Key = 0;
  Node() = default;
  explicit Node(long Key) : Key(Key) {}
  static void *operator new(size_t Bytes) { return ::operator new(Bytes); }
  static void operator delete(void *P) { ::operator delete(P); }
};

struct Edge {
  int Source, Target;
};

template <typename T, typename... Arguments> T *make(Arguments &&...All) {
  return new T{std::forward<Arguments>(All)...};
}

class Pool {
public:
  void *alloc(size_t Bytes) {
    void *Block = std::malloc(Bytes);
    if (!Block)
      throw std::bad_alloc();
    return Block;
  }
};

template <typename T> struct PoolAllocator {
  using value_type = T;
  T *allocate(size_t Count) {
    return static_cast<T *>(std::malloc(Count * sizeof(T)));
  }
  void deallocate(T *P, size_t) { std::free(P); }
  bool operator==(const PoolAllocator &) const { return true; }
};

class Graph {
  Node *Root;
  Edge *Edges;
  std::vector<int> Degrees;

public:
  explicit Graph(Pool &Source)
      // EXPECT Graph::Root | Node | Graph::Graph | 1
      : Root(new Node(1)),
        // EXPECT Graph::Edges | Edge | Graph::Graph | 1
        Edges(static_cast<Edge *>(Source.alloc(10 * sizeof(Edge)))) {
    Edges[0] = {1, 2};
    // EXPECT Graph::Degrees | std::vector<int> | Graph::Graph | 1
    Degrees.resize(10);
  }
  ~Graph() {
    delete Root;
    std::free(Edges);
  }
  long sum() const { return Root->Key + Edges[0].Target + Degrees[3]; }
};

static volatile int Zero = 0;

static void throwsBelow(int Depth) {
  if (Depth == 0)
    throw Depth;
  // EXPECT Part | char | throwsBelow | 12
  char *Part = xstrdup("part");
  throwsBelow(Depth - 1 + Zero);
  std::free(Part);
}

static void *inThread(void *) {
  // EXPECT Cells | long | inThread | 4
  long *Cells = static_cast<long *>(xcalloc(8, sizeof(long)));
  long First = Cells[0];
  std::free(Cells);
  return First ? Cells : nullptr;
}

int main() {
  Pool Blocks;
  Graph G(Blocks);
  // EXPECT E | Edge | main | 1
  Edge *E = make<Edge>(1, 2);
  asm volatile("" : : "r"(E) : "memory"); // compilers might do without it
  for (int Round = 0; Round != 4; ++Round)
    try {
      throwsBelow(3);
    } catch (int) {
    }
  // EXPECT Later | int | main | 1
  int *Later = static_cast<int *>(xmalloc(40));
  Later[Zero] = 3;
  // EXPECT Values | std::vector<long, PoolAllocator<long>> | main | 1
  std::vector<long, PoolAllocator<long>> Values(100);
  asm volatile("" : : "r"(&Values[0]) : "memory");
  // EXPECT Owned | Edge | main | 1
  auto Owned = std::make_unique<Edge>(Edge{3, 4});
  pthread_t Threads[4];
  for (pthread_t &T : Threads)
    pthread_create(&T, nullptr, inThread, nullptr);
  for (pthread_t &T : Threads)
    pthread_join(T, nullptr);
  bool Good = G.sum() == 3 && E->Target == 2 && Later[Zero] == 3 &&
              Values[Zero + 7] == 0 && Owned->Source == 3;
  delete E;
  std::free(Later);
  return Good ? 0 : 1;
}
