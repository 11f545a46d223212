//===- sweep/SweepWorker.cpp - a thread that simulates some models --------===//

#include "analysis/sweep/SweepWorker.h"

namespace memfacet {

SweepWorker::SweepWorker(std::vector<std::unique_ptr<SweepTree>> All)
    : Trees(std::move(All)), Thread([this] { work(); }) {}

SweepWorker::~SweepWorker() {
  {
    std::lock_guard Guard(Lock);
    Ending = true;
  }
  Filled.notify_one();
  Thread.join();
}

void SweepWorker::simulate(size_t Stream, std::shared_ptr<const SweepBatch> B) {
  if (!Trees[Stream])
    return;
  std::unique_lock Guard(Lock);
  Emptied.wait(Guard, [&] { return Items.size() < MaxWaiting; });
  Items.push_back({Stream, std::move(B)});
  // Late: a worker that is woken should find work for a while. settle() and
  // the end wake it for the rest.
  bool Wake = Items.size() >= MaxWaiting / 2;
  Guard.unlock();
  if (Wake)
    Filled.notify_one();
}

void SweepWorker::settle() {
  std::unique_lock Guard(Lock);
  Filled.notify_one();
  Emptied.wait(Guard, [&] { return Items.empty() && !Busy; });
}

void SweepWorker::work() {
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
    for (Item &Each : Mine) {
      Trees[Each.Stream]->simulate(*Each.Batch);
      Each.Batch.reset();
    }
    Mine.clear();
    Guard.lock();
    Busy = false;
    Emptied.notify_one();
  }
}

} // namespace memfacet
