//===- Sweep.h - many cache models over one stream ------------------------===//

#ifndef MEMFACET_SWEEP_SWEEP_H
#define MEMFACET_SWEEP_SWEEP_H

#include "analysis/sweep/SweepMru.h"
#include "analysis/sweep/SweepWorker.h"

namespace memfacet {

/// Simulates all models at once, as docs/cache-model.md says, with the same
/// counts as one after the other, whatever the number of threads. Used from one
/// thread.
class Sweep {
public:
  /// \p Models satisfy checkCacheModel. \p Threads: at least 1.
  Sweep(const std::vector<CacheModel> &Models, unsigned Threads);

  /// \p Owners by number in the batch, below \p Structures.
  void accesses(const BatchPart &B, const uint32_t *Owners, size_t Structures);
  void threadEnded(ThreadId Thread);
  /// From here on, nothing is counted, though all is simulated; or again.
  void count(bool Wanted);
  void forgetCounts();

  /// Returns when all is simulated; before counts are asked for.
  void settle();
  /// Of model number \p I: by level, then by structure.
  std::vector<std::vector<SweepCounts>> counts(size_t I) const;
  /// Touches of \p Structure beyond one per access.
  uint64_t extraTouches(size_t I, uint32_t Structure) const;

private:
  /// Where a model is simulated.
  struct Place {
    size_t Stream, Worker, InTree;
  };

  std::vector<Place> Places;                      ///< by model
  std::vector<std::unique_ptr<SweepMru>> Streams; ///< by line size, sharing
  StageScheduler Scheduler; ///< as many threads as there are workers
  std::vector<std::unique_ptr<SweepWorker>> Workers;
};

} // namespace memfacet

#endif
