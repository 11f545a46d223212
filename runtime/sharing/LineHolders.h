//===- LineHolders.h - which threads have a copy of a line ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to one line that several threads have touched. Nothing here is
// synchronised: who touches a line has locked it (LineDirectory.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_LINEHOLDERS_H
#define MEMFACET_RUNTIME_SHARING_LINEHOLDERS_H

#include "memfacet/LineMoves.h"
#include <cstddef>

namespace memfacet {

/// An access, or its part, in one line.
struct LineAccess {
  uint32_t Thread;
  uint32_t Site;  ///< the low half of the Site's address
  uint64_t Bytes; ///< a bit for each byte of the line; at least one
  bool Reads, Writes;
  /// Each: all lines are looked at. Else the number of the window in which the
  /// thread looks at all (WatchedLines::beginWindow); or NoWindow.
  uint32_t Window;
  static constexpr uint32_t NoWindow = 0, AllLines = ~uint32_t(0);
};

/// A write that took a line, or the last one.
struct LineWrite {
  uint32_t Thread, Site;
  uint8_t Byte;
};

struct LineMove {
  MoveValue Value;
  uint32_t Site;
  uint8_t Byte;
  LineWrite Taker;
  bool Updates; ///< WriterValue::Updates
};

/// What the thread of the last touch may do with a line without touching it
/// again: that would change nothing.
struct LineRights {
  uint64_t Bytes = 0;  ///< of these bytes
  bool Writes = false; ///< write them, too, not only read them
  static constexpr LineRights all() { return {~uint64_t(0), true}; }
  bool operator==(const LineRights &) const = default;
};

/// The moves that one access makes known.
struct LineMoveList {
  static constexpr size_t MaxMoves = 3;
  LineMove Moves[MaxMoves];
  size_t Count = 0;
};

/// Made of zeroes, then begun.
class LineHolders {
public:
  static constexpr size_t OwnHolders = 6, MostParts = 16, Writers = 6;
  /// Bits of a move that is not told: the line is not followed.
  static constexpr uint8_t Unfollowed = 255;

  /// \p Owner is the only thread so far. If it has written, \p Write was the
  /// last time; else null.
  void begin(uint64_t Line, uint32_t Owner, const LineWrite *Write);
  /// Whether there is no room for another thread, \p Thread.
  bool needsPart(uint32_t Thread) const;
  /// Room for more threads: \p Part, all zeroes. Without it, or beyond
  /// MostParts, they take the places of others, those that have lost the line
  /// first.
  void addPart(LineHolders *Part);
  /// \p Bits: of moves, or Unfollowed.
  void touch(const LineAccess &A, uint8_t Bits, LineMoveList &Moves);
  LineRights rights() const { return Rights; }
  /// Whether the last touch has ended rights of other threads.
  bool endsRights() const { return EndsRights; }
  uint64_t line() const { return Line; }
  /// If the last touch missed a copy that was lost: how many such misses there
  /// were while all lines were looked at; of a window, one. Else 0.
  uint32_t misses() const { return IsMiss ? Misses : 0; }
  /// Whether the last touch missed a copy that was lost.
  bool isMiss() const { return IsMiss; }
  /// The first window of misses().
  uint32_t firstWindow() const { return FirstWindow; }
  /// The line is not touched any more. Calls \p Report(LineMove) for misses
  /// that were not told yet: they are of false sharing.
  template <typename Reporter> void settle(Reporter Report) {
    for (LineHolders *Part = this; Part; Part = Part->Next)
      for (Holder &H : Part->Holders)
        if (H.IsWaiting) {
          H.IsWaiting = false;
          if (H.Bits != Unfollowed)
            Report(moveOf(H, MoveKind::False, H.Taker));
        }
  }

private:
  struct Holder {
    uint64_t ForeignBytes; ///< bytes that others wrote since it lost the line
    uint32_t Thread, Site;
    LineWrite Taker;    ///< what took the line before the miss
    uint8_t Byte, Bits; ///< of the miss, as Site is
    bool Exists, IsPresent;
    bool IsWaiting; ///< for the kind of the miss
    bool Updates;
  };
  struct Writer {
    uint64_t Bytes; ///< that it was the last to write
    uint32_t Thread, Site;
    uint32_t Number; ///< of its last write
  };

  Holder *find(uint32_t Thread);
  Holder &choosePlace();
  Holder &add(const LineAccess &A, uint8_t Bits, LineMoveList &Moves);
  void countMiss(uint32_t Window);
  void miss(Holder &H, const LineAccess &A, uint8_t Bits, LineMoveList &Moves);
  static LineMove moveOf(const Holder &H, MoveKind Kind,
                         const LineWrite &Taker);
  static void report(const Holder &H, MoveKind Kind, const LineWrite &Taker,
                     LineMoveList &Moves);
  void takeFromOthers(const Holder &Toucher, uint64_t Bytes);
  void noteTurn(const LineAccess &A);
  void noteWrite(const LineAccess &A);
  LineRights rightsOf(const Holder &H) const;
  LineWrite latest(uint64_t Bytes) const;

  uint64_t Line;
  LineHolders *Next; ///< has Holders, nothing else
  LineWrite LastWrite;
  uint32_t Writes, Misses;
  uint32_t Parts;    ///< behind this one
  uint32_t Replaced; ///< places that were taken
  uint32_t LastToucher;
  /// With misses that count. Windows of several threads may overlap.
  uint32_t FirstWindow, LastWindow;
  LineRights Rights;
  uint64_t TurnBytes; ///< written
  bool HasLastWrite, TurnReads, TurnWrites, EndsRights, IsMiss;
  /// LastToucher was the last one to write: no one else has a copy.
  bool IsExclusive;
  Holder Holders[OwnHolders];
  Writer RecentWriters[Writers];
};

} // namespace memfacet

#endif
