//===- ThreadSelection.h - the lines that a thread records ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_THREADSELECTION_H
#define MEMFACET_RUNTIME_RECORD_THREADSELECTION_H

#include "memfacet/Select.h"
#include "runtime/sharing/Sharing.h"

namespace memfacet::record {

/// For each residue, the last line that the thread has recorded or dropped. An
/// entry has the line's number from bit 3 on, and above it the version of the
/// line (sharing/Sharing.h) for which the rights hold.
struct RecentLines {
  static constexpr uint64_t Written = 1, ///< since it became the last line
      Partial = 2,   ///< rights are to Bytes, not to the whole line
      OnlyReads = 4; ///< rights are to read
  static constexpr unsigned NumberShift = 3, VersionShift = 44;

  uint64_t Lines[SelectResidues];
  uint64_t Bytes[SelectResidues]; ///< rights of the lines that are Partial

  static size_t placeOf(uint64_t Address) {
    return (Address >> SelectLineShift) % SelectResidues;
  }
  static uint64_t entry(uint64_t Address, uint64_t Version) {
    return Address >> SelectLineShift << NumberShift | Version << VersionShift;
  }
  /// Returns whether an access to the line of \p Address says nothing new.
  /// Returns true for most such accesses, not for all.
  [[gnu::always_inline]] bool isKnown(uint64_t Address, bool Write) const {
    uint64_t Known =
        entry(Address, sharing::lineVersion(Address >> SelectLineShift));
    uint64_t Entry = Lines[placeOf(Address)];
    return Write
               ? Entry == (Known | Written)
               : (Entry | Written | OnlyReads) == (Known | Written | OnlyReads);
  }
  /// Does the same as isKnown, as long as no lines are followed: rights are to
  /// the whole line and belong to version 0.
  [[gnu::always_inline]] bool isKnownUnshared(uint64_t Address,
                                              bool Write) const {
    return (Lines[placeOf(Address)] | !Write) == (entry(Address, 0) | Written);
  }
  /// Makes an access that is not known the last one of its residue, as long as
  /// no lines are followed.
  [[gnu::always_inline]] void setUnshared(uint64_t Address, bool Write) {
    Lines[placeOf(Address)] = entry(Address, 0) | (Write ? Written : 0);
  }
  /// Returns whether an access to the bytes in \p ByteSet, a bit for each byte
  /// of the line, says nothing new.
  [[gnu::always_inline]] bool isKnown(uint64_t Address, bool Write,
                                      uint64_t ByteSet) const {
    uint64_t Known =
        entry(Address, sharing::lineVersion(Address >> SelectLineShift));
    uint64_t Entry = Lines[placeOf(Address)];
    uint64_t Ignored = Partial | (Write ? 0 : Written | OnlyReads);
    return (Entry | Ignored) == (Known | Written | Ignored) &&
           (!(Entry & Partial) || (ByteSet & ~Bytes[placeOf(Address)]) == 0);
  }
  /// Returns whether the access changes nothing in any cache, even if other
  /// threads access the line.
  bool isRepeat(uint64_t Address, bool Write) const {
    return isLast(Address) && (!Write || (Lines[placeOf(Address)] & Written));
  }
  /// Makes the line of \p Address the last one, with \p Rights that belong to
  /// \p Version.
  [[gnu::always_inline]] void set(uint64_t Address, bool Write,
                                  sharing::LineRights Rights,
                                  uint32_t Version) {
    uint64_t &Entry = Lines[placeOf(Address)];
    uint64_t Flags = isLast(Address) ? Entry & Written : 0;
    Flags |= Write ? Written : 0;
    if (Rights.Bytes != ~uint64_t(0)) {
      Flags |= Partial;
      Bytes[placeOf(Address)] = Rights.Bytes;
    }
    Flags |= Rights.Writes ? 0 : OnlyReads;
    Entry = entry(Address, Version) | Flags;
  }
  void forget() { forget(AllResidues); }
  void forget(ResidueSet Residues) {
    for (; Residues != 0; Residues &= Residues - 1)
      Lines[std::countr_zero(Residues)] =
          ~uint64_t(0); // no line has this number
  }

private:
  bool isLast(uint64_t Address) const {
    constexpr uint64_t Number = ((uint64_t(1) << VersionShift) - 1) &
                                ~((uint64_t(1) << NumberShift) - 1);
    return ((Lines[placeOf(Address)] ^ entry(Address, 0)) & Number) == 0;
  }
};
static_assert(SelectedAddressBits - SelectLineShift +
                  RecentLines::NumberShift ==
              RecentLines::VersionShift);

/// What a thread selects. It records nothing before HasBegun is set.
struct ThreadSelection {
  bool HasBegun;
  uint32_t Bits;   ///< one line in 2^Bits is chosen, after the window
  uint32_t Visit;  ///< the last visit; 0: there was none with these Bits
  uint32_t Window; ///< accesses up to the end of the window; 0: none is open
  /// The accesses that the long or middle window (Windows.h) that is open had
  /// when it began; 0: there is none, or it is the first of the thread.
  uint32_t LongWindow;
  uint32_t Search; ///< accesses up to the end of a search for lines to watch
  uint32_t WindowNumber; ///< of the window or search: beginWindow
  uint64_t WindowSlot;   ///< one more than the last slot with a window
  /// Intervals that have ended, and those of earlier threads among them.
  uint64_t Intervals, InheritedIntervals;
  /// Acquisitions of locks and the like, while lines were followed.
  uint64_t Acquisitions;
  uint64_t Suspicions; ///< intervals at whose end WatchedLines::suspects
  /// The number of the turn, and of the thread's first one. A turn is one
  /// interval, or several short ones.
  uint64_t Turns, InheritedTurns;
  uint64_t TurnInstructions; ///< instructions of the turn
  uint64_t SlotInstructions; ///< instructions in the process's time
  bool Repeats;              ///< the visit is that of the turn before
  uint64_t Calls; ///< calls of inserted code, not yet taken into account
  /// Lookups of watched lines in the directory, or of the rights to them, in
  /// this interval.
  uint64_t WatchedLookups;
  /// Accesses to lines with these residues are recorded.
  ResidueSet Recorded;
  /// Further residues that are checked, because they have watched lines.
  ResidueSet Watched;
  bool IsFollowing; ///< whether the thread follows a line, which is locked
  bool HasRights;   ///< Rights were allocated once, and are not allocated again
  sharing::KnownRights *Rights; ///< or null
};

} // namespace memfacet::record

#endif
