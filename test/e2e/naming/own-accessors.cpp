// An object that an accessor gives is called after what holds it; a local
// container that becomes a member's content has the member's name.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("Graph::lists_[]") == 5' \
// RUN:     'type("Graph::lists_[]") == "sequence<int>"' \
// RUN:     'objects("Graph::lists_") == 2' \
// RUN:     'type("Graph::lists_") == "table<sequence<int>>"' \
// RUN:     'objects("Graph::marks_") == 3' \
// RUN:     'objects("Graph::names_[]") == 2' \
// RUN:     'objects("Graph::extra_") == 2' \
// RUN:     'objects("common") == 1' 'objects("shared") == 1' \
// RUN:     'objects("Graph::words_[]") == 2' 'objects("kept") == 1' \
// RUN:     'objects("Jobs::queue[].in") == 4' 'objects("header") == 1' \
// RUN:     'type("Jobs::queue[].in") == "Buffer"' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

template <class T> class table {
public:
  typedef T &reference; // as in the standard library
  ~table() { std::free(items); }
  reference operator[](unsigned I) { return items[I]; }
  void resize(unsigned N) {
    items = static_cast<T *>(std::calloc(N, sizeof(T)));
    count = N;
  }
  void swap(table &Other) {
    std::swap(items, Other.items);
    std::swap(count, Other.count);
  }
  unsigned count = 0;

private:
  T *items = nullptr;
};

template <class T> struct sequence {
  T *items = nullptr;
  unsigned count = 0;
  void push(T Value) {
    if (!items)
      items = static_cast<T *>(std::malloc(16 * sizeof(T)));
    items[count++ % 16] = Value;
  }
};

// No template.
class Words {
  std::string Text[2];

public:
  std::string &operator[](int I) { return Text[I]; }
};

static std::vector<int> shared;

static std::vector<int> &common() {
  static std::vector<int> common;
  return common;
}
static std::vector<int> &theShared() { return shared; }

class Graph {
  typedef table<sequence<int>> Lists;
  Lists lists_;
  std::vector<int> marks_, extra_;
  std::vector<std::string> names_;
  Words words_;

  sequence<int> &list(int I) { return lists_[I]; }
  std::vector<int> *extra() { return &extra_; }
  std::string &name(int I) { return names_[I]; }

public:
  void resize(unsigned N) {
    Lists grown;
    grown.resize(N);
    for (unsigned I = 0; I != lists_.count; ++I)
      std::swap(grown[I], lists_[I]);
    lists_.swap(grown);
    std::vector<int> fresh;
    fresh.resize(N);
    marks_.swap(fresh);
  }
  void mark(unsigned N) {
    std::vector<int> More(N + 1);
    marks_ = std::move(More);
    std::vector<int> kept(N); // and not moved
    extra_ = kept;
  }
  void fill() {
    for (int I = 0; I != 5; ++I)
      list(I).push(I);
    names_.resize(2);
    for (int I = 0; I != 2; ++I) {
      name(I).assign(100, 'x');
      words_[I].assign(100, 'y');
    }
  }
  void grow() { extra()->resize(marks_.size() + 100); }
  int sum() {
    int Sum = 0;
    for (unsigned I = 0; I != lists_.count; ++I)
      Sum += lists_[I].count;
    return Sum;
  }
};

// A function that gets a container swaps it into a member.
struct Buffer {
  unsigned char *Bytes = nullptr;
  size_t Count = 0;
  ~Buffer() { std::free(Bytes); }
  void put(int Byte) {
    if (!Bytes)
      Bytes = static_cast<unsigned char *>(std::malloc(256));
    Bytes[Count++ % 256] = Byte;
  }
  void swap(Buffer &Other) {
    std::swap(Bytes, Other.Bytes);
    std::swap(Count, Other.Count);
  }
};
struct Job {
  Buffer in, out;
  bool Full = false;
};
struct Jobs {
  Job *queue = new Job[4];
  ~Jobs() { delete[] queue; }
  void write(Buffer &Block) {
    for (int I = 0; I != 4; ++I)
      if (!queue[I].Full) {
        queue[I].in.swap(Block);
        queue[I].Full = true;
        return;
      }
  }
};
static int compress() {
  Jobs All;
  Buffer block;
  static Buffer header;
  header.put(1);
  for (volatile int I = 0; I < 4; I = I + 1) {
    for (int Byte = 0; Byte != 100; ++Byte)
      block.put(Byte);
    All.write(block);
  }
  return All.queue[2].in.Bytes[5] - header.Bytes[0];
}

int main() {
  Graph G;
  G.resize(5);
  G.fill();
  G.resize(9);
  G.mark(10);
  common().resize(7);
  theShared().resize(8);
  G.grow();
  return G.sum() == 5 && compress() == 4 ? 0 : 1;
}
