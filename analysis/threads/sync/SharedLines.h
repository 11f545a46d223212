//===- SharedLines.h - lines that threads may take from each other --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulating which thread loses which line when takes every access. A sample
// of them, as StepSampler looks at, tells something cheaper: which bytes of
// which lines each thread accesses and writes while several threads run. A
// thread can miss because others wrote other bytes of a line at most as often
// as it accesses the line, and at most as often as they write there. Threads of
// which one ended before the other began take nothing from each other.
//
// A stream has accesses of a thread behind the end of another that ran at the
// same time. So uses of a thread that has ended are kept until each of the
// threads that ran then has had an ordered event.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_SHAREDLINES_H
#define MEMFACET_THREADS_SYNC_SHAREDLINES_H

#include "analysis/result/profile/SharingTable.h"
#include "analysis/support/Ids.h"
#include <array>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace memfacet::threads {

/// Not synchronised.
class SharedLines {
public:
  /// \p LineBytes: a power of two.
  explicit SharedLines(uint64_t LineBytes);

  /// \p Thread begins, if not with its first access.
  void beginThread(ThreadId Thread);
  void endThread(ThreadId Thread);
  /// \p Thread has an ordered event (memfacet/Events.h).
  void noteOrderedEvent(ThreadId Thread);
  /// An access of the sample.
  void access(uint64_t Address, uint64_t Bytes, bool IsWrite, ThreadId Thread,
              uint32_t Structure) {
    if (Thread.Value != LastThread) [[unlikely]]
      enter(Thread);
    if (RunningThreads > 1)
      add(Address, Bytes, IsWrite, Thread, Structure);
  }
  /// Forgets all accesses.
  void clear();
  /// Structures with lines that are contested, by Structure.
  std::vector<result::SharingHint> hints() const;

  /// Lines beyond so many are left out: those of a large array, mostly.
  static constexpr size_t MaxLines = size_t(1) << 17;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// Threads that have ended and are kept, at most.
  static constexpr size_t MaxEndedThreads = 256;
  static constexpr uint64_t Never = ~uint64_t(0);
  /// How a thread uses a structure in a line.
  struct Use {
    uint64_t Line;
    uint32_t Thread, Structure;
    uint64_t Accesses = 0, Writes = 0;
    uint64_t Bytes = 0, Written = 0; ///< a bit for each Granule
    /// By threads that are not kept any more, of other bytes than these.
    uint64_t EarlierWrites = 0;
    uint32_t Next = None;         ///< of the same line
    uint32_t NextOfThread = None; ///< of the same thread
  };
  /// A thread that runs, or is kept. Times count begins and ends.
  struct Lifetime {
    uint64_t Begin, End = Never;
    uint64_t LastEvent = Never; ///< when it had its last ordered event
    uint32_t FirstUse = None;
    std::vector<uint32_t> AwaitedThreads =
        {}; ///< it is kept until they had an event
  };
  /// What is contested of a structure.
  struct Sum {
    uint64_t Accesses = 0;
    std::unordered_set<uint64_t> Lines;
    std::unordered_set<uint32_t> Threads;
  };
  using Sums = std::map<uint32_t, Sum>; ///< by structure

  void enter(ThreadId Thread);
  void add(uint64_t Address, uint64_t Bytes, bool IsWrite, ThreadId Thread,
           uint32_t Structure);
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
  std::deque<uint32_t> EndedThreads; ///< that are kept, the first first
  size_t RunningThreads = 0;         ///< threads
  uint64_t Time = 0;
  uint32_t LastThread = None; ///< thread that accessed something
  std::unordered_map<uint64_t, uint32_t> Lines; ///< by number: the first use
  std::vector<Use> Uses;
  std::vector<uint32_t> FreeUses;
  Sums EarlierSums; ///< of threads that are not kept any more
  /// The last use of lines with the same low bits: mostly, it is the next.
  struct Recent {
    uint64_t Line = 0;
    uint32_t Use = None;
  };
  std::array<Recent, 512> Recents;
  Recent &recent(uint64_t Line, uint32_t Thread) {
    return Recents[(Line + Thread) % Recents.size()];
  }
  std::vector<uint64_t> Sampled; ///< accesses by structure
};

} // namespace memfacet::threads

#endif
