//===- SampledRun.h - how sure the counts of a sampled run are ------------===//
//
// docs/sampling.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PROFILE_SAMPLEDRUN_H
#define MEMFACET_PROFILE_SAMPLEDRUN_H

#include <cstdint>
#include <vector>

namespace memfacet {

/// Half of the width of a 95 % interval around an estimate.
struct SampledError {
  static constexpr uint32_t Unknown = ~uint32_t(0);

  /// Of the structure's share of all, in millionths of all.
  uint32_t SharePpm = Unknown;
  /// Of the count, in millionths of it.
  uint32_t CountPpm = Unknown;
  bool operator==(const SampledError &) const = default;
};

/// Of one structure, or of all.
struct SampledErrors {
  SampledError Accesses;
  std::vector<SampledError> Misses; ///< by level
  bool operator==(const SampledErrors &) const = default;
};

/// A run of which only windows were recorded: all counts of the profile but
/// those by interval are estimates of the whole run. Words are those of block
/// records.
struct SampledRun {
  bool Known = false;                     ///< the run was sampled
  uint64_t Windows = 0;                   ///< that were measured
  uint64_t Words = 0;                     ///< of the whole run
  uint64_t Recorded = 0;                  ///< of them
  uint64_t Measured = 0;                  ///< of these; the rest warmed caches
  uint64_t Accesses = 0;                  ///< that were measured
  SampledErrors Total;                    ///< shares are 1
  std::vector<SampledErrors> ByStructure; ///< by StructureId
  bool operator==(const SampledRun &) const = default;
};

} // namespace memfacet

#endif
