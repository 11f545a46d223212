//===- FreshMemory.cpp - what receives fresh memory -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Initialisers.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

static Receiver returnRole(const llvm::Function *F) {
  const DISubprogram *Subprogram = F->getSubprogram();
  if (!Subprogram)
    return {};
  return {"return of " + types::qualifiedName(Subprogram),
          types::resultType(Subprogram)};
}

/// Returns "f(name)", with the parameter's name, where the module defines f.
static Receiver argumentRole(const CallBase *Call, const Value *V) {
  const llvm::Function *Callee = Call->getCalledFunction();
  const DISubprogram *Subprogram = Callee ? Callee->getSubprogram() : nullptr;
  if (!Subprogram || types::isLibraryCode(Subprogram) ||
      Subprogram->getName().starts_with("operator delete"))
    return {};
  for (const Argument &A : Callee->args()) {
    if (A.getArgNo() >= Call->arg_size() ||
        Call->getArgOperand(A.getArgNo()) != V)
      continue;
    for (const User *U : A.users())
      if (auto *Store = dyn_cast<StoreInst>(U)) {
        Receiver Parameter = describeStorage(Store->getPointerOperand());
        if (!Parameter.Name.empty() && Parameter.Name != "this")
          return {types::qualifiedName(Subprogram) + "(" + Parameter.Name + ")",
                  Parameter.Type};
      }
  }
  return {};
}

/// Returns the coroutine whose frame \p Call makes of a block of memory.
static Receiver frameRole(const CallBase *Call) {
  auto *Begin = dyn_cast<IntrinsicInst>(Call);
  if (!Begin || Begin->getIntrinsicID() != Intrinsic::coro_begin)
    return {};
  const llvm::Function *F = Call->getFunction();
  const DISubprogram *Subprogram = F->getSubprogram();
  return {"frame of " + (Subprogram ? types::qualifiedName(Subprogram)
                                    : types::symbolName(F->getName())),
          nullptr};
}

/// Looks for the first use of \p V that gives it a home.
static Receiver homeOf(const Value *V,
                       SmallPtrSetImpl<const Value *> &Visited) {
  if (!Visited.insert(V).second || Visited.size() > 64)
    return {};
  Receiver Weak;
  for (const User *U : V->users()) {
    Receiver Found;
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() == V) {
      Found = describeSlot(Store->getPointerOperand());
      if (Found.Name.empty() && isReturned(V))
        Weak = returnRole(Store->getFunction());
    } else if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<CastInst>(U) ||
               isa<GetElementPtrInst>(U) || isa<InsertValueInst>(U)) {
      Found = homeOf(U, Visited);
    } else if (auto *Return = dyn_cast<ReturnInst>(U)) {
      Weak = returnRole(Return->getFunction());
    } else if (auto *Call = dyn_cast<CallBase>(U)) {
      if (Receiver Frame = frameRole(Call); !Frame.Name.empty())
        return Frame;
      // x = check(malloc(n)): the home of what the call makes of it.
      if (Call->getType()->isPointerTy() && mayReturn(*Call, V))
        Found = homeOf(Call, Visited);
      // A constructor has no name for what it is called on.
      if (Found.Name.empty() && Weak.Name.empty())
        Weak = argumentRole(Call, V);
    }
    if (!Found.Name.empty())
      return Found;
  }
  return Weak;
}

/// Returns whether \p Call returns a stream, and the memory that its caller
/// gets is stored where the first argument points to.
static bool makesStream(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  return Callee && (Callee->getName() == "open_memstream" ||
                    Callee->getName() == "open_wmemstream");
}

Receiver memfacet::naming::receiverOf(const CallBase &Call) {
  if (Call.getType()->isPointerTy() && !makesStream(Call)) {
    SmallPtrSet<const Value *, 16> Visited;
    if (const CallBase *Initialising = initialisingCall(Call))
      return receiverOf(*Initialising);
    return homeOf(memoryOf(Call), Visited);
  }
  // posix_memalign, asprintf, open_memstream: through the first argument.
  if (Call.arg_size() > 0 && Call.getArgOperand(0)->getType()->isPointerTy())
    return describeStorage(Call.getArgOperand(0));
  return {};
}
