//===- Accessors.cpp - functions that give access to what an object holds -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Accessors.h"
#include "pass/compat/Compat.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

const DILocalVariable *memfacet::naming::variableOf(const Value *Storage) {
  for (DILocalVariable *V :
       compat::declaredVariables(const_cast<Value *>(Storage)))
    return V;
  return nullptr;
}

bool memfacet::naming::isThis(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const DILocalVariable *Variable = Slot ? variableOf(Slot) : nullptr;
  return Variable && Variable->isArtificial() && Variable->getName() == "this";
}

bool memfacet::naming::isArrow(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getSubprogram() &&
         Callee->getSubprogram()->getName() == "operator->";
}

bool memfacet::naming::isAccess(const CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || !Call.getType()->isPointerTy() || Call.arg_size() == 0 ||
      !Call.getArgOperand(0)->getType()->isPointerTy())
    return false;
  if (types::isLibrarySymbol(Callee->getName()))
    return true;
  const DISubprogram *Method = Callee->getSubprogram();
  const DICompositeType *Class = types::classOf(Method);
  if (!Class ||
      (!types::hasArguments(Class) && Method->getName() != "operator[]"))
    return false;
  auto *Result = dyn_cast_or_null<DIDerivedType>(
      types::strippedType(types::resultType(Method)));
  return (Result && Result->getTag() == dwarf::DW_TAG_reference_type) ||
         isArrow(&Call);
}

/// Most steps from an address to the object that it is in.
static constexpr unsigned MaxSteps = 16;

/// Returns the value that the local variable in \p Slot is set to; null if
/// there are several.
static const Value *onlyValueIn(const AllocaInst *Slot) {
  const Value *Result = nullptr;
  for (const User *U : Slot->users())
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getPointerOperand() == Slot) {
      if (Result && Result != Store->getValueOperand())
        return nullptr;
      Result = Store->getValueOperand();
    }
  return Result;
}

/// Returns whether \p Address is of a member of the object that the function
/// works on, of what one leads to, or of a global.
static bool isGivenOut(const Value *Address) {
  bool IsMember = false;
  for (unsigned I = 0; I != MaxSteps; ++I) {
    if (isThis(Address))
      return IsMember;
    if (auto *GEP = dyn_cast<GEPOperator>(Address)) {
      Address = GEP->getPointerOperand();
    } else if (auto *Load = dyn_cast<LoadInst>(Address)) {
      Address = Load->getPointerOperand();
    } else if (auto *Call = dyn_cast<CallBase>(Address);
               Call && isAccess(*Call)) {
      Address = Call->getArgOperand(0);
    } else {
      return isa<GlobalVariable>(Address);
    }
    IsMember = true;
  }
  return false;
}

const Value *memfacet::naming::returnedAddress(const llvm::Function &F) {
  if (F.isDeclaration() || !F.getReturnType()->isPointerTy() ||
      !F.getSubprogram() || types::isLibraryCode(F.getSubprogram()))
    return nullptr;
  const Value *Result = nullptr;
  for (const BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return)
      continue;
    const Value *V = Return->getReturnValue();
    if (auto *Load = dyn_cast<LoadInst>(V))
      if (auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand()))
        V = onlyValueIn(Slot);
    if (!V || (Result && V != Result))
      return nullptr;
    Result = V;
  }
  return Result && isGivenOut(Result) ? Result : nullptr;
}
