//===- AddressOrigins.cpp - whether addresses were loaded -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An address is computed from values, these from others, and so on: a graph in
// which a loop variable depends on itself. A cycle with a load in it follows
// links: what is loaded decides where to load next. Values that only decide
// which way is taken (conditions) do not count, nor do those that a hash is
// made of: from mixing operations no address is followed back.
//
//===----------------------------------------------------------------------===//

#include "pass/runs/AddressOrigins.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

namespace {

class Origins {
public:
  explicit Origins(llvm::Function &F);
  uint8_t flags(const accesses::Access &A);

private:
  enum Bits : uint8_t {
    Varies = 1,  ///< not the same each time, as far as is known
    Loaded = 2,  ///< loaded from an address that varies
    Follows = 4, ///< in a cycle with a load, or computed from one
  };
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
  const Values *variable(Value *V) const;
  bool loads(Value *V) const;
  bool variesByItself(Value *V) const;

  /// The values that are stored to each local variable that is only loaded and
  /// stored: without optimisation, such variables stand for registers.
  DenseMap<const Value *, Values> Stored;
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

Origins::Origins(llvm::Function &F) {
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
  return (isa<LoadInst>(V) && !variable(V)) || isTreeStep(V);
}

/// Returns the values that \p V is made of, as far as an address may be.
Origins::Values Origins::sources(Value *V) const {
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

void Origins::finish(ArrayRef<Value *> Component, bool Cycle) {
  uint8_t ComponentBits = 0;
  for (Value *V : Component) {
    ComponentBits |= ownBits(V, Cycle);
    if (Cycle && loads(V))
      ComponentBits |= Follows | Varies;
  }
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

uint8_t Origins::flags(const accesses::Access &A) {
  uint8_t Result = A.Pointer ? bits(A.Pointer) : 0;
  if (A.Index)
    Result |= bits(A.Index);
  return Result & Follows  ? SiteFollowsLinks
         : Result & Loaded ? SiteIndirect
                           : 0;
}

void memfacet::runs::markOrigins(llvm::Function &F, std::vector<Run> &Runs) {
  Origins Finder(F);
  for (Run &R : Runs)
    for (accesses::Access &A : R.Accesses)
      if (!isStackMark(A.Shape))
        A.Flags |= Finder.flags(A);
}
