//===- CodeSignatures.cpp - signatures of an interval's code --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/CodeSignatures.h"
#include "analysis/gauges/signature/ProjectionMatrix.h"
#include "analysis/result/profile/BlockVectors.h"

namespace memfacet::gauges {

const int32_t *CodeProjection::rowOf(uint32_t Block) {
  if (Block >= RowPlace.size())
    RowPlace.resize(ByBlock.size());
  uint32_t &Place = RowPlace[Block];
  if (Place == 0) {
    ProjectionMatrix(Seed).row(Block, Dimensions, [&](size_t, int32_t Entry) {
      Rows.push_back(Entry);
    });
    Place = uint32_t(Rows.size() / Dimensions);
  }
  return &Rows[size_t(Place - 1) * Dimensions];
}

std::string CodeProjection::packed() {
  // Unsigned: a sum that does not fit wraps around, and is right again when
  // sums are added up.
  std::vector<uint64_t> Sums(Dimensions + size_t(1));
  for (uint32_t Block : Touched) {
    const int32_t *Row = rowOf(Block);
    for (uint32_t D = 0; D != Dimensions; ++D)
      Sums[D] += ByBlock[Block] * uint64_t(int64_t(Row[D]));
    Sums[Dimensions] += ByBlock[Block];
  }
  std::vector<result::BlockCount> NonZero;
  for (uint32_t D = 0; D != Sums.size(); ++D)
    if (Sums[D] != 0)
      NonZero.push_back({D, Sums[D]});
  return result::packCounts(NonZero);
}

void CodeProjection::clear() {
  for (uint32_t Block : Touched)
    ByBlock[Block] = 0;
  Touched.clear();
}

} // namespace memfacet::gauges
