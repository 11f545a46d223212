//===- LineHolders.h - which threads have a copy of a line ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The history of one line that several threads have touched. Nothing here is
// synchronised: a thread that touches a line has locked it (LineDirectory.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_LINEHOLDERS_H
#define MEMFACET_RUNTIME_SHARING_LINEHOLDERS_H

#include "memfacet/LineMoves.h"
#include <cstddef>

namespace memfacet::sharing {

/// An access, or the part of an access, in one line.
struct LineAccess {
  uint32_t Thread;
  uint32_t Site;  ///< the low half of the Site's address
  uint64_t Bytes; ///< a bit for each byte of the line; at least one
  bool Reads, Writes;
  /// AllLines: threads look at all lines. NoWindow: the thread looks at some
  /// lines only. Else: the number of the window in which the thread looks at
  /// all lines (WatchedLines::beginWindow).
  uint32_t Window;
  static constexpr uint32_t NoWindow = 0, AllLines = ~uint32_t(0);
  /// The line is in the stack of the thread, which another one may have had
  /// before. Not set for the main thread.
  bool IsOwnStack = false;
};

/// A write: the one that took a line, or the last one.
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

/// What the thread of the last touch may do with a line without another touch,
/// which would change nothing.
struct LineRights {
  uint64_t Bytes = 0;  ///< a bit for each byte
  bool Writes = false; ///< whether it may also write the bytes
  static constexpr LineRights all() { return {~uint64_t(0), true}; }
  bool operator==(const LineRights &) const = default;
};

/// The moves that one access causes to be reported.
struct LineMoveList {
  static constexpr size_t MaxMoves = 3;
  LineMove Moves[MaxMoves];
  size_t Count = 0;
};

/// The initial state is all zeroes; then begin is called.
class LineHolders {
public:
  static constexpr size_t OwnHolders = 6, MostParts = 16, Writers = 6;
  /// Bits of a move that is not reported: the line is not followed.
  static constexpr uint8_t Unfollowed = 255;
  /// Bits of a move of a line that is followed even if it is not chosen.
  static constexpr uint8_t Watched = 254;
  /// Returns whether a move with \p Bits stands for itself alone.
  static constexpr bool isSingle(uint8_t Bits) {
    return Bits == 0 || Bits == Watched;
  }

  /// Starts with \p Owner, the only thread so far. \p Write is the owner's last
  /// write, or null if there was none.
  void begin(uint64_t LineNumber, uint32_t Owner, const LineWrite *Write);
  /// Returns whether there is no room for another thread, \p Thread.
  bool needsPart(uint32_t Thread) const;
  /// Adds room for more threads: \p Part, all zeroes. Without it, or beyond
  /// MostParts, they replace other threads, first those that have lost the
  /// line.
  void addPart(LineHolders *Part);
  /// Processes the touch \p A and appends to \p Moves. \p Bits are those of the
  /// moves (MoveValue::Bits), Watched or Unfollowed.
  void touch(const LineAccess &A, uint8_t Bits, LineMoveList &Moves);
  /// Ends the history of \p Bytes, which belong to a new object from now on:
  /// what was written there is communicated to no thread. Threads that touched
  /// nothing else of the line have no copy any more; their misses of which the
  /// kind is not known yet are appended to \p Moves. Returns false if there is
  /// no room for all of them; to be called again then.
  bool forget(uint64_t Bytes, LineMoveList &Moves);
  /// Returns whether \p Thread has touched the line.
  bool knows(uint32_t Thread) { return find(Thread) != nullptr; }
  LineRights rights() const { return Rights; }
  /// Returns whether the last touch has ended rights of other threads.
  bool endsRights() const { return EndsRights; }
  uint64_t line() const { return Line; }
  /// Returns, if the last touch missed a lost copy, the number of such misses
  /// while threads looked at all lines; each window counts once. Returns 0 if
  /// it did not miss.
  uint32_t misses() const { return IsMiss ? Misses : 0; }
  /// Returns whether the last touch missed a copy that the thread had lost.
  bool isMiss() const { return IsMiss; }
  /// Returns the first window that misses() counts.
  uint32_t firstWindow() const { return FirstWindow; }
  /// Calls \p Report(LineMove) for misses that were not reported yet, when the
  /// line is not touched any more: they are of false sharing.
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
    /// Bytes that other threads wrote since this one lost the line.
    uint64_t ForeignBytes;
    /// Bytes that it touched since the line came, as far as the directory was
    /// asked.
    uint64_t TouchedBytes;
    uint32_t Thread, Site;
    LineWrite Taker;    ///< the write that took the line before the miss
    uint8_t Byte, Bits; ///< of the miss, like Site
    bool Exists, IsPresent;
    bool IsWaiting; ///< the kind of the miss is not known yet
    bool Updates;
  };
  struct Writer {
    uint64_t Bytes; ///< bytes that it was the last to write
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
  uint32_t Parts;    ///< in the list after this one
  uint32_t Replaced; ///< places that were taken
  uint32_t LastToucher;
  /// Windows with counted misses. Windows of several threads may overlap.
  uint32_t FirstWindow, LastWindow;
  LineRights Rights;
  uint64_t TurnBytes; ///< written
  bool HasLastWrite, TurnReads, TurnWrites, EndsRights, IsMiss;
  /// LastToucher was the last thread to write: no other thread has a copy.
  bool IsExclusive;
  Holder Holders[OwnHolders];
  Writer RecentWriters[Writers];
};

} // namespace memfacet::sharing

#endif
