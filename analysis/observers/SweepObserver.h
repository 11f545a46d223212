//===- SweepObserver.h - many cache models over what is observed ----------===//

#ifndef MEMFACET_OBSERVERS_SWEEPOBSERVER_H
#define MEMFACET_OBSERVERS_SWEEPOBSERVER_H

#include "analysis/observers/Observers.h"

namespace memfacet {

/// Counts of one model: as its own profile would have them.
struct SweepResult {
  CacheModel Caches;
  /// By structure of the profile, then by level.
  std::vector<std::vector<LevelCounts>> Structures;

  /// Sums over structures, by level.
  std::vector<LevelCounts> total() const;
};

/// Makes what simulates \p Models with \p Threads threads. When the profile is
/// filled, \p To has a result for each, in their order.
MakeObserver
makeSweepObserver(const std::vector<CacheModel> &Models, unsigned Threads,
                  const std::shared_ptr<std::vector<SweepResult>> &To);

} // namespace memfacet

#endif
