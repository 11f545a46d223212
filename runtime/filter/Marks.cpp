//===- Marks.cpp - how far marks reach ------------------------------------===//

#include "runtime/filter/Marks.h"

namespace memfacet {

namespace {

constexpr uint64_t LineMask = FilterLineBytes - 1;
constexpr uint64_t GranuleMask = (uint64_t(1) << GranuleShift) - 1;
constexpr uint64_t SpaceEnd = uint64_t(1) << AddressSpaceBits;
/// In a page's byte: locals were there. The rest is the bit width of the size
/// of its largest mark.
constexpr uint8_t Hidden = 0x80;

/// The byte of a page; null: none has been written near it.
uint8_t *byteOf(uint64_t Address) {
  uint16_t *Part = PieceParts[Address >> PartShift & (PartCount - 1)];
  return Part ? pagesOf(Part) + (Address >> MarkPageShift & (PartPages - 1))
              : nullptr;
}

template <typename Visitor>
void forPages(uint64_t Low, uint64_t High, Visitor Visit) {
  constexpr uint64_t PageBytes = uint64_t(1) << MarkPageShift;
  for (uint64_t At = Low; At < High; At = (At | (PageBytes - 1)) + 1)
    if (uint8_t *Byte = byteOf(At))
      Visit(*Byte);
}

/// Bits of all marks in the pages of [\p Low, \p High).
uint8_t known(uint64_t Low, uint64_t High) {
  uint8_t Result = 0;
  forPages(Low, High, [&](uint8_t &Byte) {
    uint8_t Its = __atomic_load_n(&Byte, __ATOMIC_RELAXED);
    uint8_t Widest = (Its | Result) & Hidden;
    Its &= uint8_t(~Hidden), Result &= uint8_t(~Hidden);
    Result = Widest | (Its > Result ? Its : Result);
  });
  return Result;
}

Extent wholeLines(uint64_t Low, uint64_t High, uint64_t Beyond) {
  Low = Low > Beyond ? Low - Beyond : 0;
  High = High < SpaceEnd - Beyond ? High + Beyond : SpaceEnd;
  return {Low & ~LineMask, (High + LineMask) & ~LineMask};
}

/// No mark is larger.
uint64_t largest(uint8_t Known) {
  unsigned Width = Known & uint8_t(~Hidden);
  return Width < AddressSpaceBits ? (uint64_t(1) << Width) - 1 : SpaceEnd;
}

/// Whether there is a boundary of pieces inside, or maybe: nobody knows what is
/// inside of 4 bytes.
bool hasBoundary(uint64_t Low, uint64_t High) {
  uint64_t First = (Low >> GranuleShift) + 1;
  uint64_t End = (High + GranuleMask) >> GranuleShift;
  if (First == End)
    return true;
  constexpr uint64_t InLine = FilterLineBytes >> GranuleShift;
  for (uint64_t At = First; At < End;) {
    uint64_t Next = (At | (InLine - 1)) + 1;
    uint64_t Stop = Next < End ? Next : End;
    uint64_t Begin = At % InLine, Count = Stop - At;
    uint32_t Mask = ((1u << Count) - 1) << Begin;
    if (boundariesIn(At << GranuleShift) & Mask)
      return true;
    At = Stop;
  }
  return false;
}

} // namespace

Extent changedByMark(uint64_t Low, uint64_t High) {
  High = High > Low ? High : Low + 1; // an empty one counts a byte
  if (High > SpaceEnd)
    return {0, SpaceEnd};
  uint8_t Known = known(Low, High);
  bool Alone = Known == 0 || (!(Known & Hidden) && !hasBoundary(Low, High));
  return wholeLines(Low, High, Alone ? 0 : largest(Known));
}

Extent changedByEnd(uint64_t Address) {
  if (Address >= SpaceEnd)
    return {0, 0};
  uint64_t Bytes = largest(known(Address, Address + 1));
  Extent Its = wholeLines(Address, Address + 1, Bytes);
  return {Address & ~LineMask, Its.High};
}

void setMark(uint64_t Low, uint64_t High) {
  setPiece(Low, High);
  High = High > Low ? High : Low + 1;
  if (High > SpaceEnd)
    return;
  if ((High & LineMask) == 0)
    setBoundary(High);
  auto Width = uint8_t(64 - __builtin_clzll(High - Low));
  forPages(Low, High, [&](uint8_t &Byte) {
    uint8_t Known = __atomic_load_n(&Byte, __ATOMIC_RELAXED);
    while ((Known & uint8_t(~Hidden)) < Width &&
           !__atomic_compare_exchange_n(&Byte, &Known,
                                        uint8_t((Known & Hidden) | Width), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  });
}

void forgetMarks(uint64_t Low, uint64_t High) {
  constexpr uint64_t PageMask = (uint64_t(1) << MarkPageShift) - 1;
  forPages((Low + PageMask) & ~PageMask, High & ~PageMask, [](uint8_t &Byte) {
    if (__atomic_load_n(&Byte, __ATOMIC_RELAXED) != 0)
      __atomic_store_n(&Byte, uint8_t(0), __ATOMIC_RELAXED);
  });
}

void hideMarks(uint64_t Low, uint64_t High) {
  forPages(Low, High, [](uint8_t &Byte) {
    if (!(__atomic_load_n(&Byte, __ATOMIC_RELAXED) & Hidden))
      __atomic_fetch_or(&Byte, Hidden, __ATOMIC_RELAXED);
  });
}

} // namespace memfacet
