// No command prints or writes mangled names, or names that compilers make, of
// lambdas, coroutines, templates, threads, and regions and tasks of OpenMP.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clangxx -std=c++20 -O2 -g -fopenmp %s -o %t/prog
// RUN: %memfacet-clangxx -std=c++20 -O2 -g -fopenmp --count-blocks %s \
// RUN:   -o %t/counting
// RUN: cd %t && export OMP_NUM_THREADS=2 && \
// RUN:   %memfacet record --cache 'L1=8K,4;L2=64K,8' --why --core inorder --curves \
// RUN:     --phases --blocks --interval 20K --trace all.mft -o all.mfp -- \
// RUN:     ./prog && \
// RUN:   %memfacet simulate all.mft --cache 'L1=8K,4;L2=64K,8' --communication=period=1 \
// RUN:     -o pairs.mfp && \
// RUN:   %memfacet simulate all.mft --cache 'L1=8K,4;L2=64K,8' --sharing -o sharing.mfp && \
// RUN:   %memfacet record --cache 'L1=8K,4;L2=64K,8' --interval 20K -o blocks.mfp -- \
// RUN:     ./counting
// RUN: %python %S/../Inputs/every-command.py %memfacet %t %s | FileCheck %s
// CHECK: {{^[0-9]+}} commands are clean
//
// Tasks have the function around the directive, also tasks in tasks.
// RUN: %memfacet report --by line --csv %t/all.mfp | \
// RUN:   FileCheck %s --check-prefix TASKS
// TASKS-DAG: demangled-everywhere.cpp,[[#]],{{[0-9]*}},work::Pool<int>::tasks,
// TASKS-DAG: demangled-everywhere.cpp,[[#]],{{[0-9]*}},work::Pool<int>::inner,
// RUN: %memfacet report --csv %t/all.mfp | FileCheck %s --check-prefix ROWS
// ROWS-DAG: ofTask,heap,1,int,{{.*}},work::Pool<int>::tasks,
// ROWS-DAG: ofInner,heap,1,short,{{.*}},work::Pool<int>::inner,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/numbers.h"
#include <cstdlib>
#include <thread>
#include <vector>

volatile long Sum;
std::vector<int> Squares = [] {
  std::vector<int> All;
  for (int I = 0; I != 3000; ++I)
    All.push_back(I * I);
  return All;
}();
alignas(64) long Counters[8];

namespace work {

__attribute__((noinline)) Numbers count(long N, const int *Data) {
  long Sums[64] = {};
  for (long I = 0; I < N; ++I) {
    Sums[I % 64] += Data[I];
    co_yield Sums[I % 64];
  }
}

template <typename T> struct Pool {
  std::vector<T> Cells;

  __attribute__((noinline)) void fill(int N) {
    Cells.resize(size_t(N));
#pragma omp parallel for
    for (int I = 0; I < N; ++I)
      Cells[size_t(I)] = T(I);
  }

  __attribute__((noinline)) void tasks(int N) {
#pragma omp parallel
#pragma omp single
    for (int I = 0; I < N; ++I) {
#pragma omp task firstprivate(I)
      {
        int *ofTask = static_cast<int *>(calloc(300, sizeof(int)));
        for (int J = 0; J != 300; ++J)
          ofTask[J] += Cells[size_t(J * N + I)];
#pragma omp atomic
        Counters[0] += ofTask[I];
        free(ofTask);
      }
    }
  }

  __attribute__((noinline)) void inner(int N) {
#pragma omp parallel
#pragma omp single
#pragma omp task
    for (int I = 0; I < N; ++I) {
#pragma omp task firstprivate(I)
      {
        short *ofInner = static_cast<short *>(calloc(300, sizeof(short)));
        for (int J = 0; J != 300; ++J)
          ofInner[J] += short(Cells[size_t(J + I)]);
#pragma omp atomic
        Counters[1] += ofInner[I];
        free(ofInner);
      }
    }
  }
};

} // namespace work

template <typename F> __attribute__((noinline)) void twice(F Do) {
  std::thread Other([&] { Do(1); });
  Do(2);
  Other.join();
}

int main() {
  work::Pool<int> P;
  P.fill(30000);
  P.tasks(20);
  P.inner(20);
  twice([&](int Counter) {
    for (int I = 0; I != 3000; ++I)
      __atomic_fetch_add(&Counters[Counter], Squares[size_t(I)], 0);
  });
  Numbers N = work::count(1000, Squares.data());
  while (!N.Handle.done()) {
    N.Handle.resume();
    Sum = Sum + N.Handle.promise().Value;
  }
  N.Handle.destroy();
  return 0;
}
