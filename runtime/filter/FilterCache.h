//===- FilterCache.h - a first level in the program -----------------------===//
//
// The filter cache of a thread (memfacet/Filter.h): LRU sets of up to 16 ways.
// Nothing here is locked: it is the thread's own. Other threads only make it
// forget pieces (Front.cpp).
//
// The lines of the front are in ways, too. What is counted of them is in the
// front until another line takes the entry.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_FILTERCACHE_H
#define MEMFACET_RUNTIME_FILTER_FILTERCACHE_H

#include "memfacet/Filter.h"
#include "runtime/filter/Front.h"
#include "runtime/filter/Pieces.h"
#include <stddef.h>

namespace memfacet {

constexpr uint64_t LineMask = FilterLineBytes - 1;

/// What is known of the line in a way.
struct FilterWay {
  /// FrontEntry::Start, and Length at LengthShift. 0: no line.
  uint64_t Where;
  /// filteredCounts in the low half, FrontEntry::Writer in the high one.
  uint64_t Used;

  static constexpr unsigned LengthShift = 48;
  static constexpr uint64_t StartMask = (uint64_t(1) << LengthShift) - 1;

  uint64_t start() const { return Where & StartMask; }
  uint32_t length() const { return uint32_t(Where >> LengthShift); }
  uint32_t counts() const { return uint32_t(Used); }
  uint32_t writer() const { return uint32_t(Used >> 32); }
  bool holds(uint64_t Address) const {
    return ((Where ^ Address) & StartMask & ~LineMask) == 0;
  }
};
static_assert(sizeof(FilterWay) == 16);

/// A set; its ways are behind it.
struct FilterSet {
  /// A byte for each way: tagOf its line. Most of the others differ.
  uint64_t Tags[2];
  /// Four bits for each way: its number. The way that was used last is lowest.
  uint64_t Order;
  uint64_t Padding;

  FilterWay *ways() { return reinterpret_cast<FilterWay *>(this + 1); }

  /// Way \p Number becomes the one that was used last.
  void use(uint32_t Number) {
    constexpr uint64_t Ones = 0x1111111111111111;
    // The lowest four bits that are 0 here; behind them, borrows may lie.
    uint64_t Others = Order ^ Number * Ones;
    uint64_t Found = (Others - Ones) & ~Others & Ones << 3;
    uint64_t Upto = Found ^ (Found - 1); // with the way's own bits
    uint64_t Before = Upto >> 4;
    Order = (Order & ~Upto) | (Order & Before) << 4 | Number;
  }
};
static_assert(sizeof(FilterSet) == 32);

inline uint64_t tagOf(uint64_t Address) {
  return (Address >> 12 ^ Address >> 20) & 0xff;
}

struct FilterCache {
  uint32_t Sets, Ways;
  uint64_t OrderMask;   ///< bits of FilterSet::Order
  uint32_t VictimShift; ///< of the way in it that was not used longest
  uint32_t Stride;      ///< bytes from one set to the next
  size_t Bytes;         ///< of all
  /// By entry of the front: where its line is. With the entry empty: nowhere.
  FilterWay *Current[FrontSets];
  FilterWay Nowhere;

  FilterSet &set(uint64_t Address) {
    uint64_t Index = Address >> FilterLineShift & (Sets - 1);
    return *reinterpret_cast<FilterSet *>(reinterpret_cast<char *>(this + 1) +
                                          Index * Stride);
  }
  /// Gives it that shape; without lines. There must be bytesFor these.
  void begin(uint32_t Sets, uint32_t Ways);
  /// As many as there are tags may be looked at.
  static constexpr uint32_t stride(uint32_t Ways) {
    return uint32_t(sizeof(FilterSet) +
                    (Ways > 8 ? 16 : 8) * sizeof(FilterWay));
  }
  static constexpr size_t bytesFor(uint32_t Sets, uint32_t Ways) {
    return sizeof(FilterCache) + size_t(Sets) * stride(Ways);
  }
  /// Where the line of \p Address is in \p S; null: it is not.
  FilterWay *find(FilterSet &S, uint64_t Address);
  /// The number of \p W, where the line of \p Address is. Nowhere: any.
  uint32_t wayOf(uint64_t Address, const FilterWay *W) {
    return W == &Nowhere ? 0 : uint32_t(W - set(Address).ways());
  }
  /// The way of \p S that a new line takes.
  uint32_t victim(const FilterSet &S) const {
    return uint32_t(S.Order >> VictimShift) % MostFilterWays;
  }
  /// The line of \p Address is in way \p Number of \p S from now on, which was
  /// its victim.
  void enter(FilterSet &S, uint32_t Number, uint64_t Address) const {
    uint64_t &Tags = S.Tags[Number >> 3];
    unsigned Shift = Number % 8 * 8;
    Tags = (Tags & ~(uint64_t(0xff) << Shift)) | tagOf(Address) << Shift;
    S.Order = (S.Order << 4 | Number) & OrderMask;
  }
};

[[gnu::always_inline]] inline FilterWay *FilterCache::find(FilterSet &S, uint64_t Address) {
  constexpr uint64_t Ones = 0x0101010101010101;
  const uint64_t Tag = tagOf(Address) * Ones;
  FilterWay *W = S.ways();
  for (uint32_t Begin = 0; Begin < Ways; Begin += 8, W += 8) {
    uint64_t Others = S.Tags[Begin >> 3] ^ Tag;
    // Too many may be found, which do not hold the line.
    for (uint64_t Found = (Others - Ones) & ~Others & Ones << 7; Found != 0;
         Found &= Found - 1) {
      FilterWay *At = W + (__builtin_ctzll(Found) >> 3);
      if (__builtin_expect(At->holds(Address), 1))
        return At;
    }
  }
  return nullptr;
}

/// What \p E has counted as a record has it; the counts must not be large.
inline uint64_t usedBy(const FrontEntry &E) {
  return filteredCounts(E.Counts) | uint64_t(E.Writer) << 32;
}

/// What \p E remembers goes to \p W, where its line is.
inline void saveEntry(const FrontEntry &E, FilterWay &W) {
  W.Where = E.Start | uint64_t(E.Length) << FilterWay::LengthShift;
  W.Used = usedBy(E);
}

/// \p E is about the line in \p W from now on.
inline void loadEntry(FrontEntry &E, const FilterWay &W) {
  uint64_t Where = W.Where, Used = W.Used;
  uint64_t Start = Where & FilterWay::StartMask;
  E.Start = Start;
  E.Length = uint32_t(Where >> FilterWay::LengthShift);
  E.Writer = uint32_t(Used >> 32);
  E.Counts = (Used & 0xffff) | (Used & 0xffff0000) << 16;
  E.Line = Start & ~LineMask;
}

/// Makes the filter cache of the calling thread, empty, with the shape that the
/// options say.
void makeFilterCache();
/// The thread ends.
void dropFilterCache();

/// What was counted in way \p Number of its set is told; the line stays.
void tellWay(FilterWay &W, uint32_t Number);
/// The same of \p E, whose line is in that way.
void tellEntry(FrontEntry &E, uint32_t Number);
/// What was counted in all ways of the calling thread is told.
void tellAll();
/// The same; and for the next access to each line is asked whose it is.
void forgetPieces();
/// Code without a filtering body begins or ends: the reader of the stream has
/// the first level from now on.
void handOverCache();

} // namespace memfacet

#endif
