//===- BranchPredictor.h - predictions of branches ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CORE_BRANCHPREDICTOR_H
#define MEMFACET_CORE_BRANCHPREDICTOR_H

#include "analysis/core/CoreModel.h"

namespace memfacet::core {

/// Predicts branches, and learns each one at once. Counters of two bits begin
/// at "taken, weakly". Those of local histories have three bits.
class BranchPredictor {
public:
  explicit BranchPredictor(const PredictorModel &Model);

  /// Returns whether the branch at \p Place was predicted correctly.
  bool branch(uint32_t Place, bool IsTaken);
  /// Does the same for a jump to one of many places, predicted by its last
  /// target.
  bool jump(uint32_t Place, uint32_t Target);

private:
  static constexpr size_t JumpEntries = 1024;

  PredictorModel Model;
  uint32_t History = 0; ///< of all branches, the last in bit 0
  std::vector<uint32_t> LocalHistories;
  std::vector<uint8_t> LocalCounters, Counters, Choices;
  std::vector<uint64_t> Jumps; ///< place and target; 0: none yet
};

} // namespace memfacet::core

#endif
