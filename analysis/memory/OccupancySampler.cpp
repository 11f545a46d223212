//===- OccupancySampler.cpp - what levels hold, over time -----------------===//

#include "analysis/memory/OccupancySampler.h"
#include <utility>

namespace memfacet {

void OccupancySampler::advance(uint64_t Instructions, const MemoryTally &Tally,
                               size_t Levels) {
  Now += Instructions;
  if (Now < Next) [[likely]]
    return;
  std::vector<Held> Sample;
  for (uint32_t L = 0; L != Levels; ++L) {
    const std::vector<uint64_t> &Lines = Tally.held(L);
    for (uint32_t S = 0; S != Lines.size(); ++S)
      if (Lines[S] != 0)
        Sample.push_back({L, S, Lines[S]});
  }
  // Batches are shorter than a period, or nearly so: a sample stands for all
  // times that have gone by.
  for (; Next <= Now; Next += Period)
    Samples.push_back(Sample);
  while (Samples.size() >= MaxSamples) {
    std::vector<std::vector<Held>> Fewer;
    for (size_t I = 1; I < Samples.size(); I += 2)
      Fewer.push_back(std::move(Samples[I]));
    Samples = std::move(Fewer);
    Period *= 2;
    Next = (Samples.size() + 1) * Period;
  }
}

} // namespace memfacet
