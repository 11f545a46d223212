//===- TraceWriter.h - keeps a merged stream in a file --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_TRACE_TRACEWRITER_H
#define MEMFACET_WORDS_TRACE_TRACEWRITER_H

#include "analysis/words/coding/FrameCoder.h"
#include "analysis/words/stream/Segment.h"
#include "analysis/words/trace/TraceFormat.h"
#include <memory>
#include <string>
#include <vector>

namespace memfacet::words {

class TraceWriter final : public SegmentSink {
public:
  /// Overwrites an existing file. \p Lengths must outlive the writer. Frames
  /// are coded in \p Threads threads, which then use \p Lengths, too; with 0,
  /// in the caller's thread.
  static Expected<std::unique_ptr<TraceWriter>>
  create(const std::string &Path, const RecordLength &Lengths,
         unsigned Threads = 0);
  ~TraceWriter() override;
  TraceWriter(const TraceWriter &) = delete;
  TraceWriter &operator=(const TraceWriter &) = delete;

  /// If the file cannot be written (the disk is full), returns the error once;
  /// later segments are dropped.
  Status segment(const Segment &S) override;
  /// Ends the trace: it is complete. \p Loss is what was lost before. Returns
  /// the first error of all. More segments may follow, and another finish.
  Status finish(const DataLoss &Loss);
  /// Returns the size of what was packed, without the end mark.
  TraceSize size() const { return {Totals.Words, Written}; }

private:
  TraceWriter(std::string Path, int Fd);

  Status fail(Error E);
  size_t frameWords() const;
  Status pack();
  Status writeCoded(const FrameWords &Words, std::span<const char> Coded);
  Status writeFrame(TraceFrameKind Kind, const void *Payload, size_t Bytes,
                    uint32_t Words);
  Status write(const void *Data, size_t Bytes);

  std::string Path;
  int Fd;
  TraceTotals Totals = {};
  uint64_t Written = 0; ///< bytes up to the end mark
  Status FirstError;    ///< the first error
  /// The last member, because it uses all the others.
  std::unique_ptr<CodingThreads> Coder;
};

} // namespace memfacet::words

#endif
