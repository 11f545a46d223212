//===- Pieces.h - where objects begin and end -----------------------------===//
//
// Accesses are counted by pieces: parts of a line that belong to one object. So
// for each line it is known where in it an object begins or ends: 16 bits, one
// for each 4 bytes. What is not known to end goes on; a boundary too many only
// makes pieces shorter.
//
// A table of two levels: one pointer for each 64 MB of addresses, to 2 bytes
// for each line of them. As many bytes behind these say in which granules of 4
// bytes an object begins behind the first byte: there nothing is remembered.
// Behind them is a byte for each page (Marks.h).
// Written without a lock: whoever makes an object owns its addresses, except in
// the lines at its ends, whose bits are set atomically.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_PIECES_H
#define MEMFACET_RUNTIME_FILTER_PIECES_H

#include "memfacet/Filter.h"
#include "runtime/machine/Machine.h"
#include "runtime/support/Visibility.h"

namespace memfacet {

constexpr unsigned AddressSpaceBits = machine::AddressBits;
constexpr unsigned PartShift = 26; ///< of an address
constexpr uint64_t PartLines = uint64_t(1) << (PartShift - FilterLineShift);
constexpr uint64_t PartCount = uint64_t(1) << (AddressSpaceBits - PartShift);
constexpr unsigned GranuleShift = 2;
constexpr unsigned MarkPageShift = 12; ///< of Marks.h
constexpr uint64_t PartPages = uint64_t(1) << (PartShift - MarkPageShift);

/// Null: no boundaries. Bits of each line.
extern MEMFACET_OWN uint16_t *PieceParts[PartCount];

/// Makes [\p Low, \p High) an object of its own, wholly.
void setPiece(uint64_t Low, uint64_t High);
/// An object ends at \p Line, where a line begins. (Pieces end there anyway.)
void setBoundary(uint64_t Line);
/// The bytes of marks in the 64 MB whose bits \p Part are.
inline uint8_t *pagesOf(uint16_t *Part) {
  return reinterpret_cast<uint8_t *>(Part + 2 * PartLines);
}

/// Where an object of a few lines begins and ends, and not in between. Without
/// lines: it is not looked at.
struct Boundaries {
  const uint16_t *Lines; ///< bits of the first one
  uint64_t Mask, Wanted; ///< of four lines
  bool areSame() const {
    uint64_t Bits;
    if (!Lines)
      return false;
    __builtin_memcpy(&Bits, Lines, sizeof Bits);
    return (Bits & Mask) == Wanted;
  }
};
/// As setPiece(\p Low, \p High) leaves them.
Boundaries boundariesOf(uint64_t Low, uint64_t High);

struct Piece {
  uint64_t Start;
  uint32_t Length; ///< 0: it is not known
};

/// The piece around \p Address, which is a program's.
inline Piece pieceAround(uint64_t Address) {
  uint64_t Line = Address & ~(FilterLineBytes - 1);
  const uint16_t *Part = PieceParts[Address >> PartShift];
  uint32_t Bits = Part ? Part[Address >> FilterLineShift & (PartLines - 1)] : 0;
  if (__builtin_expect(Bits == 0, 1))
    return {Line, uint32_t(FilterLineBytes)};
  uint32_t Granule = uint32_t(Address & (FilterLineBytes - 1)) >> GranuleShift;
  // The line's ends are boundaries, too.
  Bits |= 0x10001;
  uint32_t First = 31 - uint32_t(__builtin_clz(Bits & ((2u << Granule) - 1)));
  uint32_t End = Granule + 1 + uint32_t(__builtin_ctz(Bits >> (Granule + 1)));
  const uint16_t *Mixed = Part + PartLines;
  bool IsMixed =
      End - First == 1 &&
      Mixed[Address >> FilterLineShift & (PartLines - 1)] >> First & 1;
  if (__builtin_expect(IsMixed, 0))
    return {Address, 0};
  return {Line + (First << GranuleShift), (End - First) << GranuleShift};
}

/// Bits of the line of \p Address.
inline uint16_t boundariesIn(uint64_t Address) {
  const uint16_t *Part = PieceParts[Address >> PartShift & (PartCount - 1)];
  return Part ? Part[Address >> FilterLineShift & (PartLines - 1)] : 0;
}
/// Whether an object is known to begin or end at \p Line, where a line begins.
inline bool isBoundary(uint64_t Line) { return (boundariesIn(Line) & 1) != 0; }

} // namespace memfacet

#endif
