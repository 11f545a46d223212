// A class template with containers of the library's is a container itself: its
// memory is called after the variable or member that it is, with the member as
// the role if it has several. Classes that are no templates name their members,
// unless one container of the program's own is all that they have.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("pending") == 7' \
// RUN:     'type("pending") == "Stack<int>"' \
// RUN:     's("pending", "heap").element_bytes == 4' \
// RUN:     'objects("queue") == 2' \
// RUN:     'objects("made") == 5' \
// RUN:     'objects("cache (nodes)") == 10' \
// RUN:     'type("cache (nodes)") == "Cache<int, double>"' \
// RUN:     'objects("cache (buckets)") == 1' \
// RUN:     'objects("table") == 1' \
// RUN:     'objects("table (nodes)") == 20' \
// RUN:     'objects("lists") == 1' \
// RUN:     'objects("lists (in elements)") == 8' \
// RUN:     'objects("heap (items)") == 2' \
// RUN:     'objects("heap (places)") == 2' \
// RUN:     'objects("Named<int>::name") == 1' \
// RUN:     'objects("buffer") == 2' \
// RUN:     'type("buffer") == "Buffer<int>"' \
// RUN:     'objects("other") == 1' \
// RUN:     'objects("shared (object and control block)") == 1' \
// RUN:     'objects("shared") == 1' \
// RUN:     'type("Simulation::todo") == "Stack<int>"' \
// RUN:     'type("Simulation::cells") == "std::vector<double>"' \
// RUN:     'type("stacks[]") == "Stack<int>"' \
// RUN:     'type("x") == "Vector"' \
// RUN:     'objects("x") == 2' \
// RUN:     's("x", "heap").element_bytes == 8' \
// RUN:     'objects("copied") == 2' \
// RUN:     'objects("Equation::left") == 2' \
// RUN:     'objects("Equation::right") == 2' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

template <class T> class Stack {
  std::vector<T> Items;

public:
  void push(T V) { Items.push_back(V); }
  T top() { return Items.back(); }
};

template <class T> class Queue : Stack<T> {
public:
  void put(T V) { this->push(V); }
  T last() { return this->top(); }
};

template <class T> Stack<T> make(int N) {
  Stack<T> Result;
  for (int I = 0; I != N; ++I)
    Result.push(I);
  return Result;
}

template <class K, class V> class Cache {
  std::unordered_map<K, V> Known;

public:
  void put(K Key, V Value) { Known[Key] = Value; }
  V get(K Key) { return Known.at(Key); }
};

template <class K> class Table {
  std::vector<std::list<K>> Chains;

public:
  void put(K Key) {
    if (Chains.empty())
      Chains.resize(8);
    Chains[Key % 8].push_back(Key);
  }
  K get() { return Chains[1].front(); }
};

template <class T> class Lists {
  std::vector<std::vector<T>> Rows;

public:
  void put(T V) {
    if (Rows.empty())
      Rows.resize(8);
    auto &Row = Rows[V % 8];
    Row.push_back(V);
  }
  T get() { return Rows[1][0]; }
};

template <class T> class Heap {
  std::vector<T> items;
  std::vector<int> places;

public:
  void put(T V) {
    items.push_back(V);
    places.push_back(int(items.size()));
  }
  T get() { return items[places[0]]; }
};

template <class T> struct Named {
  std::string name;
  T Value = 0;
  explicit Named(const char *Text) : name(Text) {}
};

template <class T> class Buffer {
  std::unique_ptr<T[]> Data;
  size_t Size;

public:
  explicit Buffer(size_t N) : Data(new T[N]()), Size(N) {}
  void grow() {
    std::unique_ptr<T[]> Fresh(new T[2 * Size]());
    for (size_t I = 0; I != Size; ++I)
      Fresh[I] = Data[I];
    Data = std::move(Fresh);
    Size *= 2;
  }
  T &operator[](size_t I) { return Data[I]; }
};

template <class T> class Other {
  std::unique_ptr<T[]> Data;

public:
  explicit Other(size_t N) : Data(std::make_unique<T[]>(N)) {}
  T &operator[](size_t I) { return Data[I]; }
};

template <class T> class Shared {
  std::shared_ptr<std::vector<T>> Data;

public:
  Shared() : Data(std::make_shared<std::vector<T>>()) {}
  void push(T V) { Data->push_back(V); }
  T first() { return Data->front(); }
};

struct Simulation {
  Stack<int> todo;
  std::vector<double> cells;
  Simulation() : cells(100) { todo.push(1); }
};

/// Counted references to numbers.
class Block {
  struct Body {
    long Owners;
    std::vector<double> Numbers;
  };
  Body *B;

public:
  explicit Block(size_t N) : B(new Body{1, std::vector<double>(N)}) {}
  Block(const Block &O) : B(O.B) { ++B->Owners; }
  ~Block() {
    if (--B->Owners == 0)
      delete B;
  }
  double *own() {
    if (B->Owners > 1) {
      --B->Owners;
      B = new Body{1, B->Numbers};
    }
    return B->Numbers.data();
  }
};

class Vector {
  Block Numbers;

public:
  explicit Vector(size_t N) : Numbers(N) {}
  double &operator[](size_t I) { return Numbers.own()[I]; }
};

struct Equation {
  Vector left, right;
  Equation() : left(10), right(20) {}
};

int main() {
  Stack<int> pending;
  for (int I = 0; I != 64; ++I)
    pending.push(I);
  Queue<long> queue;
  queue.put(1);
  queue.put(2);
  Stack<int> made = make<int>(10);
  Cache<int, double> cache;
  Table<int> table;
  Lists<int> lists;
  Heap<int> heap;
  for (int I = 0; I != 10; ++I)
    cache.put(I, I);
  for (int I = 0; I != 20; ++I)
    table.put(I);
  for (int I = 0; I != 8; ++I)
    lists.put(I);
  heap.put(1);
  heap.put(2);
  Named<int> named("longer than what fits into a string itself");
  Buffer<int> buffer(100);
  buffer.grow();
  buffer[4] = 1;
  Other<int> other(50);
  other[4] = 1;
  Shared<int> shared;
  shared.push(3);
  Simulation simulation;
  std::vector<Stack<int>> stacks(3);
  stacks[1].push(4);
  Vector x(100), y(200), copied(x);
  copied[1] = 1;
  Equation equation;
  std::printf("%g\n", pending.top() + queue.last() + made.top() + cache.get(4) +
                          table.get() + lists.get() + heap.get() + named.Value +
                          buffer[4] + other[4] + shared.first() +
                          simulation.todo.top() + simulation.cells[3] +
                          stacks[1].top() + x[1] + y[2] + equation.left[1] +
                          equation.right[2] + double(named.name.size()));
}
