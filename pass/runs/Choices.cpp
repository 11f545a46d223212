//===- Choices.cpp - comparisons that choose a value ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Choices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

bool memfacet::runs::isComparisonOfTwo(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  return Call && Call->getType()->isIntegerTy() &&
         count_if(Call->args(), [](const Use &Argument) {
           return Argument->getType()->isPointerTy() &&
                  !isa<Constant>(Argument);
         }) == 2;
}

void memfacet::runs::addCompared(Value *Condition,
                                 SmallVectorImpl<Value *> &List,
                                 unsigned Depth) {
  constexpr unsigned MostDepth = 4;
  auto AddCall = [&](Value *V) {
    if (isComparisonOfTwo(V))
      List.push_back(V);
    else if (auto *Call = dyn_cast<CallBase>(V))
      List.append(Call->arg_begin(), Call->arg_end());
  };
  if (auto *Comparison = dyn_cast<CmpInst>(Condition)) {
    Value *Left = Comparison->getOperand(0), *Right = Comparison->getOperand(1);
    if (!isa<Constant>(Left) && !isa<Constant>(Right))
      List.append({Left, Right});
    else
      AddCall(Left);
  } else if (isa<BinaryOperator, SelectInst, FreezeInst>(Condition)) {
    if (Depth != MostDepth)
      for (Value *Part : cast<Instruction>(Condition)->operands())
        addCompared(Part, List, Depth + 1);
  } else {
    AddCall(Condition);
  }
}

/// Adds to \p List the values that \p Phi may have after a jump from \p From to
/// \p Next, at once or after up to \p Depth more decisions.
static void addValuesBy(const PHINode &Phi, const BasicBlock *From,
                        const BasicBlock *Next, SmallPtrSetImpl<Value *> &List,
                        unsigned Depth) {
  if (Next == Phi.getParent()) {
    if (int Index = Phi.getBasicBlockIndex(From); Index >= 0)
      List.insert(Phi.getIncomingValue(unsigned(Index)));
    return;
  }
  const auto *B = dyn_cast<BranchInst>(Next->getTerminator());
  if (!B || (B->isUnconditional() && B->getSuccessor(0) != Phi.getParent()))
    return;
  if (B->isUnconditional() || (Depth != 0 && Next->getSinglePredecessor()))
    for (const BasicBlock *After : B->successors())
      addValuesBy(Phi, Next, After, List, Depth - B->isConditional());
}

bool memfacet::runs::decides(const PHINode &Phi, const BranchInst &B) {
  constexpr unsigned MostDecisions = 2;
  SmallPtrSet<Value *, 4> IfTrue, IfFalse;
  const BasicBlock *From = B.getParent();
  addValuesBy(Phi, From, B.getSuccessor(0), IfTrue, MostDecisions);
  addValuesBy(Phi, From, B.getSuccessor(1), IfFalse, MostDecisions);
  return !IfTrue.empty() && !IfFalse.empty() &&
         none_of(IfTrue, [&](Value *V) { return IfFalse.count(V) != 0; });
}
