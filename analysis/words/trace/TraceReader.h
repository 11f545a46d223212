//===- TraceReader.h - a merged stream from a file ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_TRACE_TRACEREADER_H
#define MEMFACET_WORDS_TRACE_TRACEREADER_H

#include "analysis/words/coding/FrameExpander.h"
#include "analysis/words/stream/Segment.h"
#include "analysis/words/trace/TraceFormat.h"
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::words {

/// Reads any file safely: memory is bounded, whatever the file says. Frames are
/// unpacked ahead, in a thread that lives as long as replay(); those of a short
/// file are not.
class TraceReader {
public:
  /// Returns an error if there is no such file, or it does not begin as a trace
  /// of this version does.
  static Expected<std::unique_ptr<TraceReader>> open(const std::string &Path);
  ~TraceReader();
  TraceReader(const TraceReader &) = delete;
  TraceReader &operator=(const TraceReader &) = delete;

  /// Returns the words of the trace at \p Path, as its end mark says; if it was
  /// cut, those of its whole frames, with a word more for each segment.
  /// Unpacks no frame. Nothing: not a trace.
  static std::optional<uint64_t> wordsOf(const std::string &Path);

  /// Passes on everything up to the end or to the first damage. The error is
  /// the sink's; loss() says what is damaged. \p Stop: if not null, nothing is
  /// passed on once it is true.
  Status replay(SegmentSink &Sink, const std::atomic<bool> *Stop = nullptr);
  /// Returns, after replay, what was lost when recording, and whether the trace
  /// is cut.
  const DataLoss &loss() const { return Loss; }

private:
  /// A frame, unpacked, or the reason why there is none.
  struct Frame {
    TraceFrameKind Kind = TraceFrameKind::End;
    ExpandedFrame Coded;
    TraceTotals Totals;
    bool MoreFollows = false; ///< of kind End
    std::optional<Error> Damage;
  };
  TraceReader(std::string Path, int Fd);

  bool isShort() const;
  std::optional<uint64_t> wordsAtEndMark();
  uint64_t wordsOfFrames() const;
  Status replayAlone(SegmentSink &Sink, const std::atomic<bool> *Stop);

  // These run in a thread of their own, while replay() passes on what is there.
  bool readNext(Frame &Target);
  Status read(Frame &Target);
  Expected<TraceFrame> readPacked();
  Expected<size_t> readBytes(void *Target, size_t Bytes);
  Status unpackEnd(Frame &Target);

  Status passOn(const Frame &F, SegmentSink &Sink);
  Status passOnCoded(const ExpandedFrame &F, SegmentSink &Sink);
  Status passOnSegment(ThreadId Thread, std::span<const uint64_t> Words,
                       SegmentSink &Sink);
  Status checkEnd(const Frame &F);
  void setTruncated(const Error &Reason);

  std::string Path;
  int Fd;
  FrameExpander Expander;
  std::vector<char> Packed;
  TraceTotals ReplayTotals = {};
  DataLoss Loss;
};

} // namespace memfacet::words

#endif
