// An object that `new` makes for a smart pointer of the program's own is called
// after the variable or member that the pointer is, also if functions return
// it; in a container of pointers it is called after its type.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("head") == 1' \
// RUN:     'type("head") == "Node"' \
// RUN:     'objects("assigned") == 3' \
// RUN:     'objects("made") == 1' \
// RUN:     'type("named") == "Node"' \
// RUN:     'objects("converted") == 1' \
// RUN:     'objects("forwarded") == 1' \
// RUN:     'objects("reset") == 2' \
// RUN:     'objects("first") == 1' \
// RUN:     'objects("second") == 0' \
// RUN:     'type("everywhere") == "Node"' \
// RUN:     'type("handle") == "Node"' \
// RUN:     'objects("plain") == 1' \
// RUN:     'type("Graph::root") == "Node"' \
// RUN:     'objects("Graph::tail") == 1' \
// RUN:     'objects("Graph::last") == 1' \
// RUN:     'objects("Graph::raw") == 1' \
// RUN:     'objects("Node (in list)") == 3' \
// RUN:     'objects("list") == 3' \
// RUN:     'objects("Node (in pointers)") == 2' \
// RUN:     'objects("pointers") == 1' \
// RUN:     'type("chain") == "Chain<int>::Link"' \
// RUN:     'objects("chain") == 32' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <utility>
#include <vector>

struct Node {
  long Value;
  int References = 0;
  Node *Next = nullptr;
  explicit Node(long V) : Value(V) {}
};

template <class T> class Owned {
  T *Pointer;

public:
  explicit Owned(T *P = nullptr) : Pointer(P) {}
  Owned(Owned &&O) : Pointer(O.release()) {}
  Owned &operator=(Owned &&O) {
    reset(O.release());
    return *this;
  }
  ~Owned() { delete Pointer; }
  void reset(T *P = nullptr) {
    T *Old = Pointer;
    Pointer = P;
    delete Old;
  }
  T *release() { return std::exchange(Pointer, nullptr); }
  T *operator->() { return Pointer; }
};

template <class T> class Ref {
  T *Pointer;

public:
  Ref(T *P = nullptr) : Pointer(P) { up(); }
  Ref(const Ref &O) : Pointer(O.Pointer) { up(); }
  Ref &operator=(const Ref &O) {
    Ref Copy(O);
    std::swap(Pointer, Copy.Pointer);
    return *this;
  }
  Ref &operator=(T *P) { return *this = Ref(P); }
  ~Ref() {
    if (Pointer && --Pointer->References == 0)
      delete Pointer;
  }
  T *operator->() { return Pointer; }

private:
  void up() {
    if (Pointer)
      ++Pointer->References;
  }
};

/// No template, but nothing else than a pointer.
class NodeHandle {
  Node *Pointer;

public:
  explicit NodeHandle(Node *P) : Pointer(P) {}
  ~NodeHandle() { delete Pointer; }
  Node *get() { return Pointer; }
};

template <class T, class... Arguments> Owned<T> makeOwned(Arguments &&...A) {
  return Owned<T>(new T(std::forward<Arguments>(A)...));
}

static Ref<Node> make(long V) { return Ref<Node>(new Node(V)); }
static Ref<Node> makeNamed(long V) {
  Ref<Node> Result(new Node(V));
  ++Result->Value;
  return Result;
}
static Ref<Node> makeConverted(long V) { return new Node(V); }

struct Graph {
  Owned<Node> root, last;
  Ref<Node> tail;
  Node *raw;
  Graph() : tail(new Node(1)) {
    root.reset(new Node(2));
    last = makeOwned<Node>(3);
    raw = new Node(4);
  }
  ~Graph() { delete raw; }
};

template <class T> class Pointers {
  T *Items = new T[8];
  int Count = 0;

public:
  ~Pointers() {
    for (int I = 0; I != Count; ++I)
      delete Items[I];
    delete[] Items;
  }
  void push(T Item) { Items[Count++] = Item; }
  T &operator[](int I) { return Items[I]; }
};

template <class T> class Chain {
  struct Link {
    int References = 0;
    T Value;
    Ref<Link> Next;
    Link(T V, const Ref<Link> &N) : Value(V), Next(N) {}
  };
  Ref<Link> First;

public:
  void push(T V) { First = Ref<Link>(new Link(V, First)); }
  T top() { return First->Value; }
};

static Ref<Node> everywhere(new Node(0));

int main() {
  Ref<Node> head(new Node(1));
  Ref<Node> assigned;
  assigned = new Node(2);
  assigned = Ref<Node>(new Node(3));
  assigned = make(4);
  Ref<Node> made = make(5), named = makeNamed(6);
  Ref<Node> converted = makeConverted(7);
  Owned<Node> forwarded = makeOwned<Node>(8);
  Owned<Node> reset;
  reset.reset(new Node(9));
  reset.reset(new Node(10));
  Owned<Node> first(new Node(11));
  Owned<Node> second = std::move(first);
  NodeHandle handle(new Node(12));
  Node *plain = new Node(13);
  NodeHandle Late(plain);
  Graph G;
  std::vector<Ref<Node>> list;
  list.reserve(3);
  list.push_back(new Node(14));
  list.push_back(Ref<Node>(new Node(15)));
  list.emplace_back(new Node(16));
  list.reserve(30);
  list.reserve(300);
  Pointers<Node *> pointers;
  pointers.push(new Node(17));
  pointers.push(new Node(18));
  Chain<int> chain;
  for (int I = 0; I != 32; ++I)
    chain.push(I);
  std::printf("%ld\n", head->Value + assigned->Value + made->Value +
                           named->Value + converted->Value + reset->Value +
                           forwarded->Value + second->Value + G.root->Value +
                           G.tail->Value + G.last->Value + G.raw->Value +
                           list[1]->Value + pointers[1]->Value + chain.top() +
                           handle.get()->Value + Late.get()->Value +
                           everywhere->Value);
}
