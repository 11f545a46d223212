//===- QuietLoops.h - the loops of a function that skip checks ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_QUIETLOOPS_H
#define MEMFACET_PASS_SELECT_QUIETLOOPS_H

#include "pass/counting/CountEmitter.h"
#include "pass/select/QuietLoop.h"
#include "pass/select/SelectEntries.h"
#include <memory>

namespace memfacet::select {

/// The loops of a function for which a twin pays.
class QuietLoops {
public:
  /// \p Runs are those of \p F, in which nothing counts yet.
  QuietLoops(llvm::Function &F, const std::vector<runs::Run> &Runs);

  /// Gives twins to the loops, after \p F counts, as \p Counted says, and
  /// before it checks. \p Runs must be those of the constructor. To be called
  /// once.
  void addTwins(llvm::Function &F, const std::vector<runs::Run> &Runs,
                counting::CountedCode &Counted, const SelectEntries &Runtime);
  /// Returns the loop with a twin that has run \p Number, or null.
  const QuietLoop *find(size_t Number) const { return ByRun.lookup(Number); }

private:
  std::vector<std::unique_ptr<QuietLoop>> List;
  llvm::DenseMap<size_t, const QuietLoop *> ByRun;
};

} // namespace memfacet::select

#endif
