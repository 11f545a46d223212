//===- Select.h - accesses to chosen lines --------------------------------===//
//
// A function may have a selecting body. It records only accesses to chosen
// lines, and these exactly: line number L is chosen if ((L - 21) & mask) == 0.
// The mask has k neighbours of the six bits that number the sets of a first
// level of 64 sets, so one line in 2^k is chosen, and all accesses to a chosen
// set are seen, at each level of 64 sets or a multiple (T. R. Puzak, "Analysis
// of cache replacement algorithms", 1985; R. E. Kessler, M. D. Hill, D. A.
// Wood, "A comparison of trace-sampling techniques for multi-megabyte caches",
// 1994). The mask of a process only grows. The lines that are chosen later were
// chosen from the beginning, so their sets are never cold.
//
// Chosen lines are neighbours, for instance 21 to 24 of each 32: a loop over an
// array comes to them together, which a processor predicts. Line 0 would do as
// well as 21, but that is where pages and large blocks begin, which programs
// access more than what follows, and what strides of powers of two meet.
//
// Inserted code, before an access that stays in one line:
//
//   if (((Address - 21 * 64) & __memfacet_line_mask) == 0)  out of line:
//     __memfacet_select(Address, site)
//
// Several accesses with one base share a check: their bytes, at most 64, begin
// with First, so they are in its line and the next one. Some of them is in a
// chosen line only if
//
//   if (((First - 20 * 64) & __memfacet_span_mask) == 0)
//     __memfacet_select(...) for each of them
//
// That mask lacks the lowest bit of the mask of lines: it finds chosen lines,
// the one before them, and others. The runtime looks at each access itself.
//
// The runtime drops an access that repeats the last one of its residue modulo
// 64: it is to the same line and, if it writes, that line was already written
// since it became the last one. Such an access changes nothing in any LRU set.
//
// A thread is in a window at its beginning, and at the beginning of some
// intervals: there its mask is 0 and no access is dropped. What accesses look
// like, one after the other, and how the accesses of a site divide among
// structures, is learned from windows.
//
// Executions of blocks, instructions and intervals come from counters, as where
// blocks are only counted (Tables.h, Counter). They are always exact.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SELECT_H
#define MEMFACET_SELECT_H

#include <cstdint>

/// uint8_t: not 0 where functions run in their selecting bodies. Does not
/// change after the process's start.
#define MEMFACET_SELECTING "__memfacet_selecting"
/// Defined in programs whose objects have selecting bodies: a byte that no code
/// reads.
#define MEMFACET_CAN_SELECT "__memfacet_can_select"
/// Thread-local, initial-exec (uint64_t): the bits of an address, less
/// FirstChosenByte, that are 0 in chosen lines.
#define MEMFACET_LINE_MASK "__memfacet_line_mask"
/// Thread-local, initial-exec (uint64_t): the bits of the address of at most 64
/// bytes, less FirstSpanByte, that are 0 if some may be in a chosen line.
#define MEMFACET_SPAN_MASK "__memfacet_span_mask"
/// void (uint64_t address, const Site *site): an access of Site::Size bytes
/// that stays in one line, chosen or not. Keeps every register, as
/// MEMFACET_NEXT does; so do all that follow.
#define MEMFACET_SELECT "__memfacet_select"
/// The same of an access that writes.
#define MEMFACET_SELECT_STORE "__memfacet_select_store"
/// The same of an access that may go on in the next line, or that writes.
#define MEMFACET_SELECT_ACROSS "__memfacet_select_across"
/// void (uint64_t address, const Site *site, uint64_t bytes): one access to any
/// number of bytes.
#define MEMFACET_SELECT_RANGE "__memfacet_select_range"
/// void (uint64_t address, const Site *site, uint64_t mask): an access to
/// neighbouring lanes of Site::Size bytes, those whose bits are set.
#define MEMFACET_SELECT_LANES "__memfacet_select_lanes"
/// void (uint64_t address, const Site *site, uint64_t bytes): a mark of the
/// stack (SiteShape).
#define MEMFACET_SELECT_MARK "__memfacet_select_mark"

/// void (void): code without a selecting body begins, or goes on behind a call.
/// What was the last line of each residue is not known any more.
#define MEMFACET_SELECT_FORGET "__memfacet_select_forget"

namespace memfacet {

constexpr uint64_t SelectLineBytes = 64;
constexpr unsigned SelectLineShift = 6;
/// Lines with the same residue are in the same set of each level.
constexpr uint32_t SelectResidues = 64;
/// The mask of lines has at most so many bits: one line in 64.
constexpr unsigned MostSelectBits = 6;
/// This line is always chosen.
constexpr uint64_t FirstChosenLine = 21;
constexpr uint64_t FirstChosenByte = FirstChosenLine << SelectLineShift;
constexpr uint64_t FirstSpanByte = FirstChosenByte - SelectLineBytes;

/// The residue of \p Line, counted from the one that is always chosen.
constexpr uint32_t selectResidue(uint64_t Line) {
  return uint32_t((Line - FirstChosenLine) % SelectResidues);
}
/// The bits of a residue that are 0 in chosen lines, one in 2^\p Bits.
constexpr uint64_t lineMask(unsigned Bits) {
  constexpr unsigned Neighbours = 2; // its power of lines, while bits are left
  unsigned Lowest = MostSelectBits - Bits;
  return ((uint64_t(1) << Bits) - 1)
         << (Lowest < Neighbours ? Lowest : Neighbours);
}
/// So many neighbours are chosen together; with all lines, 64.
constexpr uint64_t chosenNeighbours(unsigned Bits) {
  uint64_t Mask = lineMask(Bits);
  return Mask == 0 ? SelectResidues : Mask & -Mask;
}
static_assert(lineMask(3) == 0b11100 && lineMask(6) == 0b111111);
constexpr bool isChosen(uint64_t Address, uint64_t LineMask) {
  return (selectResidue(Address >> SelectLineShift) & LineMask) == 0;
}

//===----------------------------------------------------------------------===//
// In the stream, a selected record is two words:
//
//   0  bit 63 clear, bit 62 set, kind at 56, address
//   1  value in the high half, in the low one that of the address of the Site
//
// The second is written first. Half an address tells a Site: no two objects'
// tables of sites are at the same distance from multiples of 4 GB.
//
// Lines and Ended have no site.
//
//   Access   an access of Site to so many bytes (value, at least 1). Of an
//            access to several lines, the part in each chosen line is a record
//            of its own, unless the mask is 0
//   Mark     a mark of the stack. Value: LocalBegin: bytes
//   Times    one execution of Site was so many accesses (value, not 1)
//   Lines    from here on, the thread records accesses to chosen lines. Value:
//            bits of the mask of lines, which hold for the whole process.
//            Address: if it is not 0, a window begins: so many accesses are
//            recorded whatever line they are to, and none is dropped. It ends
//            with the next Lines of the thread. The first selected record of a
//            thread
//   Ended    the process is about to end, or to be replaced: the counters of
//            all threads have been told. Value: EndedBySelf; EndedByReader: the
//            process was killed, and whoever read its counters says so
//===----------------------------------------------------------------------===//

//   enumerator, number
#define MEMFACET_SELECTED_KINDS(X)                                             \
  X(Access, 0)                                                                 \
  X(Mark, 1)                                                                   \
  X(Times, 2)                                                                  \
  X(Lines, 3)                                                                  \
  X(Ended, 4)

enum class SelectedKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_SELECTED_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// Values of Ended.
constexpr uint32_t EndedBySelf = 1, EndedByReader = 2;

struct SelectedRecord {
  uint64_t Words[2];
};

constexpr uint32_t SelectedWords = 2;
constexpr uint64_t SelectedBit = uint64_t(1) << 62;
constexpr unsigned SelectedKindShift = 56, SelectedAddressBits = 47;
constexpr uint64_t SelectedAddressMask =
    (uint64_t(1) << SelectedAddressBits) - 1;

constexpr SelectedRecord selectedRecord(SelectedKind Kind, uint64_t Address,
                                        uint64_t Site, uint32_t Value) {
  return {{SelectedBit | uint64_t(Kind) << SelectedKindShift | Address,
           uint64_t(Value) << 32 | uint32_t(Site)}};
}
/// Addresses of programs are below 2^47.
constexpr bool isSelected(uint64_t Header) {
  constexpr uint64_t Fixed = uint64_t(3) << 62 | uint64_t(0x1ff) << 47;
  return (Header & Fixed) == SelectedBit;
}
constexpr SelectedKind selectedKind(uint64_t Header) {
  return SelectedKind(Header >> SelectedKindShift & 63);
}
constexpr bool hasSite(SelectedKind Kind) { return Kind < SelectedKind::Lines; }
constexpr uint64_t selectedAddress(uint64_t Header) {
  return Header & SelectedAddressMask;
}
/// The low half of the Site's address.
constexpr uint32_t selectedSiteHalf(uint64_t Second) {
  return uint32_t(Second);
}
constexpr uint32_t selectedValue(uint64_t Second) {
  return uint32_t(Second >> 32);
}

} // namespace memfacet

#endif
