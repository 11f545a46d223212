//===- NearestCenter.cpp - the inner loop of k-means ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/NearestCenter.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>

namespace memfacet::study {

namespace {

constexpr size_t Lanes = PointSet::Lanes;
/// One number of each of several points. The compiler uses the vector registers
/// that the processor has.
using Floats = float __attribute__((vector_size(Lanes * sizeof(float))));
using Ints = int32_t __attribute__((vector_size(Lanes * sizeof(int32_t))));

/// Stores the points with the \p Numbers coordinate by coordinate. Fills up to
/// Lanes points with the first one.
[[gnu::always_inline]] inline void
turn(const PointSet &Points, std::span<const uint32_t> Numbers, float *Turned) {
  for (size_t L = 0; L != Lanes; ++L) {
    const float *Point = Points.row(Numbers[L < Numbers.size() ? L : 0]);
    for (size_t D = 0; D != Points.dimensions(); ++D)
      Turned[D * Lanes + L] = Point[D];
  }
}

/// Stores the squared distances of turned points to \p Center into \p Sum.
[[gnu::always_inline]] inline void measure(const float *Turned,
                                           const float *Center,
                                           size_t Dimensions, Floats &Sum) {
  MEMFACET_UNFUSED
  Sum = Floats{};
  for (size_t D = 0; D != Dimensions; ++D) {
    Floats Off;
    __builtin_memcpy(&Off, Turned + D * Lanes, sizeof(Off));
    Off -= Center[D];
    Sum += Off * Off;
  }
}

} // namespace

/// Finds the nearest of \p Centers for \p Count turned points.
[[gnu::always_inline]] static inline void
findNearestOf(const float *Turned, size_t Count, size_t Dimensions,
              std::span<const float> Centers, NearestTwo *Results) {
  Floats First = Floats{} + 3e38f, Second = First, Sum;
  Ints Nearest = {};
  for (size_t C = 0; C * Dimensions != Centers.size(); ++C) {
    measure(Turned, &Centers[C * Dimensions], Dimensions, Sum);
    Ints Nearer = Sum < First;
    Second = Nearer ? First : (Sum < Second ? Sum : Second);
    Nearest = Nearer ? Ints{} + int32_t(C) : Nearest;
    First = Nearer ? Sum : First;
  }
  for (size_t L = 0; L != Count; ++L)
    Results[L] = {uint32_t(Nearest[L]), First[L], Second[L]};
}

MEMFACET_VECTOR_CLONES void findNearest(const PointSet &Points,
                                        std::span<const uint32_t> Numbers,
                                        std::span<const float> Centers,
                                        NearestTwo *Results) {
  const size_t Dimensions = Points.dimensions();
  std::vector<float> Turned(Dimensions * Lanes);
  for (size_t I = 0; I < Numbers.size(); I += Lanes) {
    auto Batch = Numbers.subspan(I, std::min(Lanes, Numbers.size() - I));
    turn(Points, Batch, Turned.data());
    findNearestOf(Turned.data(), Batch.size(), Dimensions, Centers,
                  Results + I);
  }
}

MEMFACET_VECTOR_CLONES void findNearest(const PointSet &Points,
                                        std::span<const float> Centers,
                                        NearestTwo *Results) {
  for (size_t I = 0; I < Points.size(); I += Lanes)
    findNearestOf(Points.block(I / Lanes), std::min(Lanes, Points.size() - I),
                  Points.dimensions(), Centers, Results + I);
}

MEMFACET_VECTOR_CLONES void comeNearer(const PointSet &Points,
                                       const float *Center,
                                       std::span<const float> Weights,
                                       std::span<float> Least,
                                       std::span<double> Sums) {
  MEMFACET_UNFUSED
  for (size_t B = 0; B != Sums.size(); ++B) {
    Floats Sum, Previous, Weight;
    measure(Points.block(B), Center, Points.dimensions(), Sum);
    __builtin_memcpy(&Previous, &Least[B * Lanes], sizeof(Previous));
    __builtin_memcpy(&Weight, &Weights[B * Lanes], sizeof(Weight));
    Sum = Sum < Previous ? Sum : Previous;
    __builtin_memcpy(&Least[B * Lanes], &Sum, sizeof(Sum));
    Weight *= Sum;
    // Adds halves, quarters, ...: the same order on every processor.
    float Parts[Lanes];
    __builtin_memcpy(Parts, &Weight, sizeof(Parts));
    for (size_t Half = Lanes / 2; Half != 0; Half /= 2)
      for (size_t L = 0; L != Half; ++L)
        Parts[L] += Parts[L + Half];
    Sums[B] = double(Parts[0]);
  }
}

} // namespace memfacet::study
