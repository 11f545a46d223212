//===- Clustering.cpp - points, and the clusters that they belong to ------===//

#include "analysis/clustering/Clustering.h"
#include "analysis/clustering/NearestCenter.h"
#include <numeric>
#include <utility>

namespace memfacet {

static double squaredDistance(const float *A, const float *B, size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I != Count; ++I)
    Sum += (double(A[I]) - double(B[I])) * (double(A[I]) - double(B[I]));
  return Sum;
}

Clustering measured(const PointSet &Points, std::vector<float> Centers,
                    std::vector<uint32_t> Labels) {
  Clustering Result;
  Result.Dimensions = Points.dimensions();
  Result.Clusters = uint32_t(Centers.size() / Result.Dimensions);
  Result.Centers = std::move(Centers);
  Result.Labels = std::move(Labels);
  Result.Weights.assign(Result.Clusters, 0);
  Result.Distances.reserve(Points.size());
  double Whole =
      std::accumulate(Points.weights().begin(), Points.weights().end(), 0.0);
  for (size_t I = 0; I != Points.size(); ++I) {
    // Where nothing weighs anything, all weigh the same.
    double Share = Whole > 0 ? Points.weight(I) / Whole : 1.0 / Points.size();
    uint32_t Cluster = Result.Labels[I];
    double Far = squaredDistance(Points.row(I), Result.center(Cluster),
                                 Result.Dimensions);
    Result.Distances.push_back(Far);
    Result.Weights[Cluster] += Share;
    Result.Distortion += Share * Far;
  }
  return Result;
}

Clustering assignAll(const PointSet &Points, const Clustering &Some) {
  std::vector<uint32_t> Labels;
  std::vector<NearestTwo> Found(Points.size());
  findNearest(Points, Some.Centers, Found.data());
  std::vector<bool> Used(Some.Clusters);
  for (const NearestTwo &N : Found)
    Used[N.Center] = true;
  std::vector<uint32_t> NewLabel(Some.Clusters);
  std::vector<float> Centers;
  for (uint32_t C = 0, Next = 0; C != Some.Clusters; ++C) {
    if (!Used[C])
      continue;
    NewLabel[C] = Next++;
    Centers.insert(Centers.end(), Some.center(C),
                   Some.center(C) + Some.Dimensions);
  }
  for (const NearestTwo &N : Found)
    Labels.push_back(NewLabel[N.Center]);
  return measured(Points, std::move(Centers), std::move(Labels));
}

} // namespace memfacet
