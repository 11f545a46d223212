//===- PlainLog.cpp - test mode: calls a function for every access --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/recording/PlainLog.h"
#include "pass/accesses/Accesses.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::recording;

static void emitCall(interface::PlainBuilder &B, StringRef Name,
                     ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 4> Types;
  for (Value *V : Arguments)
    Types.push_back(V->getType());
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false));
  B.CreateCall(Callee, Arguments)->setDoesNotThrow();
}

static void emitAccess(const accesses::Access &A) {
  interface::PlainBuilder B(A.position());
  Value *Address = accesses::accessAddress(B, A);
  Value *Kind = B.getInt64(uint64_t(A.Kind));
  Value *Bytes = B.getInt64(A.Size);
  if (A.Shape == SiteShape::Masked)
    return emitCall(B, "__memfacet_plain_lanes",
                    {Address, Bytes, Kind, accesses::laneMask(B, A)});
  if (A.Shape == SiteShape::Range)
    Bytes = accesses::accessBytes(B, A);
  emitCall(B, "__memfacet_plain_access", {Address, Bytes, Kind});
}

void memfacet::recording::emitPlainLog(const std::vector<runs::Run> &Runs) {
  for (const runs::Run &R : Runs)
    for (const accesses::Access &A : R.Accesses)
      if (A.Shape != SiteShape::Blind && !isStackMark(A.Shape))
        emitAccess(A);
}
