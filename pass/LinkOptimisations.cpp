//===- LinkOptimisations.cpp - what ThinLTO leaves to the link ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/LinkOptimisations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Returns whether \p M goes to a ThinLTO link. clang gives modules for both
/// kinds of LTO the first flag, and those for the other kind a second one, 0.
static bool isForThinLink(const Module &M) {
  if (!M.getModuleFlag("EnableSplitLTOUnit"))
    return false;
  auto *IsThin =
      mdconst::extract_or_null<ConstantInt>(M.getModuleFlag("ThinLTO"));
  return !IsThin || !IsThin->isZero();
}

PreservedAnalyses
memfacet::LinkOptimisationsPass::run(Module &M, ModuleAnalysisManager &AM) {
  // The link itself runs the passes of the compiler's end once more.
  if (!isForThinLink(M) || M.getModuleFlag("memfacet"))
    return PreservedAnalyses::all();
  return Pipeline.run(M, AM);
}
