//===- MarkerFile.h - simulation points as marked regions -----------------===//

#ifndef MEMFACET_POINTS_MARKERFILE_H
#define MEMFACET_POINTS_MARKERFILE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace memfacet {

/// An instruction of a loaded file, and which of its executions.
struct CodePlace {
  uint64_t Address = 0;
  std::string Image;   ///< the file's name
  uint64_t Offset = 0; ///< of the instruction in it
  uint64_t Count = 0;  ///< from 1, by all threads
};

/// From one place up to another, which is not in it.
struct PlaceRange {
  CodePlace Start, End;
  /// Executions of the end's instruction behind the start, itself included.
  uint64_t RelativeEnd = 0;
  uint64_t Length = 0; ///< instructions
};

struct SimulationRegion {
  uint32_t Cluster = 0; ///< each once
  uint64_t Interval = 0;
  std::optional<uint32_t> Thread; ///< none: counts are of all threads
  PlaceRange Range;
  double Weight = 0; ///< share of the run
  /// How many regions as long as this one the cluster is.
  double Multiplier = 0;
  std::optional<PlaceRange> Warmup; ///< ends where the region starts
};

/// Of the run that regions were taken from.
struct RegionSource {
  std::string Origin; ///< in one line, for a reader
  uint64_t Instructions = 0, Intervals = 0;
};

/// The comma-separated file of regions that PinPlay's scripts write and that
/// LoopPoint's and gem5's readers take: a line for each region with its start
/// and end as address, image, offset in the image and count of executions,
/// lines of warm-up behind all of them, comments. Regions are numbered from 1,
/// by cluster; warm-ups go on behind the last possible one. What stands in
/// names for blanks and commas is `_`: readers split lines there.
std::string markerFile(std::span<const SimulationRegion> Regions,
                       const RegionSource &Source);

} // namespace memfacet

#endif
