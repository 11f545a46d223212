//===- PassedOn.cpp - memory that a function passes to its caller ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/PassedOn.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/DebugNames.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

template <typename Node>
static bool isArgumentOf(const Node *Template, const DIType *Ty) {
  return any_of(types::templateArguments(Template),
                [&](const DITemplateParameter *P) {
                  return isa_and_nonnull<DITemplateTypeParameter>(P) &&
                         types::strippedType(P->getType()) == Ty;
                });
}

/// Returns whether \p Ty is a parameter of the template that \p F is made from,
/// or of a class around it.
static bool isTemplateParameter(const DISubprogram *F, const DIType *Ty) {
  if (isArgumentOf(F, Ty))
    return true;
  const DISubprogram *Declared = F->getDeclaration() ? F->getDeclaration() : F;
  bool Found = false;
  types::forClassesAround(
      Declared->getScope(),
      [&](const DICompositeType *Class) { Found |= isArgumentOf(Class, Ty); });
  return Found;
}

PointerKind memfacet::naming::pointerKind(const DISubprogram *F,
                                          const DIType *Ty) {
  if (!types::isPointerType(Ty))
    return PointerKind::NoPointer;
  const DIType *Element = types::strippedType(types::pointeeType(Ty));
  if (!Element)
    return PointerKind::Untyped;
  if (isTemplateParameter(F, Element))
    return PointerKind::Parameter;
  bool IsBytes = Element->getSizeInBits() == 8 &&
                 (isa<DIBasicType>(Element) ||
                  Element->getTag() == dwarf::DW_TAG_enumeration_type);
  return IsBytes ? PointerKind::Bytes : PointerKind::Typed;
}

/// Returns whether \p Ty is a pointer that does not say what it points to.
static bool isUntypedPointer(const DISubprogram *F, const DIType *Ty) {
  PointerKind Kind = pointerKind(F, Ty);
  return Kind != PointerKind::NoPointer && Kind != PointerKind::Typed;
}

static bool returnsUntyped(const DISubprogram *F) {
  return isUntypedPointer(F, types::resultType(F));
}

bool memfacet::naming::isOutput(const Value *Address) {
  auto *Load =
      Address->getType()->isPointerTy() ? dyn_cast<LoadInst>(Address) : nullptr;
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  // A slot may be used by each statement, a parameter is stored once.
  return Slot && any_of(Slot->getFunction()->args(), [&](const Argument &A) {
           return any_of(A.users(), [&](const User *U) {
             auto *Store = dyn_cast<StoreInst>(U);
             return Store && Store->getPointerOperand() == Slot;
           });
         });
}

/// Returns whether \p Address is what a parameter `void **` points to.
static bool isUntypedOutput(const DISubprogram *F, const Value *Address) {
  if (!isOutput(Address))
    return false;
  const Value *Parameter = cast<LoadInst>(Address)->getPointerOperand();
  return isUntypedPointer(F,
                          types::pointeeType(describeStorage(Parameter).Type));
}

/// Returns whether \p A and \p B are the addresses of one member of what one
/// variable points to.
static bool isSameSlot(const Value *A, const Value *B) {
  auto *First = dyn_cast<GEPOperator>(A), *Second = dyn_cast<GEPOperator>(B);
  if (First && Second &&
      (First->getSourceElementType() != Second->getSourceElementType() ||
       !First->hasAllConstantIndices() ||
       !std::equal(First->idx_begin(), First->idx_end(), Second->idx_begin(),
                   Second->idx_end())))
    return false;
  auto *Left = dyn_cast<LoadInst>(First ? First->getPointerOperand() : A);
  auto *Right = dyn_cast<LoadInst>(Second ? Second->getPointerOperand() : B);
  return !First == !Second && Left && Right &&
         Left->getPointerOperand() == Right->getPointerOperand();
}

/// Returns the loads from where \p Store puts something.
static SmallVector<const LoadInst *, 8> loadsAfter(const StoreInst &Store) {
  SmallVector<const LoadInst *, 8> Loads;
  for (const Instruction &I : instructions(*Store.getFunction()))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && !isa<AllocaInst>(Load->getPointerOperand()) &&
        isSameSlot(Load->getPointerOperand(), Store.getPointerOperand()))
      Loads.push_back(Load);
  return Loads;
}

bool memfacet::naming::isReturnedFrom(const StoreInst &Store) {
  return any_of(loadsAfter(Store),
                [](const LoadInst *Load) { return isReturned(Load); });
}

/// Returns whether the function looks whether something is there before \p
/// Store: then the member is what the memory is for.
static bool isTested(const StoreInst &Store) {
  return any_of(loadsAfter(Store), [](const LoadInst *Load) {
    return any_of(Load->users(), [](const User *U) {
      return isa<ICmpInst>(U) && isa<Constant>(U->getOperand(1));
    });
  });
}

/// Returns whether a value leaves \p F by \p U.
static bool leaves(const DISubprogram *F, const Value *V, const User *U) {
  if (isa<ReturnInst>(U))
    return returnsUntyped(F);
  auto *Store = dyn_cast<StoreInst>(U);
  return Store && Store->getValueOperand() == V &&
         (isUntypedOutput(F, Store->getPointerOperand()) ||
          (returnsUntyped(F) && isReturnedFrom(*Store) && !isTested(*Store)));
}

const Value *memfacet::naming::outputOf(const CallBase &Call) {
  if (Call.getType()->isPointerTy())
    return nullptr;
  const DISubprogram *F = Call.getFunction()->getSubprogram();
  for (const Value *Argument : Call.args()) {
    bool IsAddressed = isa<AllocaInst>(Argument) ||
                       isa<GEPOperator>(Argument) ||
                       isa<GlobalVariable>(Argument);
    if (IsAddressed && types::isPointerType(describeStorage(Argument).Type))
      return Argument;
    // A parameter of the function around it, handed on.
    if (F && isUntypedOutput(F, Argument))
      return Argument;
  }
  return nullptr;
}

bool memfacet::naming::isPassedOn(const CallBase &Call) {
  const DISubprogram *F = Call.getFunction()->getSubprogram();
  if (!F)
    return false;
  ValueFlow Memory;
  if (Call.getType()->isPointerTy())
    Memory.add(memoryOf(Call));
  else if (const Value *Output = outputOf(Call);
           isa_and_nonnull<AllocaInst>(Output))
    Memory.addLoadsOf(Output);
  else if (Output && isUntypedOutput(F, Output))
    return true;
  return Memory.reaches(
      [&](const Value *V, const User *U) { return leaves(F, V, U); });
}
