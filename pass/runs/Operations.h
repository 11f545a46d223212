//===- Operations.h - the operations of runs, as strings ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_OPERATIONS_H
#define MEMFACET_PASS_RUNS_OPERATIONS_H

#include "memfacet/Operations.h"
#include "pass/runs/Runs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Instructions.h"
#include <array>
#include <string>

namespace memfacet::runs {

/// The operations of one function's runs, see memfacet/Operations.h. The runs
/// must be whole, and nothing inserted yet.
class Operations {
public:
  Operations(const llvm::Function &F, const std::vector<Run> &Runs);

  /// Returns the operations of run \p Index.
  std::string encode(size_t Index) const;
  /// See Function::Values.
  uint32_t values() const { return Values; }

private:
  struct Place {
    size_t Run, Number; ///< of the operation in the run
  };

  void numberInputs(const CountedInstruction &C, size_t Run);
  bool isLocal(const llvm::Value *V, size_t Run) const;
  llvm::SmallVector<const llvm::Value *, 4>
  inputs(const llvm::Instruction &I) const;
  std::array<int64_t, 2> successorRuns(const llvm::BranchInst &Branch,
                                       size_t Run) const;
  std::string operation(const CountedInstruction &C, size_t Run,
                        size_t Index) const;
  uint64_t reference(const llvm::Value *V, bool IsPhi, size_t Run,
                     size_t Index) const;

  const std::vector<Run> &Runs;
  BlockRuns BlockEnds;
  llvm::DenseMap<const llvm::Value *, Place> Places;
  llvm::DenseMap<const llvm::Value *, uint32_t> Numbers;
  uint32_t Values = 0;
};

/// Returns the class of what a processor does for \p I, as far as it follows
/// from the IR.
OperationClass operationClass(const llvm::Instruction &I);

} // namespace memfacet::runs

#endif
