//===- FillMemory.cpp - from a detailed simulation to a profile -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/FillMemory.h"
#include "memfacet/Select.h"
#include <algorithm>

namespace memfacet::measure {

namespace {

constexpr size_t MaxHotSets = 32; ///< of a level

/// Returns those of \p Sets that missed, those that missed most first. One line
/// in 2^\p Bits was looked up.
std::vector<result::HotSet>
setsWithMisses(uint32_t Level, const std::vector<caches::SetCounts> &Sets,
               unsigned Bits) {
  std::vector<result::HotSet> Hot;
  for (uint64_t Set = 0; Set != Sets.size(); ++Set)
    if (Sets[Set].Misses != 0 &&
        (Bits == 0 || hasResidue(chosenLines(Bits), Set)))
      Hot.push_back({Level, Set, Sets[Set]});
  std::ranges::sort(Hot, [](const result::HotSet &A, const result::HotSet &B) {
    return A.Counts.Misses != B.Counts.Misses
               ? A.Counts.Misses > B.Counts.Misses
               : A.Set < B.Set;
  });
  return Hot;
}

/// Scales the counts of \p Hot down if they are estimates that have more than
/// \p Most misses.
void limitTo(uint64_t Most, std::vector<result::HotSet> &Hot) {
  uint64_t Sum = 0;
  for (const result::HotSet &H : Hot)
    Sum += H.Counts.Misses;
  if (Sum <= Most)
    return;
  auto Part = [&](uint64_t Count) {
    return uint64_t(static_cast<unsigned __int128>(Count) * Most / Sum);
  };
  for (result::HotSet &H : Hot)
    H.Counts = {Part(H.Counts.Misses), Part(H.Counts.Conflicts)};
}

} // namespace

void fillSets(uint32_t Level, const std::vector<caches::SetCounts> &Sets,
              unsigned Bits, result::MemoryDetail &Memory) {
  result::SetSpread Spread{Level, 0, {}, 0};
  for (const caches::MemoryCounters &C : Memory.ByStructure) {
    Spread.Sum.Misses += C.Levels[Level].Misses;
    Spread.Sum.Conflicts +=
        C.Levels[Level].ofClass(caches::MissClass::Conflict);
  }
  std::vector<result::HotSet> Hot = setsWithMisses(Level, Sets, Bits);
  Spread.Missed = uint64_t(Hot.size()) << Bits;
  const size_t Hundredth = std::max<size_t>(Sets.size() / 100, 1);
  const size_t SampledHundredth =
      std::max<size_t>((Sets.size() >> Bits) / 100, 1);
  uint64_t Hottest = 0;
  for (size_t I = 0; I != std::min(SampledHundredth, Hot.size()); ++I)
    Hottest += Hot[I].Counts.Misses;
  Spread.HottestMisses =
      std::min(Hottest * Hundredth / SampledHundredth, Spread.Sum.Misses);
  Hot.resize(std::min(Hot.size(), MaxHotSets));
  limitTo(Spread.Sum.Misses, Hot);
  Memory.HotSets.insert(Memory.HotSets.end(), Hot.begin(), Hot.end());
  Memory.Spreads.push_back(Spread);
}

void fillOccupancy(const caches::OccupancySampler &Sampler,
                   result::MemoryDetail &Memory) {
  Memory.OccupancyPeriod = Sampler.period();
  for (uint32_t I = 0; I != Sampler.samples().size(); ++I)
    for (const caches::OccupancySampler::Occupancy &H : Sampler.samples()[I])
      Memory.Occupancy.push_back({I + 1, H.Level, H.Structure, H.Lines});
}

} // namespace memfacet::measure
