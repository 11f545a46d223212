//===- PointSet.cpp - intervals as points in few dimensions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/PointSet.h"
#include "memfacet/Check.h"

namespace memfacet::study {

void PointSet::add(std::span<const float> Point, double Weight) {
  MEMFACET_CHECK(Point.size() == Dimensions, "a point has all coordinates");
  size_t Lane = size() % Lanes;
  if (Lane == 0)
    Blocks.resize(Blocks.size() + Dimensions * Lanes);
  float *Last = Blocks.data() + Blocks.size() - Dimensions * Lanes;
  for (size_t D = 0; D != Dimensions; ++D)
    Last[D * Lanes + Lane] = Point[D];
  Coordinates.insert(Coordinates.end(), Point.begin(), Point.end());
  Weights.push_back(Weight);
}

} // namespace memfacet::study
