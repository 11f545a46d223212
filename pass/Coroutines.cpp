//===- Coroutines.cpp - coroutines become plain functions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/Coroutines.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"

using namespace llvm;

PreservedAnalyses
memfacet::SplitCoroutinesPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (none_of(M, [](const Function &F) { return F.isPresplitCoroutine(); }))
    return PreservedAnalyses::all();
  return createModuleToPostOrderCGSCCPassAdaptor(
             CoroSplitPass(/*OptimizeFrame=*/true))
      .run(M, AM);
}
