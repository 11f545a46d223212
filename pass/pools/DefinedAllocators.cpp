//===- DefinedAllocators.cpp - a malloc of the program's own --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/DefinedAllocators.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/pools/Evidence.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// Returns whether \p F has the name of a function that allocates or releases,
/// which no other object's function replaces.
static bool isAllocatorsName(const llvm::Function &F) {
  StringRef Name = F.getName();
  naming::AllocationArguments Arguments = naming::allocationArguments(Name);
  return Arguments.Size >= 0 || naming::releasesBlock(Name) ||
         Name == "cfree" || Name == "__libc_malloc";
}

static bool isPublicDefinition(const llvm::Function &F) {
  return !F.isDeclaration() && !F.hasLocalLinkage() &&
         !F.hasAvailableExternallyLinkage();
}

/// Returns whether \p Call allocates by another object's allocator, whose hook
/// sees the block.
static bool usesOtherAllocator(const CallBase &Call) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  AllocationKind Kind = naming::allocationKind(Call);
  return Callee && Callee->isDeclaration() && Kind != AllocationKind::Unknown &&
         Kind != AllocationKind::Map &&
         !Callee->getName().starts_with("__memfacet_");
}

/// Returns whether the arguments of \p F are those of the function of its name.
static bool hasArguments(const llvm::Function &F) {
  naming::AllocationArguments A = naming::allocationArguments(F.getName());
  auto IsNumber = [&](int I) {
    return I < 0 || F.getArg(unsigned(I))->getType()->isIntegerTy(64);
  };
  if (naming::releasesBlock(F.getName()) &&
      (F.arg_empty() || !F.getArg(0)->getType()->isPointerTy()))
    return false;
  return A.Size < 0 ||
         (A.fit(*F.getFunctionType()) && IsNumber(A.Size) && IsNumber(A.Count));
}

bool memfacet::pools::definesAllocator(const llvm::Function &F) {
  if (!isPublicDefinition(F) || !isAllocatorsName(F) || !hasArguments(F))
    return false;
  return none_of(calledFunctions(F), [](const llvm::Function *Called) {
    return any_of(instructions(*Called), [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && usesOtherAllocator(*Call);
    });
  });
}

DenseSet<const llvm::Function *>
memfacet::pools::globalAllocators(const Module &M) {
  DenseSet<const llvm::Function *> Functions;
  for (const llvm::Function &F : M)
    if (isPublicDefinition(F) && isAllocatorsName(F))
      for (const llvm::Function *Called : calledFunctions(F))
        Functions.insert(Called);
  return Functions;
}
