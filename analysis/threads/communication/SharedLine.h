//===- SharedLine.h - a line that several threads touched -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_SHAREDLINE_H
#define MEMFACET_THREADS_COMMUNICATION_SHAREDLINE_H

#include "analysis/threads/communication/ReusePairs.h"
#include "analysis/threads/communication/SharingTally.h"
#include "analysis/threads/sync/HappensBefore.h"
#include <array>
#include <cstdint>
#include <vector>

namespace memfacet::threads {

struct LineTouch {
  uint64_t Line;
  uint32_t Thread, Cache, Vertex;
  uint64_t Bytes; ///< of the line, a bit for each
  bool Reads, Writes;
};

/// A cache's copy of a line, present or lost. A cache that never had the line
/// has no LineCopy.
struct LineCopy {
  /// The earliest write of a thread that happens after all that this cache has
  /// done with the line.
  struct OrderedWrite {
    uint32_t Thread, Epoch;
  };

  uint32_t Cache = 0;
  bool Present = true;
  /// Bytes that other caches wrote since this one lost its copy, and that this
  /// one did not overwrite.
  uint64_t Foreign = 0;
  std::vector<OrderedWrite> Writes; ///< since the copy was lost
  bool Concurrent = false;          ///< used by noteOrder() only
  /// The vertex of a miss of which it is not known yet whether it is of true or
  /// false sharing; or NoVertex.
  uint32_t PendingMiss = NoVertex;
  /// Vertex of the last write before the miss.
  uint32_t PendingWriter = NoVertex;
  uint32_t Generation = 0; ///< of the tally at the miss
  bool IsPendingCertain = false;
  FightPlace WrittenAt = {}, MissedAt = {};
};

/// What threads have done with a line: this shows how they share it. A turn is
/// what a thread does before another one touches the line.
struct LineHabits {
  struct MissCounts {
    uint32_t Structure;
    uint64_t True, False;
  };
  static constexpr uint32_t NoThread = ~uint32_t(0),
                            SeveralThreads = NoThread - 1;

  /// Turns that only read, only write, do both.
  uint64_t Reading = 0, Writing = 0, Updating = 0;
  uint32_t Writer = NoThread;     ///< thread, since the line is shared
  std::vector<MissCounts> Misses; ///< by the structure that missed
  bool TurnReads = false, TurnWrites = false; ///< the present turn

  void endTurn();
  result::SharingClass classOf() const;
};

/// A thread that touched the line.
struct LineToucher {
  uint32_t Thread = 0;
  uint32_t Copy = 0;  ///< index of the copy of its cache
  uint32_t Epoch = 0; ///< of its last touch
  /// Bytes that no other thread wrote since this one touched them.
  uint64_t UnchangedBytes = 0;
};

/// A line that several threads touch, and the copies of it in all caches.
class SharedLine {
public:
  /// Begins with a line that one thread has touched, for the last time in
  /// \p Epoch. The thread wrote the bytes \p Written, for the last time at
  /// vertex \p LastWriter.
  SharedLine(uint32_t Thread, uint32_t Cache, uint32_t Epoch, uint64_t Written,
             uint32_t LastWriter);

  /// Applies touch \p T. \p S is the present state of the touching thread.
  void touch(const LineTouch &T, const HappensBefore::State &S,
             SharingTally &Tally);
  /// Counts all pending misses as false sharing.
  void settle(SharingTally &Tally);
  /// Returns the bytes that the last thread to touch the line may read without
  /// any change, until it synchronises or another thread touches the line.
  uint64_t quietReads() const {
    const LineToucher &R = Touchers[LastToucher];
    return Habits.TurnReads && Copies[R.Copy].PendingMiss == NoVertex
               ? R.UnchangedBytes
               : 0;
  }
  const LineHabits &habits() const { return Habits; }
  /// Forgets what threads have done so far.
  void forgetHabits() { Habits = {}; }

private:
  struct Write {
    uint32_t Vertex = NoVertex;
    /// Number of the write to the line, modulo 2^32, to find the latest.
    uint32_t Number = 0;
  };

  bool isQuiet(const LineTouch &T, const HappensBefore::State &S) const;
  uint32_t toucherOf(const LineTouch &T, SharingTally &Tally, bool &IsMiss);
  void miss(LineCopy &C, const LineTouch &T, const HappensBefore::State &S,
            SharingTally &Tally);
  void settle(LineCopy &C, uint32_t Writer, bool IsTrueSharing,
              SharingTally &Tally);
  void noteTurn(const LineTouch &T);
  uint32_t latestWriter(uint64_t Bytes) const;
  void takeFromOthers(const LineTouch &T, uint32_t OwnCopy, bool IsMiss,
                      SharingTally &Tally);
  void noteOrder(const LineTouch &T, uint32_t OwnCopy,
                 const HappensBefore::State &S);
  void read(const LineTouch &T, LineToucher &R, SharingTally &Tally) const;
  void write(const LineTouch &T);

  std::vector<LineCopy> Copies;
  std::vector<LineToucher> Touchers;
  std::array<Write, ReuseLineBytes> Writers; ///< of each byte, the last
  uint32_t LastWriter = NoVertex;            ///< of any byte
  uint32_t LastWriteByte = 0;                ///< the first byte of that write
  uint32_t Writes = 0;
  // The previous touch, to find touches that change nothing.
  uint32_t LastToucher = 0; ///< index
  uint64_t LastChanges = ~uint64_t(0);
  bool AllOrdered = false; ///< noteOrder() has nothing to add
  /// Bytes that the last touches, all of LastToucher, wrote.
  uint64_t LastWritten = 0;
  LineHabits Habits;
};

} // namespace memfacet::threads

#endif
