//===- ChoicePairs.cpp - the accesses before sampled choices --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ChoicePairs.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::threads {

void ChoicePairs::EndCounts::add(const EndCounts &Other) {
  Pairs += Other.Pairs;
  Overlapping += Other.Overlapping;
  if (Distances.size() < Other.Distances.size())
    Distances.resize(Other.Distances.size());
  for (size_t O = 0; O != Other.Distances.size(); ++O)
    Distances[O] += Other.Distances[O];
}

static double sumOf(std::span<const double> Values) {
  return std::accumulate(Values.begin(), Values.end(), 0.0);
}

double ChoicePairs::excess() const {
  double Chosen = 0;
  for (const auto &[End, Counts] : Ends)
    Chosen += Counts.Pairs;
  return Chosen - sumOf(VertexCounts);
}

bool ChoicePairs::isClear() const {
  double Excess = excess();
  return VertexCounts.empty() ||
         Excess > 2 * std::sqrt(Excess + 2 * sumOf(VertexCounts));
}

std::map<uint32_t, std::vector<double>> ChoicePairs::shares() const {
  double Total = sumOf(VertexCounts);
  auto ChainedTo = [&](uint32_t End) {
    auto Entry = ChainedEnds.find(End);
    return Entry == ChainedEnds.end() ? std::vector<double>(VertexCounts.size())
                                      : Entry->second;
  };
  auto Excess = [&](uint32_t End, double Pairs) {
    return std::max(0.0, Pairs - sumOf(ChainedTo(End)));
  };
  double AllExcess = 0;
  for (const auto &[End, Counts] : Ends)
    AllExcess += Excess(End, Counts.Pairs);
  std::map<uint32_t, std::vector<double>> Result;
  for (const auto &[End, Counts] : Ends) {
    std::vector<double> Weights = ChainedTo(End);
    // Adds one pair that is distributed as all pairs are: an end without pairs
    // in chain has no distribution of its own.
    for (size_t V = 0; V != Weights.size(); ++V)
      Weights[V] += Total > 0 ? VertexCounts[V] / Total
                              : 1.0 / double(VertexCounts.size());
    double FirstShare =
        FirstTouches > 0 && Counts.Pairs > 0
            ? std::min(1.0, FirstTouches / AllExcess *
                                Excess(End, Counts.Pairs) / Counts.Pairs)
            : 0;
    double Sum = sumOf(Weights);
    std::vector<double> &Shares =
        Result[End] = {Weights.empty() ? 1 : FirstShare};
    for (double W : Weights)
      Shares.push_back((1 - FirstShare) * W / Sum);
  }
  return Result;
}

void findFirstTouches(std::span<ChoicePairs *const> Structure) {
  double Lines = 0, Excess = 0, Total = 0;
  double Positive[2] = {}; // of excesses that are not clear, and that are
  for (const ChoicePairs *C : Structure) {
    if (auto Last = C->Ends.find(ChoicePairs::Nowhere); Last != C->Ends.end())
      Lines += Last->second.Pairs;
    Excess += C->excess(), Total += sumOf(C->VertexCounts);
    Positive[C->isClear()] += std::max(0.0, C->excess());
  }
  // The lines may later belong to another structure.
  if (Excess - Lines > 3 * std::sqrt(Excess + 2 * Total))
    Lines = Excess;
  double Left[2] = {Lines - Positive[1], Lines};
  for (ChoicePairs *C : Structure) {
    bool IsClear = C->isClear();
    double Share = Positive[IsClear] > 0
                       ? std::clamp(Left[IsClear] / Positive[IsClear], 0.0, 1.0)
                       : 0;
    C->FirstTouches = Share * std::max(0.0, C->excess());
  }
}

} // namespace memfacet::threads
