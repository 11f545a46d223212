//===- decode/PlainRecords.h - what most of a stream is made of -----------===//
//
// A plain record has at most 16 words, and accesses of fixed size only. Such
// records are expanded in a loop of their own, with vectors where the processor
// has them; everything else is the Decoder's.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_PLAINRECORDS_H
#define MEMFACET_DECODE_PLAINRECORDS_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/Blocks.h"
#include "analysis/support/LazyMemory.h"
#include <bit>
#include <deque>
#include <vector>

namespace memfacet {

/// Up to eight sites of a block, each field as a vector wants it. Lanes without
/// a site have Slot 0.
struct PlainSites {
  static constexpr uint32_t Lanes = 8;

  uint64_t Add[Lanes]; ///< plus the record's word Slot: the address
  AccessInfo Info[Lanes];
  uint8_t Slot[Lanes]; ///< 0, the header: Add makes up for it
};

/// A block with at most eight words and sites, or what is known of another.
struct PlainBlock {
  enum Kind : uint32_t { Unknown = 0, NotPlain = 1, FirstLarge = 2 };

  PlainSites Sites;
  uint16_t Instructions;
  uint8_t Count; ///< of sites
  uint8_t Words; ///< 0: Value says what it is
  /// A Kind; if it is plain, its executions that are not counted yet.
  uint32_t Value;

  bool plain() const { return Words != 0; }
};
/// A row of the Blocks table in bytes times this: found without a division,
/// since which record comes next depends on it.
constexpr size_t PlainBlockScale = 4;
static_assert(sizeof(PlainBlock) == PlainBlockScale * sizeof(Block));

/// A plain block with more.
struct LargePlainBlock {
  uint32_t Words, Count;
  int64_t Instructions;
  uint64_t Executions;           ///< not counted yet
  std::vector<PlainSites> Sites; ///< all, eight in each
};

/// How often each site was executed, by SiteId.
using ExecutionCounts = std::vector<uint64_t>;

/// Of an odd number, modulo 2^64.
constexpr uint64_t inverseOf(uint64_t Odd) {
  uint64_t Inverse = Odd; // right in three bits; each step doubles them
  for (int Bits = 3; Bits < 64; Bits *= 2)
    Inverse *= 2 - Odd * Inverse;
  return Inverse;
}

/// Blocks as they are met, by their rows in the Blocks tables.
class PlainBlocks {
public:
  static constexpr uint32_t MaxWords = 16, MaxSites = 32;
  static constexpr uint32_t MaxInstructions = 1024;

  /// The blocks of one table.
  struct Table {
    uint64_t Begin = 0; ///< of the Blocks table
    uint64_t Count = 0;
    char *Rows = nullptr; ///< PlainBlocks, zero until learnt

    PlainBlock &row(uint64_t Header) const {
      return *reinterpret_cast<PlainBlock *>(Rows + (Header - Begin) *
                                                        PlainBlockScale);
    }
    /// Whether there is a row at \p Header.
    bool has(uint64_t Header) const {
      // Division by multiplication with the inverse. What is no multiple
      // becomes a number that is greater than every quotient.
      constexpr uint64_t Odd = sizeof(Block) / 4, InverseOfOdd = inverseOf(Odd);
      static_assert(sizeof(Block) % 8 == 4);
      return std::rotr((Header - Begin) * InverseOfOdd, 2) < Count;
    }
  };

  /// The table that was asked for last.
  const Table &table() const { return Current; }
  /// Makes table() that of \p Header; false: there is none.
  bool enter(uint64_t Header, const BlockIndex &Index);
  /// Learns the block at \p Header, which is in table(); false: no plain one.
  bool learn(uint64_t Header, const BlockIndex &Index, const HotSite *Sites);
  LargePlainBlock &large(const PlainBlock &B) {
    return Large[B.Value - PlainBlock::FirstLarge];
  }
  /// Adds the executions of all blocks to \p To, and begins anew.
  void countInto(ExecutionCounts &To);
  /// When tables change, after countInto.
  void forget();

private:
  Table Current;
  std::vector<Table> Tables;
  std::vector<LazyMemory> Memory; ///< their rows
  std::deque<LargePlainBlock> Large;
};

struct PlainRecords {
  const BlockIndex &Index;
  const HotSite *Sites;
  PlainBlocks &Blocks;
  AccessBatch &To;
  /// Sites that a block did not execute are counted down.
  ExecutionCounts &Counts;
  /// How many may be executed before the interval ends. Becomes what is left:
  /// 0 or less behind the record that reached its end.
  int64_t Instructions;
};

/// Expands records from \p At on, up to the first that is not plain, for which
/// the batch has no room, or that is near \p End, or to the interval's end.
/// Returns where it stopped.
using PlainExpansion = const uint64_t *(const uint64_t *At, const uint64_t *End,
                                        PlainRecords &R);

/// The fastest that this processor can; null: the Decoder is as fast.
PlainExpansion *plainExpansion();

} // namespace memfacet

#endif
