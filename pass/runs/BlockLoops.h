//===- BlockLoops.h - loops of a single block -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_BLOCKLOOPS_H
#define MEMFACET_PASS_RUNS_BLOCKLOOPS_H

#include "memfacet/Check.h"
#include "pass/runs/Runs.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace memfacet::runs {

/// The analyses of one function that loops are planned with.
struct LoopAnalyses {
  explicit LoopAnalyses(llvm::Function &F);

  llvm::TargetLibraryInfoImpl Library;
  llvm::TargetLibraryInfo Info;
  llvm::AssumptionCache Assumptions;
  llvm::DominatorTree Tree;
  llvm::LoopInfo Loops;
  llvm::ScalarEvolution Evolution;
};

/// Loops that are a single block, with no call: one run.
class BlockLoops {
public:
  BlockLoops(llvm::Function &F, const std::vector<Run> &Runs);

  /// Returns the loop that \p R is, or null. Functions without such a loop are
  /// not analysed.
  const llvm::Loop *find(const Run &R);
  /// Returns the function's analyses; find must have returned a loop.
  LoopAnalyses &analyses() {
    MEMFACET_CHECK(Analyses, "a loop was found");
    return *Analyses;
  }

private:
  llvm::Function &F;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> RunsOf;
  std::optional<LoopAnalyses> Analyses;
};

} // namespace memfacet::runs

#endif
