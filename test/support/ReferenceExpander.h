//===- ReferenceExpander.h - slow expansion of records --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands a record as memfacet/Tables.h says, by the specs from which a test
// built the tables. Shares no code with the decoder.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEEXPANDER_H
#define MEMFACET_TEST_SUPPORT_REFERENCEEXPANDER_H

#include "test/support/Sinks.h"
#include "test/support/TableBuilder.h"

namespace memfacet::test {

class ReferenceExpander {
public:
  explicit ReferenceExpander(uint64_t IntervalInstructions)
      : IntervalInstructions(IntervalInstructions) {}

  /// Expands one record. \p FirstSite: the number of the block's first site in
  /// all tables.
  void record(uint32_t Thread, const BlockSpec &Block, uint32_t FirstSite,
              const std::vector<uint64_t> &Slots) {
    uint64_t &Clock = Clocks[Thread];
    auto Interval = uint32_t(Clock / IntervalInstructions);
    for (size_t I = 0; I != Block.Sites.size(); ++I) {
      const SiteSpec &S = Block.Sites[I];
      bool OfSlot = S.AddressBase == BaseKind::Slot;
      uint64_t Base = OfSlot ? Slots[S.Base] : Block.References[S.Base];
      if (Base == 0)
        continue;
      uint64_t Address = Base + uint64_t(int64_t(S.Offset));
      for (auto [Offset, Bytes] : extents(S, Slots))
        Accesses.push_back({Thread, Interval, Address + Offset, Bytes,
                            FirstSite + uint32_t(I),
                            S.Kind != AccessKind::Load});
    }
    Instructions[{Thread, Interval}] += Block.Instructions;
    auto Process = uint32_t(ProcessClock / IntervalInstructions);
    ByProcess[{Thread, Process}] += Block.Instructions;
    Clock += Block.Instructions;
    ProcessClock += Block.Instructions;
  }

  std::vector<KeptAccess> Accesses;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Instructions;
  /// Instructions by thread and interval of the process.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> ByProcess;

private:
  struct Extent {
    uint64_t Offset;
    uint32_t Bytes;
  };

  static std::vector<Extent> extents(const SiteSpec &S,
                                     const std::vector<uint64_t> &Slots) {
    if (S.Shape == SiteShape::Fixed)
      return {{0, S.Size}};
    uint64_t Extra = Slots[S.Extra];
    if (S.Shape == SiteShape::Range)
      return Extra == 0 ? std::vector<Extent>()
                        : std::vector<Extent>{{0, uint32_t(Extra)}};
    std::vector<Extent> Runs;
    for (uint64_t Lane = 0; Lane != 64; ++Lane) {
      if (!(Extra >> Lane & 1))
        continue;
      bool Joins = Lane != 0 && (Extra >> (Lane - 1) & 1);
      if (Joins)
        Runs.back().Bytes += S.Size;
      else
        Runs.push_back({Lane * S.Size, S.Size});
    }
    return Runs;
  }

  uint64_t IntervalInstructions;
  std::map<uint32_t, uint64_t> Clocks;
  uint64_t ProcessClock = 0;
};

} // namespace memfacet::test

#endif
