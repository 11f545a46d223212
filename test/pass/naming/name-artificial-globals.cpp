// What the compiler makes is called by what it is, not by its symbol; what has
// a name in the source but no debug information is demangled.
// RUN: %clangxx -O1 -g -fopenmp -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx -O1 -g0 -fopenmp -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

namespace ns {
// CHECK-DAG: c"vtable for ns::Shape\00", section "memfacet_strings"
// CHECK-DAG: c"typeinfo for ns::Shape\00", section "memfacet_strings"
// CHECK-DAG: c"typeinfo name for ns::Shape\00", section "memfacet_strings"
struct Shape {
  virtual ~Shape();
};
Shape::~Shape() {}

// CHECK-DAG: c"vtable for ns::Holder<std::vector<int>>\00"
template <typename T> struct Holder : Shape {
  T Content;
};
template struct Holder<std::vector<int>>;

// PLAIN-DAG: c"ns::Count\00", section "memfacet_strings"
int Count;
} // namespace ns

// CHECK-DAG: c"once\00", section "memfacet_strings"
// CHECK-DAG: c"guard variable for first()::once\00", section "memfacet_strings"
// PLAIN-DAG: c"first()::once\00", section "memfacet_strings"
int start();
int first() {
  static int once = start();
  return once;
}

// Flags: 8 artificial.
// CHECK-DAG: @__memfacet.global..gomp_critical_user_.var = {{.*}} <{ ptr @.gomp_critical_user_.var, i64 32, {{.*}} i32 8, {{.*}} }>
// CHECK-DAG: c"lock of omp critical\00", section "memfacet_strings"
// CHECK-DAG: c"lock of omp critical (board)\00", section "memfacet_strings"
// CHECK-DAG: c"lock of omp reduction\00", section "memfacet_strings"
long sum(const std::vector<int> &Values) {
  long Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
  for (unsigned I = 0; I < Values.size(); ++I)
    Sum += Values[I];
#pragma omp parallel
  {
#pragma omp critical
    ++ns::Count;
#pragma omp critical(board)
    ++ns::Count;
  }
  return Sum;
}
