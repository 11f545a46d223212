//===- Markers.h - where an interval is, for another simulator ------------===//
//
// Instructions are counted differently by everybody, so "after 300 million
// instructions" is a place that only its own tool finds. "Where this block is
// executed for the 4711th time" is the same place to all (A. Sabu et al.,
// "LoopPoint", HPCA 2022).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_POINTS_MARKERS_H
#define MEMFACET_POINTS_MARKERS_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>

namespace memfacet {

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

/// How often each block was executed by all threads before \p At, instructions
/// of the process. An interval that has begun but not ended there has executed
/// its blocks in proportion to its instructions: exact where one thread runs at
/// a time, an estimate else.
std::map<uint32_t, uint64_t>
executionsBefore(std::span<const ExecutedInterval> All, uint64_t At);

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

} // namespace memfacet

#endif
