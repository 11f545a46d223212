//===- CountEntries.cpp - what code that counts needs of the runtime ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/interface/CountEntries.h"
#include "memfacet/Entry.h"
#include "pass/interface/Entries.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::interface;

/// Returns the variable that a linked object has once, whose files all define
/// it.
static GlobalVariable *objectVariable(Module &M, StringRef Name,
                                      uint64_t Initial,
                                      GlobalVariable::ThreadLocalMode Model) {
  if (GlobalVariable *Existing = M.getNamedGlobal(Name))
    return Existing;
  Type *Int64 = Type::getInt64Ty(M.getContext());
  auto *G = new GlobalVariable(M, Int64, false, GlobalValue::LinkOnceODRLinkage,
                               ConstantInt::get(Int64, Initial), Name, nullptr,
                               Model);
  G->setVisibility(GlobalValue::HiddenVisibility);
  G->setDSOLocal(true);
  G->setComdat(M.getOrInsertComdat(Name));
  return G;
}

static GlobalVariable *countersOf(Module &M) {
  return mayBeShared(M)
             ? objectVariable(M, MEMFACET_COUNTER_NUMBER, CounterNumberNone,
                              GlobalVariable::NotThreadLocal)
             : objectVariable(M, MEMFACET_COUNTERS, 0, threadModel(M));
}

static GlobalVariable *slotsOf(Module &M) {
  Type *Int64 = Type::getInt64Ty(M.getContext());
  StructType *Slot = StructType::get(Int64, Int64);
  return mayBeShared(M) ? threadVariable(M, MEMFACET_COUNTER_SLOTS,
                                         ArrayType::get(Slot, CounterSlots))
                        : nullptr;
}

CountEntries::CountEntries(Module &M)
    : Clock(
          threadVariable(M, MEMFACET_CLOCK, Type::getInt64Ty(M.getContext()))),
      Tables(moduleTables(M)), Counters(countersOf(M)), Slots(slotsOf(M)) {
  Type *Void = Type::getVoidTy(M.getContext());
  Type *Pointer = PointerType::get(M.getContext(), 0);
  Check = slowEntry(M, MEMFACET_COUNT_CHECK, FunctionType::get(Void, false));
  Attach = attachingFunction(
      M,
      slowEntry(M, Slots ? MEMFACET_COUNT_ATTACH_OBJECT : MEMFACET_COUNT_ATTACH,
                FunctionType::get(Void, {Pointer, Pointer, Pointer}, false)));
}

/// By the object's slot, which may be another object's, the loads are volatile:
/// their order matters to signal handlers.
CountEntries::Distance CountEntries::loadDistance(PlainBuilder &B) const {
  Type *Int64 = B.getInt64Ty();
  if (!Slots) {
    Value *Bytes = B.CreateLoad(Int64, Counters);
    return {Bytes, B.CreateIsNull(Bytes)};
  }
  Value *Number = B.CreateLoad(Int64, Counters, true);
  Value *Place = B.CreateAnd(Number, B.getInt64(CounterSlots - 1));
  Value *First = B.CreateThreadLocalAddress(Slots);
  auto Member = [&](unsigned Index) {
    Value *Address = B.CreateGEP(Slots->getValueType(), First,
                                 {B.getInt64(0), Place, B.getInt32(Index)});
    return B.CreateLoad(Int64, Address, true);
  };
  Value *Bytes = Member(0);
  return {Bytes, B.CreateICmpNE(Member(1), Number)};
}

/// Returns the object's function that attaches by \p Runtime: what functions
/// have in common stands there once. It asks again until the slot is the
/// object's, which a signal handler may have taken meanwhile.
llvm::Function *CountEntries::attachingFunction(Module &M,
                                                FunctionCallee Runtime) const {
  constexpr StringLiteral Name = "__memfacet_attach";
  if (llvm::Function *Existing = M.getFunction(Name))
    return Existing;
  LLVMContext &Context = M.getContext();
  auto *F = llvm::Function::Create(
      FunctionType::get(Type::getInt64Ty(Context), {Tables->getType()}, false),
      GlobalValue::LinkOnceODRLinkage, Name, M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setDSOLocal(true);
  F->setComdat(M.getOrInsertComdat(Name));
  F->setCallingConv(CallingConv::PreserveAll);
  F->setDoesNotThrow();
  F->setUWTableKind(UWTableKind::Async);
  F->addFnAttr(Attribute::Cold);
  F->addFnAttr(Attribute::NoInline);
  // Calls that later passes add may be of functions that count, and so attach.
  F->addFnAttr(Attribute::NoSanitizeCoverage);
  F->addFnAttr(Attribute::DisableSanitizerInstrumentation);
  F->addFnAttr(Attribute::NoProfile);
  // -mlvi-hardening returns by a register that it takes from those that a
  // caller saves: it does not know that this function keeps them.
  if (targetsX86(M))
    F->addFnAttr("target-features", "-lvi-cfi");
  BasicBlock *Entry = BasicBlock::Create(Context, "", F);
  BasicBlock *Loop = BasicBlock::Create(Context, "", F);
  BasicBlock *End = BasicBlock::Create(Context, "", F);
  PlainBuilder(Entry).CreateBr(Loop);
  PlainBuilder B(Loop);
  B.CreateCall(Runtime, {Counters, Tables, F->getArg(0)})
      ->setCallingConv(CallingConv::PreserveAll);
  auto [Bytes, IsUnknown] = loadDistance(B);
  B.CreateCondBr(IsUnknown, Loop, End);
  PlainBuilder(End).CreateRet(Bytes);
  return F;
}
