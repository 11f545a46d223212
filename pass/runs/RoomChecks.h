//===- RoomChecks.h - which runs must check for room ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_ROOMCHECKS_H
#define MEMFACET_PASS_RUNS_ROOMCHECKS_H

#include "pass/runs/Runs.h"
#include <vector>

namespace memfacet::runs {

/// Returns for each run whether it must check for room: false where on every
/// path the words written since the last check, this run's included, fit the
/// redzone. \p Runs are all those of \p F, whose control flow must not have
/// changed since they were collected. \p Words holds the length of each run's
/// record, 0 where there is none. \p CallsLeaveRoom: code at the function's
/// start and right after calls that return has checked already.
std::vector<bool> roomChecks(llvm::Function &F, const std::vector<Run> &Runs,
                             const std::vector<unsigned> &Words,
                             bool CallsLeaveRoom);

} // namespace memfacet::runs

#endif
