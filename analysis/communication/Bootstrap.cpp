//===- communication/Bootstrap.cpp - how much of it is chance -------------===//

#include "analysis/communication/Bootstrap.h"
#include "analysis/support/SeededRandom.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <thread>

namespace memfacet {

namespace {

/// Poisson numbers that are the same on every machine.
class PoissonNumbers {
public:
  explicit PoissonNumbers(uint64_t Seed) : State(mixBits(Seed)) {}

  double next(double Mean) { return Mean < 40 ? small(Mean) : large(Mean); }

private:
  double uniform() {
    return unitInterval(mixBits(State += 0x9e3779b97f4a7c15));
  }
  double small(double Mean) {
    double Product = uniform(), Limit = std::exp(-Mean);
    double Count = 0;
    for (; Product > Limit; ++Count)
      Product *= uniform();
    return Count;
  }
  /// A normal number does here.
  double large(double Mean) {
    double Radius = std::sqrt(-2 * std::log1p(-uniform()));
    double Normal = Radius * std::cos(2 * std::numbers::pi * uniform());
    return std::max(0.0, Mean + Normal * std::sqrt(Mean));
  }

  uint64_t State;
};

ReuseGraph redraw(const ReuseGraph &G, uint64_t Seed, double Period) {
  ReuseGraph New = G;
  PoissonNumbers Numbers(Seed);
  double Narrow = Period > 1 ? std::sqrt(1 - 1 / Period) : 0;
  auto Draw = [&](double Count) {
    return std::max(0.0, Count + Narrow * (Numbers.next(Count) - Count));
  };
  for (ReuseVertex &V : New.Vertices)
    V.Dangling = Draw(V.Dangling);
  for (ReuseEdge &E : New.Edges)
    E.Weight = Draw(E.Weight);
  return New;
}

/// Between the 2.5th and the 97.5th hundredth.
ExpectedRange middleOf(std::vector<double> &Values) {
  std::ranges::sort(Values);
  auto At = [&](double Part) {
    double Place = Part * double(Values.size() - 1);
    auto Low = size_t(Place);
    size_t High = std::min(Low + 1, Values.size() - 1);
    return Values[Low] + (Place - double(Low)) * (Values[High] - Values[Low]);
  };
  return {At(0.025), At(0.975)};
}

struct Replicas {
  std::vector<std::vector<double>> Invalidated, Sent; ///< by group
  std::vector<double> All;
};

Replicas replicate(const ReuseGraph &G, const BootstrapPlan &Plan,
                   std::span<const uint32_t> Groups, size_t Count) {
  Replicas R;
  R.Invalidated.assign(Count, std::vector<double>(Plan.Replicas));
  R.Sent = R.Invalidated;
  R.All.assign(Plan.Replicas, 0);
  std::atomic<unsigned> Next = 0;
  auto Work = [&] {
    for (unsigned I; (I = Next++) < Plan.Replicas;) {
      ReuseGraph New = redraw(G, mixBits(Plan.Seed) + I, Plan.Model.Period);
      CommunicationModel M = expectCommunication(New, Plan.Model);
      for (size_t V = 0; V != Groups.size(); ++V) {
        R.Invalidated[Groups[V]][I] += M.Vertices[V].Invalidated;
        R.Sent[Groups[V]][I] += M.Vertices[V].Sent;
        R.All[I] += M.Vertices[V].Invalidated;
      }
    }
  };
  std::vector<std::jthread> Helpers;
  unsigned Most = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned I = 1; I < std::min(Most, Plan.Replicas); ++I)
    Helpers.emplace_back(Work);
  Work();
  Helpers.clear();
  return R;
}

} // namespace

ExpectedRange bootstrap(const ReuseGraph &G, const BootstrapPlan &Plan,
                        std::span<const uint32_t> Groups, size_t Count,
                        std::vector<ExpectedRange> &Invalidated,
                        std::vector<ExpectedRange> &Sent) {
  if (Plan.Replicas == 0)
    return {};
  Replicas R = replicate(G, Plan, Groups, Count);
  for (size_t I = 0; I != Count; ++I) {
    Invalidated.push_back(middleOf(R.Invalidated[I]));
    Sent.push_back(middleOf(R.Sent[I]));
  }
  return middleOf(R.All);
}

} // namespace memfacet
