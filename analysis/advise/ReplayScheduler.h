//===- ReplayScheduler.h - many sinks, few threads ------------------------===//

#ifndef MEMFACET_ADVISE_REPLAYSCHEDULER_H
#define MEMFACET_ADVISE_REPLAYSCHEDULER_H

#include "analysis/advise/ReplayStream.h"
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace memfacet {

/// Hands blocks to sinks, each block to all of them before the next: the result
/// does not depend on the number of threads. Used from one thread.
class ReplayScheduler {
public:
  /// \p Sinks outlive this. \p Threads: 0, in the caller's own.
  ReplayScheduler(std::vector<ReplaySink *> Sinks, unsigned Threads);
  ~ReplayScheduler();
  ReplayScheduler(const ReplayScheduler &) = delete;
  ReplayScheduler &operator=(const ReplayScheduler &) = delete;

  /// To be filled.
  ReplayBlock &block() { return Filling; }
  /// Hands it on; there is an empty one then.
  void handOn();
  /// Returns when all sinks have had all.
  void settle();

private:
  void work();

  std::vector<ReplaySink *> Sinks;
  ReplayBlock Filling, Taken;
  std::mutex Lock;
  std::condition_variable Changed;
  size_t Next = 0, Done = 0; ///< sinks that have begun with Taken, and ended
  bool Ending = false;
  std::vector<std::thread> Workers;
};

} // namespace memfacet

#endif
