//===- Ranks.h - profiles of several processes, and parts of one ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A merged profile is a profile: the threads of each run follow those of the
// run before it, and a rank is a range of threads.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_RANKS_H
#define MEMFACET_RESULT_PROFILE_RANKS_H

#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::result {

/// One of the runs of a merged profile.
struct Rank {
  std::string Label;        ///< a number, or what the user called it
  uint32_t FirstThread = 0; ///< its threads are up to the next one's first
  uint64_t ProcessId = 0;
  bool operator==(const Rank &) const = default;
};

/// Returns the index in \p Ranks of the rank that \p Thread belongs to. There
/// is at least one rank.
inline size_t rankOfThread(const std::vector<Rank> &Ranks, uint32_t Thread) {
  MEMFACET_CHECK(!Ranks.empty(), "a thread of a merged profile has a rank");
  size_t Index = 0;
  while (Index + 1 != Ranks.size() && Ranks[Index + 1].FirstThread <= Thread)
    ++Index;
  return Index;
}

/// A cache model of a sweep, which a part has simulated.
struct ShardModel {
  uint32_t Number = 0; ///< in the whole sweep
  std::string Name, Spec;
  bool operator==(const ShardModel &) const = default;
};

/// What a part counted of one structure in one level; not all 0.
struct ShardCount {
  uint32_t Model = 0; ///< ShardModel::Number
  StructureId Structure;
  uint32_t Level = 0;
  uint64_t Accesses = 0, Misses = 0, Writebacks = 0;
  bool operator==(const ShardCount &) const = default;
};

/// Touches of one level in one interval that a part has simulated: those of
/// which it is known whether they hit, and the open ones. Not all 0.
struct ShardWarmth {
  uint32_t Thread = 0, Interval = 0, Level = 0;
  uint64_t Hits = 0, Misses = 0, Open = 0;
  bool operator==(const ShardWarmth &) const = default;
};

/// Cycles of the simulated core for such an interval: if all open touches hit,
/// and if they missed.
struct ShardCycles {
  uint32_t Thread = 0, Interval = 0;
  uint64_t IfHit = 0, IfMiss = 0;
  bool operator==(const ShardCycles &) const = default;
};

/// The part that a profile is of a simulation that several processes share.
struct ShardPart {
  uint32_t Number = 0, Count = 0; ///< Count 0: it is a whole
  std::string Job; ///< description of the simulation, the same for all parts
  std::vector<ShardModel> Models; ///< sorted by number
  std::vector<ShardCount> Counts; ///< sorted by model, structure, level
  /// Warmth of points, sorted by thread, interval, level.
  std::vector<ShardWarmth> Warmth;
  std::vector<ShardCycles> Cycles; ///< of points; sorted by thread, interval
  uint64_t Simulated = 0;          ///< of points: instructions, all threads
  uint64_t Whole = 0;              ///< of points: instructions in the trace

  bool empty() const { return Count == 0; }
  bool operator==(const ShardPart &) const = default;
};

} // namespace memfacet::result

#endif
