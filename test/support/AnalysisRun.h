//===- AnalysisRun.h - words in, a profile out ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_ANALYSISRUN_H
#define MEMFACET_TEST_SUPPORT_ANALYSISRUN_H

#include "analysis/decode/Decoder.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/measure/pipeline/BatchQueue.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"
#include <optional>

namespace memfacet::test {

/// Runs an analysis in one piece or in stages. Must be declared before the
/// analysis.
class Staged {
public:
  /// No \p Threads: one piece. 0: each stage runs as late as possible, in the
  /// same order each time.
  explicit Staged(std::optional<size_t> Threads) {
    if (Threads)
      Scheduler.emplace(*Threads);
  }
  StageScheduler *scheduler() { return Scheduler ? &*Scheduler : nullptr; }
  /// Returns the sink for the decoder.
  BatchSink &sinkFor(BatchSink &Analysis) {
    return Scheduler ? Queue.emplace(*Scheduler, Analysis) : Analysis;
  }
  /// Ends the run. Must be called before the results of the analysis are read.
  void settle() {
    if (Queue)
      Queue->settle();
  }

private:
  std::optional<StageScheduler> Scheduler;
  std::optional<BatchQueue> Queue;
};

/// A decoder and an analysis; with \p Threads, in stages.
class AnalysisRun {
public:
  explicit AnalysisRun(const char *Caches = "L1=1K,2",
                       AnalysisOptions Options = {},
                       std::optional<size_t> Threads = {}, bool Scalar = false)
      : Stages(Threads),
        Tested(*parseCacheModel(Caches), Modules, staged(Options)),
        Records(Builder, Stages.sinkFor(Tested),
                {.Intervals = {Options.Decoding.Intervals.Length},
                 .Scalar = Scalar,
                 .Selected = Tested.checkSelected()}) {}

  AnalysisRun &segment(std::span<const uint64_t> Words, uint32_t Thread = 0) {
    EXPECT_TRUE(Records.segment({ThreadId(Thread), Words}));
    return *this;
  }
  Profile finish() {
    Records.finish();
    Stages.settle();
    if (Records.selects())
      Tested.selects(Records.ending());
    return Tested.finish(Records.loss(), {});
  }

private:
  AnalysisOptions &staged(AnalysisOptions &Options) {
    Options.Scheduler = Stages.scheduler();
    return Options;
  }

  Staged Stages;

public:
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  Analysis Tested;
  Decoder Records;
};

/// Returns the profile of a program whose only thread writes \p Stream.
inline Profile analyse(const StreamBuilder &Stream,
                       const char *Caches = "L1=1K,2",
                       const AnalysisOptions &Options = {},
                       std::optional<size_t> Threads = {},
                       bool Scalar = false) {
  return AnalysisRun(Caches, Options, Threads, Scalar)
      .segment(Stream.words())
      .finish();
}

/// A program with one block, which has 5 instructions, and a load of 8 bytes at
/// the only slot.
struct LoadingProgram {
  TableBuilder Tables;
  StreamBuilder Stream;
  uint64_t Load =
      Tables.block({.Instructions = 5, .Slots = 1, .Sites = {{.Size = 8}}});

  LoadingProgram &load(uint64_t Address) {
    Stream.block(Load, {Address});
    return *this;
  }
};

} // namespace memfacet::test

#endif
