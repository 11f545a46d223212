// A global whose initialiser calls a lambda or a helper gives its name to the
// memory that this function makes for it, and not to other memory of it. A
// helper that also others call names its memory itself.
//
// RUN: %memfacet-clangxx -std=c++20 -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet report --csv %t.mfp > %t.csv
// RUN: FileCheck %s --input-file %t.csv
// RUN: %memfacet-clangxx -std=c++20 -O0 -g %s -o %t.prog0
// RUN: %memfacet record -o %t.mfp -- %t.prog0
// RUN: %memfacet report --csv %t.mfp > %t.csv
// RUN: FileCheck %s --input-file %t.csv
//
// CHECK-DAG: {{^}}Lambda,heap,1,int,{{.*}}.cpp,[[#]],{{.*}},4,400,400,1,
// CHECK-DAG: {{^}}helping,heap,1,short,{{.*}}.cpp,[[#]],{{.*}},2,60,60,1,
// CHECK-DAG: {{^}}Helper,heap,1,int,{{.*}}.cpp,[[#]],makeHelper,4,200,200,1,
// CHECK-DAG: {{^}}Outer,heap,1,int,{{.*}}.cpp,[[#]],innermost,4,280,280,1,
// CHECK-DAG: {{^}}Vector,heap,1,std::vector<int>,{{.*}}.cpp,[[#]],{{.*}},4,
// CHECK-DAG: {{^}}First,heap,1,int,{{.*}}.cpp,[[#]],{{.*}},4,360,360,1,
// CHECK-DAG: {{^}}Second,heap,1,int,{{.*}}.cpp,[[#]],main,4,360,360,1,
//
// RUN: not grep -E "^(p|made|inner|All|common)," %t.csv
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

static void fill(int *Target, int Count) {
  for (int I = 0; I != Count; ++I)
    Target[I] = I;
}

int *Lambda = [] {
  int *p = new int[100];
  short *helping = new short[30];
  for (int I = 0; I != 30; ++I)
    helping[I] = short(I);
  fill(p, 100);
  asm volatile("" : : "r"(helping) : "memory");
  p[3] = helping[7];
  delete[] helping;
  return p;
}();

static int *makeHelper() {
  int *made = new int[50];
  fill(made, 50);
  return made;
}
int *Helper = makeHelper();

static int *innermost() {
  int *inner = new int[70];
  fill(inner, 70);
  return inner;
}
static int *around() { return innermost(); }
int *Outer = around();

std::vector<int> Vector = [] {
  std::vector<int> All;
  for (int I = 0; I != 100; ++I)
    All.push_back(I);
  return All;
}();

static int *makeCommon() {
  int *common = new int[90];
  fill(common, 90);
  return common;
}
int *First = makeCommon();

int main() {
  int *Second = makeCommon();
  return Lambda[3] + Helper[4] + Outer[5] + Vector[6] + First[7] + Second[8] ==
         0;
}
