// A frame is recorded before the first of its locals that lies in a chosen line,
// and ends only if it was recorded.
//
// RUN: %memfacet-clang -O1 -g -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void use(long *);

void frame(void) {
  long values[4];
  use(values);
}
// CHECK-LABEL: define internal {{.*}}void @frame.memfacet(
// CHECK:         @__memfacet_spans
// CHECK:         br i1
// CHECK:         @__memfacet_lines
// CHECK:         [[LAST:%.*]] = add i64 {{%.*}}, 31
// CHECK:         lshr i64 [[LAST]], 6
// CHECK:         br i1
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 32)
// CHECK:         [[MARKED:%.*]] = phi i1
// CHECK:         [[RECORDED:%.*]] = phi i1 [ [[MARKED]]
// CHECK:         call void @use(
// CHECK:         br i1 [[RECORDED]]
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         ret void
