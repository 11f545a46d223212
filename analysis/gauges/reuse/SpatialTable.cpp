//===- SpatialTable.cpp - distances among chosen lines --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/SpatialTable.h"

namespace memfacet::gauges {

std::vector<SpatialRow> SpatialTable::rows() const {
  std::vector<SpatialRow> Result;
  Result.reserve(Counts.size());
  for (uint32_t Number : Keys.sorted()) {
    uint64_t Key = Keys.key(Number);
    auto Take = [&](unsigned Shift) {
      uint64_t Low = Key & ((uint64_t(1) << Shift) - 1);
      Key >>= Shift;
      return Low;
    };
    SpatialRow R = {};
    R.Touches = Counts[Number];
    R.Bucket = Take(BucketShift);
    R.Residue = uint32_t(Take(ResidueShift));
    R.Bits = unsigned(Take(BitsShift));
    R.Structure = uint32_t(Key);
    Result.push_back(R);
  }
  return Result;
}

} // namespace memfacet::gauges
