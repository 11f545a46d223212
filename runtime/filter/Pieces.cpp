//===- Pieces.cpp - where objects begin and end ---------------------------===//

#include "runtime/filter/Pieces.h"
#include "runtime/process/Process.h"
#include "runtime/support/Pool.h"

namespace memfacet {

uint16_t *PieceParts[PartCount];

namespace {

constexpr uint64_t LineMask = FilterLineBytes - 1;

/// Bits of the line of \p Address; null: there is no memory for them.
uint16_t *bitsOf(uint64_t Address) {
  uint16_t *&Slot = PieceParts[Address >> PartShift & (PartCount - 1)];
  uint16_t *Part = __atomic_load_n(&Slot, __ATOMIC_ACQUIRE);
  if (!Part) {
    constexpr size_t Bytes = 2 * PartLines * sizeof(uint16_t) + PartPages;
    auto *New = static_cast<uint16_t *>(allocatePagesAside(Bytes));
    if (!New)
      return nullptr;
    if (__atomic_compare_exchange_n(&Slot, &Part, New, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      Part = New;
    else
      sys::munmap(New, Bytes);
  }
  return &Part[Address >> FilterLineShift & (PartLines - 1)];
}

/// Bits of the granules [\p From, \p To) of a line.
uint16_t bitsBetween(uint32_t From, uint32_t To) {
  return From >= To ? 0 : uint16_t(((1u << To) - 1) & ~((1u << From) - 1));
}

/// Clears the bits of \p Clear, then sets those of \p Set.
void change(uint16_t &Bits, uint16_t Clear, uint16_t Set, bool Alone) {
  // Without atomic operations, which would be most of the cost. (What a signal
  // handler does meanwhile is lost: objects that are gone when it returns.)
  if (Alone) {
    Bits = uint16_t((Bits & ~Clear) | Set);
    return;
  }
  __atomic_fetch_and(&Bits, uint16_t(~Clear), __ATOMIC_RELAXED);
  __atomic_fetch_or(&Bits, Set, __ATOMIC_RELAXED);
}

/// An object covers granules of the line of \p At; others begin or end at those
/// of \p Ends.
void cover(uint64_t At, uint16_t Covered, uint32_t Ends) {
  if (uint16_t *Bits = bitsOf(At)) {
    uint16_t *Mixed = Bits + PartLines;
    bool Alone = isAloneHere();
    if (__atomic_load_n(Mixed, __ATOMIC_RELAXED) & Covered)
      change(*Mixed, Covered, 0, Alone);
    change(*Bits, Covered, uint16_t(Ends), Alone);
  }
}

/// The granule of \p At is a piece of its own. \p Mixed: an object begins
/// inside.
void setBorders(uint64_t At, bool Mixed) {
  uint32_t Granule = uint32_t(At & LineMask) >> GranuleShift;
  if (uint16_t *Bits = bitsOf(At)) {
    if (Mixed)
      __atomic_fetch_or(Bits + PartLines, uint16_t(1u << Granule),
                        __ATOMIC_RELAXED);
    __atomic_fetch_or(Bits, uint16_t(3u << Granule), __ATOMIC_RELAXED);
  }
}

} // namespace

void setPiece(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  constexpr uint64_t GranuleBytes = uint64_t(1) << GranuleShift;
  // Another object may begin in the last granule, or has: that is a piece of
  // its own.
  if (Low & (GranuleBytes - 1)) {
    setBorders(Low, true);
    Low = (Low | (GranuleBytes - 1)) + 1;
  }
  if (Low < High && (High & (GranuleBytes - 1))) {
    setBorders(High, false);
    High &= ~(GranuleBytes - 1);
  }
  if (Low >= High)
    return;
  uint32_t First = uint32_t(Low & LineMask) >> GranuleShift;
  uint32_t End = uint32_t(High & LineMask) >> GranuleShift;
  constexpr uint32_t All = FilterLineBytes >> GranuleShift;
  if ((Low ^ (High - 1)) <= LineMask) { // one line
    bool ToEnd = End == 0;
    cover(Low, bitsBetween(First + 1, ToEnd ? All : End),
          1u << First | uint32_t(!ToEnd) << End);
    return;
  }
  cover(Low, bitsBetween(First + 1, All), 1u << First);
  for (uint64_t Line = (Low | LineMask) + 1; Line < (High & ~LineMask);
       Line += FilterLineBytes)
    if (PieceParts[Line >> PartShift & (PartCount - 1)])
      __atomic_store_n(bitsOf(Line), uint16_t(0), __ATOMIC_RELAXED);
  if (End != 0)
    cover(High, bitsBetween(0, End), 1u << End);
}

void setBoundary(uint64_t Line) {
  if (uint16_t *Bits = bitsOf(Line); Bits && (*Bits & 1) == 0)
    __atomic_fetch_or(Bits, uint16_t(1), __ATOMIC_RELAXED);
}

Boundaries boundariesOf(uint64_t Low, uint64_t High) {
  constexpr uint64_t MostLines = sizeof(uint64_t) / sizeof(uint16_t);
  constexpr uint64_t GranuleMask = (uint64_t(1) << GranuleShift) - 1;
  uint64_t Line = Low & ~LineMask;
  uint64_t First = (Low - Line) >> GranuleShift;
  uint64_t End = (High - Line) >> GranuleShift;
  // Behind a part's last line, there is something else.
  bool Fits =
      ((Low | High) & GranuleMask) == 0 && Low < High &&
      End <= MostLines * 16 &&
      (Line >> FilterLineShift & (PartLines - 1)) <= PartLines - MostLines;
  const uint16_t *Bits = Fits ? bitsOf(Line) : nullptr;
  if (!Bits)
    return {nullptr, 0, 0};
  auto Below = [](uint64_t Granule) {
    return Granule == 64 ? ~uint64_t(0) : (uint64_t(1) << Granule) - 1;
  };
  uint64_t Wanted = uint64_t(1) << First;
  // An end where a line ends is no boundary.
  if (End % 16 != 0)
    Wanted |= uint64_t(1) << End;
  return {Bits, (Below(End) & ~Below(First)) | Wanted, Wanted};
}

} // namespace memfacet
