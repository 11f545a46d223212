//===- Markers.h - where simulation points begin and end, for others ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulators count instructions differently, so only the tool that wrote "after
// 300 million instructions" finds that place again. "Where this block is
// executed for the 4711th time" is the same place for all of them (A. Sabu et
// al., "LoopPoint", HPCA 2022).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_MARKERS_H
#define MEMFACET_STUDY_POINTS_MARKERS_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace memfacet::study {

struct BlockExecutions {
  uint32_t Block = 0;
  uint64_t Count = 0; ///< executions
};

/// An interval of one thread.
struct ExecutedInterval {
  uint32_t Thread = 0;
  /// Instructions of all threads before its first and behind its last one.
  uint64_t ProcessBegin = 0, ProcessEnd = 0;
  std::span<const BlockExecutions> Counts; ///< each block once
};

/// The Count-th execution of Block, from 1, by any thread.
struct BlockMarker {
  uint32_t Block = 0;
  uint64_t Count = 0;
  bool operator==(const BlockMarker &) const = default;
};

struct MarkedRegion {
  BlockMarker Start;
  BlockMarker End; ///< the first execution that is no longer in the region
  /// Which execution of End.Block it is in the interval, from 1; where both are
  /// the same block, the one at Start does not count.
  uint64_t RelativeEnd = 0;
  bool operator==(const MarkedRegion &) const = default;
};

/// How often each block was executed by all threads before \p Time,
/// instructions of the process. An interval that has begun but not ended there
/// has executed its blocks in proportion to its instructions: exact where one
/// thread runs at a time, an estimate else.
std::map<uint32_t, uint64_t>
executionsBefore(std::span<const ExecutedInterval> All, uint64_t Time);

/// Where the interval \p Number of \p All begins and ends, which are sorted by
/// thread, then begin. A marker is the first execution behind the interval's
/// boundary, so it should come soon: of the blocks that are executed in the
/// thread's intervals on both sides, the one whose lower count is largest, or
/// without such a block the most frequent one behind; the first of several. The
/// end of a thread's last interval is the last execution of its most frequent
/// block.
///
/// Only blocks that \p IsGood are taken: a block in a loop that waits for other
/// threads is executed differently often in every run. Nothing where no such
/// block was executed in the interval.
std::optional<MarkedRegion>
markRegion(std::span<const ExecutedInterval> All, size_t Number,
           const std::function<bool(uint32_t Block)> &IsGood);

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

} // namespace memfacet::study

#endif
