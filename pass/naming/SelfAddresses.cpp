//===- SelfAddresses.cpp - what belongs to `this` -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/SelfAddresses.h"
#include "pass/naming/Accessors.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Most steps from an address to the object that it is in.
static constexpr unsigned MaxSelfSteps = 16;

const DISubprogram *memfacet::naming::calleeSubprogram(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  return Callee ? Callee->getSubprogram() : nullptr;
}

const DICompositeType *memfacet::naming::ownClass(const CallBase &Call) {
  return types::classAround(Call.getFunction()->getSubprogram());
}

const Value *memfacet::naming::onlyValueOf(const AllocaInst *Slot) {
  const DILocalVariable *Variable = variableOf(Slot);
  if (!Variable || Variable->isParameter() ||
      !types::pointeeType(Variable->getType()))
    return nullptr;
  const Value *Result = nullptr;
  for (const User *U : Slot->users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != Slot)
      continue;
    if (Result)
      return nullptr;
    Result = Store->getValueOperand();
  }
  return Result;
}

Receiver memfacet::naming::describeMember(const ThisPath &Path) {
  Receiver R = isThis(Path.Member) ? describeSlot(Path.Member)
                                   : describeStorage(Path.Member);
  if (Path.IsInElements && !StringRef(R.Name).ends_with("[]"))
    R.Name += "[]";
  return R;
}

ThisPath memfacet::naming::pathFromThis(const Value *Address) {
  ThisPath Result;
  for (unsigned I = 0; I != MaxSelfSteps; ++I) {
    if (isThis(Address)) {
      Result.IsFound = true;
      if (!Result.Member)
        Result.Member = Address;
      return Result;
    }
    Result.Member = isa<GEPOperator>(Address) ? Address : nullptr;
    if (auto *GEP = dyn_cast<GEPOperator>(Address)) {
      Address = GEP->getPointerOperand();
    } else if (auto *Load = dyn_cast<LoadInst>(Address)) {
      Address = Load->getPointerOperand();
      if (auto *Slot = dyn_cast<AllocaInst>(Address)) {
        Address = onlyValueOf(Slot);
        Result.IsByLocal = true;
        if (!Address)
          break;
      } else {
        Result.ReadsPointer = true;
      }
    } else if (auto *Call = dyn_cast<CallBase>(Address)) {
      if (!isAccess(*Call))
        break;
      Address = Call->getArgOperand(0);
      const DISubprogram *Callee = calleeSubprogram(*Call);
      bool IsPointer = types::heldType(types::classOf(Callee)) ||
                       (Callee && (Callee->getName() == "operator->" ||
                                   Callee->getName() == "operator*"));
      (IsPointer ? Result.ReadsPointer : Result.IsInElements) = true;
    } else {
      break;
    }
  }
  return Result;
}
