// Memory of an object that no variable names is called after what it is and
// what takes it; where it is moved as a whole, it is the taker's. Members that a
// constructor of the compiler's sets up stand where they are declared.
// RUN: %clangxx -std=c++20 -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// RUN: %clangxx -std=c++20 -O0 -g -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {
struct Shape {
  virtual ~Shape() = default;
};
struct Circle : Shape {
  double Radius = 1;
};
} // namespace

struct Scene {
  std::vector<std::unique_ptr<Shape>> Shapes;
  std::vector<Circle *> Raw;
  std::vector<std::string> Names;
  std::vector<std::vector<int>> Rows;
  std::optional<std::vector<long>> Maybe;
  std::string Title;
  std::unique_ptr<Circle> Single;
  void fill(const char *Text);
};

void Scene::fill(const char *Text) {
  // CHECK-DAG: !{!"_ZN5Scene4fillEPKc", i32 [[@LINE+1]], i32 20, !"(anonymous namespace)::Circle (in Scene::Shapes)", !"(anonymous namespace)::Circle", i32 16,
  Shapes.push_back(std::make_unique<Circle>());
  // CHECK-DAG: i32 [[@LINE+1]], i32 23, !"(anonymous namespace)::Circle (in Scene::Shapes)", !"(anonymous namespace)::Circle", i32 16, i32 5,
  Shapes.emplace_back(new Circle);
  // CHECK-DAG: i32 [[@LINE+1]], i32 17, !"(anonymous namespace)::Circle (in Scene::Raw)", !"(anonymous namespace)::Circle", i32 16, i32 5,
  Raw.push_back(new Circle);
  // CHECK-DAG: i32 [[@LINE+1]], i32 19, !"std::string (in Scene::Names)", !"std::string", i32 32,
  Names.push_back(std::string(Text));
  // CHECK-DAG: i32 [[@LINE+1]], i32 18, !"std::vector<int> (in Scene::Rows)", !"std::vector<int>", i32 24,
  Rows.push_back(std::vector<int>(10));
  // CHECK-DAG: i32 [[@LINE+1]], i32 11, !"Scene::Maybe", !"std::vector<long>", i32 24,
  Maybe = std::vector<long>(20);
  // CHECK-DAG: i32 [[@LINE+1]], i32 11, !"Scene::Title", !"std::string", i32 32,
  Title = std::string(Text);
  // CHECK-DAG: i32 [[@LINE+1]], i32 16, !"Scene::Single", !"(anonymous namespace)::Circle", i32 16, i32 5,
  Single.reset(new Circle);
  // CHECK-DAG: i32 [[@LINE+1]], i32 10, !"Scene::Maybe", !"std::vector<long>", i32 24,
  Maybe->push_back(1);
}

struct Book {
  // CHECK-DAG: !{!"_ZN4BookC2Ev", i32 [[@LINE+1]], i32 1, !"Book::Queue", !"std::deque<int>",
  std::deque<int> Queue;
  // CHECK-DAG: !{!"_ZN4BookC2Ev", i32 [[@LINE+1]], i32 1, !"Book::Other", !"std::deque<long>",
  std::deque<long> Other;
};
Book *make() {
  // CHECK-DAG: i32 [[@LINE+1]], i32 {{.*}}, !"Book", !"Book",
  return new Book;
}

static int use(Circle *C) { return C->Radius > 0; }
int given() {
  // No container: the type.
  // CHECK-DAG: i32 [[@LINE+1]], i32 14, !"(anonymous namespace)::Circle", !"(anonymous namespace)::Circle",
  return use(new Circle);
}

thread_local std::vector<int> PerThread;
void add() {
  // CHECK-DAG: i32 [[@LINE+1]], i32 13, !"PerThread", !"std::vector<int>",
  PerThread.push_back(1);
}
void captured() {
  auto Push = [Moved = std::vector<int>(80)](int I) mutable {
    // CHECK-DAG: i32 [[@LINE+1]], i32 11, !"captured()::(lambda)::Moved", !"std::vector<int>",
    Moved.push_back(I);
  };
  Push(1);
}
// CHECK-NOT: !"temporary
