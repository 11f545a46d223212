//===- IntervalSites.h - misses by site and interval ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_INTERVALSITES_H
#define MEMFACET_CACHES_CACHE_INTERVALSITES_H

#include "analysis/support/Ids.h"
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace memfacet::caches {

/// Counts misses of one level by site, and keeps the largest counts of each
/// interval. Called from one thread.
class IntervalSites {
public:
  /// Sites that are kept of an interval; the counts of the others are added up.
  static constexpr size_t Most = 16;
  static constexpr uint32_t Others = ~uint32_t(0);

  struct Row {
    ThreadId Thread;
    IntervalId Interval;
    uint32_t Site; ///< SiteId, or Others
    uint64_t Misses;
  };

  /// Sets the thread and the interval of the misses that follow. The intervals
  /// of a thread do not go backwards.
  void enter(ThreadId Thread, IntervalId Number);
  void add(uint32_t Site, uint64_t Misses) { Open->Misses[Site] += Misses; }
  void clear();
  /// Returns the rows of all intervals, open ones included, those with most
  /// misses of each interval first.
  std::vector<Row> rows() const;

private:
  struct Interval {
    IntervalId Number;
    std::unordered_map<uint32_t, uint64_t> Misses;
  };

  static void keep(ThreadId Thread, const Interval &I, std::vector<Row> &Rows);

  std::map<uint32_t, Interval> Threads;
  Interval *Open = nullptr;
  std::vector<Row> ClosedRows;
};

} // namespace memfacet::caches

#endif
