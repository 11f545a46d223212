//===- Filter.h - accesses filtered in the program ------------------------===//
//
// A function may have a filtering body. It records no accesses as such. Each
// thread has a table of the lines that it touched last, one for each of 64
// sets: the set's most-recently-used line. An access to such a line changes
// nothing in any cache of 64 sets (or a multiple) with these lines and LRU
// replacement (T. R. Puzak, "Analysis of cache replacement algorithms", 1985;
// for write-backs W. H. Wang and J.-L. Baer, 1991). It is counted in the table.
// Every other access is a *change*: it is written to the stream, with what the
// line that it replaces was used for, and becomes the set's line.
//
// Counts go by structure, so what is remembered is not always a whole line.
// Which of the two kinds it is depends on the access that made it:
//
//   a piece   the part of the line that belongs to one object, for an access
//             through a pointer. Accesses to it are counted here.
//   a line    for a direct access: to a global or local variable by its name.
//             Which structure that belongs to is known from the site, so
//             accesses are counted by the executions of their blocks. The table
//             only remembers who wrote the line last.
//
// What is inserted for an access at Address:
//
//   entry = &__memfacet_front[Address / 64 % 64];
//
//   if (Address - entry->Start >= entry->Length)   a piece
//     __memfacet_touch(Address, site, about);
//   entry->Counts += write ? FilteredStore : FilteredLoad;
//
//   if ((Address ^ entry->Line) >= 64)             a line
//     __memfacet_touch_line(Address, site, about);
//   if (write)
//     entry->Writer = site;
//
// Several accesses with one base share a check: all of them must be in the
// piece or the line.
//
// Executions of blocks, instructions and intervals come from counters, as where
// blocks are only counted (Tables.h, Counter).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_FILTER_H
#define MEMFACET_FILTER_H

#include <cstdint>

/// uint8_t: not 0 where functions run in their filtering bodies. Does not
/// change after the process's start.
#define MEMFACET_FILTERING "__memfacet_filtering"
/// Defined in programs whose objects have filtering bodies: a byte that nobody
/// reads.
#define MEMFACET_CAN_FILTER "__memfacet_can_filter"
/// Thread-local, initial-exec (FrontEntry[FrontSets]).
#define MEMFACET_FRONT "__memfacet_front"
/// void (uint64_t address, const Site *site, uint64_t about), keeps every
/// register as MEMFACET_NEXT does: some accesses to a piece of which at least
/// one may be a change. The caller counts them afterwards, in the entry of the
/// address. \p about: see aboutAccess.
#define MEMFACET_TOUCH "__memfacet_touch"
/// The same of direct accesses; the caller sets Writer afterwards.
#define MEMFACET_TOUCH_LINE "__memfacet_touch_line"
/// void (uint64_t address, const Site *site, uint64_t bytes), keeps every
/// register: one access to any number of bytes.
#define MEMFACET_TOUCH_RANGE "__memfacet_touch_range"
/// void (uint64_t address, const Site *site, uint64_t mask), keeps every
/// register: an access to neighbouring lanes of Site::Size bytes, those whose
/// bits are set.
#define MEMFACET_TOUCH_LANES "__memfacet_touch_lanes"
/// void (uint64_t address, const Site *site, uint64_t bytes), keeps every
/// register: a mark of the stack (SiteShape). What is remembered of the bytes
/// there is told first.
#define MEMFACET_MARK "__memfacet_mark"
/// void (void), keeps every register: nothing is remembered any more. Around
/// code without a filtering body.
#define MEMFACET_FORGET "__memfacet_forget"

namespace memfacet {

constexpr uint64_t FilterLineBytes = 64;
constexpr uint32_t FilterLineShift = 6;
constexpr uint32_t FrontSets = 64;

/// What a thread remembers of a set. Nothing: Length is 0, Line is NoLine.
struct FrontEntry {
  /// First address of the piece; of a line, an address in it.
  uint64_t Start;
  uint32_t Length; ///< bytes of the piece; 0: a line, or nothing
  /// Of a line: the low half of the address of the Site that wrote it last; 0:
  /// nobody has.
  uint32_t Writer;
  /// Of a piece: loads in the low half, stores in the high one.
  uint64_t Counts;
  uint64_t Line; ///< first address of the line; of a piece, NoLine
};
static_assert(sizeof(FrontEntry) == 32); // Touch.S knows the layout
/// No access is there.
constexpr uint64_t NoLine = 0;
constexpr uint64_t FilteredLoad = 1, FilteredStore = uint64_t(1) << 32;

constexpr uint32_t frontSet(uint64_t Address) {
  return uint32_t(Address >> FilterLineShift) % FrontSets;
}

/// What MEMFACET_TOUCH is told of accesses that share a check: how far the last
/// byte is that must be in the piece or the line (8 bits); for each of them,
/// the first one lowest, how far it is from the address (6 bits), its bytes - 1
/// (6) and whether it writes (1); above these, how many they are. Their sites
/// are neighbours, the first one first.
constexpr uint32_t MostTouched = 4;
constexpr uint32_t TouchedBits = 13;
constexpr unsigned TouchedShift = 8;
constexpr unsigned TouchedCountShift = TouchedShift + MostTouched * TouchedBits;

constexpr uint64_t aboutAccess(uint64_t Offset, uint64_t Bytes, bool Write) {
  return Offset | (Bytes - 1) << 6 | uint64_t(Write) << 12;
}

//===----------------------------------------------------------------------===//
// In the stream, a filtered record is two words:
//
//   0  bit 63 clear, bit 62 set, kind at 56, address
//   1  value in the high half, in the low one that of the address of the Site
//
// The second is written first. Half an address tells a Site: no two objects'
// tables of sites are at the same distance from multiples of 4 GB.
//===----------------------------------------------------------------------===//

//   enumerator, number
#define MEMFACET_FILTERED_KINDS(X)                                             \
  /* The access of Site at the address is a change. Value: what was counted */ \
  /* of the set's piece before (filteredCounts), or the Writer of its line. */ \
  X(Change, 0)                                                                 \
  /* Value: what was counted of the piece around the address, which is not */  \
  /* remembered any more. No site. */                                          \
  X(Counts, 1)                                                                 \
  /* Value: the Writer of the line, which is not remembered any more. */       \
  X(Written, 2)                                                                \
  /* An access of so many bytes (Value), which is not remembered. */           \
  X(Access, 3)                                                                 \
  /* A mark of the stack. Value: LocalBegin: bytes. */                         \
  X(Mark, 4)

enum class FilteredKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_FILTERED_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

struct FilteredRecord {
  uint64_t Words[2];
};

constexpr uint32_t FilteredWords = 2;
constexpr uint64_t FilteredBit = uint64_t(1) << 62;
constexpr unsigned FilteredKindShift = 56;
constexpr uint64_t FilteredAddressMask = (uint64_t(1) << FilteredKindShift) - 1;

constexpr FilteredRecord filteredRecord(FilteredKind Kind, uint64_t Address,
                                        uint64_t Site, uint32_t Value) {
  return {{FilteredBit | uint64_t(Kind) << FilteredKindShift | Address,
           uint64_t(Value) << 32 | uint32_t(Site)}};
}
/// Addresses of programs are below 2^47.
constexpr bool isFiltered(uint64_t Header) {
  constexpr uint64_t Fixed = uint64_t(3) << 62 | uint64_t(0x1ff) << 47;
  return (Header & Fixed) == FilteredBit;
}
constexpr FilteredKind filteredKind(uint64_t Header) {
  return FilteredKind(Header >> FilteredKindShift & 63);
}
constexpr uint64_t filteredAddress(uint64_t Header) {
  return Header & FilteredAddressMask;
}
/// The low half of the Site's address.
constexpr uint32_t filteredSiteHalf(uint64_t Second) {
  return uint32_t(Second);
}
constexpr uint32_t filteredValue(uint64_t Second) {
  return uint32_t(Second >> 32);
}

/// Loads and stores of a piece as a value; they are told before either is more.
constexpr uint32_t MostFilteredCount = (1 << 16) - 1;
constexpr uint32_t filteredCounts(uint64_t Counts) {
  return uint32_t(Counts) | uint32_t(Counts >> 32) << 16;
}
constexpr uint32_t filteredLoads(uint32_t Value) { return Value & 0xffff; }
constexpr uint32_t filteredStores(uint32_t Value) { return Value >> 16; }

} // namespace memfacet

#endif
