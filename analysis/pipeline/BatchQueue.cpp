//===- pipeline/BatchQueue.cpp - decoding and analysis on two threads -----===//

#include "analysis/pipeline/BatchQueue.h"
#include <utility>

namespace memfacet {

/// Enough that neither side waits for the other's wake-up; bounds the memory.
static constexpr size_t MaxItems = 32;

BatchQueue::BatchQueue(BatchSink &Sink)
    : Sink(Sink), Worker([this] { work(); }) {}

BatchQueue::~BatchQueue() {
  {
    std::lock_guard Guard(Lock);
    Ending = true;
  }
  Filled.notify_one();
  Worker.join();
}

void BatchQueue::push(Item I) {
  std::unique_lock Guard(Lock);
  Emptied.wait(Guard, [&] { return Items.size() < MaxItems; });
  Items.push_back(std::move(I));
  // Late: a worker that is woken should find work for a while. settle() and
  // the end wake it for the rest.
  bool Wake = Items.size() >= MaxItems / 2;
  Guard.unlock();
  if (Wake)
    Filled.notify_one();
}

void BatchQueue::batch(const AccessBatch &B) {
  exchange(std::make_unique<AccessBatch>(B));
}

std::unique_ptr<AccessBatch>
BatchQueue::exchange(std::unique_ptr<AccessBatch> B) {
  push({std::move(B), {}, {}});
  {
    std::lock_guard Guard(Lock);
    if (!Spare.empty()) {
      std::unique_ptr<AccessBatch> Free = std::move(Spare.back());
      Spare.pop_back();
      return Free;
    }
  }
  return std::make_unique<AccessBatch>();
}

void BatchQueue::event(const Event &E) {
  push({nullptr, E, {E.Payload.begin(), E.Payload.end()}});
}

void BatchQueue::settle() {
  std::unique_lock Guard(Lock);
  Filled.notify_one();
  Emptied.wait(Guard, [&] { return Items.empty() && !Busy; });
}

void BatchQueue::process(Item &I) {
  if (I.Batch) {
    Sink.batch(*I.Batch);
    return;
  }
  I.What.Payload = I.Payload;
  Sink.event(I.What);
}

void BatchQueue::work() {
  std::deque<Item> Mine;
  std::unique_lock Guard(Lock);
  for (;;) {
    Filled.wait(Guard, [&] { return !Items.empty() || Ending; });
    if (Items.empty())
      return;
    Mine.swap(Items);
    Busy = true;
    Guard.unlock();
    Emptied.notify_one();
    for (Item &I : Mine)
      process(I);
    Guard.lock();
    for (Item &I : Mine)
      if (I.Batch && Spare.size() < MaxItems)
        Spare.push_back(std::move(I.Batch));
    Mine.clear();
    Busy = false;
    Emptied.notify_one();
  }
}

} // namespace memfacet
