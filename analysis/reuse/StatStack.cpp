//===- StatStack.cpp - reuse distances from reuse times -------------------===//

#include "analysis/reuse/StatStack.h"
#include <algorithm>

namespace memfacet {

ReuseTimes::ReuseTimes(std::span<const ReuseSample> From)
    : Samples(From.size()) {
  Times.reserve(Samples);
  for (const ReuseSample &S : From)
    if (S.End != ReuseSample::Never)
      Times.push_back(S.End - S.Start - 1);
  std::ranges::sort(Times);
  SumBefore.reserve(Times.size() + 1);
  double Sum = 0;
  SumBefore.push_back(0);
  for (uint64_t Time : Times)
    SumBefore.push_back(Sum += double(Time));
}

double ReuseTimes::lines(uint64_t Time) const {
  // Each sample adds the smaller of Time and its own.
  auto Shorter = size_t(std::ranges::upper_bound(Times, Time) - Times.begin());
  double Sum = SumBefore[Shorter] + double(Time) * double(Samples - Shorter);
  return Sum / double(Samples);
}

StatStack::StatStack(std::span<const ReuseSample> Samples, size_t LeastWindow)
    : Samples(Samples), LeastWindow(LeastWindow) {
  uint64_t Span = Samples.back().Start - Samples.front().Start + 1;
  TouchesPerSample = double(Span) / double(Samples.size());
}

std::vector<double>
StatStack::distances(std::span<const ReuseSample> Pairs) const {
  std::vector<double> Distances(Pairs.size(), -1);
  // By how often the window that suits their length is doubled.
  std::vector<std::vector<uint32_t>> ByWindow;
  for (uint32_t I = 0; I != Pairs.size(); ++I) {
    if (Pairs[I].End == ReuseSample::Never)
      continue;
    double Length = double(Pairs[I].End - Pairs[I].Start);
    double Wanted = Length / TouchesPerSample / double(MostWindows);
    size_t Doubled = 0;
    while (double(LeastWindow << Doubled) < Wanted)
      ++Doubled;
    if (ByWindow.size() <= Doubled)
      ByWindow.resize(Doubled + 1);
    ByWindow[Doubled].push_back(I);
  }
  for (size_t Doubled = 0; Doubled != ByWindow.size(); ++Doubled)
    if (!ByWindow[Doubled].empty())
      estimate(LeastWindow << Doubled, Pairs, ByWindow[Doubled], Distances);
  return Distances;
}

/// Distances of the \p Pairs \p Which, with windows of \p Window samples.
void StatStack::estimate(size_t Window, std::span<const ReuseSample> Pairs,
                         std::span<const uint32_t> Which,
                         std::vector<double> &Distances) const {
  // A window goes from its first sample to the next window's; the first one
  // begins with the stream, the last one never ends. It has half as many
  // again rather than few.
  size_t Count = std::max<size_t>(1, (Samples.size() + Window / 2) / Window);
  std::vector<ReuseTimes> Windows;
  std::vector<uint64_t> Begins;
  for (size_t W = 0; W != Count; ++W) {
    size_t First = W * Window;
    size_t Last = W + 1 == Count ? Samples.size() : First + Window;
    Windows.emplace_back(Samples.subspan(First, Last - First));
    Begins.push_back(W == 0 ? 0 : Samples[First].Start);
  }
  for (uint32_t I : Which) {
    auto [Start, End, Owner, Counted] = Pairs[I];
    // The touches in between, from the last window backwards.
    double Sum = 0;
    uint64_t High = End; // one past
    size_t W =
        size_t(std::ranges::upper_bound(Begins, End - 1) - Begins.begin()) - 1;
    while (High > Start + 1) {
      uint64_t Low = std::max(Begins[W], Start + 1);
      Sum += Windows[W].lines(End - Low) - Windows[W].lines(End - High);
      High = Low;
      --W;
    }
    Distances[I] = Sum;
  }
}

} // namespace memfacet
