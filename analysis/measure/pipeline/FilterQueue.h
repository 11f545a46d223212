//===- FilterQueue.h - passes accesses on to the caches, as a stage -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_FILTERQUEUE_H
#define MEMFACET_MEASURE_PIPELINE_FILTERQUEUE_H

#include "analysis/caches/cache/MruChange.h"
#include "analysis/support/StageScheduler.h"

namespace memfacet::measure {

/// Passes filtered batches on to a sink in order, maybe in another thread. Used
/// from one thread at a time, and so is the sink.
class FilterQueue final : public caches::FilteredSink {
public:
  FilterQueue(StageScheduler &Scheduler, caches::FilteredSink &Sink)
      : Batches(Scheduler, MaxBatches, [&Sink](caches::FilteredBatch &B) {
          Sink.filtered(B);
          B.clear();
        }) {}

  void filtered(caches::FilteredBatch &B) override {
    B = Batches.exchange(std::move(B));
  }
  /// Returns when the sink has had all batches.
  void settle() { Batches.settle(); }

private:
  /// Enough that neither side waits for the other to wake up; bounds the
  /// memory.
  static constexpr size_t MaxBatches = 64;

  WorkStage<caches::FilteredBatch> Batches;
};

} // namespace memfacet::measure

#endif
