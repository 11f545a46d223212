//===- SampledReuse.cpp - reuse distances of some lines -------------------===//

#include "analysis/signature/SampledReuse.h"
#include "analysis/support/Hash.h"
#include <array>
#include <bit>

namespace memfacet {

static constexpr unsigned LineShift = 6;

void SampledReuse::add(const BatchPart &P) {
  static constexpr std::array<uint32_t, AccessBatch::Capacity> NoOwners = {};
  std::array<uint64_t, AccessBatch::Capacity> Chosen;
  size_t Count = 0;
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint64_t Line = P.Of.Address[I] >> LineShift;
    Chosen[Count] = Line;
    Count += (mixBits(Line) & (Lines - 1)) == 0;
  }
  if (Count != 0)
    Stack.touch({{Chosen.data(), Count}, NoOwners.data()}, Table);
}

Histogram &SampledReuse::counts() {
  const DistanceCounts &C = Table.rows()[0];
  uint32_t *To = Counts.data();
  for (size_t B = 0; B != C.Reuses.size(); ++B)
    To[std::bit_width(bucketBegin(B) * Lines)] += uint32_t(C.Reuses[B]);
  To[FirstTouches] += uint32_t(C.Compulsory);
  Table.clear();
  return Counts;
}

} // namespace memfacet
