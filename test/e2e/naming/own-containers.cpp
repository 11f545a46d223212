// Memory that a container of the program's own keeps is called after the
// variable or member that is the container, whatever its class calls it, also
// through handles, base classes, moves and returns; domain classes keep the
// names of their members. A list corrects this.
//
// RUN: printf '%%s\n' '# classes' '!Stack' Graph > %t.list
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record --trace %t.mft -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("scores", "heap").objects == 6' \
// RUN:     's("scores", "heap").type == "vec<float>"' \
// RUN:     's("made", "heap").objects == 1' \
// RUN:     's("assigned", "heap").objects == 1' \
// RUN:     's("stack", "heap").type == "Stack<long>"' \
// RUN:     's("table (slots)").objects == 1' \
// RUN:     's("table (entries)").objects == 1' \
// RUN:     's("list", "heap").objects == 64' \
// RUN:     's("Fluid::pressure").type == "Array<double>"' \
// RUN:     's("Fluid::velocity[]").objects == 6' \
// RUN:     's("Person::name").type == "String"' \
// RUN:     's("Person::city").objects == 1' \
// RUN:     's("Graph::edges").objects == 2' \
// RUN:     's("pointed (start_)").objects == 1' \
// RUN:     's("rows (in elements)").objects == 1' && \
// RUN:   %memfacet simulate --containers %t.list -o %t.mfp %t.mft && \
// RUN:   %expect %t.mfp --all 's("Stack<long>::items_").type == "vec<long>"' \
// RUN:     || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

template <class T> class Block {
  char *Raw;
  T *Data;
  int References = 1;

public:
  explicit Block(size_t N) {
    char *Temporary = new char[N * sizeof(T)];
    Raw = Temporary;
    Data = reinterpret_cast<T *>(Temporary);
  }
  ~Block() { delete[] Raw; }
  T *data() { return Data; }
  void up() { ++References; }
  bool down() { return --References == 0; }
};

template <class T> class Array {
  Block<T> *Storage;
  T *Data;

public:
  explicit Array(size_t N = 100) : Storage(new Block<T>(N)), Data(Storage->data()) {}
  Array(const Array &O) : Storage(O.Storage), Data(O.Data) { Storage->up(); }
  ~Array() {
    if (Storage->down())
      delete Storage;
  }
  T &operator[](size_t I) { return Data[I]; }
};

template <class T> struct vec {
  T *start_ = nullptr;
  size_t Size = 0, Capacity = 0;
  vec() = default;
  explicit vec(size_t N) : start_(new T[N]), Size(N), Capacity(N) {}
  vec(vec &&O) : start_(O.start_), Size(O.Size), Capacity(O.Capacity) {
    O.start_ = nullptr;
  }
  vec &operator=(vec &&O) {
    std::swap(start_, O.start_);
    return *this;
  }
  ~vec() { delete[] start_; }
  void push(T V) {
    if (Size == Capacity)
      grow();
    start_[Size++] = V;
  }
  void grow() {
    Capacity = Capacity ? 2 * Capacity : 4;
    T *Fresh = new T[Capacity];
    for (size_t I = 0; I != Size; ++I)
      Fresh[I] = start_[I];
    delete[] start_;
    start_ = Fresh;
  }
  T &operator[](size_t I) { return start_[I]; }
};

template <class T> class Stack {
  vec<T> items_;

public:
  void push(T V) { items_.push(V); }
  T &top() { return items_[0]; }
};

template <class K, class V> class Table {
  struct Slot {
    int Entry;
  };
  struct Entry {
    K Key;
    V Value;
  };
  Slot *slots;
  Entry *entries;
  int Count = 0;

public:
  explicit Table(size_t N)
      : slots(new Slot[N]),
        entries(static_cast<Entry *>(malloc(N * sizeof(Entry)))) {}
  ~Table() {
    delete[] slots;
    free(entries);
  }
  void add(K Key, V Value) {
    entries[Count] = {Key, Value};
    slots[Count].Entry = Count;
    ++Count;
  }
  V first() { return entries[slots[0].Entry].Value; }
};

template <class T> class List {
  struct Node {
    Node *Next;
    T Value;
  };
  Node *Head = nullptr, *Tail = nullptr;

public:
  void push(T V) {
    Node *N = new Node{nullptr, V};
    if (Tail)
      Tail->Next = N;
    else
      Head = N;
    Tail = N;
  }
  T sum() {
    T Sum = 0;
    for (Node *N = Head; N; N = N->Next)
      Sum += N->Value;
    return Sum;
  }
};

class String {
  char *Text;

public:
  explicit String(const char *S) : Text(strdup(S)) {}
  ~String() { free(Text); }
  char first() { return Text[0]; }
};

struct Person {
  String name;
  String city;
  Person() : name("somebody"), city("somewhere") {}
};

struct Fluid {
  Array<double> pressure;
  Array<double> velocity[3];
  explicit Fluid(int N) : pressure(N) {}
};

struct Edge {
  int Source, Target;
};
class Graph {
  Edge *edges;

public:
  explicit Graph(int N) : edges(new Edge[N]) {
    for (int I = 0; I != N; ++I)
      edges[I] = {I, I + 1};
  }
  ~Graph() { delete[] edges; }
  int to(int I) { return edges[I].Target; }
};

static volatile int Zero = 0;

static vec<int> make(int N) {
  vec<int> Result(N);
  for (int I = 0; I != N; ++I)
    Result[I] = I;
  return Result;
}

int main() {
  Fluid F(100);
  for (int I = 0; I != 100; ++I)
    F.pressure[I] = F.velocity[0][I] = F.velocity[1][I] = F.velocity[2][I] = I;
  vec<float> scores;
  for (int I = 0; I != 100; ++I)
    scores.push(float(I));
  vec<int> made = make(50);
  vec<int> assigned;
  assigned = make(60);
  Stack<long> stack;
  for (int I = 0; I != 100; ++I)
    stack.push(I);
  Table<int, double> table(64);
  for (int I = 0; I != 64; ++I)
    table.add(I, I);
  List<int> list;
  for (int I = 0; I != 64; ++I)
    list.push(I);
  Person P;
  Graph G1(10), G2(20);
  auto *pointed = new vec<double>(30);
  (*pointed)[Zero] = 1;
  std::vector<vec<char>> rows;
  rows.emplace_back(90);
  rows[0][Zero] = 1;
  double Sum = F.pressure[Zero] + F.velocity[Zero + 1][3] + scores[Zero] +
               made[Zero] + assigned[Zero] + double(stack.top()) +
               table.first() + list.sum() + P.name.first() + P.city.first() +
               G1.to(Zero) + G2.to(Zero) + (*pointed)[Zero] + rows[0][Zero];
  delete pointed;
  std::printf("%.1f\n", Sum);
}
