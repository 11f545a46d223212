//===- pipeline/FilterQueue.h - a thread for the caches -------------------===//

#ifndef MEMFACET_PIPELINE_FILTERQUEUE_H
#define MEMFACET_PIPELINE_FILTERQUEUE_H

#include "analysis/cache/Filtered.h"
#include "analysis/support/WorkQueue.h"

namespace memfacet {

/// Passes filtered batches on to a sink in another thread, in order. Used from
/// one thread; the sink is called from one other.
class FilterQueue final : public FilteredSink {
public:
  explicit FilterQueue(FilteredSink &Sink)
      : Batches(MaxBatches, [&Sink](FilteredBatch &B) {
          Sink.filtered(B);
          B.clear();
        }) {}

  void filtered(FilteredBatch &B) override {
    B = Batches.exchange(std::move(B));
  }
  /// Returns when the sink has had all.
  void settle() { Batches.settle(); }

private:
  /// Enough that neither side waits for the other's wake-up; bounds the memory.
  static constexpr size_t MaxBatches = 64;

  WorkQueue<FilteredBatch> Batches;
};

} // namespace memfacet

#endif
