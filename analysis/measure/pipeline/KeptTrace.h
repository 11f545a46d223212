//===- KeptTrace.h - a run's trace, with or without analysis --------------===//
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

/// Processes a stream.
class StreamWork : public words::SegmentSink {
public:
  /// Opens the trace. Called before the first segment.
  virtual Status openTrace() = 0;
  virtual const words::RecordLength &lengths() const = 0;
  /// Returns the profile so far. More segments may follow, and another finish.
  virtual Expected<result::Profile> finish(words::DataLoss Loss) = 0;
  /// Calls \p Fork when other threads have nothing to do. \p Fork makes a copy
  /// of the process and returns true in the copy. The copy may call finish,
  /// which leaves the trace alone. Returns the result of \p Fork.
  virtual bool split(const std::function<bool()> &Fork) = 0;
  virtual words::TraceSize traceSize() const = 0;
};

/// A trace, or none. After an error, the trace ends and everything else
/// continues.
class KeptTrace {
public:
  /// Opens the trace. \p Lengths must outlive it and is used in \p Threads
  /// threads, too.
  Status open(const CollectOptions &Options, const words::RecordLength &Lengths,
              unsigned Threads = 0);
  void segment(const words::Segment &S);
  /// Returns the first error of all.
  Status finish(const words::DataLoss &Loss);
  words::TraceSize size() const {
    return Writer ? Writer->size() : words::TraceSize();
  }

private:
  std::unique_ptr<words::TraceWriter> Writer; ///< or null
  std::optional<Error> Failure;
};

/// Makes the trace that \p Options names, and nothing else: the profile that
/// finish returns has only Loss and Notes.
std::unique_ptr<StreamWork> makeTraceWork(const CollectOptions &Options);

} // namespace memfacet::measure

#endif
