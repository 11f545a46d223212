// A call into library code that was not inlined sets the context and puts the
// outer one back, also where it may throw.
// RUN: %clangxx -O0 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

void fill(std::vector<int> &Numbers) { Numbers.push_back(3); }
// CHECK-LABEL: define {{.*}} @_Z4fillRSt6vectorIiSaIiEE(
// CHECK:         [[DEPTH:%.*]] = load volatile i64, ptr @__memfacet_depth
// CHECK-NEXT:    [[INDEX:%.*]] = and i64 [[DEPTH]], 63
// CHECK-NEXT:    [[SLOT:%.*]] = getelementptr inbounds [64 x ptr], ptr @__memfacet_contexts, i64 0, i64 [[INDEX]]
// CHECK-NEXT:    [[OUTER:%.*]] = load volatile ptr, ptr [[SLOT]]
// CHECK-NEXT:    store volatile ptr @__memfacet.allocation._Z4fillRSt6vectorIiSaIiEE, ptr [[SLOT]]
// CHECK-NEXT:    [[DEEPER:%.*]] = add i64 [[DEPTH]], 1
// CHECK-NEXT:    store volatile i64 [[DEEPER]], ptr @__memfacet_depth
// CHECK:         call void @_ZNSt6vectorIiSaIiEE9push_backEOi(
// CHECK:         [[AGAIN:%.*]] = and i64 [[DEPTH]], 63
// CHECK-NEXT:    [[BACK:%.*]] = getelementptr inbounds [64 x ptr], ptr @__memfacet_contexts, i64 0, i64 [[AGAIN]]
// CHECK-NEXT:    store volatile ptr [[OUTER]], ptr [[BACK]]
// CHECK-NEXT:    store volatile i64 [[DEPTH]], ptr @__memfacet_depth

// Library code itself sets none: its allocations belong to the caller's.
// CHECK-LABEL: define linkonce_odr {{.*}} @_ZNSt6vectorIiSaIiEE9push_backEOi(
// CHECK-NOT:     @__memfacet_contexts
// CHECK:       }

// Where an exception is caught, the calls that it left are over; a mere
// cleanup leaves that to whoever catches.
int catches(std::vector<int> &Numbers) {
  try {
    fill(Numbers);
    return 0;
  } catch (...) {
    return 1;
  }
}
// CHECK-LABEL: define {{.*}} @_Z7catchesRSt6vectorIiSaIiEE(
// CHECK:         [[ENTRY:%.*]] = load volatile i64, ptr @__memfacet_depth
// CHECK:         landingpad { ptr, i32 }
// CHECK-NEXT:      catch ptr null
// CHECK:         store volatile i64 [[ENTRY]], ptr @__memfacet_depth
