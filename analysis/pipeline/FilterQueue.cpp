//===- pipeline/FilterQueue.cpp - a thread for the caches -----------------===//

#include "analysis/pipeline/FilterQueue.h"
#include <utility>

namespace memfacet {

/// Enough that neither side waits for the other's wake-up; bounds the memory.
static constexpr size_t MaxItems = 64;

FilterQueue::FilterQueue(FilteredSink &Sink)
    : Sink(Sink), Worker([this] { work(); }) {}

FilterQueue::~FilterQueue() {
  {
    std::lock_guard Guard(Lock);
    Ending = true;
  }
  Filled.notify_one();
  Worker.join();
}

void FilterQueue::filtered(FilteredBatch &B) {
  std::unique_lock Guard(Lock);
  Emptied.wait(Guard, [&] { return Items.size() < MaxItems; });
  Items.push_back(std::move(B));
  B = {};
  if (!Spare.empty()) {
    B = std::move(Spare.back());
    Spare.pop_back();
  }
  // Late: a worker that is woken should find work for a while. settle() and
  // the end wake it for the rest.
  bool Wake = Items.size() == MaxItems / 2 || Items.size() == MaxItems;
  Guard.unlock();
  if (Wake)
    Filled.notify_one();
}

void FilterQueue::settle() {
  std::unique_lock Guard(Lock);
  Filled.notify_one();
  Emptied.wait(Guard, [&] { return Items.empty() && !Busy; });
}

void FilterQueue::work() {
  std::deque<FilteredBatch> Mine;
  std::unique_lock Guard(Lock);
  for (;;) {
    Filled.wait(Guard, [&] { return !Items.empty() || Ending; });
    if (Items.empty())
      return;
    Mine.swap(Items);
    Busy = true;
    Guard.unlock();
    Emptied.notify_one();
    for (FilteredBatch &B : Mine) {
      Sink.filtered(B);
      B.clear();
    }
    Guard.lock();
    for (FilteredBatch &B : Mine)
      if (Spare.size() < MaxItems)
        Spare.push_back(std::move(B));
    Mine.clear();
    Busy = false;
    Emptied.notify_one();
  }
}

} // namespace memfacet
