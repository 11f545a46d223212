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
#include <array>
#include <memory>

namespace memfacet {

/// Up to eight sites of a block, each field as a vector wants it. Lanes without
/// a site have Slot 0.
struct alignas(64) PlainSites {
  static constexpr uint32_t Lanes = 8;

  uint64_t Add[Lanes]; ///< plus the record's word Slot: the address
  AccessInfo Info[Lanes];
  uint8_t Slot[Lanes]; ///< 0, the header: Add makes up for it
};

/// The plain blocks that were met last, by a hash of their header.
class PlainBlocks {
public:
  static constexpr uint32_t MaxWords = 16, MaxSites = 32;

  PlainBlocks();

  /// Small, so that all stay in the nearest cache: where the next record begins
  /// depends on it.
  struct Head {
    uint64_t Header = 0;
    uint32_t Instructions = 0;
    uint16_t Words = 0; ///< 0: nothing is here
    uint16_t Sites = 0;
  };
  static size_t slot(uint64_t Header) {
    return Header * 0x9e3779b97f4a7c15 >> (64 - Bits);
  }
  const Head &head(size_t Slot) const { return Heads[Slot]; }
  const PlainSites &sites(size_t Slot) const { return First[Slot]; }
  /// The sites behind the first eight.
  const PlainSites *rest(size_t Slot) const { return Rest[Slot].get(); }

  /// Takes in the block \p B with \p Header; false: it is not plain.
  bool learn(uint64_t Header, const DecodedBlock &B, const HotSite *Sites);
  /// When tables change.
  void forget();

private:
  static constexpr unsigned Bits = 11;
  static constexpr size_t Slots = size_t(1) << Bits;

  std::array<Head, Slots> Heads;
  std::unique_ptr<PlainSites[]> First;
  std::array<std::unique_ptr<PlainSites[]>, Slots> Rest;
};

struct PlainRecords {
  const BlockIndex &Index;
  const HotSite *Sites;
  PlainBlocks &Blocks;
  AccessBatch &To;
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
