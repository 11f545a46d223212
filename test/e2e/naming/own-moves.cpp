// Parts of containers of the program's own: what is reached by their access
// functions, moved into them, or allocated in pools and in heaps with a policy.
// Moves between variables do not change names.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("Solver::watches[]") == 4' \
// RUN:     'type("Solver::watches[]") == "Vec<int>"' \
// RUN:     'objects("Solver::watches (Lists)") == 1' \
// RUN:     'objects("Solver::watches (Dirty)") == 1' \
// RUN:     'objects("Solver::order (Items)") == 3' \
// RUN:     'objects("Solver::order (Places)") == 3' \
// RUN:     'type("Solver::order (Items)") == "Heap<Less>"' \
// RUN:     'objects("queue") == 3' 'type("queue") == "Queue<long>"' \
// RUN:     'objects("a") == 1' 'objects("b") == 1' 'objects("c") == 0' \
// RUN:     'objects("pool (Block)") == 2' 'objects("pool (Blocks)") == 1' \
// RUN:     'type("pool (Block)") == "Pool<64>"' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <utility>

template <class T> class Vec {
  T *Data = nullptr;
  int Size = 0, Capacity = 0;

public:
  Vec() = default;
  explicit Vec(int N) { grow(N); }
  Vec(Vec &&O) { swap(O); }
  Vec &operator=(Vec &&O) {
    swap(O);
    return *this;
  }
  ~Vec() { delete[] Data; }
  void grow(int N) {
    T *Fresh = new T[N]();
    for (int I = 0; I != Size; ++I)
      Fresh[I] = std::move(Data[I]);
    delete[] Data;
    Data = Fresh;
    Capacity = N;
  }
  void push(T V) {
    if (Size == Capacity)
      grow(Capacity ? 2 * Capacity : 4);
    Data[Size++] = V;
  }
  void swap(Vec &O) {
    std::swap(Data, O.Data);
    std::swap(Size, O.Size);
    std::swap(Capacity, O.Capacity);
  }
  int size() const { return Size; }
  int capacity() const { return Capacity; }
  T &operator[](int I) { return Data[I]; }
};

template <class V> class Occurrences {
  Vec<V> Lists;
  Vec<char> Dirty;

public:
  void init(int N) {
    Lists.grow(N);
    Dirty.grow(N);
  }
  V &operator[](int I) { return Lists[I]; }
};

template <class Less> class Heap {
  Less Order;
  Vec<int> Items, Places;

public:
  void insert(int V) {
    Places.push(Items.size());
    Items.push(V);
  }
  int first() { return Order(Items[0], Places[0]) ? Items[0] : Places[0]; }
};

template <class T> class Queue {
  Vec<T> Ring{4};
  int First = 0, Count = 0;

public:
  void put(T V) {
    if (Count == Ring.capacity()) {
      Vec<T> Fresh(2 * Count);
      for (int I = 0; I != Count; ++I)
        Fresh[I] = Ring[(First + I) % Count];
      First = 0;
      Fresh.swap(Ring);
    }
    Ring[(First + Count++) % Ring.capacity()] = V;
  }
  T front() { return Ring[First]; }
};

class AnyPool {
public:
  virtual ~AnyPool() = default;
  virtual void *get() = 0;
};

template <int Bytes> class Pool : public AnyPool {
  union Item {
    Item *Next;
    char Data[Bytes];
  };
  struct Block {
    Item Items[16];
  };
  Vec<Block *> Blocks;
  Item *Free = nullptr;

public:
  ~Pool() override {
    for (int I = 0; I != Blocks.size(); ++I)
      delete Blocks[I];
  }
  void *get() override {
    if (!Free) {
      Block *Fresh = new Block;
      Blocks.push(Fresh);
      for (int I = 0; I != 15; ++I)
        Fresh->Items[I].Next = &Fresh->Items[I + 1];
      Fresh->Items[15].Next = nullptr;
      Free = Fresh->Items;
    }
    Item *Result = Free;
    Free = Free->Next;
    return Result;
  }
};

struct Less {
  bool operator()(int A, int B) const { return A < B; }
};

struct Solver {
  Occurrences<Vec<int>> watches;
  Heap<Less> order;
  Solver() {
    watches.init(4);
    for (int I = 0; I != 16; ++I)
      watches[I % 4].push(I);
    for (int I = 0; I != 16; ++I)
      order.insert(I);
  }
};

int main() {
  Solver S;
  Queue<long> queue;
  for (int I = 0; I != 16; ++I)
    queue.put(I);
  Vec<int> a(10), b(20);
  std::swap(a, b);
  Vec<int> c = std::move(a);
  a = std::move(b);
  Pool<64> pool;
  int *Last = nullptr;
  for (int I = 0; I != 20; ++I) {
    Last = static_cast<int *>(pool.get());
    *Last = I;
  }
  std::printf("%ld\n", S.watches[1][2] + S.order.first() + queue.front() +
                           a[1] + c[2] + *Last);
}
