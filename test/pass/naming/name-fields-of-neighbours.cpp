// What is loaded next to a member is known if place and tag were lost: here a
// load that is executed whether the source wants it or not. A site whose type
// is not known has a 0 in its place.
// RUN: %clang -O2 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=LOST
// RUN: %clang -O2 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Trader {
  long Cash;
  int Risk, Limit;
  char Name[48];
};

// LOST: load i64, ptr %{{[0-9]+}}, align 8, !dbg ![[#]]{{$}}
// CHECK-NOT: @__memfacet.sites.{{.*}} to i32), i32 0, i32 0, i32 0 }>
// CHECK: @__memfacet.sites.{{.*}}i32 8, i32 0, {{[^<]*}}@__memfacet.string{{[^<]*}} to i32), i32 0, i32 0 }>
// CHECK-NOT: @__memfacet.sites.{{.*}} to i32), i32 0, i32 0, i32 0 }>
struct Step {
  const Trader *Place;
  const Trader &operator*() const { return *Place; }
};

long audit(Step Begin, const Trader *End, int Limit) {
  long Sum = 0;
  for (; Begin.Place != End; ++Begin.Place) {
    const Trader &T = *Begin;
    if (T.Risk > Limit)
      Sum += T.Cash;
  }
  return Sum;
}
