//===- Streams.h - what was counted, over time ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stream is one measure of one structure in one thread, by interval.
// docs/timeline.md says what the numbers mean and which clock they follow.
// StreamCodec.h describes the bytes; StreamReader.h reads them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_STREAMS_H
#define MEMFACET_RESULT_PROFILE_STREAMS_H

#include "analysis/support/Error.h"
#include "analysis/support/Ids.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace memfacet::result {

/// What a stream counts. The numbers stand in profiles. Measures of a group
/// (number / MeasuresPerGroup) have the same intervals, which the first one of
/// the group lists.
enum class Measure : uint32_t {
  Intervals = 0, ///< in which the others of the group are not all 0
  Accesses = 1,
  Stores = 2,
  FirstLevel = 8, ///< levelMeasure

  ClockIntervals = 64,
  Instructions = 65,

  CoreIntervals = 128,
  Cycles = 129, ///< the sum of those that follow
  Busy = 130,
  Computation = 131,
  Branches = 132,
  Start = 133,
  Stalls = 134 ///< charged to structures
};
constexpr uint32_t MeasuresPerGroup = 64;

/// Evictions are of lines of any structure: those that the structure's misses
/// drove out.
enum class LevelMeasure : uint32_t { Accesses, Misses, Writebacks, Evictions };
constexpr uint32_t LevelMeasures = 4;

constexpr Measure levelMeasure(size_t Level, LevelMeasure Kind) {
  return Measure(uint32_t(Measure::FirstLevel) +
                 LevelMeasures * uint32_t(Level) + uint32_t(Kind));
}
/// Returns the measure that lists the intervals of \p M.
constexpr Measure intervalsOf(Measure M) {
  return Measure(uint32_t(M) / MeasuresPerGroup * MeasuresPerGroup);
}

/// One measure of one structure in one thread. A measure that is always 0 has
/// no stream.
struct Stream {
  /// Stands in place of a thread: the whole process, on its own clock. Where
  /// there are no such streams, the only thread's are the process's.
  static constexpr uint32_t Process = ~uint32_t(0);

  uint32_t Thread = 0;
  StructureId Structure; ///< invalid: all structures, or none
  Measure Kind = Measure::Intervals;
  uint32_t Intervals = 0; ///< number of the last one, plus 1
  uint64_t Total = 0;     ///< sum of the values; for Intervals, their number
  uint64_t Bytes = 0;     ///< of Packed
  uint64_t Check = 0;     ///< streamCheck(Packed)
  std::string Packed;     ///< empty: in StreamSet::Source

  auto key() const { return std::tuple(Thread, Structure.Value, Kind); }
};

/// Returns a check value over \p Packed.
uint64_t streamCheck(std::string_view Packed);

/// Fetches bytes of streams when they are wanted: those of long runs are more
/// than a command needs.
class StreamSource {
public:
  virtual ~StreamSource() = default;
  virtual Expected<std::string> fetch(const Stream &S) = 0;
};

struct StreamSet {
  std::vector<Stream> All; ///< sorted by key
  std::shared_ptr<StreamSource> Source;

  bool empty() const { return All.empty(); }
  /// Returns null if the measure is always 0.
  const Stream *find(uint32_t Thread, StructureId Structure,
                     Measure Kind) const;
  /// Returns the bytes of \p S; an error if they are damaged.
  Expected<std::string> bytes(const Stream &S) const;
  /// Returns the thread whose streams of the group of \p Kind are those of the
  /// process. Returns nothing if there are several threads and no streams of
  /// the process, as in profiles before version 7, or no streams.
  std::optional<uint32_t> processThread(Measure Kind) const;
  /// Returns how many intervals the streams of \p Thread cover.
  uint32_t intervals(uint32_t Thread) const;
  void sort();
};

} // namespace memfacet::result

#endif
