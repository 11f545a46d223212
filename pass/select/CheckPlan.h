//===- CheckPlan.h - which accesses share a check -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_CHECKPLAN_H
#define MEMFACET_PASS_SELECT_CHECKPLAN_H

#include "memfacet/Select.h"
#include "pass/runs/Runs.h"

namespace memfacet {

/// Whether \p A surely happens, to so many bytes as a line has at most.
bool isPlainAccess(const Access &A);

/// Neighbouring accesses of a run at constant distances from one base, not more
/// than a line from the first to the last byte.
struct CheckedAccesses {
  /// One access that is not plain: its length is not constant, it may not
  /// happen at all, or it is longer than a line.
  bool Alone = false;
  uint32_t First = 0, Count = 0; ///< accesses of the run
  int64_t Low = 0;    ///< lowest byte, from the address of the first access
  uint64_t Bytes = 0; ///< from the lowest byte to behind the last; at most 64
  /// Whether no byte can be in another line than the first one is.
  bool OneLine = false;
  llvm::SmallVector<int64_t, 4> Offsets; ///< from the lowest byte
  uint64_t Alignment = 1; ///< of the lowest byte's address, as far as known

  /// Access \p Number of these alone, which is \p A.
  CheckedAccesses only(uint32_t Number, const Access &A) const;
};

/// Those of \p R in order, without blind spots and marks of the stack.
std::vector<CheckedAccesses> planChecks(const Run &R);

} // namespace memfacet

#endif
