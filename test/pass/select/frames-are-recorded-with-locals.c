// A frame is recorded before the first of its locals that lies in a chosen line,
// and ends only if it was recorded.
//
// RUN: %memfacet-clang -O1 -g -S -emit-llvm %s -o - | FileCheck %s

void use(long *);

void frame(void) {
  long values[4];
  use(values);
}
// CHECK-LABEL: define internal {{.*}}void @frame.memfacet(
// CHECK:         [[LAST:%.*]] = add i64 {{%.*}}, 31
// CHECK:         icmp ult i64
// CHECK:         br i1
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 32)
// CHECK:         [[RECORDED:%.*]] = phi i1
// CHECK:         call void @use(
// CHECK:         br i1 [[RECORDED]]
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         ret void
