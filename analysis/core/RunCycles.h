//===- RunCycles.h - how long a run takes that never misses ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CORE_RUNCYCLES_H
#define MEMFACET_CORE_RUNCYCLES_H

#include "analysis/decode/RunCode.h"

namespace memfacet::core {

/// Returns the cycles of an execution of \p Run on the preset core `zen4`, if
/// it is executed many times in a row, all loads hit the first level, and all
/// branches are predicted.
///
/// Example: a sum of doubles has one addition an iteration, which waits for the
/// one before: 3 cycles. A division of integers takes 12.
double cyclesOf(const decode::RunCode &Run);

} // namespace memfacet::core

#endif
