//===- KeptTrace.h - a run's trace, beside or without analysis ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_KEPTTRACE_H
#define MEMFACET_MEASURE_PIPELINE_KEPTTRACE_H

#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/words/stream/RecordLength.h"
#include "analysis/words/trace/TraceWriter.h"
#include <functional>
#include <memory>
#include <optional>

namespace memfacet::measure {

/// What becomes of a stream.
class StreamWork : public words::SegmentSink {
public:
  /// Before the first segment.
  virtual Status openTrace() = 0;
  virtual const words::RecordLength &lengths() const = 0;
  /// More may follow, and another finish.
  virtual Expected<result::Profile> finish(words::DataLoss Loss) = 0;
  /// Calls \p Fork, which makes a copy of the process and returns true in it,
  /// when nothing is on its way in other threads. The copy may call finish; it
  /// leaves the trace alone. Returns what Fork did.
  virtual bool split(const std::function<bool()> &Fork) = 0;
  virtual words::TraceSize traceSize() const = 0;
};

/// A trace, or none. One that fails ends, and nothing else does.
class KeptTrace {
public:
  /// \p Lengths must outlive it. In \p Threads threads it is used, too.
  Status open(const CollectOptions &Options, const words::RecordLength &Lengths,
              unsigned Threads = 0);
  void segment(const words::Segment &S);
  /// The first error of all.
  Status finish(const words::DataLoss &Loss);
  words::TraceSize size() const {
    return Writer ? Writer->size() : words::TraceSize();
  }

private:
  std::unique_ptr<words::TraceWriter> Writer; ///< or null
  std::optional<Error> Failure;
};

/// Makes the trace that \p Options names, and nothing else: the profile that
/// finish gives has but its Loss and Notes.
std::unique_ptr<StreamWork> makeTraceWork(const CollectOptions &Options);

} // namespace memfacet::measure

#endif
