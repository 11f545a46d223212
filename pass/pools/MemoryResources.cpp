//===- MemoryResources.cpp - objects of std::pmr --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All resources hand out memory through two functions of their base class,
// which are compiled with the program, unlike most resources.
//
//===----------------------------------------------------------------------===//

#include "pass/pools/MemoryResources.h"
#include "memfacet/Entry.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/pools/Lists.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

static bool emitResult(llvm::Function &F) {
  bool Changed = false;
  for (BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return || F.arg_size() < 2 || !F.getArg(1)->getType()->isIntegerTy(64))
      continue;
    IRBuilder<> B(Return);
    CallInst *Marker =
        B.CreateCall(F.getParent()->getOrInsertFunction(
                         MEMFACET_OBJECT, B.getPtrTy(), B.getPtrTy(),
                         B.getInt64Ty(), B.getPtrTy()),
                     {Return->getReturnValue(), F.getArg(1),
                      ConstantPointerNull::get(B.getPtrTy())});
    Marker->setDoesNotThrow();
    Return->setOperand(0, Marker);
    Changed = true;
  }
  return Changed;
}

static bool emitEnd(llvm::Function &F) {
  if (F.arg_size() < 2 || !F.getArg(1)->getType()->isPointerTy())
    return false;
  interface::PlainBuilder B(&*F.getEntryBlock().getFirstInsertionPt());
  B.CreateCall(F.getParent()->getOrInsertFunction(MEMFACET_PIECE_END,
                                                  B.getVoidTy(), B.getPtrTy()),
               {F.getArg(1)})
      ->setDoesNotThrow();
  return true;
}

bool memfacet::pools::emitMemoryResource(llvm::Function &F) {
  if (F.isDeclaration())
    return false;
  StringRef Name = F.getName();
  for (StringRef Class :
       {"_ZNSt3pmr15memory_resource", "_ZNSt3__13pmr15memory_resource"}) {
    StringRef Method = Name;
    if (!Method.consume_front(Class))
      continue;
    if (Method == "8allocateEmm")
      return emitResult(F);
    if (Method == "10deallocateEPvmm")
      return emitEnd(F);
  }
  return false;
}
