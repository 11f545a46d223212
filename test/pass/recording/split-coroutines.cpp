// A coroutine that is still whole when the pass comes, as for ThinLTO since LLVM
// 20, is split first: what runs after a point where it suspends has a cursor of
// its own.
//
// RUN: %clangxx -std=c++20 -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: grep -q presplitcoroutine %t.ll
// RUN: %opt -load-pass-plugin=%plugin -memfacet-select=false \
// RUN:   -memfacet-carry=false -S %t.ll \
// RUN:   -passes=coro-early,memfacet-split,memfacet-record | FileCheck %s
//
// CHECK-NOT: presplitcoroutine
// CHECK: define internal {{.*}}.resume(
// CHECK: load {{(volatile )?}}ptr, ptr @__memfacet_cursor
// CHECK: store {{.*}}@Written
// CHECK-NOT: presplitcoroutine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <coroutine>

volatile int Written;

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

Task write(int Value) {
  Written = Value;
  co_return;
}
