// Types are written as in C and C++: what belongs to the declarator stands
// around the variable's place, and "const" after the star that it belongs to.
//
// RUN: %memfacet-clangxx -g -O0 %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet query "SELECT name, type FROM structures WHERE kind = 'global'" \
// RUN:   %t.mfp --csv | FileCheck --match-full-lines %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

struct Shape {
  int scale(long) const;
  int Corners;
};

// CHECK-DAG: Hook,void *(*)(unsigned long)
void *(*Hook)(unsigned long);
// CHECK-DAG: FixedHook,void *(*volatile)(unsigned long)
void *(*volatile FixedHook)(unsigned long);
// CHECK-DAG: Rows,long (*)[8]
long (*Rows)[8];
// CHECK-DAG: Table,"int (*[3])(int, ...)"
int (*Table[3])(int, ...);
// CHECK-DAG: Words,char *[2]
char *Words[2];
// CHECK-DAG: Label,char *const
char *const Label = new char[3];
// CHECK-DAG: Labels,const char *const *
const char *const *Labels;
// CHECK-DAG: Member,int Shape::*
int Shape::*Member;
// CHECK-DAG: Method,int (Shape::*)(long)
int (Shape::*Method)(long) const;
// CHECK-DAG: Choice,void (*(*)(int))(double *)
void (*(*Choice)(int))(double *);
// CHECK-DAG: Task,std::function<void (int)>
std::function<void(int)> Task;
// CHECK-DAG: Grid,int[3][4]
int Grid[3][4];
typedef void (*Handler)(int);
// CHECK-DAG: Handlers,Handler[4]
Handler Handlers[4];

int main() {
  Label[0] = 0;
  return Hook || FixedHook || Rows || Table[1] || Words[0] || Labels ||
         Method || Choice || Task || Grid[1][2] || Handlers[2] || Member;
}
