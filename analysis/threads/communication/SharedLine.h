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

/// A cache's copy of a line, or the one that it lost. Caches that never had one
/// have none of these.
struct LineCopy {
  /// The earliest write of a thread that follows, by synchronisation, all that
  /// this cache has done with the line.
  struct OrderedWrite {
    uint32_t Thread, Epoch;
  };

  uint32_t Cache = 0;
  bool Present = true;
  /// Bytes that others wrote since the cache lost its copy, and that it did not
  /// overwrite.
  uint64_t Foreign = 0;
  std::vector<OrderedWrite> Writes; ///< since the copy was lost
  bool Concurrent = false;          ///< of noteOrder alone
  /// A miss that waits to be told what it was: its vertex, or none.
  uint32_t PendingMiss = NoVertex;
  uint32_t PendingWriter = NoVertex; ///< who wrote last before it
  uint32_t Generation = 0;           ///< of the tally, then
  bool IsPendingCertain = false;
  FightPlace WrittenAt = {}, MissedAt = {};
};

/// What threads have done with a line, to tell how they share it. A turn is
/// what a thread does before another one touches the line.
struct LineHabits {
  struct MissCounts {
    uint32_t Structure;
    uint64_t True, False;
  };
  static constexpr uint32_t NoThread = ~uint32_t(0),
                            SeveralThreads = NoThread - 1;

  uint64_t Reading = 0, Writing = 0, Updating = 0; ///< turns that do that only
  uint32_t Writer = NoThread;     ///< thread, since the line is shared
  std::vector<MissCounts> Misses; ///< by the structure that missed
  bool TurnReads = false, TurnWrites = false; ///< the turn that has not ended

  void endTurn();
  result::SharingClass classOf() const;
};

/// A thread that touched the line.
struct LineToucher {
  uint32_t Thread = 0;
  uint32_t Copy = 0;  ///< index, of its cache
  uint32_t Epoch = 0; ///< of its last touch
  uint64_t UnchangedBytes =
      0; ///< bytes that nobody else wrote since it touched them
};

/// What a line's touches do to the copies of it in all caches.
class SharedLine {
public:
  /// A line that was touched by one thread, in epoch \p Epoch for the last
  /// time, which wrote \p Written, with \p LastWriter for the last time.
  SharedLine(uint32_t Thread, uint32_t Cache, uint32_t Epoch, uint64_t Written,
             uint32_t LastWriter);

  /// \p S: of the touching thread, now.
  void touch(const LineTouch &T, const HappensBefore::State &S,
             SharingTally &Tally);
  /// No miss waits any more.
  void settle(SharingTally &Tally);
  /// Bytes that the thread that touched it last may read without changing
  /// anything, until it synchronises or another one touches the line.
  uint64_t quietReads() const {
    const LineToucher &R = Touchers[LastToucher];
    return Habits.TurnReads && Copies[R.Copy].PendingMiss == NoVertex
               ? R.UnchangedBytes
               : 0;
  }
  const LineHabits &habits() const { return Habits; }
  /// What was done so far does not count.
  void forgetHabits() { Habits = {}; }

private:
  struct Write {
    uint32_t Vertex = NoVertex;
    /// Counts the line's writes, modulo 2^32: who was the latest.
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
  uint32_t LastWriter = NoVertex;            ///< of any
  uint32_t LastByte = 0;                     ///< the first of that write
  uint32_t Writes = 0;
  // The touch before, to know what changes nothing.
  uint32_t LastToucher = 0; ///< index
  uint64_t LastChanges = ~uint64_t(0);
  bool AllOrdered = false;  ///< noteOrder has nothing to add
  uint64_t LastWritten = 0; ///< bytes, by this and those that it continues
  LineHabits Habits;
};

} // namespace memfacet::threads

#endif
