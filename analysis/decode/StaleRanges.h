//===- StaleRanges.h - what a late expansion may rely on ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expansion that runs ahead of the sink compares sites with ranges
// (SiteRanges.h) that may have been forgotten meanwhile. Accesses inside of
// such ranges are not in the batch's list of accesses outside: here they are
// added. More than need be does no harm.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_STALERANGES_H
#define MEMFACET_DECODE_STALERANGES_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/SiteRanges.h"
#include <deque>

namespace memfacet::decode {

/// Changes of ranges are numbered in order, from 0.
class StaleRanges {
public:
  /// Adds the next change. The old range may still be relied on.
  void add(const SiteRanges::Change &C) {
    if (C.OldBytes != 0)
      Ranges.push_back({Count, C.OldLow, C.OldBytes});
    ++Count;
  }
  /// Adds stale accesses to the list of \p B, which was expanded when the first
  /// \p Followed changes were known. Later batches know no fewer.
  void widen(AccessBatch &B, uint64_t Followed) {
    while (!Ranges.empty() && Ranges.front().Number < Followed)
      Ranges.pop_front();
    if (!Ranges.empty()) [[unlikely]]
      listStale(B);
  }

private:
  /// If there are more ranges, everything between the lowest and the highest
  /// address is stale.
  static constexpr size_t MaxSearched = 8;
  struct Range {
    uint64_t Number;
    uint64_t Low, Bytes;
  };

  void listStale(AccessBatch &B) const;
  Range around() const;

  std::deque<Range> Ranges;
  uint64_t Count = 0;
};

} // namespace memfacet::decode

#endif
