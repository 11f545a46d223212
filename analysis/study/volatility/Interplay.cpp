//===- Interplay.cpp - how structures relate to each other over time ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Interplay.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::study {

[[maybe_unused]] static bool haveOneLength(const CurveValues &Curves) {
  return std::ranges::all_of(Curves, [&](const std::vector<double> &C) {
    return C.size() == Curves[0].size();
  });
}

static size_t largestAt(const CurveValues &Curves, size_t First, size_t Last) {
  size_t Largest = 0;
  double Most = -1;
  for (size_t I = 0; I != Curves.size(); ++I) {
    double Sum = 0;
    for (size_t P = First; P != Last; ++P)
      Sum += Curves[I][P];
    if (Sum > Most)
      Most = Sum, Largest = I;
  }
  return Largest;
}

std::vector<Lead> leadsOf(const CurveValues &Curves,
                          const LeadOptions &Options) {
  std::vector<Lead> Leads;
  if (Curves.empty() || Curves[0].empty())
    return Leads;
  MEMFACET_CHECK(haveOneLength(Curves), "curves are compared point by point");
  MEMFACET_CHECK(Options.Points != 0, "a leader is ahead at a point");
  size_t Count = Curves[0].size();
  Leads.push_back(
      {largestAt(Curves, 0, std::min(Options.Points, Count)), 0, Count});
  // How long each curve has been above the leader.
  std::vector<size_t> PointsAbove(Curves.size());
  for (size_t P = 0; P != Count; ++P) {
    double Limit = Curves[Leads.back().Leader][P] * (1 + Options.Margin);
    size_t Next = Curves.size();
    for (size_t I = 0; I != Curves.size(); ++I) {
      PointsAbove[I] = Curves[I][P] > Limit ? PointsAbove[I] + 1 : 0;
      if (PointsAbove[I] >= Options.Points &&
          (Next == Curves.size() || Curves[I][P] > Curves[Next][P]))
        Next = I;
    }
    if (Next == Curves.size())
      continue;
    size_t First = P + 1 - PointsAbove[Next];
    Leads.back().Last = First;
    if (Leads.back().First == First)
      Leads.pop_back();
    Leads.push_back({Next, First, Count});
    std::ranges::fill(PointsAbove, 0);
  }
  return Leads;
}

/// Returns the values minus their mean, divided by the standard deviation;
/// empty where that is 0.
static std::vector<double> standardised(const std::vector<double> &Values) {
  double Mean = 0, Square = 0;
  for (double Value : Values)
    Mean += Value / double(Values.size());
  for (double Value : Values)
    Square += (Value - Mean) * (Value - Mean) / double(Values.size());
  std::vector<double> Result;
  if (Square > 0)
    for (double Value : Values)
      Result.push_back((Value - Mean) / std::sqrt(Square));
  return Result;
}

static double likeness(const std::vector<double> &A,
                       const std::vector<double> &B, size_t Lag) {
  double Sum = 0;
  for (size_t I = Lag; I < A.size(); ++I)
    Sum += A[I] * B[I - Lag];
  return Sum / double(A.size());
}

/// Returns whether chance makes a correlation of \p R at most once in a
/// thousand times, by Fisher's transformation.
static bool isSure(double R, const std::vector<double> &A,
                   const std::vector<double> &B) {
  // With fewer independent points, no correlation is certain.
  constexpr double Deviations = 3.29, LeastFree = 4, LeastProduct = 0.01;
  double Ties = 1;
  for (size_t Lag = 1; Lag < A.size() / 4; ++Lag) {
    double Product = likeness(A, A, Lag) * likeness(B, B, Lag);
    // Where a curve is no longer similar to itself, the rest is noise.
    if (Product <= LeastProduct)
      break;
    Ties += 2 * Product;
  }
  double Free = double(A.size()) / Ties - 3;
  return Free >= LeastFree &&
         std::atanh(std::min(std::abs(R), 1 - 1e-12)) * std::sqrt(Free) >=
             Deviations;
}

std::vector<OpposedPair> opposedPairs(const CurveValues &Curves) {
  MEMFACET_CHECK(haveOneLength(Curves), "curves are compared point by point");
  constexpr double Opposed = -0.5;
  std::vector<std::vector<double>> Standard;
  for (const std::vector<double> &Curve : Curves)
    Standard.push_back(standardised(Curve));
  std::vector<OpposedPair> Pairs;
  for (size_t I = 0; I != Curves.size(); ++I)
    for (size_t J = I + 1; J != Curves.size(); ++J) {
      if (Standard[I].empty() || Standard[J].empty())
        continue;
      double R = likeness(Standard[I], Standard[J], 0);
      if (R <= Opposed && isSure(R, Standard[I], Standard[J]))
        Pairs.push_back({I, J, std::max(R, -1.0)});
    }
  std::ranges::sort(Pairs, {}, &OpposedPair::Correlation);
  return Pairs;
}

std::vector<Transition>
commonTransitions(std::span<const std::vector<size_t>> Changes,
                  size_t Tolerance) {
  std::vector<std::pair<size_t, size_t>> All; // point, curve
  for (size_t I = 0; I != Changes.size(); ++I)
    for (size_t Point : Changes[I])
      All.emplace_back(Point, I);
  std::ranges::sort(All);
  std::vector<Transition> Result;
  for (size_t First = 0, Next; First < All.size(); First = Next) {
    Transition T{All[First].first, {}};
    for (Next = First;
         Next < All.size() && All[Next].first <= T.Point + Tolerance; ++Next)
      T.Curves.push_back(All[Next].second);
    std::ranges::sort(T.Curves);
    auto Duplicates = std::ranges::unique(T.Curves);
    T.Curves.erase(Duplicates.begin(), Duplicates.end());
    if (T.Curves.size() > 1)
      Result.push_back(std::move(T));
  }
  return Result;
}

} // namespace memfacet::study
