//===- Journey.cpp - where a function takes a pointer to fresh memory -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Journey.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/PassedOn.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// More uses than any function has that only makes an object.
static constexpr unsigned MaxValues = 256;

Journey::Journey(const CallBase &Call, const DIType *Element)
    : Root(Call), Element(Element) {
  MEMFACET_CHECK(memoryOf(Call)->getType()->isPointerTy(),
                 "a pointer is followed");
  Values.insert(memoryOf(Call));
  for (size_t I = 0; I != Values.size() && I != MaxValues; ++I) {
    const Value *V = Values[I];
    for (const User *U : V->users())
      visit(V, U);
  }
}

Receiver memfacet::naming::referenceFor(const CallBase &Call,
                                        const Receiver &First) {
  if (First.Member || !types::isPointerType(First.Type))
    return First;
  Journey Way(Call, types::pointeeType(First.Type));
  bool Local = any_of(Way.Variables, [&](const DILocalVariable *V) {
    return V->getName() == First.Name;
  });
  if (!Local || !Way.IsReturned || Way.References.size() != 1)
    return First;
  return {Way.References.front()->getName().str(), First.Type};
}

bool memfacet::naming::isNamedRecord(const DIType *Ty) {
  return isa_and_nonnull<DICompositeType>(types::strippedType(Ty)) &&
         types::strippedType(Ty)->getTag() != dwarf::DW_TAG_array_type &&
         types::strippedType(Ty)->getTag() != dwarf::DW_TAG_enumeration_type &&
         !types::typeName(Ty).empty();
}

bool memfacet::naming::isLink(const Receiver &Slot, const DIType *Element) {
  auto *Class =
      Slot.Member ? dyn_cast_or_null<DIType>(Slot.Member->getScope()) : nullptr;
  return Class && Element &&
         types::strippedType(Class) == types::strippedType(Element);
}

bool memfacet::naming::mayRepeat(const BasicBlock *Block,
                                 const BasicBlock *Avoided) {
  SmallPtrSet<const BasicBlock *, 32> Visited;
  SmallVector<const BasicBlock *, 32> Next = {Block};
  while (!Next.empty())
    for (const BasicBlock *Successor : successors(Next.pop_back_val())) {
      if (Successor == Block)
        return true;
      if (Successor != Avoided && Visited.insert(Successor).second)
        Next.push_back(Successor);
    }
  return false;
}

/// Returns whether the function may make the next object without \p Store, as
/// one that remembers the first of many.
bool Journey::mayRepeatWithout(const StoreInst &Store) const {
  return Root.getParent() != Store.getParent() &&
         mayRepeat(Root.getParent(), Store.getParent());
}

/// Returns whether \p Store happens to some objects only: those that a
/// comparison of numbers finds, as when one is to be traced.
static bool isForSome(const StoreInst &Store) {
  const BasicBlock *Predecessor = Store.getParent()->getSinglePredecessor();
  auto *Branch = Predecessor
                     ? dyn_cast<BranchInst>(Predecessor->getTerminator())
                     : nullptr;
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  return Compare && !isa<Constant>(Compare->getOperand(1));
}

/// Returns the type of the object made in the memory at \p Address, a load; or
/// null.
static const DIType *constructedType(const Value *Address) {
  for (const User *U : Address->users())
    if (auto *Call = dyn_cast<CallBase>(U); Call && isPlacement(*Call))
      return dyn_cast<DIType>(Call->getMetadata("heapallocsite"));
  return nullptr;
}

/// The loads of \p Slot at whose address an object is made, if all are of one
/// type: whatever the variable gets, it is for these.
static SmallVector<const Value *, 2> placesIn(const AllocaInst &Slot) {
  SmallVector<const Value *, 2> Places;
  const DIType *OnlyType = nullptr;
  for (const User *U : Slot.users()) {
    const DIType *MadeType = isa<LoadInst>(U) ? constructedType(U) : nullptr;
    if (!MadeType)
      continue;
    if (OnlyType && MadeType != OnlyType)
      return {};
    OnlyType = MadeType;
    Places.push_back(U);
  }
  return Places;
}

/// A variable that holds other values at other times: only what follows in the
/// same block is known to be this one.
void Journey::followVariable(const AllocaInst &Slot, const StoreInst &Store) {
  bool IsOnly = none_of(Slot.users(), [&](const User *U) {
    auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != &Store && Other->getPointerOperand() == &Slot &&
           !isa<Constant>(Other->getValueOperand());
  });
  for (DILocalVariable *V :
       compat::declaredVariables(const_cast<AllocaInst *>(&Slot)))
    if (types::isPointerType(V->getType())) {
      Variables.push_back(V);
      if (IsOnly)
        Keepers.push_back(V);
    } else if (IsOnly && types::pointeeType(V->getType())) {
      References.push_back(V);
    }
  IsCarried |= count_if(Slot.users(), [&](const User *U) {
                 auto *Other = dyn_cast<StoreInst>(U);
                 return Other && Other->getPointerOperand() == &Slot;
               }) > 1;
  if (IsOnly) {
    for (const User *U : Slot.users())
      if (isa<LoadInst>(U))
        Values.insert(U);
    return;
  }
  IsReturned |= any_of(Slot.users(), [](const User *U) {
    return isa<LoadInst>(U) && isReturned(U);
  });
  for (const Value *Place : placesIn(Slot))
    Values.insert(Place);
  for (const Instruction *I = Store.getNextNode(); I; I = I->getNextNode()) {
    if (auto *Other = dyn_cast<StoreInst>(I);
        Other && Other->getPointerOperand() == &Slot)
      return;
    if (auto *Load = dyn_cast<LoadInst>(I);
        Load && Load->getPointerOperand() == &Slot)
      Values.insert(Load);
  }
}

void Journey::store(const Value *V, const StoreInst &Store) {
  const Value *Address = Store.getPointerOperand();
  if (auto *Slot = dyn_cast<AllocaInst>(Address)) {
    followVariable(*Slot, Store);
    return;
  }
  Receiver Slot = describeSlot(Address);
  if (!Slot.Member && isOutput(Address)) {
    bool HasOtherResult = Store.getFunction()->getReturnType()->isPointerTy() &&
                          isNamedRecord(Element) && !isReturnedFrom(Store);
    (HasOtherResult ? IsKept : IsReturned) = true;
    return;
  }
  const Value *Base = Address;
  while (auto *GEP = dyn_cast<GEPOperator>(Base))
    Base = GEP->getPointerOperand();
  bool IsForEach =
      StringRef(Slot.Name).ends_with("[]") || !mayRepeatWithout(Store);
  // Macros of the library, such as obstack_free, may get the pointer back.
  bool IsOfLibrary =
      Slot.Member && types::isLibraryFile(Slot.Member->getFilename());
  // It is not stored in itself, not by an address after its start, and not in a
  // link to objects of its type.
  bool IsStoredElsewhere = !IsOfLibrary && !Values.contains(Base) &&
                           !isa<GEPOperator>(V) && !isa<AllocaInst>(Base) &&
                           !isLink(Slot, Element);
  const DIType *Pointee = types::strippedType(types::pointeeType(Slot.Type));
  // A place for anything, such as a `void *`, says nothing.
  bool IsSpecific = !Slot.Name.empty() && Slot.Name != "this" &&
                    types::isPointerType(Slot.Type) && Pointee &&
                    (!isNamedRecord(Element) || isNamedRecord(Pointee));
  // *place = p says nothing.
  bool IsIndirect = isa<LoadInst>(Address) && !Slot.Member;
  if (IsStoredElsewhere && !IsForEach)
    FirstSlots.push_back({Slot, Address});
  else if (IsStoredElsewhere && IsSpecific && !IsIndirect)
    (isForSome(Store) ? SomeSlots : Slots).push_back({Slot, Address});
  else if (IsStoredElsewhere)
    IsArgument = true;
}

/// Returns whether \p Method is a constructor of \p Class.
static bool isConstructor(const DISubprogram *Method,
                          const DICompositeType *Class) {
  return Class && types::plainName(Method) == types::plainName(Class);
}

/// Returns whether the parameter \p A is a pointer to bytes or to anything.
static bool isUntyped(const Argument &A) {
  return any_of(A.users(), [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    const DIType *Ty =
        Store ? describeStorage(Store->getPointerOperand()).Type : nullptr;
    return types::isPointerType(Ty) && types::isScalar(types::pointeeType(Ty));
  });
}

/// Returns the class of the object that the callee of \p Call makes in the
/// memory \p V, an argument without a type: `return new (mem) Clause (..)`.
static const DICompositeType *builtClass(const Value *V, const CallBase &Call) {
  const llvm::Function &Callee = *calleeOf(Call);
  const DICompositeType *Class = nullptr;
  for (const Argument &A : Callee.args()) {
    if (A.getArgNo() >= Call.arg_size() ||
        Call.getArgOperand(A.getArgNo()) != V || !isUntyped(A))
      continue;
    ValueFlow Flow;
    Flow.add(&A);
    Flow.reaches([&](const Value *Memory, const User *U) {
      auto *Inner = dyn_cast<CallBase>(U);
      bool IsFirst = Inner && Inner->arg_size() > 0 &&
                     Inner->getArgOperand(0) == Memory && calleeOf(*Inner);
      const DISubprogram *Method =
          IsFirst ? calleeOf(*Inner)->getSubprogram() : nullptr;
      if (Method && isConstructor(Method, types::classOf(Method)))
        Class = types::classOf(Method);
      return Class != nullptr;
    });
  }
  return Class;
}

void Journey::call(const Value *V, const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || Callee->isIntrinsic()) {
    IsArgument |= !Callee;
    return;
  }
  StringRef Name = Callee->getName();
  if (Name == "free" || Name.starts_with("_ZdlPv") ||
      Name.starts_with("_ZdaPv")) {
    // A constructor that throws gives the memory back by itself.
    IsFreed |= V != &Root;
    return;
  }
  const DISubprogram *Method = Callee->getSubprogram();
  const DICompositeType *Class = types::classOf(Method);
  bool IsFirst = Class && Call.arg_size() > 0 && Call.getArgOperand(0) == V;
  bool IsOnItself = IsFirst && types::isOrDerivesFrom(Element, Class);
  if (IsFirst && !BuiltType && isConstructor(Method, Class)) {
    BuiltType = Class;
    return;
  }
  if (!BuiltType && !Callee->isDeclaration())
    BuiltType = builtClass(V, Call);
  bool IsLibrary =
      types::isLibrarySymbol(Name) || (Method && types::isLibraryCode(Method));
  if (!IsOnItself && !IsLibrary && Method)
    IsArgument = true;
}

void Journey::visit(const Value *V, const User *U) {
  if (isa<ReturnInst>(U)) {
    IsReturned |= !isa<GEPOperator>(V);
  } else if (auto *Store = dyn_cast<StoreInst>(U)) {
    if (Store->getValueOperand() == V)
      store(V, *Store);
  } else if (auto *GEP = dyn_cast<GEPOperator>(U)) {
    if (GEP->getPointerOperand() == V)
      Values.insert(U);
  } else if (auto *Call = dyn_cast<CallBase>(U); Call && isPlacement(*Call)) {
    Values.insert(U);
  } else if (Call) {
    call(V, *Call);
    // check(malloc(n))
    if (V == &Root && Call->getType()->isPointerTy() && Call->arg_size() > 0 &&
        Call->getArgOperand(0) == V)
      Values.insert(U);
  } else if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<CastInst>(U)) {
    Values.insert(U);
  }
}
