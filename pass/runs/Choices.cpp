//===- Choices.cpp - comparisons that choose a value ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Choices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Operator.h"

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

/// Returns what \p V is a constant apart from; null: a constant.
static Value *baseOf(Value *V, unsigned Depth = 0) {
  constexpr unsigned MostDepth = 8;
  if (isa<Constant>(V))
    return nullptr;
  if (Depth == MostDepth)
    return V;
  if (auto *Cast = dyn_cast<CastInst>(V))
    return Cast->getSrcTy()->isIntegerTy(1)
               ? nullptr
               : baseOf(Cast->getOperand(0), Depth + 1);
  if (auto *S = dyn_cast<SelectInst>(V)) {
    Value *Base = baseOf(S->getTrueValue(), Depth + 1);
    return Base == baseOf(S->getFalseValue(), Depth + 1) ? Base : V;
  }
  if (auto *G = dyn_cast<GEPOperator>(V); G && G->getNumIndices() == 1) {
    bool IsNear = !baseOf(G->getOperand(1), Depth + 1);
    return IsNear ? baseOf(G->getPointerOperand(), Depth + 1) : V;
  }
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || (Sum->getOpcode() != Instruction::Add &&
               Sum->getOpcode() != Instruction::Sub))
    return V;
  Value *Left = baseOf(Sum->getOperand(0), Depth + 1);
  Value *Right = baseOf(Sum->getOperand(1), Depth + 1);
  return Left && Right ? V : Left ? Left : Right;
}

bool memfacet::runs::choosesFarApart(Value *V, const Members &Cycle) {
  auto *Phi = dyn_cast<PHINode>(V);
  if (!Phi)
    return baseOf(V) == V;
  SmallPtrSet<Value *, 4> Bases;
  for (Value *From : Phi->incoming_values())
    if (Cycle.count(From) != 0 || isa<Constant>(From))
      Bases.insert(baseOf(From));
  return Bases.size() > 1;
}

bool memfacet::runs::scales(const Value *V) {
  const auto *B = dyn_cast<BinaryOperator>(V);
  return B && (B->isShift() || B->getOpcode() == Instruction::Mul ||
               B->getOpcode() == Instruction::UDiv ||
               B->getOpcode() == Instruction::SDiv);
}
