// Constructors, methods and globals of other source files are known, too, at
// each level of optimisation: the file that calls them has the class only.
//
// RUN: %memfacet-clang++ -O0 -g -c -DPARTS %s -o %t.parts.o
// RUN: %memfacet-clang++ -O0 -g %s %t.parts.o -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %memfacet report %t.O0.mfp --csv | sort | FileCheck %s
// RUN: %memfacet-clang++ -O2 -g -c -DPARTS %s -o %t.parts.o
// RUN: %memfacet-clang++ -O2 -g %s %t.parts.o -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %memfacet report %t.O2.mfp --csv | sort | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <utility>
#include <vector>

namespace grid {
class Matrix {
  int Rows, Columns;
  double *Data;

public:
  Matrix(int Rows, int Columns, std::string Name = "");
  explicit Matrix(int Rows);
  Matrix(Matrix &&Other);
  ~Matrix();
  double &at(int Row, int Column);
  void grow(int Rows);
};

extern int *Weights;
extern Matrix Shared;
} // namespace grid

class Model {
  static grid::Matrix *Forward;
  grid::Matrix *Backward;
  grid::Matrix Posterior;
  static int *Table;

public:
  Model();
  ~Model();
  double run();
};

#ifdef PARTS
grid::Matrix::Matrix(int Rows, int Columns, std::string)
    : Rows(Rows), Columns(Columns), Data(new double[Rows * Columns]()) {}
grid::Matrix::Matrix(int Rows) : Matrix(Rows, 10) {}
grid::Matrix::Matrix(Matrix &&Other)
    : Rows(Other.Rows), Columns(Other.Columns),
      Data(std::exchange(Other.Data, nullptr)) {}
grid::Matrix::~Matrix() { delete[] Data; }
double &grid::Matrix::at(int Row, int Column) {
  return Data[Row * Columns + Column];
}
void grid::Matrix::grow(int More) {
  delete[] Data;
  Data = new double[More * Columns]();
  Rows = More;
}
int *grid::Weights;
grid::Matrix grid::Shared(3);
int *Model::Table;
#else
grid::Matrix *Model::Forward;

Model::Model() : Backward(new grid::Matrix(20, 10)), Posterior(30) {
  Forward = new grid::Matrix(40, 10, "forward");
  Table = new int[50];
  Posterior.grow(60);
  grid::Weights = new int[70];
}
Model::~Model() {
  delete Forward;
  delete Backward;
  delete[] Table;
}
double Model::run() {
  Table[0] = 1;
  grid::Weights[0] = 2;
  grid::Matrix Local(80, 10);
  grid::Matrix Moved(std::move(Local));
  grid::Shared.at(0, 0) = 1;
  return Forward->at(0, 0) + Backward->at(0, 0) + Posterior.at(0, 0) +
         Moved.at(0, 0);
}
int main() {
  Model All;
  double Sum = All.run();
  delete[] grid::Weights;
  return Sum != 0;
}
#endif

// Name, kind, type, line, function, bytes of an element.
// CHECK-DAG: {{^}}Local,heap,1,grid::Matrix,{{.*}},[[@LINE-15]],Model::run,8,6400,
// CHECK-DAG: {{^}}Model::Backward (Data),heap,1,double,{{.*}},Model::Model,8,1600,
// CHECK-DAG: {{^}}Model::Forward (Data),heap,1,double,{{.*}},Model::Model,8,3200,
// CHECK-DAG: {{^}}Model::Posterior,heap,1,grid::Matrix,{{.*}},Model::Model,8,
// CHECK-DAG: {{^}}Model::Table,heap,1,{{.*}},Model::Model,4,200,
// CHECK-DAG: {{^}}grid::Shared,heap,1,grid::Matrix,{{.*}},8,240,
// CHECK-DAG: {{^}}grid::Weights,heap,1,{{.*}},Model::Model,4,280,
// CHECK-NOT: {{_ZN|Matrix::Data}}
