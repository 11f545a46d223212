//===- DirectObjects.cpp - accesses to variables by their names -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/DirectObjects.h"
#include "pass/accesses/OtherInstrumentation.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

/// Returns the variable that \p Pointer is an element or member of. In code
/// that is never reached, an address may be computed from itself.
static Value *variableAround(Value *Pointer) {
  constexpr unsigned MostSteps = 1000;
  for (unsigned I = 0; I != MostSteps; ++I) {
    auto *Element = dyn_cast<GEPOperator>(Pointer);
    if (!Element)
      break;
    Pointer = Element->getPointerOperand();
  }
  return Pointer;
}

/// Returns whether \p G is this variable of this object in every program: not
/// one that another object may define in its place. Thread-locals have an
/// instance in each thread.
static bool isCertain(const GlobalVariable &G) {
  return !G.isDeclaration() && !G.isInterposable() && G.isDSOLocal() &&
         !G.hasAvailableExternallyLinkage() && !G.isThreadLocal() &&
         G.getAddressSpace() == 0 && !accesses::belongsToInstrumentation(G);
}

void memfacet::runs::markDirect(std::vector<Run> &Runs,
                                const stack::StackLocals &Locals) {
  DenseMap<const Value *, const stack::StackLocal *> ByStorage;
  for (const stack::StackLocal &L : Locals.locals())
    ByStorage[L.Storage] = &L;
  for (Run &R : Runs)
    for (accesses::Access &A : R.Accesses) {
      if (A.Shape != SiteShape::Fixed || A.Lane >= 0)
        continue;
      Value *Variable = variableAround(A.Pointer);
      A.DirectLocal = ByStorage.lookup(Variable);
      if (auto *G = dyn_cast<GlobalVariable>(Variable); G && isCertain(*G))
        A.DirectGlobal = G;
      if (A.isDirect())
        A.Flags |= SiteDirect;
    }
}
