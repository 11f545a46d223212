// What an object under a counted handle keeps is called after the variable or
// member that is the handle, or the object of a class with only this handle.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang++ $Level -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp --all 's("Fluid::density (cells)").bytes == 8000' \
// RUN:     's("Fluid::speed (cells)").bytes == 16000' \
// RUN:     's("work (cells)").bytes == 4000' \
// RUN:     's("Solver::pressure (cells)").bytes == 2400' \
// RUN:     's("Solver::velocity (cells)").bytes == 3200' \
// RUN:     's("Solver::pressure").type == "Cells"' \
// RUN:     's("Table::slots").bytes == 800' \
// RUN:     's("Solver::weights (control block)").objects == 1' \
// RUN:     || exit 1; \
// RUN:   %memfacet report %t.mfp --all | FileCheck %s || exit 1; \
// RUN: done
//
// A class that a single handle holds names its member. What the library keeps
// in a control block has one such name, inlined or not.
// CHECK-NOT: Cells::cells
// CHECK-NOT: (control block) (control block)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <memory>

struct Cells {
  explicit Cells(long N) : Count(N), cells(new double[N]()) {}
  ~Cells() { delete[] cells; }

  int Uses = 0;
  long Count;
  double *cells;
};

struct Table {
  explicit Table(long N) : slots(new double[N]()) {}
  ~Table() { delete[] slots; }

  int Uses = 0;
  double *slots;
};

template <class T> class Counted {
public:
  explicit Counted(T *P) : P(P) { ++P->Uses; }
  Counted(const Counted &O) : Counted(O.P) {}
  Counted &operator=(const Counted &) = delete;
  ~Counted() {
    if (--P->Uses == 0)
      delete P;
  }
  T *operator->() const { return P; }

private:
  T *P;
};

class Handle {
public:
  explicit Handle(Cells *C) : C(C) { ++C->Uses; }
  Handle(const Handle &O) : Handle(O.C) {}
  Handle &operator=(const Handle &) = delete;
  ~Handle() {
    if (--C->Uses == 0)
      delete C;
  }
  double &operator[](long I) const { return C->cells[I]; }

private:
  Cells *C;
};

struct Fluid {
  explicit Fluid(long N) : density(new Cells(N)), speed(new Cells(2 * N)) {}

  Handle density, speed;
};

class Grid {
public:
  explicit Grid(long N) : block(new Cells(N)) {}
  double &at(long I) { return block->cells[I]; }

private:
  Counted<Cells> block;
};

struct Solver {
  explicit Solver(long N)
      : pressure(N), velocity(N + 100), weights(new double[N]()) {}
  double step(long N) {
    double Sum = 0;
    for (long I = 0; I < N; ++I)
      Sum += velocity.at(I) += pressure.at(I) * weights[I] + 1;
    return Sum;
  }

  Grid pressure, velocity;
  std::shared_ptr<double[]> weights;
};

static Handle make(long N) { return Handle(new Cells(N)); }

int main() {
  Fluid fluid(1000);
  Handle work = make(500);
  Solver solver(300);
  Counted<Table> table(new Table(100));
  double Sum = 0;
  for (long I = 0; I < 1000; ++I)
    Sum += fluid.density[I] += fluid.speed[2 * I] + work[I / 2]++;
  for (long I = 0; I < 100; ++I)
    Sum += table->slots[I]++;
  printf("%g\n", Sum + solver.step(300));
}
