//===- ReplayCaches.h - the caches of one candidate -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The levels are those of Hierarchy.h, after MRU lines that do not look up
// owners: each access has its structure. With unchanged addresses, the counts
// are exactly those of an ordinary simulation.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_REPLAYCACHES_H
#define MEMFACET_ADVISE_REPLAYCACHES_H

#include "analysis/advise/FirstTouches.h"
#include "analysis/caches/cache/Hierarchy.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace memfacet::advise {

struct ReplayCounts {
  uint64_t Touches = 0; ///< of lines of the first level
  std::array<uint64_t, caches::MaxCacheLevels> Misses = {};
  std::array<uint64_t, caches::MaxCacheLevels> Writebacks = {};
  ReplayCounts &operator+=(const ReplayCounts &O);
  bool operator==(const ReplayCounts &) const = default;
};

/// The caches of one candidate. Not synchronised: one thread at a time.
class ReplayCaches {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit ReplayCaches(const caches::CacheModel &Model);

  /// Says that the touches are of a part of a run: notes first touches of lines
  /// from now on, for ofWhole.
  void expectPart() { First.emplace(); }

  /// Says that the touches that follow are by \p Thread.
  void enter(ThreadId Thread);
  void threadEnded(ThreadId Thread);
  void touch(uint32_t Structure, uint32_t Site, uint64_t Address,
             uint64_t Bytes, bool Write);
  void count(bool Wanted);
  void forgetCounts();

  /// Returns the counts by StructureId. Structures after the last one were
  /// never accessed.
  const std::vector<ReplayCounts> &counts();
  /// Returns estimates of the counts of \p Structure, which counts() has, in a
  /// run \p Factor times as long. Without expectPart, \p Factor is 1.
  ReplayCounts ofWhole(uint32_t Structure, double Factor);
  const caches::SiteMisses &bySite();

private:
  /// The most changes that are simulated at once.
  static constexpr size_t Portion = 2048;
  static constexpr uint64_t NoLine = ~uint64_t(0);

  /// The line that was touched last in each set of a first level.
  struct MruLine {
    uint64_t Line = NoLine;
    uint32_t Structure = 0;
    /// caches::writerBits of the structure that wrote the line last, since it
    /// is the MRU line.
    uint32_t Written = 0;
  };
  struct ThreadMruLines {
    std::vector<MruLine> BySet;
    bool Ended = false;
  };

  void touchLine(uint64_t Line, uint32_t Structure, uint32_t Site, bool Write);
  void retire();
  void flush(bool Ended = false);

  caches::CacheModel Model;
  unsigned LineShift;
  uint64_t Sets;
  bool PowerOfTwo;
  caches::Hierarchy Caches;
  std::optional<FirstTouches> First; ///< if only a part is simulated
  std::map<uint32_t, ThreadMruLines> Threads;
  ThreadMruLines *Current = nullptr;
  caches::FilteredBatch Pending;
  caches::CounterTable<caches::MissCounters> Misses;
  std::vector<ReplayCounts> ByStructure;
  size_t Structures = 0; ///< all structures so far are below this number
  bool Counting = true;
};

} // namespace memfacet::advise

#endif
