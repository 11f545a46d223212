//===- CountEntries.cpp - the runtime as counting code sees it ------------===//

#include "pass/interface/CountEntries.h"
#include "memfacet/Entry.h"
#include "pass/interface/Entries.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace memfacet;

static GlobalVariable *clockOf(Module &M) {
  if (GlobalVariable *Known = M.getNamedGlobal(MEMFACET_CLOCK))
    return Known;
  auto *G = new GlobalVariable(M, Type::getInt64Ty(M.getContext()), false,
                               GlobalValue::ExternalLinkage, nullptr,
                               MEMFACET_CLOCK, nullptr, threadModel(M));
  G->setDSOLocal(threadModel(M) == GlobalVariable::LocalExecTLSModel);
  return G;
}

static GlobalVariable *countersOf(Module &M) {
  if (GlobalVariable *Known = M.getNamedGlobal(MEMFACET_COUNTERS))
    return Known;
  Type *Int64 = Type::getInt64Ty(M.getContext());
  auto *G = new GlobalVariable(M, Int64, false, GlobalValue::LinkOnceODRLinkage,
                               ConstantInt::get(Int64, 0), MEMFACET_COUNTERS,
                               nullptr, threadModel(M));
  G->setVisibility(GlobalValue::HiddenVisibility);
  G->setDSOLocal(true);
  G->setComdat(M.getOrInsertComdat(MEMFACET_COUNTERS));
  return G;
}

static FunctionCallee slowEntry(Module &M, StringRef Name, FunctionType *Ty) {
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  if (auto *F = dyn_cast<llvm::Function>(Callee.getCallee())) {
    F->setCallingConv(CallingConv::PreserveAll);
    F->setDoesNotThrow();
    F->addFnAttr(Attribute::Cold);
    // The loader's lazy resolver does not keep every register.
    F->addFnAttr(Attribute::NonLazyBind);
  }
  return Callee;
}

CountEntries::CountEntries(Module &M)
    : BySegment(threadModel(M) == GlobalVariable::LocalExecTLSModel),
      Clock(clockOf(M)), Counters(countersOf(M)), Tables(moduleTables(M)) {
  Type *Void = Type::getVoidTy(M.getContext());
  Type *Pointer = PointerType::get(M.getContext(), 0);
  Check = slowEntry(M, MEMFACET_COUNT_CHECK, FunctionType::get(Void, false));
  Attach =
      slowEntry(M, MEMFACET_COUNT_ATTACH,
                FunctionType::get(Void, {Pointer, Pointer, Pointer}, false));
}
