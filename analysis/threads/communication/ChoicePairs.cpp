//===- ChoicePairs.cpp - where choices came from --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ChoicePairs.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::threads {

void ChoicePairs::Leaving::add(const Leaving &More) {
  Pairs += More.Pairs;
  Overlapping += More.Overlapping;
  if (Distances.size() < More.Distances.size())
    Distances.resize(More.Distances.size());
  for (size_t O = 0; O != More.Distances.size(); ++O)
    Distances[O] += More.Distances[O];
}

static double sumOf(std::span<const double> Values) {
  return std::accumulate(Values.begin(), Values.end(), 0.0);
}

double ChoicePairs::excess() const {
  double Chosen = 0;
  for (const auto &[End, Its] : Ends)
    Chosen += Its.Pairs;
  return Chosen - sumOf(Seen);
}

bool ChoicePairs::isClear() const {
  double More = excess();
  return Seen.empty() || More > 2 * std::sqrt(More + 2 * sumOf(Seen));
}

std::map<uint32_t, std::vector<double>> ChoicePairs::shares() const {
  double After = sumOf(Seen);
  auto ChainedTo = [&](uint32_t End) {
    auto It = Chained.find(End);
    return It == Chained.end() ? std::vector<double>(Seen.size()) : It->second;
  };
  auto Excess = [&](uint32_t End, double Pairs) {
    return std::max(0.0, Pairs - sumOf(ChainedTo(End)));
  };
  double AllExcess = 0;
  for (const auto &[End, Its] : Ends)
    AllExcess += Excess(End, Its.Pairs);
  std::map<uint32_t, std::vector<double>> Result;
  for (const auto &[End, Its] : Ends) {
    std::vector<double> Weights = ChainedTo(End);
    // One more pair, as the vertices are on the whole: an end that chains have
    // not come to says nothing by itself.
    for (size_t V = 0; V != Weights.size(); ++V)
      Weights[V] += After > 0 ? Seen[V] / After : 1.0 / double(Seen.size());
    double Of = FirstTouches > 0 && Its.Pairs > 0
                    ? std::min(1.0, FirstTouches / AllExcess *
                                        Excess(End, Its.Pairs) / Its.Pairs)
                    : 0;
    double Sum = sumOf(Weights);
    std::vector<double> &Shares = Result[End] = {Weights.empty() ? 1 : Of};
    for (double W : Weights)
      Shares.push_back((1 - Of) * W / Sum);
  }
  return Result;
}

void findFirstTouches(std::span<ChoicePairs *const> Structure) {
  double Lines = 0, More = 0, After = 0;
  double Positive[2] = {}; // excesses that are not clear, that are
  for (const ChoicePairs *C : Structure) {
    if (auto Last = C->Ends.find(ChoicePairs::Nowhere); Last != C->Ends.end())
      Lines += Last->second.Pairs;
    More += C->excess(), After += sumOf(C->Seen);
    Positive[C->isClear()] += std::max(0.0, C->excess());
  }
  // Its lines may go on as another structure's.
  if (More - Lines > 3 * std::sqrt(More + 2 * After))
    Lines = More;
  double Left[2] = {Lines - Positive[1], Lines};
  for (ChoicePairs *C : Structure) {
    bool Clear = C->isClear();
    double Share = Positive[Clear] > 0
                       ? std::clamp(Left[Clear] / Positive[Clear], 0.0, 1.0)
                       : 0;
    C->FirstTouches = Share * std::max(0.0, C->excess());
  }
}

} // namespace memfacet::threads
