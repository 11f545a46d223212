//===- ValueFlow.cpp - where a pointer goes in a function -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/ValueFlow.h"
#include "pass/naming/AllocationCalls.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// More uses than any wrapper has.
static constexpr unsigned MaxFlowValues = 256;

void ValueFlow::addLoadsOf(const Value *Slot) {
  for (const User *U : Slot->users())
    if (isa<LoadInst>(U))
      add(U);
}

void ValueFlow::follow(const Value *V, const User *U) {
  if (auto *Store = dyn_cast<StoreInst>(U)) {
    if (Store->getValueOperand() == V &&
        isa<AllocaInst>(Store->getPointerOperand()))
      addLoadsOf(Store->getPointerOperand());
    return;
  }
  if (auto *GEP = dyn_cast<GEPOperator>(U);
      GEP && GEP->getPointerOperand() != V)
    return;
  // Alignment is computed in integers.
  if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<CastInst>(U) ||
      isa<GEPOperator>(U) || isa<BinaryOperator>(U))
    add(U);
  // return check(p), return strcpy(p, text).
  auto *Call = dyn_cast<CallBase>(U);
  if (Call && Call->getType()->isPointerTy() && Call->arg_size() > 0 &&
      Call->getArgOperand(0) == V &&
      allocationKind(*Call) == AllocationKind::Unknown)
    add(U);
}

bool ValueFlow::reaches(function_ref<bool(const Value *, const User *)> Found) {
  for (size_t I = 0; I != Values.size() && I != MaxFlowValues; ++I) {
    const Value *V = Values[I];
    for (const User *U : V->users()) {
      if (Found(V, U))
        return true;
      follow(V, U);
    }
  }
  return false;
}

bool memfacet::naming::mayReturn(const CallBase &Call, const Value *V) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isDeclaration())
    return true;
  return any_of(Callee->args(), [&](const Argument &A) {
    ValueFlow Flow;
    Flow.add(&A);
    return A.getArgNo() < Call.arg_size() &&
           Call.getArgOperand(A.getArgNo()) == V &&
           Flow.reaches(
               [](const Value *, const User *U) { return isa<ReturnInst>(U); });
  });
}

static bool isReturned(const Value *V, unsigned Depth) {
  constexpr unsigned Deepest = 4;
  if (Depth == Deepest)
    return false;
  for (const User *U : V->users()) {
    if (isa<ReturnInst>(U))
      return true;
    if (isa<CastInst>(U) || isa<PHINode>(U)) {
      if (isReturned(U, Depth + 1))
        return true;
      continue;
    }
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() != V ||
        !isa<AllocaInst>(Store->getPointerOperand()))
      continue;
    for (const User *Use : Store->getPointerOperand()->users())
      if (isa<LoadInst>(Use) && isReturned(Use, Depth + 1))
        return true;
  }
  return false;
}

bool memfacet::naming::isReturned(const Value *V) { return ::isReturned(V, 0); }

bool memfacet::naming::isPlacement(const CallBase &Call) {
  return Call.getMetadata("heapallocsite") && Call.arg_size() == 2 &&
         Call.getArgOperand(1)->getType()->isPointerTy() &&
         allocationKind(Call) == AllocationKind::Unknown &&
         mayReturn(Call, Call.getArgOperand(1));
}
