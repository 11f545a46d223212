//===- AddressOrigins.cpp - whether addresses were loaded -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An address is computed from values, these from others, and so on: a graph in
// which a loop variable depends on itself. A cycle with a load in it follows
// links: what is loaded decides where to load next. If values count, too, that
// only decide which way is taken (conditions), such a cycle is a search. Values
// that a hash is made of do not count: from mixing operations no address is
// followed back.
//
//===----------------------------------------------------------------------===//

#include "pass/runs/AddressOrigins.h"
#include "pass/compat/Compat.h"
#include "pass/runs/Choices.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

namespace {

class Origins {
public:
  enum Bits : uint8_t {
    Varies = 1,  ///< not the same each time, as far as is known
    Loaded = 2,  ///< loaded from an address that varies
    Follows = 4, ///< in a cycle with a load, or computed from one
  };

  /// \p WithConditions: comparisons that choose a value are among its sources.
  Origins(llvm::Function &F, bool WithConditions);
  /// Returns the Bits of the address of \p A.
  uint8_t bits(const accesses::Access &A);

private:
  using Values = SmallVector<Value *, 4>;
  /// The state of Tarjan's algorithm for a value on the current path.
  struct Step {
    Value *Node;
    Values Sources;
    unsigned Next = 0;
    unsigned Number, Lowest;
  };

  uint8_t bits(Value *V);
  void enter(Value *V);
  void leave();
  void finish(ArrayRef<Value *> Component, bool Cycle);
  uint8_t ownBits(Value *V, bool InCycle);
  Values sources(Value *V) const;
  Values usualSources(Value *V) const;
  Values deciding(Value *V) const;
  void addDeciding(const PHINode &Phi, Values &List) const;
  bool staysInLoop(const BranchInst &B) const;
  bool follows(ArrayRef<Value *> Cycle) const;
  const Values *variable(Value *V) const;
  bool loads(Value *V) const;
  bool variesByItself(Value *V) const;

  /// The values that are stored to each local variable that is only loaded and
  /// stored: without optimisation, such variables stand for registers.
  DenseMap<const Value *, Values> Stored;
  const bool WithConditions;
  llvm::Function &F;
  mutable std::optional<DominatorTree> Dominators; ///< of F, when needed
  mutable LoopInfo Loops;
  /// For each argument: the values that the function passes to itself.
  DenseMap<const Value *, Values> PassedArguments;
  DenseMap<const Value *, uint8_t> KnownBits;
  DenseMap<const Value *, unsigned> Number; ///< of values that were entered
  std::vector<Step> Steps;
  std::vector<Value *> ComponentStack; ///< not in a finished component yet
};

} // namespace

static bool isPlainVariable(const AllocaInst &A) {
  return A.isStaticAlloca() && !A.isArrayAllocation() &&
         all_of(A.users(), [&](const User *U) {
           if (const auto *S = dyn_cast<StoreInst>(U))
             return S->getPointerOperand() == &A && S->getValueOperand() != &A;
           if (const auto *I = dyn_cast<Instruction>(U))
             return isa<LoadInst>(I) || I->isLifetimeStartOrEnd();
           return false;
         });
}

Origins::Origins(llvm::Function &F, bool WithConditions)
    : WithConditions(WithConditions), F(F) {
  for (Instruction &I : instructions(F)) {
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isPlainVariable(*A)) {
      Values &List = Stored[A];
      for (User *U : A->users())
        if (auto *S = dyn_cast<StoreInst>(U))
          List.push_back(S->getValueOperand());
    }
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Call->getCalledOperand() == &F)
      for (Argument &A : F.args())
        if (A.getArgNo() < Call->arg_size())
          PassedArguments[&A].push_back(Call->getArgOperand(A.getArgNo()));
  }
}

/// Returns the values that are stored to the variable that \p V loads, or null.
const Origins::Values *Origins::variable(Value *V) const {
  auto *L = dyn_cast<LoadInst>(V);
  auto Entry = L ? Stored.find(L->getPointerOperand()) : Stored.end();
  return Entry == Stored.end() ? nullptr : &Entry->second;
}

/// Returns whether \p V is a step over a tree of the standard library, which is
/// not instrumented.
static bool isTreeStep(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Call->arg_size() == 1 &&
         (Callee->getName().contains("_Rb_tree_increment") ||
          Callee->getName().contains("_Rb_tree_decrement"));
}

bool Origins::loads(Value *V) const {
  return (isa<LoadInst>(V) && !variable(V)) || isTreeStep(V) ||
         (WithConditions && isComparisonOfTwo(V));
}

/// Returns whether \p B does not end the loop that it is in: what ends a loop
/// chooses nothing, also if another loop is around it.
bool Origins::staysInLoop(const BranchInst &B) const {
  if (!Dominators) {
    Dominators.emplace(F);
    Loops.analyze(*Dominators);
  }
  const Loop *L = Loops.getLoopFor(B.getParent());
  return !L || all_of(B.successors(), [&](const BasicBlock *Next) {
    return L->contains(Next);
  });
}

/// Adds to \p List what is compared to decide which value \p Phi has.
void Origins::addDeciding(const PHINode &Phi, Values &List) const {
  SmallSetVector<const BranchInst *, 8> Branches;
  auto Add = [&](const BasicBlock *Block) {
    const auto *B =
        Block ? dyn_cast<BranchInst>(Block->getTerminator()) : nullptr;
    if (B && B->isConditional())
      Branches.insert(B);
  };
  for (const BasicBlock *Block : Phi.blocks()) {
    Add(Block);
    const BasicBlock *Before = Block->getSinglePredecessor();
    Add(Before);
    Add(Before ? Before->getSinglePredecessor() : nullptr);
  }
  for (const BranchInst *B : Branches)
    if (decides(Phi, *B) && staysInLoop(*B))
      addCompared(B->getCondition(), List);
}

/// Returns what is compared to choose \p V.
Origins::Values Origins::deciding(Value *V) const {
  Values List;
  if (auto *S = dyn_cast<SelectInst>(V))
    addCompared(S->getCondition(), List);
  else if (auto *Phi = dyn_cast<PHINode>(V))
    addDeciding(*Phi, List);
  else if (auto *Number = dyn_cast<CastInst>(V))
    if (Number->getSrcTy()->isIntegerTy(1))
      addCompared(Number->getOperand(0), List);
  return List;
}

/// Returns the values that \p V is made of or, with conditions, chosen by. Then
/// the half of a value counts as well: the middle between two ends.
Origins::Values Origins::sources(Value *V) const {
  Values List = usualSources(V);
  if (!WithConditions)
    return List;
  if (isComparisonOfTwo(V))
    for (Use &Argument : cast<CallBase>(V)->args())
      List.push_back(Argument);
  else if (auto *Part = dyn_cast<BinaryOperator>(V);
           Part && isa<Constant>(Part->getOperand(1)))
    if (Part->isShift() || Part->getOpcode() == Instruction::UDiv ||
        Part->getOpcode() == Instruction::SDiv)
      List.assign({Part->getOperand(0)});
  List.append(deciding(V));
  return List;
}

/// Returns the values that \p V is made of, as far as an address may be.
Origins::Values Origins::usualSources(Value *V) const {
  if (const Values *Variable = variable(V))
    return *Variable;
  if (isa<Argument>(V))
    return PassedArguments.lookup(V);
  if (isTreeStep(V))
    return {cast<CallBase>(V)->getArgOperand(0)};
  auto *U = dyn_cast<Operator>(V);
  if (!U)
    return {};
  if (auto *S = dyn_cast<SelectInst>(U))
    return {S->getTrueValue(), S->getFalseValue()};
  switch (U->getOpcode()) {
  case Instruction::Load:
    return {getLoadStorePointerOperand(U)};
  case Instruction::Or:
    if (auto *I = dyn_cast<Instruction>(U); I && compat::isDisjointOr(*I))
      return Values(U->op_begin(), U->op_end());
    [[fallthrough]];
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::And:
    if (!isa<Constant>(U->getOperand(1)))
      return {};
    return {U->getOperand(0)};
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::BitCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return Values(U->op_begin(), U->op_end());
  default:
    return {};
  }
}

bool Origins::variesByItself(Value *V) const {
  if (isa<PHINode>(V))
    return true;
  if (const Values *Variable = variable(V))
    return Variable->size() > 1;
  if (isa<Argument>(V))
    return PassedArguments.count(V);
  const auto *G = dyn_cast<GEPOperator>(V);
  return G && !G->hasAllConstantIndices();
}

/// Returns the bits of \p V, when those of all values that it is made of are
/// known, except in the cycle of \p V.
uint8_t Origins::ownBits(Value *V, bool InCycle) {
  uint8_t Result = 0;
  for (Value *Source : sources(V))
    Result |= KnownBits.lookup(Source);
  if (loads(V) && !InCycle)
    return Result != 0 ? Varies | Loaded : 0;
  return Result | (variesByItself(V) ? Varies : 0);
}

/// Returns whether \p Cycle decides where to load next. With conditions, one of
/// them has to belong to it: else what is in it was not chosen.
bool Origins::follows(ArrayRef<Value *> Cycle) const {
  if (none_of(Cycle, [&](Value *V) { return loads(V); }))
    return false;
  if (!WithConditions)
    return true;
  Members InCycle(Cycle.begin(), Cycle.end());
  bool Scales = any_of(Cycle, scales);
  return any_of(Cycle, [&](Value *V) {
    return (Scales || choosesFarApart(V, InCycle)) &&
           any_of(deciding(V), [&](Value *Compared) {
             return InCycle.count(Compared) != 0;
           });
  });
}

void Origins::finish(ArrayRef<Value *> Component, bool Cycle) {
  uint8_t ComponentBits = 0;
  for (Value *V : Component)
    ComponentBits |= ownBits(V, Cycle);
  if (Cycle && follows(Component))
    ComponentBits |= Follows | Varies;
  for (Value *V : Component)
    KnownBits[V] = ComponentBits;
}

void Origins::enter(Value *V) {
  unsigned NewNumber = Number.size() + 1;
  Number[V] = NewNumber;
  ComponentStack.push_back(V);
  Steps.push_back({V, sources(V), 0, NewNumber, NewNumber});
}

/// Finishes the last value on the path.
void Origins::leave() {
  Step Finished = std::move(Steps.back());
  Steps.pop_back();
  if (Finished.Lowest == Finished.Number) {
    size_t First = ComponentStack.size();
    while (ComponentStack[--First] != Finished.Node)
      ;
    ArrayRef<Value *> Component = ArrayRef(ComponentStack).drop_front(First);
    finish(Component, Component.size() > 1 ||
                          is_contained(Finished.Sources, Finished.Node));
    ComponentStack.resize(First);
  }
  if (!Steps.empty())
    Steps.back().Lowest = std::min(Steps.back().Lowest, Finished.Lowest);
}

/// Works without recursion, because chains of values may be long.
uint8_t Origins::bits(Value *V) {
  if (auto Entry = KnownBits.find(V); Entry != KnownBits.end())
    return Entry->second;
  enter(V);
  while (!Steps.empty()) {
    Step &Top = Steps.back();
    if (Top.Next == Top.Sources.size()) {
      leave();
      continue;
    }
    Value *Source = Top.Sources[Top.Next++];
    if (KnownBits.count(Source) || isa<Constant>(Source))
      continue;
    if (unsigned SourceNumber = Number.lookup(Source))
      Top.Lowest = std::min(Top.Lowest, SourceNumber);
    else
      enter(Source);
  }
  return KnownBits.lookup(V);
}

uint8_t Origins::bits(const accesses::Access &A) {
  uint8_t Result = A.Pointer ? bits(A.Pointer) : 0;
  if (A.Index)
    Result |= bits(A.Index);
  return Result;
}

void memfacet::runs::markOrigins(llvm::Function &F, std::vector<Run> &Runs) {
  Origins Computed(F, /*WithConditions=*/false);
  Origins Compared(F, /*WithConditions=*/true);
  for (Run &R : Runs)
    for (accesses::Access &A : R.Accesses) {
      if (isStackMark(A.Shape))
        continue;
      uint8_t Bits = Computed.bits(A);
      if (Bits & Origins::Follows)
        A.Flags |= SiteFollowsLinks;
      else if (Bits & Origins::Loaded)
        A.Flags |= SiteIndirect;
      if (!(Bits & Origins::Follows) && Compared.bits(A) & Origins::Follows)
        A.Flags |= SiteSearches;
    }
}
