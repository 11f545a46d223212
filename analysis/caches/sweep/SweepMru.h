//===- SweepMru.h - the filter in front of a sweep's caches ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_SWEEP_SWEEPMRU_H
#define MEMFACET_CACHES_SWEEP_SWEEPMRU_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/sweep/SweepNode.h"
#include "analysis/decode/Batch.h"
#include <functional>
#include <map>
#include <set>

namespace memfacet::caches {

/// Filters accesses before first levels whose numbers of sets are multiples of
/// \p Sets. Leaves out a touch of the line that its set touched last, unless
/// another structure than before writes the line. Not synchronised.
class SweepMru {
public:
  using Sink = std::function<void(SweepBatch &&)>;

  /// \p Shared: all threads share the first levels.
  SweepMru(uint64_t Sets, uint32_t LineBytes, bool Shared, Sink Output);

  /// Takes accesses. \p Owners are by number in the batch, below \p Structures.
  void accesses(const decode::BatchPart &B, const uint32_t *Owners,
                size_t Structures);
  void threadEnded(ThreadId Thread);
  void count(bool Wanted);
  void forgetCounts();
  /// Hands on the pending batch.
  void flush();

  /// Returns the counted touches beyond one per access, by structure.
  const std::vector<uint64_t> &extraTouches() const { return Extra; }

private:
  static constexpr size_t BatchItems = 8192;
  static constexpr uint64_t NoLine = ~uint64_t(0);
  static constexpr uint32_t NoWriter = ~uint32_t(0);
  struct MruLine {
    uint64_t Line = NoLine;
    uint32_t Writer = NoWriter; ///< since it is the MRU line
  };
  using MruLines = std::vector<MruLine>;

  MruLines &enter(ThreadId Thread, size_t Structures);
  void enter(ThreadId Thread);
  MruLine &touch(MruLines &Lines, uint64_t Line, uint32_t Owner, uint32_t Site);
  void write(MruLine &F, uint32_t Owner, uint32_t Site);
  void touch(MruLines &Lines, uint64_t Line, uint32_t Owner,
             decode::AccessInfo Info);
  void touchRest(MruLines &Lines, uint64_t Address, uint32_t Owner,
                 decode::AccessInfo Info);
  void end(ThreadId Thread);

  const uint64_t Sets;
  const unsigned Shift;
  const bool Shared;
  Sink Output;
  SweepBatch Pending;
  std::map<uint32_t, MruLines> ByThread;
  std::set<uint32_t> Ended;
  std::vector<uint64_t> Extra;
};

} // namespace memfacet::caches

#endif
