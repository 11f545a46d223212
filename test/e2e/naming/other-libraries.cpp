// Code in system headers that is no standard library, here Eigen's, names
// nothing: the object on which the program calls it does.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g -isystem /usr/include/eigen3 %s \
// RUN:     -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("A") == 1' \
// RUN:     'type("A") == "Eigen::MatrixXd"' \
// RUN:     'objects("Sum") == 1' 'objects("made") == 1' \
// RUN:     'objects("Solver::lhs") == 1' 'objects("Solver::rhs") == 1' \
// RUN:     'objects("grown") == 2' 'objects("several") == 1' \
// RUN:     'objects("several (in elements)") == 3' \
// RUN:     'objects("numbers") == 1' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Eigen/Core>
#include <cstdio>
#include <vector>

struct Solver {
  Eigen::MatrixXd lhs;
  Eigen::VectorXd rhs;
  explicit Solver(int N) : lhs(N, N), rhs(N) {
    lhs.setIdentity();
    rhs.setOnes();
  }
};

static Eigen::MatrixXd make(int N) {
  Eigen::MatrixXd Result = Eigen::MatrixXd::Zero(N, N);
  Result(0, 0) = 3;
  return Result;
}

int main() {
  Eigen::MatrixXd A(10, 10);
  A.setOnes();
  Eigen::MatrixXd Sum = A + A, made = make(8), grown(4, 4);
  grown.setZero();
  grown.resize(20, 20);
  grown.setOnes();
  Solver solver(12);
  std::vector<Eigen::MatrixXd> several;
  several.reserve(3);
  several.emplace_back(A);
  several.emplace_back(Sum);
  several.emplace_back(A);
  Eigen::ArrayXf numbers(50);
  numbers.setZero();
  std::printf("%g\n", A(1, 1) + Sum(2, 2) + made(0, 0) + grown(3, 3) +
                          solver.lhs(1, 1) + solver.rhs(2) + several[1](0, 0) +
                          double(numbers(3)));
}
