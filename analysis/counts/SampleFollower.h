//===- SampleFollower.h - the windows of a sampled run --------------------===//

#ifndef MEMFACET_COUNTS_SAMPLEFOLLOWER_H
#define MEMFACET_COUNTS_SAMPLEFOLLOWER_H

#include "analysis/counts/CountStore.h"
#include "analysis/decode/Batch.h"
#include "analysis/sample/Estimates.h"
#include "memfacet/SampleWindows.h"
#include <unordered_map>

namespace memfacet {

/// Follows the Sampled events of all threads. Threads enter a window one after
/// the other; what is counted begins when the first of them measures, and ends
/// when the first of them is off.
class SampleFollower {
public:
  /// What an event changes for all threads.
  struct Change {
    bool Gap = false;    ///< a window begins after words that were left out
    bool Closes = false; ///< window Number is over
    uint32_t Number = 0;
  };
  /// What \p E, of kind Sampled, changes, before it does.
  Change follow(const Event &E);
  bool measuring() const { return sampledPart(Now) == SamplePart::Measured; }

  /// The caches have had all of window \p Number.
  void close(uint32_t Number, CacheCounts &Caches);
  /// Counts go here while measuring.
  WindowCounts &windows() { return Windows; }
  void forgetCounts() { Windows.forgetCounts(); }
  /// Makes estimates of the counts in \p P.
  void fill(Profile &P, CacheCounts &Caches);

private:
  uint32_t Now = sampledArgument(0, SamplePart::WarmUp); ///< largest so far
  std::unordered_map<uint32_t, uint32_t> ByThread;       ///< its last argument
  uint64_t LeftOut = 0; ///< words, since a window began
  SampledStream Stream;
  WindowCounts Windows;
};

} // namespace memfacet

#endif
