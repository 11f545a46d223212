// A class that derives from a vector is a container: its memory is called after
// the variable that it is, and its place is the call on that variable, not the
// line of the class where all such memory comes from.
//
// RUN: %memfacet-clang++ -O2 -g %s -o %t && %memfacet record -o %t.mfp -- %t
// RUN: %expect %t.mfp 's("scores[]").type == "Vector<long>"' \
// RUN:   's("scores[]").objects == 80' 's("weights", "heap").bytes >= 8000'
// RUN: %memfacet report %t.mfp | FileCheck %s
// CHECK: scores[] heap Vector<long> {{.*}}derived-vectors.cpp:[[#@LINE + 22]] align
// CHECK: weights (heap) heap Vector<double> {{.*}}derived-vectors.cpp:[[#@LINE + 34]] main
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <vector>

#define NOINLINE __attribute__((noinline))

template <class T> class Vector : public std::vector<T> {
public:
  NOINLINE void Resize(size_t N) { this->resize(N); }
  NOINLINE void Append(const T &Value) {
    if (this->size() == this->capacity())
      this->reserve(2 * this->size() + 1000);
    this->push_back(Value);
  }
};

using Matrix = Vector<Vector<long>>;

NOINLINE long align(int Rows, int Columns, Matrix &scores) {
  for (int I = 0; I != Rows; ++I)
    scores[I].Resize(Columns);
  long Sum = 0;
  for (int I = 1; I != Rows; ++I)
    for (int J = 1; J != Columns; ++J)
      Sum += scores[I][J] = scores[I - 1][J - 1] + I;
  return Sum;
}

int main() {
  Matrix all;
  all.resize(80);
  Vector<double> weights;
  for (int I = 0; I != 900; ++I)
    weights.Append(I);
  double Sum = double(align(80, 500, all));
  for (double W : weights)
    Sum += W;
  printf("%g\n", Sum);
}
