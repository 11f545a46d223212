// The type of what a class of the program keeps: a class that is no template
// says nothing of its elements. Where it keeps several arrays, each has the
// type of its member; where it keeps one, the row has the class, but neither
// members nor words take the elements for objects of it.
//
// RUN: %memfacet-clangxx -O2 -g %s -o %t.prog
// RUN: %memfacet record --cache 'L1=4K,4;L2=8K,8' -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp --all 's("s (gradient)", "heap").type == "double"' \
// RUN:   's("s (state)", "heap").type == "short"' \
// RUN:   's("Solver::links", "heap").type == "Link"' \
// RUN:   's("rows", "heap").type == "Row"' \
// RUN:   's("columns", "heap").type == "Row"' \
// RUN:   's("rows", "heap").element_bytes == 4'
// RUN: %memfacet report %t.mfp | tr -s "\n " " " | FileCheck %s
// RUN: %memfacet report %t.mfp --fields 's (gradient)' \
// RUN:   | FileCheck --check-prefix=NUMBERS %s
// RUN: %memfacet report %t.mfp --fields 'rows (heap)' \
// RUN:   | FileCheck --check-prefix=NUMBERS %s
// CHECK-DAG: s (gradient) (array: 10.0 K double of 8 B)
// CHECK-DAG: rows (heap) (array: 20.0 K elements of 4 B)
// NUMBERS-NOT: cold
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#define NOINLINE __attribute__((noinline))

struct Link {
  int from, to;
  double cost;
};

// Several members.
class Solver {
public:
  NOINLINE void solve(int Count);
  double sum = 0;

private:
  int size = 0;
  double *gradient = nullptr;
  short *state = nullptr;
  Link *links = nullptr;
};

void Solver::solve(int Count) {
  size = Count;
  gradient = new double[Count];
  state = new short[Count];
  links = new Link[Count];
  for (int I = 0; I != Count; ++I) {
    gradient[I] = I;
    state[I] = short(I % 3);
    links[I].from = I;
    links[I].to = (I * 7) % Count;
  }
  for (int Round = 0; Round != 20; ++Round)
    for (int I = 0; I != Count; ++I)
      sum += gradient[links[I].to] * state[links[I].from];
  delete[] links;
  delete[] state;
  delete[] gradient;
}

// One member.
class Row {
public:
  NOINLINE explicit Row(int Count) : size(Count), cells(new float[Count]()) {}
  ~Row() { delete[] cells; }
  NOINLINE float sum() const {
    float Sum = 0;
    for (int I = 0; I != size; ++I)
      Sum += cells[I];
    return Sum;
  }

private:
  int size;
  float *cells;
};

int main() {
  Solver s, other;
  s.solve(10000);
  other.solve(10);
  Row rows(20000), columns(20);
  double Sum = s.sum + other.sum;
  for (int I = 0; I != 30; ++I)
    Sum += rows.sum() + columns.sum();
  std::printf("%.0f\n", Sum);
}
