//===- StageScheduler.h - threads that share the stages of one work -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each stage takes its items in order, one after the other, and may pass others
// on to a later stage. No stage owns a thread: a thread that has nothing to do
// takes a stage that has items and no worker, and a thread that waits for room
// in a stage works meanwhile. So few threads keep as many processors busy,
// however the work is distributed over the stages, and an item is often worked
// on where it was made.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SUPPORT_STAGESCHEDULER_H
#define MEMFACET_SUPPORT_STAGESCHEDULER_H

#include "memfacet/Check.h"
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace memfacet {

class StageScheduler {
public:
  using Guard = std::unique_lock<std::mutex>;

  /// What a scheduler works on, from enter to leave. It must be whole at both.
  class Stage {
  public:
    virtual ~Stage() = default;
    /// Returns whether items wait, and no thread works on them. The scheduler
    /// is locked.
    virtual bool ready() const = 0;
    /// Returns whether nothing waits, and no thread works. The scheduler is
    /// locked.
    virtual bool idle() const = 0;
    /// Works off what waits. Unlocks the scheduler meanwhile.
    virtual void work(Guard &Locked) = 0;
  };

  /// Makes \p Count threads in addition to those that pass items on. With 0,
  /// these do everything.
  explicit StageScheduler(size_t Count);
  ~StageScheduler();
  StageScheduler(const StageScheduler &) = delete;
  StageScheduler &operator=(const StageScheduler &) = delete;

  /// Returns how many threads are of use on this machine where a stage feeds
  /// another, in addition to the thread that feeds the first.
  static size_t usefulThreads();

  Guard lock() { return Guard(Lock); }
  /// Adds a stage, after the stages that it feeds.
  void enter(Stage &S);
  /// Removes a stage, where nothing may wait any more.
  void leave(Guard &Locked, Stage &S);
  /// Returns when \p IsDone() is true, and works meanwhile.
  template <typename Condition> void until(Guard &Locked, Condition IsDone) {
    while (!IsDone())
      if (!help(Locked))
        Freed.wait(Locked);
  }
  /// Called when there is work for a thread that sleeps.
  void wake() {
    if (!IsCopy)
      Filled.notify_one();
  }
  /// Called when other threads may have what they wait for.
  void freed() {
    if (!IsCopy)
      Freed.notify_all();
  }
  /// Calls \p Fork when all stages are idle, in the thread that feeds the first
  /// one. If \p Fork returns true, this is a copy of the process, which has
  /// none of the threads: the caller does all of the work from here on. Returns
  /// what \p Fork did.
  bool split(const std::function<bool()> &Fork);

private:
  bool help(Guard &Locked);
  void run();

  std::mutex Lock;
  std::condition_variable Filled, Freed;
  std::vector<Stage *> Stages; ///< a stage stands before those that feed it
  bool Ending = false;
  /// Whether this is a copy of the process. The threads that sleep at a
  /// condition are not in it, but the condition would wait for them to wake.
  bool IsCopy = false;
  std::vector<std::thread> Threads; ///< last: they use all the others
};

/// A bounded queue, whose items are worked off in order.
template <typename Item> class WorkStage final : public StageScheduler::Stage {
public:
  /// At most \p Most items wait. \p Work leaves its item fit to be used again.
  WorkStage(StageScheduler &Scheduler, size_t Most,
            std::function<void(Item &)> Work)
      : Scheduler(Scheduler), Most(Most), Work(std::move(Work)) {
    MEMFACET_CHECK(Most != 0, "nothing could wait");
    Scheduler.enter(*this);
  }
  ~WorkStage() override {
    StageScheduler::Guard Locked = Scheduler.lock();
    settle(Locked);
    Scheduler.leave(Locked, *this);
  }
  WorkStage(const WorkStage &) = delete;
  WorkStage &operator=(const WorkStage &) = delete;

  /// Takes \p New, once there is room, and returns a used item or a new one.
  /// Called from one thread at a time.
  Item exchange(Item New) {
    StageScheduler::Guard Locked = Scheduler.lock();
    Scheduler.until(Locked, [&] { return Items.size() < Most; });
    Items.push_back(std::move(New));
    Item Used = {};
    if (!Spare.empty()) {
      Used = std::move(Spare.back());
      Spare.pop_back();
    }
    // Wakes late: a thread that is woken should find work for a while. A thread
    // that waits for the rest does it.
    bool Wake = Items.size() == (Most + 1) / 2 || Items.size() == Most;
    Locked.unlock();
    if (Wake)
      Scheduler.wake();
    return Used;
  }

  /// Returns when all items are worked off.
  void settle() {
    StageScheduler::Guard Locked = Scheduler.lock();
    settle(Locked);
  }

private:
  void settle(StageScheduler::Guard &Locked) {
    Scheduler.until(Locked, [&] { return idle(); });
  }
  bool ready() const override { return !Items.empty() && !Busy; }
  bool idle() const override { return Items.empty() && !Busy; }

  void work(StageScheduler::Guard &Locked) override {
    std::deque<Item> Current;
    Current.swap(Items);
    Busy = true;
    Locked.unlock();
    Scheduler.freed();
    for (Item &Each : Current)
      Work(Each);
    Locked.lock();
    // There are never more than were in use at once.
    for (Item &Each : Current)
      Spare.push_back(std::move(Each));
    Busy = false;
    Scheduler.freed();
  }

  StageScheduler &Scheduler;
  const size_t Most;
  const std::function<void(Item &)> Work;
  std::deque<Item> Items;
  std::vector<Item> Spare;
  bool Busy = false; ///< a thread holds items that are not in the list
};

} // namespace memfacet

#endif
