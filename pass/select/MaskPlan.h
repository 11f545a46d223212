//===- MaskPlan.h - which checks load the masks of chosen lines -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mask changes only where the runtime is called, which tests each access
// itself: lines that are no longer chosen may still match. So a check may have
// the mask that a check before it loaded, if all ways to it come from such a
// check without a call between them, and without a step back to the beginning
// of a loop: a loop may run for long.
//
//   if (p->kind)       loads the mask
//     a = p->next->a   has it, twice
//   else
//     b = p->b         has it
//   c = q->c           has it
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_MASKPLAN_H
#define MEMFACET_PASS_SELECT_MASKPLAN_H

#include "pass/select/CheckPlan.h"
#include "pass/select/QuietLoop.h"

namespace memfacet::select {

/// The checks that are inserted for a run, or for its copy in a loop's twin.
struct RunChecks {
  const runs::Run *Run;
  size_t Number; ///< of the run, or of the run that it is a copy of
  std::vector<CheckedAccesses> Checks; ///< in order
  /// The run's quiet loop, or null. If it is not null, Checks are all of
  /// planChecks.
  const QuietLoop *Loop;
};

/// Sets LoadsMask of each check in \p List, which has all checks of \p F. No
/// check may have been inserted yet.
void planMasks(llvm::Function &F, std::vector<RunChecks> &List);

} // namespace memfacet::select

#endif
