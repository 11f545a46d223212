//===- DirectObjects.h - accesses to variables by their names -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// counter += 1, table[i].key = k: which variable is accessed is known from the
// code. So all of a site's accesses are to one structure, and can be counted by
// executions of its block.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RUNS_DIRECTOBJECTS_H
#define MEMFACET_PASS_RUNS_DIRECTOBJECTS_H

#include "pass/runs/Runs.h"

namespace memfacet::runs {

/// Sets SiteDirect, DirectLocal and DirectGlobal of the accesses in \p Runs.
void markDirect(std::vector<Run> &Runs, const stack::StackLocals &Locals);

} // namespace memfacet::runs

#endif
