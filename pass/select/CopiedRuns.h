//===- CopiedRuns.h - the code runs that were copied ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_COPIEDRUNS_H
#define MEMFACET_PASS_SELECT_COPIEDRUNS_H

#include "pass/runs/Runs.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace memfacet::select {

/// Translates runs to a copy of their code. A value without a copy is kept.
class CopiedRuns {
public:
  /// \p Copies must have every instruction of \p Runs, debug values excepted.
  CopiedRuns(const llvm::ValueToValueMapTy &Copies,
             const std::vector<runs::Run> &Runs);
  const std::vector<runs::Run> &runs() const { return List; }

private:
  template <typename T> T *copyOf(T *V) const;
  llvm::Instruction *copyOf(llvm::Instruction *I) const;
  void copy(accesses::Access &A) const;

  const llvm::ValueToValueMapTy &Copies;
  std::vector<runs::Run> List;
};

} // namespace memfacet::select

#endif
