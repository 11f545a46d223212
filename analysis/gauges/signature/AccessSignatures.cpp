//===- AccessSignatures.cpp - signatures of an interval's accesses --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/AccessSignatures.h"
#include "analysis/support/Hash.h"
#include <array>
#include <bit>
#include <utility>

namespace memfacet::gauges {

static uint64_t distance(uint64_t A, uint64_t B) {
  return A > B ? A - B : B - A;
}

void StrideCounts::addLocal(const decode::BatchPart &P) {
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint32_t Site = P.Batch.Info[I].site();
    if (Site >= LastOfSite.size()) [[unlikely]]
      LastOfSite.resize(2 * size_t(Site) + 1, Never);
    uint64_t Previous = std::exchange(LastOfSite[Site], P.Batch.Address[I]);
    if (Previous != Never) [[likely]]
      add(distance(P.Batch.Address[I], Previous), Site);
  }
}

void StrideCounts::addGlobal(const decode::BatchPart &P) {
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint64_t Previous = std::exchange(Last, P.Batch.Address[I]);
    if (Previous != Never) [[likely]]
      add(distance(P.Batch.Address[I], Previous), P.Batch.Info[I].site());
  }
}

static constexpr unsigned LineShift = 6;

void SampledReuse::add(const decode::BatchPart &P) {
  static constexpr std::array<uint32_t, decode::AccessBatch::Capacity>
      NoOwners = {};
  std::array<uint64_t, decode::AccessBatch::Capacity> Chosen;
  size_t Count = 0;
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint64_t Line = P.Batch.Address[I] >> LineShift;
    Chosen[Count] = Line;
    Count += (mixBits(Line) & (Lines - 1)) == 0;
  }
  if (Count != 0)
    Stack.touch({{Chosen.data(), Count}, NoOwners.data()}, Table);
}

Histogram &SampledReuse::counts() {
  const DistanceCounts &C = Table.rows()[0];
  uint32_t *Bins = Counts.data();
  for (size_t B = 0; B != C.Reuses.size(); ++B)
    Bins[std::bit_width(result::bucketBegin(B) * Lines)] +=
        uint32_t(C.Reuses[B]);
  Bins[FirstTouches] += uint32_t(C.Compulsory);
  Table.clear();
  return Counts;
}

} // namespace memfacet::gauges
