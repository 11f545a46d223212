//===- Pools.h - functions that hand out pieces of a block ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arenas, pools, slabs: a function that keeps a block, cuts pieces from it and
// returns them. Each piece becomes an object, as if the program said so
// (docs/names.md). The functions are recognised by what they do.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_POOLS_H
#define MEMFACET_PASS_POOLS_POOLS_H

#include "pass/interface/Options.h"
#include "llvm/IR/PassManager.h"
#include <utility>

namespace memfacet::pools {

/// Runs before names are pinned, on the front end's IR.
class PoolPass : public llvm::PassInfoMixin<PoolPass> {
public:
  explicit PoolPass(interface::PassOptions Options = interface::passOptions())
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  interface::PassOptions Options;
};

} // namespace memfacet::pools

#endif
