//===- ReadAhead.h - a thread that makes items in advance -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_READAHEAD_H
#define MEMFACET_SUPPORT_READAHEAD_H

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

/// Items in their order, made in one other thread. Used from one thread.
template <typename Item> class ReadAhead {
public:
  /// At most \p Most items are there that were not asked for. \p Make fills an
  /// item, which may have been used before, and returns false for the last one.
  ReadAhead(size_t Most, std::function<bool(Item &)> Make)
      : Most(Most), Make(std::move(Make)), Worker([this] { run(); }) {}

  /// Drops items that were not asked for.
  ~ReadAhead() {
    {
      std::lock_guard Guard(Lock);
      Ending = true;
    }
    ItemTaken.notify_one();
    Worker.join();
  }
  ReadAhead(const ReadAhead &) = delete;
  ReadAhead &operator=(const ReadAhead &) = delete;

  /// Waits for the next item, and takes back what \p Current was. Returns false
  /// if there are no more.
  bool next(Item &Current) {
    MEMFACET_CHECK(Most != 0, "no item would be made");
    std::unique_lock Guard(Lock);
    ItemMade.wait(Guard, [&] { return !Items.empty() || IsComplete; });
    if (Items.empty())
      return false;
    Spare.push_back(std::exchange(Current, std::move(Items.front())));
    Items.pop_front();
    Guard.unlock();
    ItemTaken.notify_one();
    return true;
  }

private:
  void run() {
    bool More = true;
    std::unique_lock Guard(Lock);
    while (More) {
      ItemTaken.wait(Guard, [&] { return Items.size() < Most || Ending; });
      if (Ending)
        return;
      Item New;
      if (!Spare.empty()) {
        New = std::move(Spare.back());
        Spare.pop_back();
      }
      Guard.unlock();
      More = Make(New);
      Guard.lock();
      Items.push_back(std::move(New));
      IsComplete = !More;
      ItemMade.notify_one();
    }
  }

  const size_t Most;
  const std::function<bool(Item &)> Make;
  std::mutex Lock;
  std::condition_variable ItemMade, ItemTaken;
  std::deque<Item> Items;
  std::vector<Item> Spare;
  bool IsComplete = false, Ending = false;
  std::thread Worker; ///< last: it uses all the others
};

} // namespace memfacet

#endif
