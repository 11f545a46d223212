//===- AddressOrigins.h - whether addresses were loaded -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_ADDRESSORIGINS_H
#define MEMFACET_PASS_RUNS_ADDRESSORIGINS_H

#include "pass/runs/Runs.h"

namespace memfacet::runs {

/// Sets SiteIndirect, SiteFollowsLinks and SiteSearches of the accesses in \p
/// Runs, which are those of \p F, into which nothing has been inserted yet.
void markOrigins(llvm::Function &F, std::vector<Run> &Runs);

} // namespace memfacet::runs

#endif
