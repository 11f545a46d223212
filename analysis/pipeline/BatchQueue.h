//===- pipeline/BatchQueue.h - decoding and analysis on two threads -------===//

#ifndef MEMFACET_PIPELINE_BATCHQUEUE_H
#define MEMFACET_PIPELINE_BATCHQUEUE_H

#include "analysis/decode/Batch.h"
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace memfacet {

/// Passes batches and events on to a sink in another thread, in order: while
/// one batch is analysed, the next is decoded. Used from one thread; the sink
/// is called from one other.
class BatchQueue final : public BatchSink {
public:
  explicit BatchQueue(BatchSink &Sink);
  ~BatchQueue() override;
  BatchQueue(const BatchQueue &) = delete;
  BatchQueue &operator=(const BatchQueue &) = delete;

  void batch(const AccessBatch &B) override;
  std::unique_ptr<AccessBatch>
  exchange(std::unique_ptr<AccessBatch> B) override;
  void event(const Event &E) override;
  void settle() override;

private:
  /// A batch, or an event with a copy of its payload.
  struct Item {
    std::unique_ptr<AccessBatch> Batch;
    Event What = {};
    std::vector<uint64_t> Payload;
  };

  void push(Item I);
  void work();
  void process(Item &I);

  BatchSink &Sink;
  std::mutex Lock;
  std::condition_variable Filled, Emptied;
  std::deque<Item> Items;
  std::vector<std::unique_ptr<AccessBatch>> Spare;
  bool Busy = false; ///< the worker holds items that are not in the list
  bool Ending = false;
  std::thread Worker;
};

} // namespace memfacet

#endif
