// A call into library code that was not inlined sets the context and puts the
// outer one back, also where it may throw.
// RUN: %clangxx -O0 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s

#include <vector>

void fill(std::vector<int> &Numbers) { Numbers.push_back(3); }
// CHECK-LABEL: define {{.*}} @_Z4fillRSt6vectorIiSaIiEE(
// CHECK:         [[OUTER:%.*]] = load volatile ptr, ptr @__memfacet_context
// CHECK-NEXT:    store volatile ptr @__memfacet.allocation._Z4fillRSt6vectorIiSaIiEE, ptr @__memfacet_context
// CHECK:         call void @_ZNSt6vectorIiSaIiEE9push_backEOi(
// CHECK:         store volatile ptr [[OUTER]], ptr @__memfacet_context

// Library code itself sets none: its allocations belong to the caller's.
// CHECK-LABEL: define linkonce_odr {{.*}} @_ZNSt6vectorIiSaIiEE9push_backEOi(
// CHECK-NOT:     @__memfacet_context
// CHECK:       }
