//===- PlainRecords.h - what most of a stream is made of ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plain record has few words, and accesses of neighbouring bytes and marks
// only. Such records are expanded in a loop of their own, with vectors where
// the processor has them; everything else is the Decoder's.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_PLAINRECORDS_H
#define MEMFACET_DECODE_PLAINRECORDS_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/Blocks.h"
#include "analysis/decode/SiteRanges.h"
#include "analysis/support/LazyMemory.h"
#include "memfacet/Check.h"
#include <bit>
#include <vector>

namespace memfacet::decode {

/// A row with at most eight words and sites, in two cache lines, each field of
/// the sites as a vector wants it. Lanes without a site have Slot 0.
struct alignas(64) PlainBlock {
  static constexpr uint32_t Lanes = 8;

  AccessInfo Info[Lanes];
  int32_t Add[Lanes];  ///< plus the record's word Slot: the address
  uint8_t Slot[Lanes]; ///< 0: the header, which Add makes up for
  uint32_t FirstLane;  ///< first of Count lanes
  uint32_t Executions; ///< not counted yet
  uint32_t Large;      ///< number of the LargePlainBlock, where it is one
  uint16_t Instructions;
  uint8_t Count;
};
static_assert(sizeof(PlainBlock) == 128);

/// Up to eight sites of another block, as in PlainBlock.
struct PlainSites {
  static constexpr uint32_t Lanes = PlainBlock::Lanes;

  uint64_t Add[Lanes];
  AccessInfo Info[Lanes]; ///< without the size where the site is a range
  uint8_t Slot[Lanes];
  uint8_t Bytes[Lanes]; ///< slots with the sizes of ranges
  uint8_t Marks;        ///< which are no accesses
  uint8_t Ranges;       ///< which are as long as their records say
};

/// A plain block with more words or sites, or with marks or ranges.
struct LargePlainBlock {
  uint32_t FirstLane; ///< first of Count lanes
  uint32_t Words, Count;
  bool HasMarks;
  int64_t Instructions;
  uint64_t Executions;           ///< not counted yet
  std::vector<PlainSites> Sites; ///< all, eight in each
  std::vector<uint8_t> Bytes;    ///< slots with the sizes of all ranges
};

/// Sites; index: lane.
struct LaneTable {
  const HotSite *Hot;
  const uint32_t *Sites; ///< SiteIds
};

/// Returns the inverse of an odd number, modulo 2^64.
constexpr uint64_t inverseOf(uint64_t Odd) {
  uint64_t Inverse = Odd; // right in three bits; each step doubles them
  for (int Bits = 3; Bits < 64; Bits *= 2)
    Inverse *= 2 - Odd * Inverse;
  return Inverse;
}

/// Blocks that have come, by their rows in the Blocks tables.
class PlainBlocks {
public:
  static constexpr uint32_t MaxWords = 128, MaxSites = 256;
  static constexpr uint32_t MaxInstructions = 1024;

  /// What Table::Lengths has, if not a PlainBlock's words.
  enum Length : uint8_t { Unknown = 0, Large = 0xfe, NotPlain = 0xff };

  /// The blocks of one table.
  struct Table {
    /// A place is where a row may begin: places lie as far apart as rows are
    /// aligned.
    static constexpr uint64_t PlaceBytes = 4;
    static constexpr uint64_t PlacesPerRow = sizeof(Block) / PlaceBytes;

    uint64_t Begin = 0;  ///< of the Blocks table
    uint64_t Places = 0; ///< in all rows
    /// Index: place; which record comes next depends on it, so it is found
    /// without the row.
    uint8_t *Lengths = nullptr;
    PlainBlock *Rows = nullptr; ///< zero until learnt

    /// Returns the place of \p Header; at least Places: there is none.
    uint64_t place(uint64_t Header) const {
      // Addresses between places give numbers beyond all places.
      return std::rotr(Header - Begin, std::countr_zero(PlaceBytes));
    }
    /// Returns the row at \p Place, where a row begins.
    PlainBlock &row(uint64_t Place) const {
      // An exact division: PlacesPerRow is odd.
      static_assert(PlacesPerRow % 2 == 1 &&
                    PlacesPerRow * PlaceBytes == sizeof(Block));
      return Rows[Place * inverseOf(PlacesPerRow)];
    }
  };

  /// Returns the table that was used last.
  const Table &table() const { return Current; }
  /// Makes table() that of \p Header. Returns false if there is none.
  bool enter(uint64_t Header, const BlockIndex &Index);
  /// Learns the block at \p Header, which is in table(). Returns false if it is
  /// not plain.
  bool learn(uint64_t Header, const BlockIndex &Index, LaneTable Lane);
  /// Returns the block of a row whose length is Large.
  LargePlainBlock &large(const PlainBlock &B) {
    MEMFACET_CHECK(B.Large < LargeBlocks.size(), "learn has made the block");
    return LargeBlocks[B.Large];
  }
  /// Counts one more execution.
  void executed(PlainBlock &B) {
    if (B.Executions++ == 0) [[unlikely]]
      listExecuted(B);
  }
  void executed(LargePlainBlock &B) {
    if (B.Executions++ == 0) [[unlikely]]
      listExecuted(B);
  }
  /// Appends the executions of all blocks to \p Result, and begins anew.
  void takeExecutions(std::vector<SiteExecutions> &Result,
                      const uint32_t *Sites);
  /// Forgets all blocks. Called when tables change, after takeExecutions.
  void forget();

private:
  void listExecuted(PlainBlock &B);
  void listExecuted(LargePlainBlock &B);
  void learnLarge(PlainBlock &Row, const DecodedBlock &B, uint64_t Header,
                  LaneTable Lane);

  Table Current;
  std::vector<Table> Tables;
  std::vector<LazyMemory> Memory; ///< memory of Tables
  std::vector<LargePlainBlock> LargeBlocks;
  /// Blocks with executions. The large ones by number, because they move.
  std::vector<PlainBlock *> Executed;
  std::vector<uint32_t> LargeExecuted;
};

/// Returns a mark of a record, before access \p Position of the batch. \p H and
/// \p Site are the mark's site.
inline StackMark markOf(const HotSite &H, const uint64_t *Record, uint32_t Site,
                        size_t Position) {
  uint64_t Bytes = H.extra() != 0 ? Record[H.extra()] : H.Size;
  return {uint32_t(Position), Site, H.mark(), Record[H.Slot] + H.Add, Bytes};
}

struct PlainRecords {
  const BlockIndex &Index;
  LaneTable Lanes;
  PlainBlocks &Blocks;
  AccessBatch &Batch;
  const SiteRanges &Ranges;
  /// Sites that a block did not execute.
  std::vector<SiteExecutions> &Corrections;
  /// How many instructions may be executed before the interval ends. Becomes
  /// what is left: 0 or less after the record that reached the end.
  int64_t Instructions;
};

/// Expands records from \p Position on, up to the first that is not plain, for
/// which the batch has no room, or that is near \p End, or to the interval's
/// end. Returns where it stopped.
using PlainExpansion = const uint64_t *(const uint64_t *Position,
                                        const uint64_t *End, PlainRecords &R);

/// The accesses, and marks, for which the batch must have room before a record
/// may be expanded.
constexpr size_t PlainExpansionRoom = PlainBlocks::MaxSites + PlainBlock::Lanes;

/// Returns the fastest expansion for this processor; null: the Decoder is as
/// fast.
PlainExpansion *plainExpansion();

} // namespace memfacet::decode

#endif
