// An object that is made only to be returned is named by that role, although its
// constructor is called on it in between; one that a constructor or a function
// gets, by that parameter.
// RUN: %clangxx -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// RUN: %clangxx -O0 -g -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Shape {
  virtual ~Shape();
  virtual double area() const = 0;
};
struct Square : Shape {
  explicit Square(double);
  double area() const override;
  double Side;
};
struct Holder {
  explicit Holder(Shape *Content) : Content(Content) {}
  Shape *Content;
};

namespace shapes {
// CHECK-DAG: !{!"_ZN6shapes10makeSquareEd", i32 [[@LINE+1]], i32 41, !"Square", !"Square",
Shape *makeSquare(double Side) { return new Square(Side); }
} // namespace shapes

double held() {
  // CHECK-DAG: !{!"_Z4heldv", i32 [[@LINE+1]], i32 12, !"Square", !"Square",
  Holder H(new Square(2));
  return H.Content->area();
}
