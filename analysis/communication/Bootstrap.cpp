//===- Bootstrap.cpp - how much of it is chance ---------------------------===//

#include "analysis/communication/Bootstrap.h"
#include "analysis/support/Hash.h"
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
  double uniform() { return unitInterval(mixBits(State += GoldenRatio)); }
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

class Redrawing {
public:
  Redrawing(const ReuseGraph &G, uint64_t Seed, double Period)
      : New(G), Numbers(Seed),
        Narrow(Period > 1 ? std::sqrt(1 - 1 / Period) : 0) {}

  ReuseGraph make() {
    drawChoices();
    if (New.InChains)
      drawChained();
    return std::move(New);
  }

private:
  double draw(double Count) {
    return std::max(0.0, Count + Narrow * (Numbers.next(Count) - Count));
  }

  void drawChoices() {
    Before = After = std::vector<double>(New.Vertices.size());
    for (ReuseVertex &V : New.Vertices)
      V.Dangling = draw(V.Dangling - V.ChainedDangling) + V.ChainedDangling;
    for (ReuseEdge &E : New.Edges) {
      double Of = E.Weight - E.Chained, Drawn = draw(Of);
      Before[E.To] += Of, After[E.To] += Drawn;
      E.Weight = Drawn + E.Chained;
    }
  }

  /// A pair in chain begins where another one ended: no more of them than of
  /// those.
  void drawChained() {
    std::vector<double> Sum(New.Vertices.size()), DrawnSum = Sum;
    std::vector<double> Drawn;
    for (ReuseVertex &V : New.Vertices)
      V.Dangling -= V.ChainedDangling;
    for (size_t V = 0; V != Sum.size(); ++V) {
      double &Its = New.Vertices[V].ChainedDangling;
      Sum[V] = Its;
      DrawnSum[V] = Its = draw(Its);
    }
    for (const ReuseEdge &E : New.Edges) {
      Drawn.push_back(draw(E.Chained));
      Sum[E.From] += E.Chained, DrawnSum[E.From] += Drawn.back();
    }
    auto Scale = [&](size_t V) {
      return DrawnSum[V] > 0 && Before[V] > 0
                 ? Sum[V] / DrawnSum[V] * After[V] / Before[V]
                 : 1;
    };
    for (size_t V = 0; V != Sum.size(); ++V) {
      ReuseVertex &Of = New.Vertices[V];
      Of.Dangling += Of.ChainedDangling *= Scale(V);
    }
    for (size_t I = 0; I != Drawn.size(); ++I) {
      ReuseEdge &E = New.Edges[I];
      double Of = Drawn[I] * Scale(E.From);
      E.Weight += Of - E.Chained;
      E.Chained = Of;
    }
  }

  ReuseGraph New;
  PoissonNumbers Numbers;
  double Narrow;
  std::vector<double> Before, After; ///< accesses after choices, by vertex
};

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
      ReuseGraph New =
          Redrawing(G, mixBits(Plan.Seed) + I, Plan.Model.Period).make();
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
