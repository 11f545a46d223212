// Classes that are no templates: one around a vector of numbers, shared or
// returned; an array of records; a list that is kept elsewhere than in the
// class whose method makes it; objects that a function makes in the memory that
// it gets; strings that a helper of a helper stores through a reference.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("Model::input (data_)") == 1' \
// RUN:     'type("Model::input (data_)") == "std::vector<float>"' \
// RUN:     'objects("Model::output (data_)") == 1' \
// RUN:     'objects("Model::best (data_)") == 1' \
// RUN:     's("local", "heap").objects == 1' \
// RUN:     's("local", "heap").type == "Matrix"' \
// RUN:     'objects("Options::levels") == 2' \
// RUN:     's("found", "heap").objects == 1' \
// RUN:     's("found", "heap").type == "PointSet"' \
// RUN:     'objects("Q.hits") == 1' \
// RUN:     'objects("group->members") == 6' \
// RUN:     'type("group->members") == "Item"' \
// RUN:     'objects("Clause") == 5' 'type("Clause") == "Clause"' \
// RUN:     'objects("to->name") == 4' 'objects("to->value") == 4' \
// RUN:     'type("to->name") == "char"' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#define NOINLINE __attribute__((noinline))

// Nothing but a vector of numbers, and its shape.
class Table {
public:
  virtual ~Table() = default;

protected:
  Table(int Rows, int Columns) : Rows(Rows), Columns(Columns) {}
  int Rows, Columns;
};

class Matrix : public Table {
public:
  Matrix(int Rows, int Columns);
  float &at(int I) { return data_[I]; }

private:
  std::vector<float> data_;
};

NOINLINE Matrix::Matrix(int Rows, int Columns)
    : Table(Rows, Columns), data_(Rows * Columns) {}

class Model {
public:
  NOINLINE Model() {
    input = make(8);
    output = std::make_shared<Matrix>(9, 9);
    best = std::unique_ptr<Matrix>(new Matrix(3, 3));
  }
  std::shared_ptr<Table> make(int N) const {
    std::shared_ptr<Matrix> Fresh = std::make_shared<Matrix>(N, N);
    Fresh->at(3) = 1;
    return Fresh;
  }

private:
  std::shared_ptr<Table> input, output;
  std::unique_ptr<Matrix> best;
};

// More than one thing: the member is the name.
struct Options {
  std::vector<int> levels;
  std::vector<float> weights;
  NOINLINE Options() : levels(20) {}
};

struct Point {
  double X, Y;
};

// An array of records that grows.
class PointSet {
  Point *Begin = nullptr, *End = nullptr, *Limit = nullptr;

public:
  NOINLINE void reserve(size_t N) {
    Begin = End = static_cast<Point *>(realloc(Begin, N * sizeof(Point)));
    Limit = Begin + N;
  }
  Point &first() { return *Begin; }
};

struct Query {
  PointSet hits;
};

// Made by a method of one class, kept by a record of another.
struct Item {
  Item *Next;
  int Key;
};
struct Group {
  Item *members, *last;
};

class Search {
  Item *all = nullptr;
  int Keys = 6;

public:
  NOINLINE void partition(Group *group) {
    for (int I = 0; I != Keys; ++I) {
      Item *made = new Item{nullptr, I};
      if (group->members)
        group->last->Next = made;
      else
        group->members = made;
      group->last = made;
    }
  }
  bool empty() const { return !all; }
};

// The object is made by a function that gets the memory.
struct Head {
  int Size;
};
struct Clause : Head {
  int Literals[30];
  explicit Clause(int N) { Size = Literals[0] = N; }
  NOINLINE static void *reserve() { return malloc(sizeof(Clause)); }
  static Head *make(void *Memory, int N) { return new (Memory) Clause(N); }
  NOINLINE static Head *make(int N) { return make(reserve(), N); }
};

// Through references to pointers.
struct Node {
  char *name, *value;
};

NOINLINE void copyInto(char *&Place, const char *Text) {
  char *Copy = static_cast<char *>(malloc(strlen(Text) + 1));
  strcpy(Copy, Text);
  Place = Copy;
}

NOINLINE void copyIfAny(char *&Place, const char *Text) {
  if (Text)
    copyInto(Place, Text);
}

NOINLINE void copyNode(Node *to, const Node *from) {
  copyIfAny(to->name, from->name);
  copyIfAny(to->value, from->value);
}

int main() {
  Model M;
  Matrix local(5, 5);
  Options A, B;
  PointSet found;
  found.reserve(20);
  Query Q;
  Q.hits.reserve(30);
  Search S;
  Group List = {};
  S.partition(&List);
  int Sum = List.members->Key + S.empty();
  for (int I = 0; I != 5; ++I)
    Sum += Clause::make(I)->Size;
  char Name[] = "name", Value[] = "value";
  Node Source = {Name, Value}, Target;
  for (int I = 0; I != 4; ++I)
    copyNode(&Target, &Source);
  found.first().X = Q.hits.first().Y = local.at(2);
  return Sum == 0 || A.levels[3] != B.levels[3];
}
