// Parts that the compiler makes of a function bear the function's name: bodies
// of OpenMP's regions, lambdas, coroutines. The initialiser of a global is no
// function. The same holds without debug information, and everywhere that
// functions are shown.
//
// RUN: %memfacet-clangxx -std=c++20 -O2 -g -fopenmp %s -o %t.prog
// RUN: env OMP_NUM_THREADS=2 %memfacet record --trace %t.mft -o %t.mfp \
// RUN:   --phases --blocks --interval 20K -- %t.prog
// RUN: %memfacet report --by function --csv %t.mfp > %t.out
// RUN: %memfacet report --by line --csv %t.mfp >> %t.out
// RUN: %memfacet report --all %t.mfp >> %t.out
// RUN: %memfacet report --json %t.mfp >> %t.out
// RUN: %memfacet blocks --csv %t.mfp >> %t.out
// RUN: %memfacet phases %t.mfp >> %t.out
// RUN: %memfacet phases --json %t.mfp >> %t.out
// RUN: %memfacet dump %t.mft >> %t.out
// RUN: not grep -E '_ZN|omp_outlined|omp_task|__cxx_global|_GLOBAL__|[.]resume' \
// RUN:   %t.out
// RUN: FileCheck %s --input-file %t.out
//
// CHECK-DAG: app::Grid<double>::fill,
// CHECK-DAG: app::count,
// CHECK-DAG: main()::(lambda)::operator(),
// In tables the type tells the two rows of one name apart.
// CHECK-DAG: Table (long) {{ *}}heap
// CHECK-DAG: Table (long *) {{ *}}global
//
// RUN: %memfacet report --csv %t.mfp > %t.rows
// RUN: FileCheck %s --input-file %t.rows --check-prefix ROWS
// ROWS-DAG: Table,heap,1,long,{{.*}}source-functions.cpp,[[#]],,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/numbers.h"
#include <cstdlib>
#include <vector>

namespace app {

__attribute__((noinline)) Numbers count(long N, const long *Data) {
  for (long I = 0; I < N; ++I)
    co_yield Data[I];
}

template <typename T> struct Grid {
  std::vector<T> Cells;
  __attribute__((noinline)) void fill(int N) {
    Cells.resize(size_t(N));
#pragma omp parallel for
    for (int I = 0; I < N; ++I)
      Cells[size_t(I)] = I;
  }
};

} // namespace app

volatile long Sum;
long *Table = static_cast<long *>(calloc(10000, sizeof(long)));

int main() {
  app::Grid<double> G;
  G.fill(100000);
  auto Add = [&](int Step) __attribute__((noinline)) {
    for (int I = 0; I < 10000; I += Step)
      Sum = Sum + Table[I];
  };
  Add(2);
  Numbers N = app::count(1000, Table);
  while (!N.Handle.done()) {
    N.Handle.resume();
    Sum = Sum + N.Handle.promise().Value;
  }
  N.Handle.destroy();
  long Total = 0;
#pragma omp parallel for reduction(+ : Total)
  for (int I = 0; I < 10000; ++I)
    Total += Table[I];
  return Total + Sum == 42;
}
