//===- Blocks.h - blocks, ready for expansion -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_BLOCKS_H
#define MEMFACET_DECODE_BLOCKS_H

#include "memfacet/Check.h"
#include "memfacet/Tables.h"
#include <cstdint>
#include <map>
#include <optional>
#include <thread>
#include <vector>

namespace memfacet::decode {

/// Disjoint half-open ranges of addresses. A new range removes those that it
/// overlaps: their addresses have been reused.
template <typename T> class RangeIndex {
public:
  struct Entry {
    uint64_t Begin, End;
    T *Owner;
  };

  void insert(uint64_t Begin, uint64_t End, T *Owner) {
    if (Begin >= End)
      return;
    auto Next = Entries.lower_bound(Begin);
    if (Next != Entries.begin() && std::prev(Next)->second.End > Begin)
      --Next;
    while (Next != Entries.end() && Next->first < End)
      Next = Entries.erase(Next);
    Entries.emplace(Begin, Entry{Begin, End, Owner});
  }

  /// Returns the range with \p Address; null: there is none.
  const Entry *find(uint64_t Address) const {
    auto Next = Entries.upper_bound(Address);
    if (Next == Entries.begin())
      return nullptr;
    --Next;
    return Address < Next->second.End ? &Next->second : nullptr;
  }

private:
  std::map<uint64_t, Entry> Entries;
};

/// A site as the expansion needs it. R is the record, R[0] its header: the
/// access was executed if R[Slot] is not 0, and its address is
///
///   Add + (Slot != 0 ? R[Slot] : 0)
///
/// so that sites with a static address, whose Slot is 0, are no special case.
struct HotSite {
  /// How the number of bytes is known. Blind: no access is known, only
  /// executions count; Nothing: the row makes no sense; Mark: no access but one
  /// of the stack's marks.
  enum Shape : uint16_t {
    Fixed = 0,
    Range = 1,
    Masked = 2,
    Blind = 3,
    Nothing = 4,
    Mark = 5
  };

  uint64_t Add;
  uint32_t Size;
  uint16_t Slot;
  uint16_t Packed; ///< Extra, Shape, write; of a mark: which mark

  static uint16_t pack(uint16_t Extra, Shape S, bool Write) {
    return uint16_t(Extra | S << 12 | Write << 15);
  }
  uint32_t extra() const { return Packed & 0x3ff; }
  Shape shape() const { return Shape(Packed >> 12 & 7); }
  bool write() const { return Packed >> 15; }

  /// Packs a mark. Add and Slot give the address; the bytes are Size or, where
  /// that is 0, in slot extra(), 0 for none.
  static uint16_t packMark(uint16_t Extra, SiteShape MarkShape) {
    uint32_t Number = uint32_t(MarkShape) - uint32_t(SiteShape::FrameBegin);
    return uint16_t(pack(Extra, Mark, Number >> 2) | (Number & 3) << 10);
  }
  SiteShape mark() const {
    uint32_t Number = (Packed >> 10 & 3) | uint32_t(write()) << 2;
    return SiteShape(Number + uint32_t(SiteShape::FrameBegin));
  }
};
static_assert(sizeof(HotSite) == 16);
static_assert(MaxRecordWords <= 0x400);

/// A row of the Blocks table: a path of runs. It is as large as the row in the
/// table, so that it is found without a division: which record comes next
/// depends on this look-up.
///
/// The sites of a path are neighbours. Where they are not in the table, copies
/// of them are: a site and its copies are *lanes*, and the number of a site is
/// that of its own lane. Where a loop's iterations share a record, the table
/// has a lane for each.
struct DecodedBlock {
  static constexpr uint32_t MaxRuns = 64; ///< in a path

  uint32_t FirstLane;    ///< first of LaneCount lanes, in program order
  uint32_t Instructions; ///< of the path
  uint16_t LaneCount;
  uint16_t OwnLanes; ///< lanes of the last run: the last ones
  uint16_t Words;    ///< of a record; 0: the row is damaged
  uint8_t Runs;      ///< of the path
  bool AllFixed;     ///< every site is of shape Fixed
  bool CarriesAddresses;
  bool EntersFunction; ///< the last run enters a function
  bool StartsLoop;     ///< the last run is the first one of a loop's header
  uint32_t Id;         ///< Block::Id
  uint32_t FirstSite;  ///< SiteId of the last run's first
  uint32_t RowsBack;   ///< to the path without the last run; 0: there is none
  uint32_t Padding[3];

  const DecodedBlock *before() const {
    return RowsBack ? this - RowsBack : nullptr;
  }
  /// Returns the instructions of the last run alone.
  uint32_t ownInstructions() const {
    return Instructions - (RowsBack ? before()->Instructions : 0);
  }
};
static_assert(sizeof(DecodedBlock) == sizeof(Block));

/// Finds blocks by address. One thread adds tables and calls find and tableOf,
/// which remember the table that was used last. Others may look blocks up as
/// long as no table is added.
class BlockIndex {
public:
  /// \p Blocks must not change any more.
  void add(TableRange Range, const std::vector<DecodedBlock> &Blocks) {
    Modules.insert(Range.Begin, Range.End, &Blocks);
    LastBytes = 0;
  }

  /// Returns the block at \p Address; null: there is none.
  const DecodedBlock *find(uint64_t Address) const {
    uint64_t Offset = Address - LastBegin;
    if (Offset >= LastBytes) [[unlikely]] {
      if (!remember(Address))
        return nullptr;
      Offset = Address - LastBegin;
    }
    return blockAt(LastBlocks, Offset);
  }

  /// Returns what find returns, in any thread.
  const DecodedBlock *lookUp(uint64_t Address) const {
    std::optional<Table> T = tableWith(Address);
    return T ? blockAt(T->Blocks, Address - T->Begin) : nullptr;
  }

  /// Returns the whole rows of the Blocks table that \p Address points into;
  /// empty: there is none.
  TableRange tableOf(uint64_t Address) const {
    if (Address - LastBegin >= LastBytes && !remember(Address))
      return {0, 0};
    return {LastBegin, LastBegin + LastBytes};
  }

private:
  struct Table {
    uint64_t Begin, Bytes;
    const char *Blocks;
  };

  static const DecodedBlock *blockAt(const char *Blocks, uint64_t Offset) {
    if (Offset % sizeof(Block) != 0)
      return nullptr;
    const auto *B = reinterpret_cast<const DecodedBlock *>(Blocks + Offset);
    return B->Words != 0 ? B : nullptr;
  }

  std::optional<Table> tableWith(uint64_t Address) const {
    const auto *E = Modules.find(Address);
    if (!E)
      return std::nullopt;
    Table T = {E->Begin, E->Owner->size() * sizeof(Block),
               reinterpret_cast<const char *>(E->Owner->data())};
    return Address - T.Begin < T.Bytes ? std::optional(T) : std::nullopt;
  }

  bool remember(uint64_t Address) const {
    MEMFACET_CHECK(Finder == std::thread::id() ||
                       Finder == std::this_thread::get_id(),
                   "other threads look blocks up");
    std::optional<Table> T = tableWith(Address);
    if (!T)
      return false;
    Finder = std::this_thread::get_id();
    LastBegin = T->Begin;
    LastBytes = T->Bytes;
    LastBlocks = T->Blocks;
    return true;
  }

  RangeIndex<const std::vector<DecodedBlock>> Modules;
  // The table that was used last.
  mutable uint64_t LastBegin = 0, LastBytes = 0;
  mutable const char *LastBlocks = nullptr;
  mutable std::thread::id Finder; ///< the thread that used it
};

} // namespace memfacet::decode

#endif
