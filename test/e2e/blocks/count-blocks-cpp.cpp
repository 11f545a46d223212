// Exceptions, destructors on the way, virtual and library calls that throw:
// counted and recorded executions of blocks are the same.
//
// RUN: %memfacet-clangxx -O2 -g %s -o %t.recorded
// RUN: %memfacet-clangxx --count-blocks -O2 -g %s -o %t.counted
// RUN: %memfacet-clangxx --count-blocks --memfacet-count-each -O2 -g %s \
// RUN:   -o %t.each
// RUN: %memfacet record --blocks --interval 10K -o %t.recorded.mfp \
// RUN:   -- %t.recorded
// RUN: %memfacet record --interval 10K -o %t.counted.mfp -- %t.counted
// RUN: %memfacet record --interval 10K -o %t.each.mfp -- %t.each
// RUN: for Way in recorded counted each; do \
// RUN:   %memfacet blocks --json %t.$Way.mfp > %t.$Way.json || exit 1; done
// RUN: %python %S/../reference/same_blocks.py %t.recorded.json %t.counted.json
// RUN: %python %S/../reference/same_blocks.py %t.each.json %t.counted.json vectors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static volatile long Sink;

struct Guard {
  ~Guard() { Sink = Sink + 1; }
};

struct Shape {
  virtual ~Shape() = default;
  virtual long area(int N) const = 0;
};
struct Square : Shape {
  long area(int N) const override {
    if (N % 7 == 0)
      throw std::runtime_error("seven");
    return long(N) * N;
  }
};
struct Line : Shape {
  long area(int N) const override {
    Guard G;
    if (N % 11 == 0)
      throw N;
    return 0;
  }
};

[[gnu::noinline]] static long sum(const std::vector<Shape *> &Shapes, int N) {
  Guard G;
  long Sum = 0;
  for (const Shape *S : Shapes)
    Sum += S->area(N);
  return Sum;
}

[[gnu::noinline]] static long attempt(const std::vector<Shape *> &Shapes,
                                      int N) {
  try {
    return sum(Shapes, N);
  } catch (const std::exception &E) {
    return long(E.what()[0]);
  }
}

int main() {
  Square S;
  Line L;
  std::vector<Shape *> Shapes = {&L, &S, &L};
  std::map<long, std::string> Attempts;
  for (int N = 0; N != 400; ++N) {
    try {
      Attempts[attempt(Shapes, N) % 50] += "x";
    } catch (int Number) {
      Attempts[Number % 3].clear();
    }
  }
  std::vector<int> Numbers(10);
  for (unsigned I = 0; I != 20; ++I)
    try {
      Sink = Sink + Numbers.at(I);
    } catch (const std::out_of_range &) {
      Sink = Sink + long(Attempts.size());
    }
}
