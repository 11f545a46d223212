//===- Coroutines.h - coroutines become plain functions -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COROUTINES_H
#define MEMFACET_PASS_COROUTINES_H

#include "llvm/IR/PassManager.h"

namespace memfacet {

/// Splits the coroutines that are still whole, as a compiler does for ThinLTO
/// since LLVM 20, at the points where they suspend. Otherwise, inserted code
/// that continues after such a point would use the cursor of a call that has
/// returned.
class SplitCoroutinesPass : public llvm::PassInfoMixin<SplitCoroutinesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace memfacet

#endif
