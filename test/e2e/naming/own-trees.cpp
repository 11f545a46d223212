// The nodes of a container of the program's own are the container's, wherever
// they are linked and whichever function makes them, however deep it recurses.
// Nodes of a class that is no template have the name of the member that leads
// to them.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("recursive") == 64' \
// RUN:     'type("recursive") == "Recursive<int>"' \
// RUN:     'objects("linked") == 64' \
// RUN:     'objects("returning") == 64' \
// RUN:     'type("helped") == "Helped<int>"' \
// RUN:     'objects("helped") == 64' \
// RUN:     'objects("inserting") == 64' 'objects("unique") == 64' \
// RUN:     'objects("skip") == 65' \
// RUN:     'objects("trie") == 17' \
// RUN:     'objects("hash (Entry)") == 64' \
// RUN:     'objects("hash (buckets)") == 5' \
// RUN:     'type("hash (Entry)") == "Hash<int, double>"' \
// RUN:     'objects("chains (Node)") == 64' \
// RUN:     'objects("chains (heads)") == 1' \
// RUN:     'objects("allocated") == 64' \
// RUN:     'objects("based") == 64' \
// RUN:     'objects("splitting") == 64' 'type("splitting") == "Splitting<long>"' \
// RUN:     'objects("Plain::root") == 64' \
// RUN:     'type("Plain::root") == "Plain::Node"' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

template <class K> class Recursive {
  struct Node {
    K Key;
    Node *Left = nullptr, *Right = nullptr;
    explicit Node(K Key) : Key(Key) {}
  };
  Node *Root = nullptr;

  void insert(Node *&Place, K Key) {
    if (!Place)
      Place = new Node(Key);
    else
      insert(Key < Place->Key ? Place->Left : Place->Right, Key);
  }

public:
  void insert(K Key) { insert(Root, Key); }
  K top() { return Root->Key; }
};

template <class K> class Linked {
  struct Node {
    K Key;
    Node *Children[2] = {nullptr, nullptr};
    explicit Node(K Key) : Key(Key) {}
  };
  Node *Root = nullptr;

public:
  void insert(K Key) {
    Node **Link = &Root;
    while (*Link)
      Link = &(*Link)->Children[Key < (*Link)->Key];
    *Link = new Node(Key);
  }
  K top() { return Root->Key; }
};

template <class K> class Returning {
  struct Node {
    K Key;
    Node *Left, *Right;
  };
  Node *Root = nullptr;

  static Node *newNode(K Key) {
    Node *N = new Node;
    N->Key = Key;
    N->Left = N->Right = nullptr;
    return N;
  }
  Node *insert(Node *Place, K Key) {
    if (!Place)
      return newNode(Key);
    if (Key < Place->Key)
      Place->Left = insert(Place->Left, Key);
    else
      Place->Right = insert(Place->Right, Key);
    return Place;
  }

public:
  void insert(K Key) { Root = insert(Root, Key); }
  K top() { return Root->Key; }
};

template <class T> struct HelpedNode {
  T Value;
  HelpedNode *Left, *Right;
};
template <class T> class Helped {
  HelpedNode<T> *Root = nullptr;

  HelpedNode<T> *makeNode(const T &V) {
    auto *N = static_cast<HelpedNode<T> *>(malloc(sizeof(HelpedNode<T>)));
    return new (N) HelpedNode<T>{V, nullptr, nullptr};
  }

public:
  void insert(const T &V) {
    HelpedNode<T> *Parent = nullptr;
    for (HelpedNode<T> *N = Root; N; N = V < N->Value ? N->Left : N->Right)
      Parent = N;
    HelpedNode<T> *Fresh = makeNode(V);
    if (!Parent)
      Root = Fresh;
    else if (V < Parent->Value)
      Parent->Left = Fresh;
    else
      Parent->Right = Fresh;
  }
  T top() { return Root->Value; }
};

template <class T> class Inserting {
  struct Node {
    T Key;
    Node *Left = nullptr, *Right = nullptr;
    explicit Node(T Key) : Key(Key) {}
    void insert(T Fresh) {
      Node *&Side = Fresh < Key ? Left : Right;
      if (Side)
        Side->insert(Fresh);
      else
        Side = new Node(Fresh);
    }
  };
  Node *Root = nullptr;

public:
  void insert(T Key) {
    if (Root)
      Root->insert(Key);
    else
      Root = new Node(Key);
  }
  T top() { return Root->Key; }
};

template <class K> class Unique {
  struct Node {
    K Key;
    std::unique_ptr<Node> Left, Right;
    explicit Node(K Key) : Key(Key) {}
  };
  std::unique_ptr<Node> Root;

  void insert(std::unique_ptr<Node> &Place, K Key) {
    if (!Place)
      Place = std::make_unique<Node>(Key);
    else
      insert(Key < Place->Key ? Place->Left : Place->Right, Key);
  }

public:
  void insert(K Key) { insert(Root, Key); }
  K top() { return Root->Key; }
};

template <class K> class Skip {
  struct Node {
    K Key;
    Node *Next[1];
  };
  Node *Head = make(4, K());

  static Node *make(int Level, K Key) {
    Node *N = (Node *)malloc(sizeof(Node) + Level * sizeof(Node *));
    N->Key = Key;
    for (int I = 0; I <= Level; ++I)
      N->Next[I] = nullptr;
    return N;
  }

public:
  void insert(K Key) {
    Node *Fresh = make(Key % 4, Key), *Place = Head;
    while (Place->Next[0] && Place->Next[0]->Key < Key)
      Place = Place->Next[0];
    Fresh->Next[0] = Place->Next[0];
    Place->Next[0] = Fresh;
  }
  K top() { return Head->Next[0]->Key; }
};

template <class V> class Trie {
  struct Node {
    Node *Children[4] = {};
    V Value{};
  };
  Node *Root = new Node;

public:
  void insert(V Value) {
    Node *N = Root;
    for (unsigned Rest = Value; Rest; Rest /= 4) {
      Node *&Child = N->Children[Rest % 4];
      if (!Child)
        Child = new Node;
      N = Child;
    }
    N->Value = Value;
  }
  V top() { return Root->Children[1]->Value; }
};

template <class K, class V> class Hash {
  struct Entry {
    K Key;
    V Value;
    Entry *Next;
  };
  size_t Size, Count = 0;
  Entry **buckets;

  void grow() {
    Entry **Fresh = new Entry *[2 * Size]();
    for (size_t I = 0; I != Size; ++I)
      for (Entry *E = buckets[I]; E;) {
        Entry *Next = E->Next;
        E->Next = Fresh[E->Key % (2 * Size)];
        Fresh[E->Key % (2 * Size)] = E;
        E = Next;
      }
    delete[] buckets;
    buckets = Fresh;
    Size *= 2;
  }

public:
  explicit Hash(size_t N) : Size(N), buckets(nullptr) {}
  void insert(K Key, V Value) {
    if (!buckets)
      buckets = new Entry *[Size]();
    if (Count++ == Size)
      grow();
    Entry *&Head = buckets[Key % Size];
    Head = new Entry{Key, Value, Head};
  }
  V top() { return buckets[1]->Value; }
};

template <class K> class Chains {
  struct Node {
    K Key;
    Node *Next;
  };
  std::vector<Node *> heads;

public:
  void insert(K Key) {
    if (heads.empty())
      heads.resize(16);
    Node *&Head = heads[Key % 16];
    Head = new Node{Key, Head};
  }
  K top() { return heads[1]->Key; }
};

template <class T> struct NodeAllocator {
  T *allocate() { return static_cast<T *>(::operator new(sizeof(T))); }
};
template <class T> class Allocated {
  struct Node {
    Node *Next;
    T Value;
  };
  NodeAllocator<Node> Allocator;
  Node *Head = nullptr;

public:
  void insert(T V) {
    Node *N = Allocator.allocate();
    N->Next = Head;
    N->Value = V;
    Head = N;
  }
  T top() { return Head->Value; }
};

template <class T> class Based {
  struct Link {
    Link *Next = nullptr;
  };
  struct Node : Link {
    T Value;
    explicit Node(T V) : Value(V) {}
  };
  Link Head;

public:
  void insert(T V) {
    Node *N = new Node(V);
    N->Next = Head.Next;
    Head.Next = N;
  }
  T top() { return static_cast<Node *>(Head.Next)->Value; }
};

class Plain {
  struct Node {
    int Key;
    Node *Left = nullptr, *Right = nullptr;
    explicit Node(int K) : Key(K) {}
  };
  Node *root = nullptr;

  void insert(Node *&Place, int Key) {
    if (!Place)
      Place = new Node(Key);
    else
      insert(Key < Place->Key ? Place->Left : Place->Right, Key);
  }

public:
  void insert(int Key) { insert(root, Key); }
  int top() { return root->Key; }
};

// A method that makes nodes and also returns a pair, in memory.
template <class K> class Splitting {
  struct Node {
    Node *Next = nullptr;
    K Key{};
  };
  Node *First = nullptr;

  std::pair<Node *, std::pair<K, K>> split(K Key) {
    Node *Right = new Node;
    Right->Key = Key;
    Right->Next = First;
    return {Right, {Key, Key}};
  }

public:
  ~Splitting() {
    while (First)
      delete std::exchange(First, First->Next);
  }
  void insert(K Key) {
    auto [Right, Keys] = split(Key);
    if (Keys.first == Keys.second)
      First = Right;
  }
};

int main() {
  Recursive<int> recursive;
  Linked<int> linked;
  Returning<int> returning;
  Helped<int> helped;
  Inserting<int> inserting;
  Unique<int> unique;
  Trie<int> trie;
  Hash<int, double> hash(4);
  Chains<int> chains;
  Allocated<int> allocated;
  Based<int> based;
  Splitting<long> splitting;
  Plain plain;
  Skip<int> skip;
  for (int I = 0; I != 64; ++I) { // deep, too: the keys ascend
    recursive.insert(I);
    linked.insert(I);
    returning.insert(I);
    helped.insert(I);
    inserting.insert(I);
    unique.insert(I);
    hash.insert(I, I);
    chains.insert(I);
    allocated.insert(I);
    based.insert(I);
    splitting.insert(I);
    plain.insert(I);
    skip.insert(I);
  }
  for (int I = 0; I != 8; ++I)
    trie.insert(I * 7 + 1);
  std::printf("%g\n", recursive.top() + linked.top() + returning.top() +
                          helped.top() + inserting.top() + unique.top() +
                          trie.top() + hash.top() + chains.top() +
                          allocated.top() + based.top() + plain.top() +
                          skip.top());
}
