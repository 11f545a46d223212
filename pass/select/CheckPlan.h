//===- CheckPlan.h - which accesses share a check -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_CHECKPLAN_H
#define MEMFACET_PASS_SELECT_CHECKPLAN_H

#include "memfacet/Select.h"
#include "pass/runs/Runs.h"

namespace memfacet::select {

/// Returns whether \p A surely happens, and to at most the bytes of one line.
bool isPlainAccess(const accesses::Access &A);

/// Neighbouring accesses of a run at constant distances from one base, not more
/// than a line from the first to the last byte.
struct CheckedAccesses {
  /// One access that is not plain: its length is not constant, it may not
  /// happen at all, or it is longer than a line.
  bool IsSingle = false;
  uint32_t First = 0, Count = 0; ///< accesses of the run
  int64_t Low = 0;    ///< lowest byte, from the address of the first access
  uint64_t Bytes = 0; ///< from the lowest byte to the end; at most 64
  /// Whether all bytes are surely in the line of the first one.
  bool IsOneLine = false;
  llvm::SmallVector<int64_t, 4> Offsets; ///< from the lowest byte
  uint64_t Alignment = 1; ///< of the lowest byte's address, as far as known
  /// Whether the thread's mask is loaded for this check, or it has the value
  /// that a check before it loaded (MaskPlan.h).
  bool LoadsMask = true;

  /// Returns the check of access \p Number of these, counted from First, which
  /// is \p A.
  CheckedAccesses single(uint32_t Number, const accesses::Access &A) const;
};

/// Returns the checks of \p R in order, without blind spots and stack marks.
std::vector<CheckedAccesses> planChecks(const runs::Run &R);

} // namespace memfacet::select

#endif
