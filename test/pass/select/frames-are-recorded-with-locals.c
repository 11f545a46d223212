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
// CHECK:         sub i64 {{%.*}}, 1280
// CHECK:         icmp eq i64
// CHECK:         br i1
// CHECK:         sub i64 {{%.*}}, 1344
// CHECK:         [[LAST:%.*]] = add i64 {{%.*}}, 31
// CHECK:         sub i64 [[LAST]], 1344
// CHECK:         br i1
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 32)
// CHECK:         [[MARKED:%.*]] = phi i1
// CHECK:         [[RECORDED:%.*]] = phi i1 [ [[MARKED]]
// CHECK:         call void @use(
// CHECK:         br i1 [[RECORDED]]
// CHECK:         call preserve_allcc void @__memfacet_select_mark({{.*}}, i64 0)
// CHECK:         ret void
