//===- LiveTimes.cpp - which moments are some line's last -----------------===//

#include "analysis/reuse/LiveTimes.h"
#include <algorithm>

namespace memfacet {

void LiveTimes::reset(size_t Moments, size_t NewLive) {
  Live = NewLive;
  Bits.assign(Moments / 64, 0);
  std::fill_n(Bits.begin(), Live / 64, ~uint64_t(0));
  if (Live % 64)
    Bits[Live / 64] = (uint64_t(1) << Live % 64) - 1;
  Sums.assign(Bits.size() + 1, 0);
  // Each word's sum is complete when its turn comes, and goes to its parent.
  for (size_t I = 1; I < Sums.size(); ++I) {
    Sums[I] += uint32_t(std::popcount(Bits[I - 1]));
    if (size_t Parent = I + (I & -I); Parent < Sums.size())
      Sums[Parent] += Sums[I];
  }
}

} // namespace memfacet
