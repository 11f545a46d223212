//===- pipeline/FilterQueue.h - a thread for the caches -------------------===//

#ifndef MEMFACET_PIPELINE_FILTERQUEUE_H
#define MEMFACET_PIPELINE_FILTERQUEUE_H

#include "analysis/cache/Filtered.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace memfacet {

/// Passes filtered batches on to a sink in another thread, in order. Used from
/// one thread; the sink is called from one other.
class FilterQueue final : public FilteredSink {
public:
  explicit FilterQueue(FilteredSink &Sink);
  ~FilterQueue() override;
  FilterQueue(const FilterQueue &) = delete;
  FilterQueue &operator=(const FilterQueue &) = delete;

  void filtered(FilteredBatch &B) override;
  /// Returns when the sink has had all.
  void settle();

private:
  void work();

  FilteredSink &Sink;
  std::mutex Lock;
  std::condition_variable Filled, Emptied;
  std::deque<FilteredBatch> Items;
  std::vector<FilteredBatch> Spare;
  bool Busy = false; ///< the worker holds items that are not in the list
  bool Ending = false;
  std::thread Worker;
};

} // namespace memfacet

#endif
