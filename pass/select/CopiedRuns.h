//===- CopiedRuns.h - the runs of code that was copied --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_COPIEDRUNS_H
#define MEMFACET_PASS_SELECT_COPIEDRUNS_H

#include "pass/runs/Runs.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace memfacet {

/// Runs as those of a copy of their code. What has no copy stays as it is.
class CopiedRuns {
public:
  CopiedRuns(const llvm::ValueToValueMapTy &Copies,
             const std::vector<Run> &Runs);
  const std::vector<Run> &runs() const { return List; }

private:
  template <typename T> T *of(T *V) const;
  llvm::Instruction *of(llvm::Instruction *I) const;
  void copy(Access &A) const;

  const llvm::ValueToValueMapTy &Copies;
  std::vector<Run> List;
};

} // namespace memfacet

#endif
