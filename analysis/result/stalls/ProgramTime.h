//===- ProgramTime.h - a profile's time, by structure ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STALLS_PROGRAMTIME_H
#define MEMFACET_RESULT_STALLS_PROGRAMTIME_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/stalls/StallModel.h"
#include <span>

namespace memfacet::result {

/// The processor time of all threads, estimated.
struct ProgramTime {
  std::vector<TimeSum> Structures; ///< stalls, by StructureId
  /// By StructureId, and last those of the program: how first-level misses are
  /// divided among parts. All shares of one are 1 together.
  std::vector<TimeSum> Shares;
  TimeSum Whole; ///< stalls of all structures, and the computation
};

ProgramTime programTime(const Profile &P);

/// Returns the stalls of \p Misses by level, divided as \p Shares says.
TimeSum stallsOf(const std::vector<uint64_t> &Misses, const TimeSum &Shares);

/// Returns the stalls of \p C if all misses were those of streams.
TimeSum streamTime(const Counts &C);

/// Returns the part of the mean time of \p Before that \p After saves. Neither
/// is empty.
TimeShare savedShare(std::span<const Profile> Before,
                     std::span<const Profile> After);

} // namespace memfacet::result

#endif
