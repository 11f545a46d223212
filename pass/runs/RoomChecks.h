//===- RoomChecks.h - which runs must check for room ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_ROOMCHECKS_H
#define MEMFACET_PASS_RUNS_ROOMCHECKS_H

#include "pass/runs/Runs.h"
#include <vector>

namespace memfacet {

/// One flag per run of \p Runs (all those of \p F): false where on every path
/// the words written since the last check, this run's included, fit the
/// redzone. \p Words holds the length of each run's record, 0 where there is
/// none. The control flow must still be the one that the runs were collected
/// from.
std::vector<bool> roomChecks(llvm::Function &F, const std::vector<Run> &Runs,
                             const std::vector<unsigned> &Words);

} // namespace memfacet

#endif
