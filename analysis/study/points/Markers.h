//===- Markers.h - begin and end of regions by executed blocks ------------===//
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
  /// Instructions of all threads before the interval's first one, and up to and
  /// including its last one.
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
  /// The number of the end's execution of End.Block within the interval, from
  /// 1. If Start has the same block, the execution at Start does not count.
  uint64_t RelativeEnd = 0;
  bool operator==(const MarkedRegion &) const = default;
};

/// Returns how often all threads executed each block before \p Time, in
/// instructions of the process. An interval that has begun but not ended then
/// counts with the executed part of its instructions: exact where one thread
/// runs at a time, else an estimate.
std::map<uint32_t, uint64_t>
executionsBefore(std::span<const ExecutedInterval> All, uint64_t Time);

/// Returns markers for the begin and the end of interval \p Number of \p All,
/// which are sorted by thread, then begin. A marker is the first execution of a
/// block after the interval's boundary, so it should come soon. Of the blocks
/// that the thread executes in the intervals on both sides, it is the one whose
/// lower count is largest; without such a block, the most frequent one after
/// the boundary. Of several blocks, it is the first. The end of a thread's last
/// interval is the last execution of its most frequent block.
///
/// Only blocks with \p IsGood are used: how often a thread executes a block of
/// a loop in which it waits for other threads differs from run to run. Returns
/// nothing where no such block was executed in the interval.
std::optional<MarkedRegion>
markRegion(std::span<const ExecutedInterval> All, size_t Number,
           const std::function<bool(uint32_t Block)> &IsGood);

/// An instruction of a loaded file, and the number of one of its executions.
struct CodePlace {
  uint64_t Address = 0;
  std::string Image;   ///< the file's name
  uint64_t Offset = 0; ///< of the instruction in it
  uint64_t Count = 0;  ///< from 1, by all threads
};

/// The range from one place up to another, which is not included.
struct PlaceRange {
  CodePlace Start, End;
  /// Executions of the end's instruction after the start, up to and including
  /// the end.
  uint64_t RelativeEnd = 0;
  uint64_t Length = 0; ///< instructions
};

struct SimulationRegion {
  uint32_t Cluster = 0; ///< different in each region
  uint64_t Interval = 0;
  std::optional<uint32_t> Thread; ///< none: counts are of all threads
  PlaceRange Range;
  double Weight = 0; ///< share of the run
  /// The instructions of the cluster, divided by those of this region.
  double Multiplier = 0;
  std::optional<PlaceRange> Warmup; ///< ends where the region starts
};

/// The run that regions were taken from.
struct RegionSource {
  std::string Origin; ///< in one line, for a reader
  uint64_t Instructions = 0, Intervals = 0;
};

/// Returns the comma-separated file of regions that PinPlay's scripts write and
/// that LoopPoint and gem5 read. It has a line for each region, with the start
/// and end as address, image, offset in the image and count of executions; then
/// lines of warm-up; and comments. Regions are numbered from 1, by cluster.
/// Warm-ups have the numbers after the largest possible one of a region. Blanks
/// and commas in names become `_`, because readers split lines there.
std::string markerFile(std::span<const SimulationRegion> Regions,
                       const RegionSource &Source);

} // namespace memfacet::study

#endif
