//===- SelectEntries.cpp - what selecting bodies need of the runtime ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/SelectEntries.h"
#include "memfacet/Select.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

SelectEntries::SelectEntries(Module &M) : Count(M) {
  LLVMContext &Context = M.getContext();
  Type *Word = Type::getInt64Ty(Context), *Void = Type::getVoidTy(Context);
  Type *Pointer = PointerType::get(Context, 0);
  Selecting = interface::processVariable(M, MEMFACET_SELECTING,
                                         Type::getInt8Ty(Context));
  Lines = interface::threadVariable(M, MEMFACET_LINES, Word);
  Spans = interface::threadVariable(M, MEMFACET_SPANS, Word);
  auto *Plain = FunctionType::get(Void, {Word, Pointer}, false);
  auto *Sized = FunctionType::get(Void, {Word, Pointer, Word}, false);
  Load = interface::slowEntry(M, MEMFACET_SELECT, Plain);
  Store = interface::slowEntry(M, MEMFACET_SELECT_STORE, Plain);
  Across = interface::slowEntry(M, MEMFACET_SELECT_ACROSS, Plain);
  Range = interface::slowEntry(M, MEMFACET_SELECT_RANGE, Sized);
  Lanes = interface::slowEntry(M, MEMFACET_SELECT_LANES, Sized);
  Mark = interface::slowEntry(M, MEMFACET_SELECT_MARK, Sized);
  Forget = interface::slowEntry(M, MEMFACET_SELECT_FORGET,
                                FunctionType::get(Void, false));
}

void memfacet::select::markAsSelecting(Module &M) {
  if (M.getNamedGlobal(MEMFACET_CAN_SELECT))
    return;
  Type *Byte = Type::getInt8Ty(M.getContext());
  auto *Mark =
      new GlobalVariable(M, Byte, true, GlobalValue::LinkOnceODRLinkage,
                         ConstantInt::get(Byte, 1), MEMFACET_CAN_SELECT);
  Mark->setVisibility(GlobalValue::HiddenVisibility);
  Mark->setComdat(M.getOrInsertComdat(MEMFACET_CAN_SELECT));
  appendToUsed(M, {Mark});
}
