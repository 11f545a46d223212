// Attribution of what the program's own containers keep and its pools hand out,
// by the oracle of oracle-odd-memory.c. It knows the classes of the containers:
// whoever calls their members has the memory. And the program tells it, where a
// piece of a pool is used, what was handed out. The profiler finds the arena by
// its code, or the program says so; the cells are announced.
//
// REQUIRES: x86_64
// RUN: %clang -O1 -fPIC -shared %S/../Inputs/oracle/plain-log.c -o %t.plain-log.so
// RUN: for Level in -O1 -O2 "-O2 -DTOLD"; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g --memfacet-plain-log \
// RUN:     -fno-optimize-sibling-calls %s %t.plain-log.so -o %t.prog && \
// RUN:   env PLAIN_LOG=%t.log %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %python %S/../reference/oracle.py %t.log %t.mfp --llvm %llvm \
// RUN:     --instrumented %t.prog --wrapper takeBytes --wrapper take \
// RUN:     --wrapper takeCell --wrapper said --container Vector \
// RUN:     --container Stack --container Table --container List \
// RUN:     --container Text || exit 1; \
// RUN: done | FileCheck %s
//
// An oracle that knows no container, or no piece, disagrees.
// RUN: not %python %S/../reference/oracle.py %t.log %t.mfp --llvm %llvm \
// RUN:   --instrumented %t.prog --wrapper takeBytes --wrapper take \
// RUN:   --wrapper takeCell --wrapper said --container Vector \
// RUN:   --container Stack --container Table --container Text
// RUN: grep -v '^H 0 .* 190 0 ' %t.log > %t.less.log
// RUN: not cmp -s %t.log %t.less.log
// RUN: not %python %S/../reference/oracle.py %t.less.log %t.mfp --llvm %llvm \
// RUN:   --instrumented %t.prog --wrapper takeBytes --wrapper take \
// RUN:   --wrapper takeCell --wrapper said --container Vector \
// RUN:   --container Stack --container Table --container List --container Text
//
// CHECK-COUNT-3: {{^[0-9]+}} accesses, 15 heap structures, 0 differences
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memfacet/memfacet.h>

extern "C" void plainHandedOut(void *, size_t);
extern "C" void plainTakenBack(void *);

// In the line that uses the piece.
template <class T>
[[gnu::always_inline]] static inline T *said(T *Piece, size_t Bytes) {
  plainHandedOut(Piece, Bytes);
  return Piece;
}

template <class T> class Vector {
  T *Begin = nullptr;
  size_t Size = 0, Capacity = 0;

public:
  Vector() = default;
  Vector(const Vector &) = delete;
  ~Vector() { delete[] Begin; }
  void push(const T &V) {
    if (Size == Capacity) {
      Capacity = Capacity ? 2 * Capacity : 4;
      T *Fresh = new T[Capacity];
      for (size_t I = 0; I != Size; ++I)
        Fresh[I] = Begin[I];
      delete[] Begin;
      Begin = Fresh;
    }
    Begin[Size++] = V;
  }
  size_t size() const { return Size; }
  T &operator[](size_t I) { return Begin[I]; }
};

template <class T> class Stack {
  Vector<T> Items;

public:
  void push(T V) { Items.push(V); }
  T &top() { return Items[Items.size() - 1]; }
};

template <class K, class V> class Table {
  struct Entry {
    Entry *Next;
    K Key;
    V Value;
  };
  Entry **Buckets;
  size_t Count;

public:
  explicit Table(size_t N) : Buckets(new Entry *[N]()), Count(N) {}
  V &operator[](const K &Key) {
    size_t Bucket = static_cast<size_t>(Key) % Count;
    for (Entry *E = Buckets[Bucket]; E; E = E->Next)
      if (E->Key == Key)
        return E->Value;
    Buckets[Bucket] = new Entry{Buckets[Bucket], Key, V()};
    return Buckets[Bucket]->Value;
  }
};

template <class T> class List {
  struct Node {
    Node *Next;
    T Value;
  };
  Node *Head = nullptr;

public:
  void push(T V) { Head = new Node{Head, V}; }
  T sum() {
    T Sum = 0;
    for (Node *N = Head; N; N = N->Next)
      Sum += N->Value;
    return Sum;
  }
};

class Text {
  char *Characters;

public:
  explicit Text(const char *Source) : Characters(strdup(Source)) {}
  Text(const Text &) = delete;
  ~Text() { free(Characters); }
  char first() const { return Characters[0]; }
};

struct Person {
  Text Name, City;
  Person(const char *N, const char *C) : Name(N), City(C) {}
};

// Pieces one after the other.
struct Arena {
  char *Next, *End;
};

static void *takeBytes(Arena &A, size_t Bytes) {
  Bytes = (Bytes + 15) & ~size_t(15);
  if (A.Next + Bytes > A.End)
    abort();
  char *Piece = A.Next;
  A.Next += Bytes;
#ifdef TOLD
  return MEMFACET_ALLOC(Piece, Bytes);
#else
  return Piece;
#endif
}

template <class T> static T *take(Arena &A, size_t Count) {
  return static_cast<T *>(takeBytes(A, Count * sizeof(T)));
}

// Cells of one size that come back.
struct Cell {
  Cell *Next;
};
struct Cells {
  Cell *Free;
  char *Slab;
};

static void fill(Cells &Owner) {
  Owner.Slab = static_cast<char *>(malloc(64 * 16));
  for (int I = 0; I != 16; ++I) {
    Cell *New = reinterpret_cast<Cell *>(Owner.Slab + 64 * I);
    New->Next = Owner.Free;
    Owner.Free = New;
  }
}

static void *takeCell(Cells &Owner) {
  if (!Owner.Free)
    fill(Owner);
  Cell *Piece = Owner.Free;
  Owner.Free = Piece->Next;
  return MEMFACET_ALLOC(static_cast<void *>(Piece), 64);
}

static void giveBack(Cells &Owner, void *Old) {
  MEMFACET_FREE(Old);
  auto *Piece = static_cast<Cell *>(Old);
  Piece->Next = Owner.Free;
  Owner.Free = Piece;
}

static long containers() {
  Vector<int> Scores;
  Stack<long> Pending;
  for (int I = 0; I != 100; ++I) {
    Scores.push(I);
    Pending.push(I);
  }
  Table<long, double> Weights(32);
  for (long I = 0; I != 200; ++I)
    Weights[I * 7 % 101] += 1;
  List<long> Visited, Wanted;
  for (int I = 0; I != 40; ++I)
    Visited.push(I);
  for (int I = 0; I != 30; ++I)
    Wanted.push(Scores[static_cast<size_t>(I)]);
  Person Ada("Ada of somewhere", "London");
  Vector<double> *Moments = new Vector<double>;
  for (int I = 0; I != 20; ++I)
    Moments->push(Weights[I]);
  long Sum = Pending.top() + Visited.sum() + Wanted.sum() + Ada.Name.first() +
             Ada.City.first() + static_cast<long>((*Moments)[7]);
  delete Moments;
  return Sum;
}

struct Vertex {
  Vertex *Next;
  long Key;
};

static long pools() {
  size_t Bytes = 1 << 16;
  char *Chunk = static_cast<char *>(malloc(Bytes));
  Arena A = {Chunk, Chunk + Bytes};
  Vertex *First = nullptr;
  for (int I = 0; I != 50; ++I) {
    auto *New = said(take<Vertex>(A, 1), sizeof(Vertex));
    *New = {First, I};
    First = New;
  }
  int *Row = said(take<int>(A, 100), 400);
  for (int I = 0; I != 100; ++I)
    Row[I] = I;
  long Sum = Row[7];
  for (Vertex *V = First; V; V = V->Next)
    Sum += V->Key;
  free(Chunk);

  Cells Free = {nullptr, nullptr};
  for (int I = 0; I != 30; ++I) {
    void *Order = said(takeCell(Free), 64);
    void *Offer = said(takeCell(Free), 64);
    memset(Order, I, 64);
    memset(Offer, I + 1, 32);
    Sum += static_cast<char *>(Order)[9] + static_cast<char *>(Offer)[9];
    plainTakenBack(Order);
    giveBack(Free, Order);
    plainTakenBack(Offer);
    giveBack(Free, Offer);
  }
  free(Free.Slab);
  return Sum;
}

int main() {
  long Sum = containers() + pools();
  printf("%ld\n", Sum);
  return 0;
}
