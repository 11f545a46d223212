//===- FilterEntries.cpp - what filtering bodies need of the runtime ------===//

#include "pass/filter/FilterEntries.h"
#include "memfacet/Filter.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace memfacet;

FilterEntries::FilterEntries(Module &M) : Count(M) {
  LLVMContext &Context = M.getContext();
  Type *Word = Type::getInt64Ty(Context), *Void = Type::getVoidTy(Context);
  Type *Pointer = PointerType::get(Context, 0);
  Filtering = processVariable(M, MEMFACET_FILTERING, Type::getInt8Ty(Context));
  Cache = threadVariable(M, MEMFACET_FILTER_CACHE, Pointer);
  auto *Three = FunctionType::get(Void, {Word, Pointer, Word}, false);
  auto *OfCache = FunctionType::get(Void, {Word, Pointer, Pointer}, false);
  Touch = slowEntry(M, MEMFACET_TOUCH, OfCache);
  TouchLine = slowEntry(M, MEMFACET_TOUCH_LINE, OfCache);
  TouchRange = slowEntry(M, MEMFACET_TOUCH_RANGE, Three);
  TouchLanes = slowEntry(M, MEMFACET_TOUCH_LANES, Three);
  Loop = slowEntry(M, MEMFACET_LOOP, Three);
  Mark = slowEntry(M, MEMFACET_MARK, Three);
  auto *OfMemory = FunctionType::get(Void, {Word, Word}, false);
  Unnamed = slowEntry(M, MEMFACET_UNNAMED, OfMemory);
  Passed = slowEntry(M, MEMFACET_PASSED, OfMemory);
  Forget = slowEntry(M, MEMFACET_FORGET, FunctionType::get(Void, false));
}

void memfacet::markAsFiltering(Module &M) {
  if (M.getNamedGlobal(MEMFACET_CAN_FILTER))
    return;
  Type *Byte = Type::getInt8Ty(M.getContext());
  auto *Mark =
      new GlobalVariable(M, Byte, true, GlobalValue::LinkOnceODRLinkage,
                         ConstantInt::get(Byte, 1), MEMFACET_CAN_FILTER);
  Mark->setVisibility(GlobalValue::HiddenVisibility);
  Mark->setComdat(M.getOrInsertComdat(MEMFACET_CAN_FILTER));
  appendToUsed(M, {Mark});
}
