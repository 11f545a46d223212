//===- ValueFlow.cpp - where a pointer goes in a function -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/ValueFlow.h"
#include "pass/compat/Compat.h"
#include "pass/naming/AllocationCalls.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
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

/// Returns whether \p Slot is a variable of the front end's own.
static bool isTemporary(const AllocaInst &Slot) {
  return compat::declaredVariables(const_cast<AllocaInst *>(&Slot)).empty();
}

MemoryPart memfacet::naming::copyTarget(const Value *Address) {
  auto *I = dyn_cast<Instruction>(Address);
  if (!I)
    return {nullptr, 0};
  const DataLayout &Layout = I->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  auto *Slot = dyn_cast<AllocaInst>(
      Address->stripAndAccumulateInBoundsConstantOffsets(Layout, Offset));
  if (!Slot || !isTemporary(*Slot))
    return {nullptr, 0};
  for (const User *U : Slot->users()) {
    if (auto *Copy = dyn_cast<MemTransferInst>(U);
        Copy && Copy->getRawSource() == Slot)
      return {Copy->getRawDest(), Offset.getZExtValue()};
    if (auto *Load = dyn_cast<LoadInst>(U);
        Load && Load->getType()->isStructTy())
      for (const User *Use : Load->users())
        if (auto *Store = dyn_cast<StoreInst>(Use))
          return {Store->getPointerOperand(), Offset.getZExtValue()};
  }
  return {nullptr, 0};
}

const Value *memfacet::naming::copySource(const AllocaInst &Copy) {
  const Value *Source = nullptr;
  for (const User *U : Copy.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != &Copy)
      continue;
    auto *Load = dyn_cast<LoadInst>(Store->getValueOperand());
    if (!Load || !Load->getType()->isStructTy() || Source)
      return nullptr;
    Source = Load->getPointerOperand();
  }
  return Source;
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
