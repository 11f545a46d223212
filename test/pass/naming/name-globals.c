// Globals carry name, type, file, line, size; statics their function.
// RUN: %clang -O1 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct point {
  double x, y;
};
// CHECK-DAG: @__memfacet.global.grid = {{.*}} <{ ptr @grid, i64 512, {{.*}}, i32 [[@LINE+1]], i32 0, i32 0, {{.*}}, i32 16 }>
struct point grid[4][8];
// CHECK-DAG: c"struct point[4][8]\00\01struct point{{.*}}", section "memfacet_strings"

int next(void) {
  // CHECK-DAG: @__memfacet.global.next.counter = {{.*}} <{ ptr @next.counter, i64 4, {{.*}}, i32 [[@LINE+1]], i32 trunc {{.*}}, i32 4 }>
  static int counter;
  grid[1][1].x = ++counter;
  return counter;
}

// CHECK-DAG: @__memfacet.global.mine = {{.*}} <{ ptr @__memfacet.instance.mine, i64 8, {{.*}} i32 2, {{.*}}, i32 8 }>
// CHECK-DAG: define private ptr @__memfacet.instance.mine()
_Thread_local long mine;
