//===- Verifier.cpp - expanded addresses against recorded ones ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Verifier.h"

namespace memfacet::decode {

void Verifier::check(const DecodedBlock &B, std::span<const uint64_t> Record,
                     const HotSite *Sites) {
  if (const DecodedBlock *Before = B.before())
    check(*Before, Record, Sites);
  // Damaged tables have paths that go on from rows without addresses.
  if (B.OwnLanes >= B.Words)
    return;
  const HotSite *Own = Sites + B.FirstLane + B.LaneCount - B.OwnLanes;
  for (uint32_t I = 0; I != B.OwnLanes; ++I) {
    const HotSite &H = Own[I];
    uint64_t Base = Record[H.Slot];
    uint64_t Expanded = H.Slot != 0 ? Base + H.Add : H.Add;
    bool HasNoAddress =
        H.shape() == HotSite::Blind || H.shape() == HotSite::Nothing;
    if (Base == 0 || HasNoAddress)
      Expanded = 0;
    // The addresses are the last of the words that the run has added.
    uint64_t Recorded = Record[B.Words - B.OwnLanes + I];
    ++Compared;
    if (Recorded == Expanded)
      continue;
    if (Mismatches++ == 0)
      First = {Record[0], B.FirstSite + I, Recorded, Expanded};
  }
}

} // namespace memfacet::decode
