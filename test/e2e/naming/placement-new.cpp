// Objects that are made in memory of an allocator of the program's own: a local
// `void *` on the way names nothing.
//
// RUN: for Level in -O2 -O0; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("Rigid (in Bodies)") == 30' \
// RUN:     'objects("Manifold") == 30' 'type("Manifold") == "Manifold"' \
// RUN:     'objects("Config::plain") == 1' 'type("Config::plain") == "Plain"' \
// RUN:     'objects("Config::list") == 2' 'objects("Config::own") == 2' \
// RUN:     'objects("mem") == 0' || exit 1; \
// RUN: done
//
// Memory of containers that `new` makes. (-O2 does without some of the objects.)
// RUN: %expect %t.mfp --all 'objects("table") == 2' \
// RUN:   'objects("std::vector<int> (in many)") == 6' \
// RUN:   'objects("Config::owned") == 2' 'objects("forward") == 2' 'objects("Row") == 2'
//
// A member has the memory that the function returns only for a while.
// RUN: %expect %t.mfp --all 'objects("input") == 1' 'objects("more") == 1' \
// RUN:   'objects("q->kept") == 1' 'objects("q->temp") == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

static void *alignedAlloc(size_t Bytes) {
  return std::aligned_alloc(64, (Bytes + 63) / 64 * 64);
}

#define OWN_NEW                                                                \
  void *operator new(size_t Bytes) { return alignedAlloc(Bytes); }             \
  void operator delete(void *Object) { std::free(Object); }                    \
  void *operator new(size_t, void *Address) { return Address; }                          \
  void operator delete(void *, void *) {}

struct Body {
  OWN_NEW;
  double Matrix[20] = {};
};
struct Rigid : Body {
  double Velocity[10] = {};
};
struct Manifold {
  OWN_NEW;
  Body *First = nullptr;
  int Points[50] = {};
};
struct Plain {
  int Numbers[10] = {};
};

static std::vector<Body *> Bodies;
static std::vector<Manifold *> Manifolds;

static void *fromPool(size_t) { return nullptr; } // there is none

static Manifold *manifold() {
  void *mem = fromPool(sizeof(Manifold));
  if (!mem)
    mem = alignedAlloc(sizeof(Manifold));
  Manifold *Object = new (mem) Manifold();
  Manifolds.push_back(Object);
  return Object;
}

struct Config {
  Plain *plain;
  std::vector<int> *list, *own;
  std::unique_ptr<std::vector<long>> owned;
  Config() : owned(new std::vector<long>(50)) {
    void *mem = alignedAlloc(sizeof(Plain));
    plain = new (mem) Plain();
    void *mem2 = alignedAlloc(sizeof(std::vector<int>));
    list = new (mem2) std::vector<int>(100);
    own = new std::vector<int>(7);
  }
};

static std::vector<int> *table;
static std::vector<std::vector<int> *> many;

typedef std::vector<float> Row;
static Row *compute(int N) {
  Row *forwardPtr = new Row(N, 1.0f);
  Row &forward = *forwardPtr;
  for (int I = 0; I < N; I++)
    forward[I] += I;
  return forwardPtr;
}

struct Reader {
  double *temp, *kept;
} reader;

static double *read(Reader *q, int N) {
  double *coords, *points;
  q->kept = static_cast<double *>(std::malloc(N));
  coords = points = q->temp = static_cast<double *>(std::malloc(N * 8));
  for (int I = 0; I < N; I++)
    *coords++ = I;
  q->temp = nullptr;
  return points;
}

int main() {
  for (int I = 0; I < 30; I++) {
    Bodies.push_back(new Rigid());
    manifold()->First = Bodies.back();
  }
  Config Settings;
  table = new std::vector<int>(10);
  for (int I = 0; I < 3; I++)
    many.push_back(new std::vector<int>(30));
  Row *first = compute(10), *second = compute(20);
  double *input = read(&reader, 100);
  double Sum = input[5] + (*first)[3] + (*second)[4];
  double *more = static_cast<double *>(std::malloc(80));
  more[0] = Sum;
  reader.kept[0] = 1;
  for (Body *B : Bodies)
    Sum += B->Matrix[3];
  for (Manifold *M : Manifolds)
    Sum += M->Points[3];
  for (std::vector<int> *V : many)
    Sum += (*V)[2];
  return Sum + (*Settings.list)[3] + (*Settings.own)[1] + (*Settings.owned)[1] +
                     (*table)[1] + Settings.plain->Numbers[1] + more[0] >
                 0
             ? 0
             : 1;
}
