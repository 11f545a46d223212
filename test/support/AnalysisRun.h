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

/// An analysis as one piece or in stages. Declared before the analysis.
class Staged {
public:
  /// Nothing: one piece. 0: as much as possible is done late, always the same.
  explicit Staged(std::optional<size_t> Threads) {
    if (Threads)
      Scheduler.emplace(*Threads);
  }
  StageScheduler *scheduler() { return Scheduler ? &*Scheduler : nullptr; }
  /// For the decoder.
  BatchSink &sinkFor(BatchSink &Analysis) {
    return Scheduler ? Queue.emplace(*Scheduler, Analysis) : Analysis;
  }
  /// Before the analysis is asked for results.
  void settle() {
    if (Queue)
      Queue->settle();
  }

private:
  std::optional<StageScheduler> Scheduler;
  std::optional<BatchQueue> Queue;
};

/// An analysis, behind a decoder and, where \p Threads is given, in stages.
class AnalysisRun {
public:
  explicit AnalysisRun(const char *Caches = "L1=1K,2",
                       AnalysisOptions Options = {},
                       std::optional<size_t> Threads = {}, bool Scalar = false)
      : Stages(Threads),
        Tested(*parseCacheModel(Caches), Modules, staged(Options)),
        Records(Builder, Stages.sinkFor(Tested),
                {.IntervalInstructions = Options.IntervalInstructions,
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

/// The profile of a program whose only thread writes \p Stream.
inline Profile analyse(const StreamBuilder &Stream,
                       const char *Caches = "L1=1K,2",
                       const AnalysisOptions &Options = {},
                       std::optional<size_t> Threads = {},
                       bool Scalar = false) {
  return AnalysisRun(Caches, Options, Threads, Scalar)
      .segment(Stream.words())
      .finish();
}

/// A program with one block: 5 instructions, and a load of 8 bytes at its only
/// slot.
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
