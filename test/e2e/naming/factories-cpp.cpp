// C++: an object is called after its type, or what its makers' callers call it; a
// container that is returned by value has the name of the caller's.
//
// RUN: %memfacet-clangxx -std=c++20 -O0 -g %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %python %S/../Inputs/wrappers/check.py %t.O0.mfp %s
// RUN: %memfacet-clangxx -std=c++20 -O2 -g %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %python %S/../Inputs/wrappers/check.py %t.O2.mfp %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

static volatile long Sink;

struct Expr {
  virtual ~Expr() {}
  virtual long value() const = 0;
};
struct Number : Expr {
  explicit Number(long V) : V(V) {}
  long value() const override { return V; }
  long V;
};
struct Sum : Expr {
  Sum(Expr *L, Expr *R) : L(L), R(R) {}
  long value() const override { return L->value() + R->value(); }
  Expr *L, *R;
};

static Expr *number(long V) {
  // EXPECT Number | Number | number | 11
  Expr *Result = new Number(V);
  return Result;
}
static Expr *sum(Expr *L, Expr *R) {
  // EXPECT E | Sum | sum | 10
  return new Sum(L, R);
}

// The constructor says what the memory is for.
__attribute__((noinline)) static Expr *placed(long V) {
  // EXPECT Number | Number | placed | 2
  void *Memory = malloc(sizeof(Number));
  return new (Memory) Number(V);
}

static std::vector<int> squares(int N) {
  std::vector<int> Result;
  // EXPECT Few | std::vector<int> | squares | 1
  // EXPECT More | std::vector<int> | squares | 1
  // EXPECT World::Cells | std::vector<int> | squares | 1
  // EXPECT std::vector<int> (in World::Rows) | std::vector<int> | squares | 3
  Result.reserve(N);
  for (int I = 0; I < N; ++I)
    Result.push_back(I * I);
  return Result;
}

// A loop over the result's range refers to it; that is no name of it.
static std::vector<float> halves(int N) {
  // EXPECT Halves | std::vector<float> | halves | 1
  std::vector<float> Result(N);
  for (float &Half : Result)
    Half += 0.5f;
  return Result;
}

struct Graph {
  std::vector<int> Edges;
  std::map<int, long> Weights;
};
static Graph read(int N) {
  Graph G;
  // EXPECT City.Edges | std::vector<int> | read | 1
  // EXPECT World::Roads.Edges | std::vector<int> | read | 1
  G.Edges.resize(N);
  for (int I = 0; I < N; ++I)
    // EXPECT City.Weights (nodes) | std::map<int, long> | read | 6
    // EXPECT World::Roads.Weights (nodes) | std::map<int, long> | read | 4
    G.Weights[I] += I;
  return G;
}
static Graph again(int N) { return read(N + 1); }

static std::unique_ptr<Graph> onHeap(int N) {
  // EXPECT Owned | Graph | onHeap | 1
  auto G = std::make_unique<Graph>();
  // EXPECT Owned->Edges | std::vector<int> | onHeap | 1
  G->Edges.resize(N);
  return G;
}

struct World {
  World() : Cells(squares(300)) {
    Roads = read(4);
    // EXPECT World::Rows | std::vector<std::vector<int>> | World::World | 1
    Rows.reserve(3);
    for (int I = 0; I < 3; ++I)
      Rows.push_back(squares(40));
  }
  std::vector<int> Cells;
  Graph Roads;
  std::vector<std::vector<int>> Rows;
};

__attribute__((noinline)) static int *offsets(int N) {
  int *P = new int[N];
  for (int I = 0; I < N; ++I)
    P[I] = I;
  return P;
}

// A container that is the base class of an object: whose object it is. The place is
// the call on the object, unless `new` made it there: that is a row of its own.
template <class T> struct SafeVector : std::vector<T> {
  // EXPECT made | SafeVector<float> | SafeVector<float>::SafeVector | 1
  SafeVector(size_t N, T Value) : std::vector<T>(N, Value) {}
};
struct Model {
  // EXPECT Model::Scores | SafeVector<float> | Model::Model | 1
  Model() : Scores(100, 1) {}
  SafeVector<float> Scores;
};

int main() {
  Expr *E = number(1);
  for (long I = 0; I < 10; ++I) {
    E = sum(E, number(I));
    asm volatile("" : : "r"(E) : "memory"); // compilers might do without it
  }
  std::vector<int> Few = squares(100), More = squares(200);
  std::vector<float> Halves = halves(90);
  Graph City = again(5);
  auto Owned = onHeap(70);
  World W;
  // EXPECT Safe | SafeVector<float> | main | 1
  SafeVector<float> Safe(50, 2);
  Model M;
  // EXPECT made | SafeVector<float> | main | 1
  auto *made = new SafeVector<float>(60, 3);
  asm volatile("" : : "r"(made) : "memory");
  // EXPECT First | int | main | 1
  int *First = offsets(10);
  // EXPECT Second | int | main | 1
  int *Second = offsets(20);
  Sink = placed(1)->value() + placed(2)->value();
  Sink = E->value() + Few[1] + More[2] + City.Weights[3] + Owned->Edges[4] +
         W.Cells[5] + long(Halves[5]) + First[6] + Second[7] + City.Edges[4] + W.Roads.Edges[1] +
         W.Rows[1][2] + long(Safe[Sink & 7] + M.Scores[Sink & 7]) +
         long((*made)[Sink & 7]);
  return 0;
}
