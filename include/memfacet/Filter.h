//===- Filter.h - accesses filtered in the program ------------------------===//
//
// A function may have a filtering body. It records no accesses as such. Each
// thread has a cache of its own, the filter cache: LRU sets of lines, as the
// first level of a model has. An access that hits there is counted and goes no
// further. A miss is written to the stream, with what the line that leaves was
// used for. Where the filter cache has the sets and ways of the first level of
// the model, its misses are those of the first level. Where it has 64 sets of
// one way, what is left is exact for each LRU cache of 64 sets or a multiple
// (T. R. Puzak, "Analysis of cache replacement algorithms", 1985; for
// write-backs W. H. Wang and J.-L. Baer, 1991).
//
// Inserted code does not search a set. It guesses in which way a line is: for
// each hash of a line, the cache remembers where the last line with that hash
// was found. Nor does it keep the ways in order: a way has the time of its last
// access. Only a miss looks for the way with the earliest one.
//
// Counts go by structure, so a way also remembers a part of its line:
//
//   a piece   the part of the line that belongs to one object. Accesses through
//             pointers look for it, and are counted in the way.
//   a line    direct accesses, to a global or local variable by its name, look
//             for the line. Which structure they belong to is known from the
//             site, so they are counted by the executions of their blocks. The
//             way only remembers who wrote the line last.
//
// What is inserted for an access at Address, in the thread's cache:
//
//   way = cache->Lines[cache->Guesses[filterHash(Address)]]
//
//   if (Address - way->Start >= way->Length)   a piece
//     __memfacet_touch(Address, site, cache), and guess again
//   way->Counts += write ? FilteredStore : FilteredLoad
//
//   if ((Address ^ way->Start) >= 64)          a line
//     __memfacet_touch_line(Address, site, cache), and guess again
//   if (write)
//     way->Writer = site
//
//   last of way = cache->Clock, which goes on by 2
//
// Several accesses with one base share a check: all of them must be in the
// piece or the line.
//
// From time to time the runtime opens a window: each guess is NoFilterLine
// then, so that it is asked at each access, and writes down all of them (Seen).
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
/// Thread-local, initial-exec: FilterCache *, never null.
#define MEMFACET_FILTER_CACHE "__memfacet_filter_cache"
/// void (uint64_t address, const Site *site, FilterCache *cache), keeps every
/// register as MEMFACET_NEXT does: an access of Site::Size bytes to a piece
/// that may be a miss. The caller counts it afterwards in \p cache, which it
/// has read from MEMFACET_FILTER_CACHE, in the way of the address. The clock
/// does not go on.
#define MEMFACET_TOUCH "__memfacet_touch"
/// The same of a direct access; the caller sets Writer afterwards.
#define MEMFACET_TOUCH_LINE "__memfacet_touch_line"
/// void (uint64_t address, const Site *site, uint64_t bytes), keeps every
/// register: one access to any number of bytes.
#define MEMFACET_TOUCH_RANGE "__memfacet_touch_range"
/// void (uint64_t address, const Site *site, uint64_t mask), keeps every
/// register: an access to neighbouring lanes of Site::Size bytes, those whose
/// bits are set.
#define MEMFACET_TOUCH_LANES "__memfacet_touch_lanes"
/// void (uint64_t loop, const Site *sites, uint64_t accesses), keeps every
/// register: the next iterations of a FilterLoop, whose address is \p loop, are
/// looked up and counted. FilterLoop::Ahead then tells how many.
#define MEMFACET_LOOP "__memfacet_loop"
/// void (uint64_t address, const Site *site, uint64_t bytes), keeps every
/// register: a mark of the stack (SiteShape). What is remembered of the bytes
/// there is told first.
#define MEMFACET_MARK "__memfacet_mark"
/// void (uint64_t address, uint64_t bytes), keeps every register: memory of the
/// stack without a name begins, where a named local may have been.
#define MEMFACET_UNNAMED "__memfacet_unnamed"
/// void (uint64_t address, uint64_t bytes), keeps every register: arguments
/// that a caller has put on the stack may be here, where a local of variable
/// length was. What is remembered of these bytes is told, and looked up again.
#define MEMFACET_PASSED "__memfacet_passed"
/// void (void), keeps every register: code without a filtering body begins or
/// ends.
#define MEMFACET_FORGET "__memfacet_forget"

namespace memfacet {

constexpr uint64_t FilterLineBytes = 64;
constexpr uint32_t FilterLineShift = 6;

/// A way of a set. Without a line, Start and Length are 0.
struct FilterWay {
  uint64_t Start;  ///< first address of the piece, or an address in the line
  uint32_t Length; ///< bytes of the piece; 0: none is remembered
  /// The low half of the address of the Site whose direct access wrote the line
  /// last; 0: there was none.
  uint32_t Writer;
  uint64_t Counts; ///< of the piece: loads in the low half, stores in the high
  // For the runtime:
  /// So many accesses of a Site, the low half of whose address this is, go on
  /// in the next line, and are not told yet. They are the piece's.
  uint32_t Straddler;
  uint16_t Straddles;
  /// Not 0: the reader has been told that the piece's owner wrote the line.
  uint16_t ToldWritten;
};
static_assert(sizeof(FilterWay) == 32);
constexpr uint64_t FilteredLoad = 1, FilteredStore = uint64_t(1) << 32;

constexpr unsigned FilterHashBits = 12;
/// Accesses to a line have the same.
constexpr uint32_t FilterHashFactor = 0x9e3779b1;
constexpr uint32_t filterHash(uint64_t Address) {
  return uint32_t(Address >> FilterLineShift) * FilterHashFactor >>
         (32 - FilterHashBits);
}

/// Sets are a power of two.
constexpr uint32_t LeastFilterSets = 64, MostFilterSets = 1024;
constexpr uint32_t MostFilterWays = 16;
constexpr uint32_t MostFilterLines = 2048; ///< ways of all sets

/// Ways lie set by set. Of the arrays by way, only the first Sets * Ways items
/// are used.
struct alignas(64) FilterCache {
  /// Of accesses. Odd times are those of second lines.
  uint64_t Clock;
  uint32_t Sets, Ways;
  // For the runtime:
  uint32_t Usual;     ///< Ways; 0: a window is open
  uint32_t Window;    ///< accesses up to its end
  uint64_t Intervals; ///< that have ended
  /// While counts of a way are told: where the record is written, in bytes from
  /// the beginning of the region; or 0. They are taken out of the way once the
  /// record is there. If the process is killed between, whoever reads what it
  /// held knows from the record that they are told.
  uint64_t Telling;
  uint64_t Rest; ///< if it is a record of kind Counts: what the way has then
  uint64_t Padding[2];
  /// By filterHash: a way that may have the line; its number * FilterStep.
  uint16_t Guesses[1 << FilterHashBits];
  /// By way: Clock at the last access.
  uint64_t Last[MostFilterLines + 8];
  FilterWay Lines[MostFilterLines + 1];
  /// By way, for the runtime, which reads eight at a time.
  uint8_t Tags[MostFilterLines + 8];
};
/// The number of a way of no set. It has no line, so who guesses it asks the
/// runtime; what is counted there does not matter.
constexpr uint32_t NoFilterLine = MostFilterLines;
constexpr uint64_t FilterTick = 2;
/// Bytes of an item of Last, so that both arrays are indexed by a guess.
constexpr uint32_t FilterStep = 8;
static_assert(sizeof(FilterWay) == 4 * FilterStep);

/// A loop whose addresses advance by fixed strides, in the program's frame. As
/// many FilterStrides follow as an iteration has accesses, in order; their
/// sites are neighbours.
struct FilterLoop {
  uint64_t Iterations; ///< that are not looked up yet
  uint64_t Ahead;      ///< so many were looked up by the last call
};
struct FilterStride {
  uint64_t Address; ///< in the next iteration that is not looked up yet
  uint64_t Bytes;   ///< how much further the access is with each iteration
};
constexpr uint32_t MostStrided = 48; ///< accesses of such a loop

//===----------------------------------------------------------------------===//
// In the stream, a filtered record is two words:
//
//   0  bit 63 clear, bit 62 set, kind at 56, way at 47, address
//   1  value in the high half, in the low one that of the address of the Site
//
// The second is written first. Half an address tells a Site: no two objects'
// tables of sites are at the same distance from multiples of 4 GB.
//
// The reader follows which line is in which way of the filter cache, and whose
// the piece is that is counted there. All but Access, Straddle, Straddles,
// Mark, Cache, Times, Left, Window, Seen and Told are about a way of the
// address's set; Straddle is about one of the next line's. Counts, Written,
// Cache, Handed, Left, Window and Told have no site.
//
//   Change         the access of Site is a miss. Its line takes the way, its
//                  piece is counted there. Value: what was counted there before
//                  (filteredCounts)
//   ChangeWritten  the same; value: the Writer of the line that leaves
//   Piece          the access of Site is to another piece of the line, which is
//                  counted from here on. Value: what was counted before
//   Counts         value: what was counted since the last record. It goes on
//   Written        value: the Writer of the line since the last record
//   Access         one access of so many bytes (value), not counted in any way.
//                  The lines that it misses follow as Touched
//   Touched        a line of the last Access is a miss and takes the way. What
//                  was counted there has been told
//   Straddle       an access that is counted in its line's way goes on in the
//                  next line, which is a hit
//   Mark           a mark of the stack. Value: LocalBegin: bytes
//   Cache          an empty filter cache begins: so many sets (address) of so
//                  many ways (value). The first filtered record of a thread
//   Times          one execution of Site was so many accesses (value, not 1)
//   Handed         the filter cache ends. Of its lines, the one that was used
//                  longest ago comes first. Whoever reads this has the first
//                  level from here on
//   Left           value: what was counted of the piece at the address in
//                  another thread, which lives on while the process ends
//   Straddles      so many accesses (value) of Site go on in a next line. They
//                  are the variable's if Site is direct, or else those of the
//                  object at the address. What lines they miss and write is
//                  told otherwise
//   Window         a window begins
//   Seen           an access of Site, of so many bytes (value), in a window. It
//                  is counted elsewhere
//   Straddled      so many accesses (value) of Site to what is counted in the
//                  way went on in the next line. They are the variable's if
//                  Site is direct. What lines they missed and wrote is told
//                  otherwise
//   Told           the process is about to end, or to be replaced: all counts
//                  of all threads have been told. Value: 1; 2: the process was
//                  killed, and whoever read what it held says so
//===----------------------------------------------------------------------===//

//   enumerator, number
#define MEMFACET_FILTERED_KINDS(X)                                             \
  X(Change, 0)                                                                 \
  X(ChangeWritten, 1)                                                          \
  X(Piece, 2)                                                                  \
  X(Counts, 3)                                                                 \
  X(Written, 4)                                                                \
  X(Access, 5)                                                                 \
  X(Touched, 6)                                                                \
  X(Straddle, 7)                                                               \
  X(Mark, 8)                                                                   \
  X(Cache, 9)                                                                  \
  X(Handed, 10)                                                                \
  X(Times, 11)                                                                 \
  X(Left, 12)                                                                  \
  X(Straddles, 13)                                                             \
  X(Window, 14)                                                                \
  X(Seen, 15)                                                                  \
  X(Told, 16)                                                                  \
  X(Straddled, 17)

enum class FilteredKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_FILTERED_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

struct FilteredRecord {
  uint64_t Words[2];
};

/// Values of Told.
constexpr uint32_t ToldBySelf = 1, ToldByReader = 2;

constexpr uint32_t FilteredWords = 2;
constexpr uint64_t FilteredBit = uint64_t(1) << 62;
constexpr unsigned FilteredKindShift = 56, FilteredWayShift = 47;
constexpr uint64_t FilteredAddressMask = (uint64_t(1) << FilteredWayShift) - 1;

constexpr FilteredRecord filteredRecord(FilteredKind Kind, uint64_t Address,
                                        uint32_t Way, uint64_t Site,
                                        uint32_t Value) {
  return {{FilteredBit | uint64_t(Kind) << FilteredKindShift |
               uint64_t(Way) << FilteredWayShift | Address,
           uint64_t(Value) << 32 | uint32_t(Site)}};
}
/// Addresses of programs are below 2^47.
constexpr bool isFiltered(uint64_t Header) {
  constexpr uint64_t Fixed = uint64_t(3) << 62 | uint64_t(0x1f) << 51;
  return (Header & Fixed) == FilteredBit;
}
constexpr FilteredKind filteredKind(uint64_t Header) {
  return FilteredKind(Header >> FilteredKindShift & 63);
}
constexpr uint32_t filteredWay(uint64_t Header) {
  return uint32_t(Header >> FilteredWayShift) % MostFilterWays;
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
/// As many of \p Counts as a record can have.
constexpr uint64_t partOfCounts(uint64_t Counts) {
  uint64_t Loads = uint32_t(Counts), Stores = Counts >> 32;
  Loads = Loads < MostFilteredCount ? Loads : MostFilteredCount;
  Stores = Stores < MostFilteredCount ? Stores : MostFilteredCount;
  return Loads | Stores << 32;
}
/// Calls \p Visit(filteredCounts) for parts of \p Counts that a record can
/// have.
template <typename Visitor> void forParts(uint64_t Counts, Visitor Visit) {
  while (Counts != 0) {
    uint64_t Part = partOfCounts(Counts);
    Visit(filteredCounts(Part));
    Counts -= Part;
  }
}
constexpr uint32_t filteredLoads(uint32_t Value) { return Value & 0xffff; }
constexpr uint32_t filteredStores(uint32_t Value) { return Value >> 16; }

} // namespace memfacet

#endif
