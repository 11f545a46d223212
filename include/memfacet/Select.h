//===- Select.h - accesses to chosen lines --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function may have a selecting body. It records all accesses to chosen
// lines, and no others. Lines are chosen by their residue, which is their
// number modulo 64. In each level whose number of sets is a multiple of 64,
// chosen lines share no set with other lines, so all accesses to their sets are
// seen (T. R. Puzak, "Analysis of cache replacement algorithms", 1985; R. E.
// Kessler, M. D. Hill, D. A. Wood, "A comparison of trace-sampling techniques
// for multi-megabyte caches", 1994).
//
// One line in 2^k is chosen for all levels. k only grows, and the lines that
// are chosen later were chosen from the beginning: their sets are never cold.
// Chosen lines are neighbours, for instance 21 to 24 of each 64: a loop over an
// array reaches them together, which a processor predicts. The first one is not
// line 0 because pages and large blocks begin there: programs access their
// beginning more often than the rest, and strides of powers of two meet it.
//
// Programs do not use all sets of a first level equally. So in some turns of a
// million instructions or more, a thread chooses some further neighbours, and
// others the next time: it visits all lines in turn. The sets of a first level
// fill quickly. Visits count for that level only. Some turns repeat the visit
// of the turn before. They do not count, but tell how many misses come from the
// time between visits.
//
// Inserted code, before an access that stays in one line:
//
//   if (__memfacet_lines >> (Address / 64 % 64) & 1)  out of line:
//     __memfacet_select(Address, site)
//
// Several accesses with one base share a check. Their bytes, at most 64, begin
// with First, so they are in the line of First and the next one. One of them
// can be in a chosen line only if
//
//   if (__memfacet_spans >> (First / 64 % 64) & 1)
//     __memfacet_select(...) for each of them
//
// __memfacet_spans has the bits of chosen lines and of the lines before them.
// The runtime checks each access itself.
//
// The runtime drops an access that repeats the last one of the same residue: it
// is to the same line and, if it writes, that line was already written since it
// became the last one. Such an access changes nothing in any LRU set. Of an
// access to several lines, only the part in the first one may be dropped.
//
// A window is at the beginning of each thread, and at the beginning of some
// intervals. There all lines are chosen and no access is dropped. The patterns
// of consecutive accesses, and how the accesses of a site divide among
// structures, are found from windows.
//
// Executions of blocks, instructions and intervals come from counters, as in
// programs that only count blocks (Tables.h, Counter). They are always exact.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SELECT_H
#define MEMFACET_SELECT_H

#include "memfacet/Check.h"
#include <bit>
#include <cstdint>

/// uint8_t: not 0 if functions run in their selecting bodies. Constant after
/// the start of the process.
#define MEMFACET_SELECTING "__memfacet_selecting"
/// Defined in programs whose objects have selecting bodies: a byte that no code
/// reads.
#define MEMFACET_CAN_SELECT "__memfacet_can_select"
/// Thread-local, initial-exec (uint64_t): a bit for each residue, set if its
/// lines are chosen.
#define MEMFACET_LINES "__memfacet_lines"
/// Thread-local, initial-exec (uint64_t): the same bits, and those of the
/// residues before them.
#define MEMFACET_SPANS "__memfacet_spans"
/// void (uint64_t address, const Site *site): records an access of Site::Size
/// bytes that stays in one line, chosen or not. Preserves every register, as
/// MEMFACET_NEXT does; so do all that follow.
#define MEMFACET_SELECT "__memfacet_select"
/// Does the same for an access that writes.
#define MEMFACET_SELECT_STORE "__memfacet_select_store"
/// Does the same for an access that may continue in the next line, or that
/// writes.
#define MEMFACET_SELECT_ACROSS "__memfacet_select_across"
/// void (uint64_t address, const Site *site, uint64_t bytes): records one
/// access to any number of bytes.
#define MEMFACET_SELECT_RANGE "__memfacet_select_range"
/// void (uint64_t address, const Site *site, uint64_t mask): records an access
/// to the lanes of Site::Size bytes whose bits are set.
#define MEMFACET_SELECT_LANES "__memfacet_select_lanes"
/// void (uint64_t address, const Site *site, uint64_t bytes): records a mark of
/// the stack (SiteShape).
#define MEMFACET_SELECT_MARK "__memfacet_select_mark"

/// void (void): called where code without a selecting body begins, or continues
/// after a call. Forgets the last line of each residue.
#define MEMFACET_SELECT_FORGET "__memfacet_select_forget"

namespace memfacet {

constexpr uint64_t SelectLineBytes = 64;
constexpr unsigned SelectLineShift = 6;
/// Lines with the same residue are in the same set of each level.
constexpr uint32_t SelectResidues = 64;
/// At least one line in 2^6 is chosen.
constexpr unsigned MostSelectBits = 6;
/// This line is always chosen.
constexpr uint64_t FirstChosenLine = 21;

/// A set of residues: one bit for each.
using ResidueSet = uint64_t;
constexpr ResidueSet AllResidues = ~ResidueSet(0);

/// Returns the residue of \p Line, counted from the residue that is always
/// chosen.
constexpr uint32_t selectResidue(uint64_t Line) {
  return uint32_t((Line - FirstChosenLine) % SelectResidues);
}
/// Returns the bits of selectResidue that are 0 in chosen lines if one line in
/// 2^\p Bits is chosen.
constexpr uint64_t lineMask(unsigned Bits) {
  MEMFACET_CHECK(Bits <= MostSelectBits, "a residue has six bits");
  constexpr unsigned Neighbours = 2; // 2^2 neighbours, while bits remain
  unsigned Lowest = MostSelectBits - Bits;
  return ((uint64_t(1) << Bits) - 1)
         << (Lowest < Neighbours ? Lowest : Neighbours);
}
/// Returns how many neighbours are chosen together; 64 if all lines are chosen.
constexpr uint32_t chosenNeighbours(unsigned Bits) {
  uint64_t Mask = lineMask(Bits);
  return Mask == 0 ? SelectResidues : uint32_t(Mask & -Mask);
}
static_assert(lineMask(3) == 0b11100 && lineMask(6) == 0b111111);

/// Returns the number of groups of neighbours that are not chosen. They are
/// numbered from 1 and visited in turn.
constexpr uint32_t visits(unsigned Bits) {
  return (SelectResidues - (SelectResidues >> Bits)) / chosenNeighbours(Bits);
}

/// Stands for the number of the visit in a turn without a visit.
constexpr uint32_t BetweenVisits = 255;

constexpr ResidueSet neighbours(uint32_t First, uint32_t Count) {
  ResidueSet LowBits =
      Count == SelectResidues ? AllResidues : (ResidueSet(1) << Count) - 1;
  return std::rotl(LowBits, int(First % SelectResidues));
}
/// Returns the residues of chosen lines, one in 2^\p Bits.
constexpr ResidueSet chosenLines(unsigned Bits) {
  ResidueSet Chosen = 0;
  for (uint32_t R = 0; R != SelectResidues; ++R)
    if ((R & lineMask(Bits)) == 0)
      Chosen |= neighbours(FirstChosenLine + R, 1);
  return Chosen;
}
/// Returns the residues of visit \p Visit, at most visits(\p Bits); empty if it
/// is 0 or BetweenVisits.
constexpr ResidueSet visitedLines(unsigned Bits, uint32_t Visit) {
  if (Visit == 0 || Visit == BetweenVisits)
    return 0;
  MEMFACET_CHECK(Bits <= MostSelectBits && Visit <= visits(Bits),
                 "visits are numbered from 1");
  uint32_t GroupSize = chosenNeighbours(Bits);
  // The number of groups between two chosen groups.
  auto GroupsBetween = uint32_t(lineMask(Bits) / GroupSize);
  uint32_t Group = Visit + (Visit - 1) / GroupsBetween;
  return neighbours(FirstChosenLine + Group * GroupSize, GroupSize);
}
constexpr bool visitsAllOthers(unsigned Bits) {
  ResidueSet Visited = 0;
  for (uint32_t Visit = 1; Visit <= visits(Bits); ++Visit)
    Visited |= visitedLines(Bits, Visit);
  return Visited == ~chosenLines(Bits);
}
static_assert(chosenLines(4) == ResidueSet(0b1111) << FirstChosenLine);
static_assert(visits(6) == 63 && visitedLines(6, 1) == ResidueSet(1) << 22);
static_assert(visitsAllOthers(0) && visitsAllOthers(1) && visitsAllOthers(2) &&
              visitsAllOthers(3) && visitsAllOthers(4) && visitsAllOthers(5) &&
              visitsAllOthers(6));

constexpr bool hasResidue(ResidueSet Lines, uint64_t Line) {
  return Lines >> Line % SelectResidues & 1;
}
constexpr bool hasLineOf(ResidueSet Lines, uint64_t Address) {
  return hasResidue(Lines, Address >> SelectLineShift);
}
/// Returns \p Line or the first line after it in \p Lines, which must not be
/// empty.
constexpr uint64_t nextLineOf(ResidueSet Lines, uint64_t Line) {
  return Line + uint64_t(std::countr_zero(
                    std::rotr(Lines, int(Line % SelectResidues))));
}

//===----------------------------------------------------------------------===//
// In the stream, a selected record is two words:
//
//   0  bit 63 clear, bit 62 set, kind at 56, address
//   1  value in the high half, in the low one that of the address of the Site
//
// The second word is written first. Half an address identifies a Site: no two
// objects' tables of sites are at the same distance from multiples of 4 GB.
//
// Records Lines and Ended have no site.
//
//   Access   an access of Site. Value: bytes, at least 1 and at most
//            MaxSelectedBytes. If an access is to several lines, the part in
//            each chosen line is a record of its own, but in a window. There,
//            longer accesses are split. All parts but the first have
//            ContinuedBit: one memset is one access, which touches many lines
//   Mark     a mark of the stack. Value: bytes, for LocalBegin
//   Times    one execution of Site was several accesses, or none. Value: how
//            many, not 1
//   Lines    from here on, the thread records accesses to one line in 2^k. The
//            first selected record of a thread. Value, a LinesValue: k, for the
//            whole process; the visit of the thread, up to its next Lines, or
//            BetweenVisits, or 0 if there are no visits; whether it repeats
//            the visit of the turn before. Address, if not 0: a
//            window begins, in which this number of accesses is recorded, to
//            any line, and none is dropped. The window ends with the next Lines
//            of the thread. Of a long window (Windows.h), it is the slot
//   Ended    the process is about to end, or to be replaced; the counters of
//            all threads have been written. Value: EndedBySelf; EndedByReader
//            if the process was killed and the reader of the counters wrote
//            this
//   Moved, MovedFrom
//            a line came to a thread (LineMoves.h); MovedFrom directly follows
//            Moved
//===----------------------------------------------------------------------===//

//   enumerator, number
#define MEMFACET_SELECTED_KINDS(X)                                             \
  X(Access, 0)                                                                 \
  X(Mark, 1)                                                                   \
  X(Times, 2)                                                                  \
  X(Lines, 3)                                                                  \
  X(Ended, 4)                                                                  \
  X(Moved, 5)                                                                  \
  X(MovedFrom, 6)

/// The most bytes of a record Access.
constexpr uint32_t MaxSelectedBytes = (uint32_t(1) << 30) - 1;
/// The bit of the value of a record Access that says that it continues an
/// access that began at a lower address.
constexpr uint32_t ContinuedBit = uint32_t(1) << 30;

enum class SelectedKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_SELECTED_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// Values of a record Ended.
constexpr uint32_t EndedBySelf = 1, EndedByReader = 2;

struct SelectedRecord {
  uint64_t Words[2];
};

/// The value of a record Lines.
struct LinesValue {
  uint8_t Bits = 0;
  uint8_t Visit = 0;
  uint16_t Period = 0;     ///< one turn in Period has a visit, below 2^15
  bool IsRepeated = false; ///< the turn before had the same visit
  bool operator==(const LinesValue &) const = default;
};
constexpr uint32_t packLines(const LinesValue &L) {
  MEMFACET_CHECK(L.Period >> 15 == 0, "the last bit tells of repeated visits");
  return uint32_t(L.IsRepeated) << 31 | uint32_t(L.Period) << 16 |
         uint32_t(L.Visit) << 8 | L.Bits;
}
/// Returns the fields of \p Value; of an invalid value, fields without visits.
constexpr LinesValue unpackLines(uint32_t Value) {
  LinesValue L = {uint8_t(Value), uint8_t(Value >> 8),
                  uint16_t(Value >> 16 & 0x7fff), Value >> 31 != 0};
  if (L.Bits > MostSelectBits)
    return {MostSelectBits};
  bool IsKnown = L.Visit == BetweenVisits || L.Visit <= visits(L.Bits);
  if (L.Bits == 0 || L.Visit == 0 || L.Period == 0 || !IsKnown)
    return {L.Bits};
  return L;
}

constexpr uint32_t SelectedWords = 2;
constexpr uint64_t SelectedBit = uint64_t(1) << 62;
constexpr unsigned SelectedKindShift = 56, SelectedAddressBits = 47;
constexpr uint64_t SelectedAddressMask =
    (uint64_t(1) << SelectedAddressBits) - 1;

constexpr SelectedRecord selectedRecord(SelectedKind Kind, uint64_t Address,
                                        uint64_t Site, uint32_t Value) {
  MEMFACET_CHECK(Address <= SelectedAddressMask,
                 "the bits above hold the kind of the record");
  return {{SelectedBit | uint64_t(Kind) << SelectedKindShift | Address,
           uint64_t(Value) << 32 | uint32_t(Site)}};
}
/// Returns whether \p Header begins a selected record. Addresses of programs
/// are below 2^47.
constexpr bool isSelected(uint64_t Header) {
  constexpr uint64_t Fixed = uint64_t(3) << 62 | uint64_t(0x1ff) << 47;
  return (Header & Fixed) == SelectedBit;
}
constexpr SelectedKind selectedKind(uint64_t Header) {
  return SelectedKind(Header >> SelectedKindShift & 63);
}
constexpr bool hasSite(SelectedKind Kind) {
  return Kind != SelectedKind::Lines && Kind != SelectedKind::Ended;
}
constexpr uint64_t selectedAddress(uint64_t Header) {
  return Header & SelectedAddressMask;
}
/// Returns the low half of the Site's address.
constexpr uint32_t selectedSiteHalf(uint64_t Second) {
  return uint32_t(Second);
}
constexpr uint32_t selectedValue(uint64_t Second) {
  return uint32_t(Second >> 32);
}

} // namespace memfacet

#endif
