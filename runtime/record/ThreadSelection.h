//===- ThreadSelection.h - the lines that a thread records ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_THREADSELECTION_H
#define MEMFACET_RUNTIME_RECORD_THREADSELECTION_H

#include "memfacet/Select.h"
#include "runtime/sharing/Sharing.h"

namespace memfacet {

/// The last line of each residue that the thread has recorded or dropped. An
/// entry has its number from bit 3 on, below the version of the line's residue
/// (sharing/Sharing.h) for which the rights hold.
struct RecentLines {
  static constexpr uint64_t Written = 1, ///< since it became the last one
      Partial = 2,   ///< rights are of Bytes, not of the whole line
      OnlyReads = 4; ///< rights are to read
  static constexpr unsigned NumberShift = 3, VersionShift = 44;

  uint64_t Lines[SelectResidues];
  uint64_t Bytes[SelectResidues]; ///< of those that are Partial

  static size_t placeOf(uint64_t Address) {
    return (Address >> SelectLineShift) % SelectResidues;
  }
  static uint64_t entry(uint64_t Address, uint64_t Version) {
    return Address >> SelectLineShift << NumberShift | Version << VersionShift;
  }
  /// Whether an access says nothing new of the line of \p Address. Tells most
  /// of those for which that is so.
  [[gnu::always_inline]] bool isKnown(uint64_t Address, bool Write) const {
    uint64_t Known = entry(Address, lineVersion(Address >> SelectLineShift));
    uint64_t Entry = Lines[placeOf(Address)];
    return Write
               ? Entry == (Known | Written)
               : (Entry | Written | OnlyReads) == (Known | Written | OnlyReads);
  }
  /// The same as long as no lines are followed: rights are of the whole line
  /// and belong to version 0.
  [[gnu::always_inline]] bool isKnownUnshared(uint64_t Address,
                                              bool Write) const {
    return (Lines[placeOf(Address)] | !Write) == (entry(Address, 0) | Written);
  }
  /// An access that is not known becomes the last one of its residue, as long
  /// as no lines are followed.
  [[gnu::always_inline]] void setUnshared(uint64_t Address, bool Write) {
    Lines[placeOf(Address)] = entry(Address, 0) | (Write ? Written : 0);
  }
  /// The same of an access to \p ByteSet, a bit for each byte of the line.
  [[gnu::always_inline]] bool isKnown(uint64_t Address, bool Write,
                                      uint64_t ByteSet) const {
    uint64_t Known = entry(Address, lineVersion(Address >> SelectLineShift));
    uint64_t Entry = Lines[placeOf(Address)];
    uint64_t Ignored = Partial | (Write ? 0 : Written | OnlyReads);
    return (Entry | Ignored) == (Known | Written | Ignored) &&
           (!(Entry & Partial) || (ByteSet & ~Bytes[placeOf(Address)]) == 0);
  }
  /// Whether the access changes nothing in any cache, whatever others do.
  bool isRepeat(uint64_t Address, bool Write) const {
    return isLast(Address) && (!Write || (Lines[placeOf(Address)] & Written));
  }
  /// The line of \p Address becomes the last one, with \p Rights that belong
  /// to \p Version.
  [[gnu::always_inline]] void set(uint64_t Address, bool Write,
                                  LineRights Rights, uint32_t Version) {
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

/// What a thread selects. Without a Begun, it records nothing yet.
struct ThreadSelection {
  bool HasBegun;
  uint32_t Bits;   ///< one line in 2^Bits is chosen, behind the window
  uint32_t Visit;  ///< the last one; 0: there was none with these Bits
  uint32_t Window; ///< accesses up to the end of the window; 0: none is open
  uint32_t Search; ///< accesses up to the end of a search for lines to watch
  uint32_t WindowNumber; ///< of window or search: WatchedLines::beginWindow
  uint64_t Intervals;    ///< that have ended
  uint64_t Acquisitions; ///< of locks and the like, while lines were followed
  uint64_t Suspicions;   ///< intervals at whose end WatchedLines::suspects
  uint64_t Turns;        ///< that have ended: intervals with the same visit
  uint64_t TurnInstructions; ///< of the turn
  uint64_t Calls;            ///< of inserted code, not yet taken into account
  /// Accesses to lines with these residues are recorded.
  ResidueSet Recorded;
  /// The others that are looked at, as they have lines that are watched.
  ResidueSet Watched;
  bool IsFollowing;    ///< a line, which is locked
  bool HasRights;      ///< Rights were taken once, and are not taken again
  KnownRights *Rights; ///< or null
};

} // namespace memfacet

#endif
