//===- OccupancySampler.h - what levels hold, over time -------------------===//

#ifndef MEMFACET_MEMORY_OCCUPANCYSAMPLER_H
#define MEMFACET_MEMORY_OCCUPANCYSAMPLER_H

#include "analysis/memory/MemoryTally.h"
#include <cstdint>
#include <vector>

namespace memfacet {

/// Looks at the levels each Period instructions of the program. Where there
/// would be too many samples, every second one is dropped.
class OccupancySampler {
public:
  struct Held {
    uint32_t Level, Structure;
    uint64_t Lines; ///< not 0
  };
  static constexpr size_t MaxSamples = 512;

  explicit OccupancySampler(uint64_t Period) : Period(Period), Next(Period) {}

  /// So many instructions later. At most one sample is taken.
  void advance(uint64_t Instructions, const MemoryTally &Tally, size_t Levels);

  uint64_t period() const { return Period; }
  /// Sample I was taken at (I + 1) times the period.
  const std::vector<std::vector<Held>> &samples() const { return Samples; }

private:
  uint64_t Period, Next, Now = 0;
  std::vector<std::vector<Held>> Samples;
};

} // namespace memfacet

#endif
