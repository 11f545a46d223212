//===- MergedThreads.cpp - all threads as if they were one ----------------===//

#include "analysis/phases/MergedThreads.h"
#include <algorithm>
#include <map>

namespace memfacet {

std::vector<uint32_t> mergedThreadLabels(const PhaseInput &In,
                                         const PointSet &Points,
                                         const ChooseOptions &Options) {
  const std::vector<IntervalFacts> &All = In.Table.Intervals;
  uint64_t Length = 1;
  for (const IntervalFacts &I : All)
    Length = std::max(Length, I.Instructions);
  std::map<std::pair<uint32_t, uint64_t>, std::vector<size_t>> Stretches;
  for (size_t I = 0; I != All.size(); ++I)
    Stretches[{All[I].Run,
               (All[I].ProcessBegin + All[I].ProcessEnd) / 2 / Length}]
        .push_back(I);
  PointSet Merged(Points.dimensions());
  for (const auto &[Where, Members] : Stretches) {
    std::vector<double> Sum(Points.dimensions());
    double Weight = 0;
    for (size_t I : Members) {
      for (size_t D = 0; D != Sum.size(); ++D)
        Sum[D] += Points.weight(I) * double(Points.row(I)[D]);
      Weight += Points.weight(I);
    }
    std::vector<float> Mean;
    for (double X : Sum)
      Mean.push_back(float(X / std::max(Weight, 1e-300)));
    Merged.add(Mean, Weight);
  }
  Choice C = chooseClusters(Merged, Options);
  std::vector<uint32_t> Labels(All.size());
  size_t Number = 0;
  for (const auto &[Where, Members] : Stretches) {
    for (size_t I : Members)
      Labels[I] = C.Best.Labels[Number];
    ++Number;
  }
  return Labels;
}

} // namespace memfacet
