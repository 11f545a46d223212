//===- Initialisers.cpp - functions that make the value of one global -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Initialisers.h"
#include "pass/naming/ValueFlow.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

static bool isLambda(const llvm::Function &F) {
  const DISubprogram *Subprogram = F.getSubprogram();
  const DIScope *Class = Subprogram ? Subprogram->getScope() : nullptr;
  return isa_and_nonnull<DICompositeType>(Class) &&
         Class->getTag() == dwarf::DW_TAG_class_type &&
         Class->getName().empty();
}

/// Returns the only possible call of \p F, if it stands in an initialiser or in
/// a function that is called in the same way; or null.
static const CallBase *onlyCall(const llvm::Function &F) {
  constexpr unsigned Deepest = 4;
  const CallBase *First = nullptr;
  const llvm::Function *Callee = &F;
  for (unsigned Depth = 0; Depth != Deepest; ++Depth) {
    if (!Callee->hasOneUse() ||
        !(Callee->hasLocalLinkage() || isLambda(*Callee)))
      return nullptr;
    auto *Call = dyn_cast<CallBase>(*Callee->user_begin());
    if (!Call || Call->getCalledOperand() != Callee)
      return nullptr;
    First = First ? First : Call;
    Callee = Call->getFunction();
    if (Callee->getName().starts_with("__cxx_global_var_init"))
      return First;
  }
  return nullptr;
}

const CallBase *memfacet::naming::initialisingCall(const CallBase &Call) {
  const CallBase *Found = onlyCall(*Call.getFunction());
  return Found && isReturned(&Call) ? Found : nullptr;
}

const Value *memfacet::naming::initialisedObject(const Argument &Parameter) {
  if (!Parameter.hasStructRetAttr())
    return nullptr;
  const CallBase *Call = onlyCall(*Parameter.getParent());
  if (!Call)
    return nullptr;
  const Value *Object = Call->getArgOperand(Parameter.getArgNo());
  if (auto *Outer = dyn_cast<Argument>(Object))
    return initialisedObject(*Outer);
  return isa<GlobalVariable>(Object) ? Object : nullptr;
}
