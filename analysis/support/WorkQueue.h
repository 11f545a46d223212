//===- support/WorkQueue.h - a thread that works off items in order -------===//

#ifndef MEMFACET_SUPPORT_WORKQUEUE_H
#define MEMFACET_SUPPORT_WORKQUEUE_H

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace memfacet {

/// A bounded queue with a thread of its own behind it. Used from one thread;
/// the work is done in one other.
template <typename Item> class WorkQueue {
public:
  /// At most \p Most items wait. \p Work leaves its item fit to be used again.
  WorkQueue(size_t Most, std::function<void(Item &)> Work)
      : Most(Most), Work(std::move(Work)), Worker([this] { run(); }) {}

  ~WorkQueue() {
    {
      std::lock_guard Guard(Lock);
      Ending = true;
    }
    Filled.notify_one();
    Worker.join();
  }
  WorkQueue(const WorkQueue &) = delete;
  WorkQueue &operator=(const WorkQueue &) = delete;

  /// Takes \p New, once there is room, and gives back a used item or a new one.
  Item exchange(Item New) {
    std::unique_lock Guard(Lock);
    Emptied.wait(Guard, [&] { return Items.size() < Most; });
    Items.push_back(std::move(New));
    Item Used;
    if (!Spare.empty()) {
      Used = std::move(Spare.back());
      Spare.pop_back();
    }
    // Late: a worker that is woken should find work for a while. settle() and
    // the end wake it for the rest.
    bool Wake = Items.size() == Most / 2 || Items.size() == Most;
    Guard.unlock();
    if (Wake)
      Filled.notify_one();
    return Used;
  }

  /// Returns when all items are worked off.
  void settle() {
    std::unique_lock Guard(Lock);
    Filled.notify_one();
    Emptied.wait(Guard, [&] { return Items.empty() && !Busy; });
  }

private:
  void run() {
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
      for (Item &Each : Mine)
        Work(Each);
      Guard.lock();
      for (Item &Each : Mine)
        if (Spare.size() < Most)
          Spare.push_back(std::move(Each));
      Mine.clear();
      Busy = false;
      Emptied.notify_one();
    }
  }

  const size_t Most;
  const std::function<void(Item &)> Work;
  std::mutex Lock;
  std::condition_variable Filled, Emptied;
  std::deque<Item> Items;
  std::vector<Item> Spare;
  bool Busy = false; ///< the worker holds items that are not in the list
  bool Ending = false;
  std::thread Worker; ///< last: it uses all the others
};

} // namespace memfacet

#endif
