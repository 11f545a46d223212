//===- StaleRanges.cpp - what a late expansion may rely on ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/StaleRanges.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>
#include <bitset>

namespace memfacet::decode {

namespace {

/// Index: number in a batch.
using StaleSet = std::bitset<AccessBatch::Capacity>;

MEMFACET_VECTOR_CLONES bool touches(const AccessBatch &B, uint64_t Low,
                                    uint64_t Bytes) {
  uint64_t Any = 0;
  for (size_t I = 0, Count = B.Count; I != Count; ++I)
    Any |= uint64_t(B.Address[I] - Low < Bytes);
  return Any != 0;
}

void addStale(const AccessBatch &B, uint64_t Low, uint64_t Bytes,
              StaleSet &Target) {
  for (size_t I = 0; I != B.Count; ++I)
    if (B.Address[I] - Low < Bytes)
      Target[I] = true;
}

} // namespace

StaleRanges::Range StaleRanges::around() const {
  uint64_t Low = UINT64_MAX, High = 0;
  for (const Range &R : Ranges) {
    Low = std::min(Low, R.Low);
    High = std::max(High, R.Low + R.Bytes);
  }
  return {0, Low, High - Low};
}

[[gnu::noinline]] void StaleRanges::listStale(AccessBatch &B) const {
  StaleSet Stale;
  auto Look = [&](const Range &R) {
    // Most often no access touches the range. Vectors find that out.
    if (touches(B, R.Low, R.Bytes))
      addStale(B, R.Low, R.Bytes, Stale);
  };
  if (Ranges.size() > MaxSearched)
    Look(around());
  else
    std::ranges::for_each(Ranges, Look);
  if (Stale.none())
    return;
  for (size_t I = 0; I != B.OutsideCount; ++I)
    Stale[B.OutsideAccesses[I]] = true;
  B.OutsideCount = 0;
  for (size_t I = 0; I != B.Count; ++I)
    if (Stale[I])
      B.OutsideAccesses[B.OutsideCount++] = uint32_t(I);
}

} // namespace memfacet::decode
