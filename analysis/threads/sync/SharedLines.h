//===- SharedLines.h - lines that threads may take from each other --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulating which thread loses which line, and when, needs every access. A
// sample of accesses, as StepSampler takes it, shows less at a lower cost:
// which bytes of which lines each thread accesses and writes while several
// threads run. This gives an upper bound. A thread misses because other threads
// wrote other bytes of a line at most as often as it accesses the line, and at
// most as often as they write there. Two threads of which one ended, and was
// joined, before the other began take no line from each other. Without the
// join, another run might have had both at the same time.
//
// In a stream, accesses of a thread may come after the end of another thread
// that ran at the same time. So uses of a thread that has ended are kept until
// each of the threads that ran then has had an ordered event.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_SHAREDLINES_H
#define MEMFACET_THREADS_SYNC_SHAREDLINES_H

#include "analysis/result/profile/SharingTable.h"
#include "analysis/support/Ids.h"
#include "memfacet/UsedBytes.h"
#include <array>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace memfacet::threads {

/// Estimates how often threads lose lines to writes of other bytes. Not
/// synchronised.
class SharedLines {
public:
  /// \p LineBytes is a power of two.
  explicit SharedLines(uint64_t LineBytes);

  /// Begins \p Thread. The thread's first access does so, too.
  void beginThread(ThreadId Thread);
  void endThread(ThreadId Thread);
  /// Notes that \p Thread has ended, and that no thread has joined it yet.
  void leaveThread(ThreadId Thread);
  /// Ends \p Thread, which another one has joined.
  void joinThread(ThreadId Thread) {
    std::erase(UnjoinedThreads, Thread.Value);
    endThread(Thread);
  }
  /// Notes that \p Thread has an ordered event (memfacet/Events.h).
  void noteOrderedEvent(ThreadId Thread);
  /// Adds an access of the sample.
  void access(uint64_t Address, uint64_t Bytes, bool IsWrite, ThreadId Thread,
              uint32_t Structure, UsedBytes Used = {}) {
    if (Thread.Value != LastThread) [[unlikely]]
      enter(Thread);
    if (RunningThreads > 1)
      add(Address, Bytes, IsWrite, Thread, Structure, Used);
  }
  /// Forgets all accesses.
  void clear();
  /// Returns the structures with contested lines, sorted by Structure.
  std::vector<result::SharingHint> hints() const;

  /// The most lines that are kept. Further ones, mostly of a large array, are
  /// left out.
  static constexpr size_t MaxLines = size_t(1) << 17;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// The most threads that are kept after their end.
  static constexpr size_t MaxEndedThreads = 256;
  static constexpr uint64_t Never = ~uint64_t(0);
  /// How a thread uses a structure in a line.
  struct Use {
    uint64_t Line;
    uint32_t Thread, Structure;
    uint64_t Accesses = 0, Writes = 0;
    uint64_t Bytes = 0, Written = 0; ///< a bit for each Granule
    /// Writes to other bytes by threads that are no longer kept.
    uint64_t EarlierWrites = 0;
    uint32_t Next = None;         ///< of the same line
    uint32_t NextOfThread = None; ///< of the same thread
  };
  /// A thread that runs, or is kept. Times count begins and ends of threads.
  struct Lifetime {
    uint64_t Begin, End = Never;
    uint64_t LastEvent = Never; ///< when it had its last ordered event
    uint32_t FirstUse = None;
    /// Threads that must have an event before this one is dropped.
    std::vector<uint32_t> AwaitedThreads = {};
  };
  /// The contested accesses of a structure.
  struct Sum {
    uint64_t Accesses = 0;
    std::unordered_set<uint64_t> Lines;
    std::unordered_set<uint32_t> Threads;
  };
  using Sums = std::map<uint32_t, Sum>; ///< by structure

  void enter(ThreadId Thread);
  void add(uint64_t Address, uint64_t Bytes, bool IsWrite, ThreadId Thread,
           uint32_t Structure, UsedBytes Used);
  Use *useOf(uint64_t Line, uint32_t Thread, uint32_t Structure);
  uint32_t findUse(uint64_t Line, uint32_t Thread, uint32_t Structure);
  uint32_t makeUse(const Use &U);
  uint64_t contestedAccesses(const Use &U) const;
  void addContested(const Use &U, Sums &Total) const;
  void noteEarlierWrites(const Use &U);
  void remove(uint32_t Number);
  void forget(uint32_t Thread);
  bool overlap(uint32_t Thread, uint32_t Other) const;

  const uint64_t LineBytes;
  const unsigned LineShift;
  const uint64_t Granule; ///< bytes
  std::unordered_map<uint32_t, Lifetime> Threads;
  /// Ended threads that are kept, the earliest first.
  std::deque<uint32_t> EndedThreads;
  /// Threads that have ended and were not joined, the earliest first.
  std::deque<uint32_t> UnjoinedThreads;
  size_t RunningThreads = 0; ///< UnjoinedThreads among them
  uint64_t Time = 0;
  uint32_t LastThread = None; ///< the thread of the last access
  std::unordered_map<uint64_t, uint32_t> Lines; ///< by number: the first use
  std::vector<Use> Uses;
  std::vector<uint32_t> FreeUses;
  Sums EarlierSums; ///< of threads that are no longer kept
  /// The last use of a line by a thread, for all with the same recent(); most
  /// often, it is the next one, too.
  struct RecentUse {
    uint64_t Line = 0;
    uint32_t Use = None;
  };
  std::array<RecentUse, 512> Recents;
  RecentUse &recent(uint64_t Line, uint32_t Thread) {
    return Recents[(Line + Thread) % Recents.size()];
  }
  std::vector<uint64_t> Sampled; ///< accesses by structure
};

} // namespace memfacet::threads

#endif
