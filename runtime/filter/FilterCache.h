//===- FilterCache.h - a first level in the program -----------------------===//
//
// The filter cache of a thread (memfacet/Filter.h). Nothing here is locked: it
// is the thread's own. Other threads only make it forget pieces (Objects.cpp).
//
// Where a thread has none (in signal handlers, and where there is no memory),
// its pointer leads to one without ways: every access is written as such, and
// is taken for a hit.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_FILTERCACHE_H
#define MEMFACET_RUNTIME_FILTER_FILTERCACHE_H

#include "memfacet/Filter.h"
#include "memfacet/Tables.h"
#include "runtime/filter/Pieces.h"
#include "runtime/filter/Streams.h"
#include "runtime/support/Visibility.h"

extern "C" {
extern MEMFACET_EXPORT uint8_t __memfacet_filtering;
extern MEMFACET_EXPORT MEMFACET_TLS
    memfacet::FilterCache *__memfacet_filter_cache;
}

namespace memfacet {

/// Memory of the stack that was an object's; Of: a local's Site, or null where
/// it had no name.
struct BegunOnStack {
  uint64_t Low, High;
  const Site *Of;
  Boundaries Where;
};
constexpr uint64_t MostBegun = 64;

/// Of a thread. Cache is what the program sees.
struct FilterThread {
  FilterCache Cache;
  BegunOnStack Begun[MostBegun]; ///< by address, those that began last
  /// Where arguments began last, if nothing else has begun there since.
  uint64_t PassedLow, PassedHigh;
  LoopStream Streams[MostStrided];
  Straddled Straddling[MostStrided];
  LineEntry Entries[MostEntries + 1];
};

/// \p C is a thread's own, or the one without ways.
inline BegunOnStack &begun(FilterCache &C, uint64_t Low) {
  return reinterpret_cast<FilterThread &>(C).Begun[Low / 8 % MostBegun];
}
inline const BegunOnStack &begun(const FilterCache &C, uint64_t Low) {
  return begun(const_cast<FilterCache &>(C), Low);
}

constexpr uint64_t LineMask = FilterLineBytes - 1;
/// A count that may become too large for a record soon.
constexpr uint64_t LargeCounts = 0xffff8000ffff8000;

/// Whether functions run in their filtering bodies.
inline bool filtering() { return __memfacet_filtering; }

/// The number of the first way of the set of \p Address.
inline uint32_t setOf(const FilterCache &C, uint64_t Address) {
  return (uint32_t(Address >> FilterLineShift) & (C.Sets - 1)) * C.Ways;
}
inline uint32_t wayIn(const FilterCache &C, uint32_t Number) {
  return Number % C.Ways;
}
inline bool holds(const FilterWay &W, uint64_t Address) {
  return (W.Start ^ Address) < FilterLineBytes;
}
/// Number of the way where the line of \p Address was found last, or any.
inline uint32_t guess(const FilterCache &C, uint64_t Address) {
  return C.Guesses[filterHash(Address)] / FilterStep;
}
/// From now on, the line of \p Address will be looked for in way \p Number.
/// Not while a window is open.
inline void remember(FilterCache &C, uint64_t Address, uint32_t Number) {
  C.Guesses[filterHash(Address)] = uint16_t(Number * FilterStep);
}
/// The same at any time.
inline void rememberNow(FilterCache &C, uint64_t Address, uint32_t Number) {
  remember(C, Address, C.Window == 0 ? Number : NoFilterLine);
}
/// Lines of one set differ here, mostly.
inline uint8_t tagOf(uint64_t Address) { return uint8_t(Address >> 12); }

constexpr uint32_t NoWay = ~uint32_t(0);

/// Number of the way of a set, from way \p Set on, with the line of \p Address;
/// or NoWay. \p Ways: C.Ways.
[[gnu::always_inline]] inline uint32_t
findIn(const FilterCache &C, uint32_t Set, uint32_t Ways, uint64_t Address) {
  constexpr uint64_t Ones = 0x0101010101010101;
  const uint64_t Tag = tagOf(Address) * Ones;
  for (uint32_t Begin = 0; Begin < Ways; Begin += 8) {
    uint64_t Others;
    __builtin_memcpy(&Others, C.Tags + Set + Begin, sizeof Others);
    Others ^= Tag;
    // Bytes that are 0, and some that are not.
    uint64_t Found = (Others - Ones) & ~Others & Ones << 7;
    if (Ways - Begin < 8)
      Found &= (uint64_t(1) << 8 * (Ways - Begin)) - 1;
    for (; Found != 0; Found &= Found - 1) {
      uint32_t Number = Set + Begin + (uint32_t(__builtin_ctzll(Found)) >> 3);
      if (__builtin_expect(holds(C.Lines[Number], Address), 1))
        return Number;
    }
  }
  return NoWay;
}
inline uint32_t find(const FilterCache &C, uint64_t Address) {
  if (uint32_t Number = guess(C, Address); holds(C.Lines[Number], Address))
    return Number;
  if (C.Ways == 8)
    return findIn(C, setOf(C, Address), 8, Address);
  return findIn(C, setOf(C, Address), C.Ways, Address);
}

/// Number of the way of a set that was accessed the longest time ago.
[[gnu::always_inline]] inline uint32_t victim(const FilterCache &C,
                                              uint32_t Set, uint32_t Ways) {
  const uint64_t *Last = C.Last + Set;
  uint32_t Least = 0;
  uint64_t Earliest = Last[0];
  for (uint32_t I = 1; I < Ways; ++I) {
    bool Earlier = Last[I] < Earliest;
    Least = Earlier ? I : Least;
    Earliest = Earlier ? Last[I] : Earliest;
  }
  return Set + Least;
}

/// Of the set of \p Address.
inline uint32_t victimFor(const FilterCache &C, uint64_t Address) {
  if (C.Ways == 8)
    return victim(C, setOf(C, Address), 8);
  return victim(C, setOf(C, Address), C.Ways);
}

/// Calls \p Visit for the numbers of all ways with lines.
template <typename Visitor> void forWays(const FilterCache &C, Visitor Visit) {
  for (uint32_t I = 0; I != C.Sets * C.Ways; ++I)
    if (C.Lines[I].Start != 0)
      Visit(I);
}

/// The calling thread was in \p C when an interval ended: sometimes, all of its
/// next accesses are written down (memfacet/Filter.h, Seen).
void intervalEnds(FilterCache &C);
/// A window is open in \p C, and this is one access in it. It may be the last.
void seeAccess(FilterCache &C, uint64_t Address, const Site *S, uint64_t Bytes);

/// Makes the filter cache of the calling thread, empty, with the shape that the
/// options say.
void makeFilterCache();
/// The thread ends.
void dropFilterCache();
/// The thread goes on without one, for a while: what it had. Put back by
/// writing it to __memfacet_filter_cache.
FilterCache *takeFilterCache();

/// What was counted in way \p Number is told; the line stays.
void tellWay(FilterCache &C, uint32_t Number);
/// The same of all ways of the calling thread.
void tellAll();
/// The same; and for the next access to each line is asked whose it is.
void forgetPieces();
/// Code without a filtering body begins or ends: the reader of the stream has
/// the first level from now on.
void handOverCache();

} // namespace memfacet

#endif
