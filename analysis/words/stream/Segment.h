//===- Segment.h - a piece of one thread's stream, in global order --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_SEGMENT_H
#define MEMFACET_WORDS_STREAM_SEGMENT_H

#include "analysis/support/Error.h"
#include "analysis/support/Ids.h"
#include <cstdint>
#include <span>

namespace memfacet::words {

/// Whole records of one thread. The sequence of segments is the order in which
/// the analysis sees the process: live from the merge, or from a trace, which
/// keeps it. Words are valid during the call only.
struct Segment {
  ThreadId Thread;
  std::span<const uint64_t> Words;
};

/// What was lost or cut before the analysis. Always shown.
struct DataLoss {
  uint64_t LostChunks = 0;       ///< discarded by the program
  uint64_t UnknownWords = 0;     ///< words that fit no table; skipped
  uint64_t LostOrderNumbers = 0; ///< ordered events that never arrived
  uint64_t CutRecords = 0;       ///< records cut by a crash, kept in part
  bool Truncated = false;        ///< the trace ends before its end mark
  std::string TruncatedWhy;      ///< one line, empty unless Truncated
};

/// Takes segments, from one thread. A call has some hundred words or more.
class SegmentSink {
public:
  virtual ~SegmentSink() = default;
  virtual Status segment(const Segment &S) = 0;
};

} // namespace memfacet::words

#endif
