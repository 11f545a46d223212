//===- CacheStates.cpp - is a line in a cache, and was it -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/CacheStates.h"
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

namespace {

/// What is reached from each \p IsSource(number) along \p Next, itself too.
template <typename Predicate>
std::vector<bool> reached(const std::vector<std::vector<uint32_t>> &Next,
                          Predicate IsSource) {
  std::vector<bool> Seen(Next.size());
  std::vector<uint32_t> Waiting;
  auto Visit = [&](uint32_t V) {
    if (!Seen[V])
      Waiting.push_back(V);
    Seen[V] = true;
  };
  for (uint32_t V = 0; V != Next.size(); ++V)
    if (IsSource(V))
      Visit(V);
  while (!Waiting.empty()) {
    uint32_t V = Waiting.back();
    Waiting.pop_back();
    for (uint32_t To : Next[V])
      Visit(To);
  }
  return Seen;
}

/// Vertices that are reached from a source along terms, forward.
std::vector<bool> reached(const FlowSystem &S) {
  std::vector<std::vector<uint32_t>> Next(S.Source.size());
  for (const FlowSystem::Term &T : S.Terms)
    Next[T.From].push_back(T.To);
  return reached(Next, [&](uint32_t V) { return S.Source[V] > 0; });
}

/// The equations of what is reached, without their diagonals.
struct Reduced {
  std::vector<uint32_t> Vertices; ///< by unknown
  std::vector<Eigen::Triplet<double>> Terms;
  Eigen::VectorXd Source;
};

Reduced reduce(const FlowSystem &S) {
  constexpr uint32_t None = ~uint32_t(0);
  std::vector<bool> Seen = reached(S);
  std::vector<uint32_t> Unknown(S.Source.size(), None);
  Reduced R;
  for (uint32_t V = 0; V != Seen.size(); ++V)
    if (Seen[V]) {
      Unknown[V] = uint32_t(R.Vertices.size());
      R.Vertices.push_back(V);
    }
  Eigen::VectorXd Self = Eigen::VectorXd::Zero(Eigen::Index(R.Vertices.size()));
  for (const FlowSystem::Term &T : S.Terms)
    if (T.To == T.From && Seen[T.To])
      Self[Unknown[T.To]] += T.Factor;
  auto Scale = [&](uint32_t Row) { return 1 / (1 - Self[Row]); };
  R.Source.resize(Self.size());
  for (uint32_t Row = 0; Row != R.Vertices.size(); ++Row)
    R.Source[Row] = S.Source[R.Vertices[Row]] * Scale(Row);
  for (const FlowSystem::Term &T : S.Terms)
    if (T.To != T.From && Seen[T.To] && Seen[T.From])
      R.Terms.emplace_back(Unknown[T.To], Unknown[T.From],
                           T.Factor * Scale(Unknown[T.To]));
  return R;
}

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

Eigen::VectorXd iterate(const Rows &A, const Eigen::VectorXd &B) {
  Eigen::VectorXd X = Eigen::VectorXd::Zero(B.size());
  for (int Sweep = 0; Sweep != 20000; ++Sweep) {
    double Most = 0;
    for (Eigen::Index Row = 0; Row != X.size(); ++Row) {
      double New = B[Row];
      for (Rows::InnerIterator It(A, Row); It; ++It)
        New += It.value() * X[It.col()];
      Most = std::max(Most, std::abs(New - X[Row]));
      X[Row] = New;
    }
    if (Most < 1e-12)
      break;
  }
  return X;
}

} // namespace

std::vector<double> solveFlow(const FlowSystem &System) {
  std::vector<double> Result(System.Source.size());
  Reduced R = reduce(System);
  auto Size = Eigen::Index(R.Vertices.size());
  if (Size == 0)
    return Result;
  Rows A(Size, Size), Identity(Size, Size);
  A.setFromTriplets(R.Terms.begin(), R.Terms.end());
  Identity.setIdentity();
  Rows Left = Identity - A;
  Eigen::BiCGSTAB<Rows> Solver;
  Solver.setTolerance(1e-12);
  Solver.compute(Left);
  Eigen::VectorXd X = Solver.solve(R.Source);
  // The solver's own word is not enough: it may stop in a bad place.
  bool Good = Solver.info() == Eigen::Success && X.allFinite() &&
              (Left * X - R.Source).lpNorm<Eigen::Infinity>() < 1e-8;
  if (!Good)
    X = iterate(A, R.Source);
  for (Eigen::Index I = 0; I != Size; ++I)
    Result[R.Vertices[size_t(I)]] = std::max(X[I], 0.0);
  return Result;
}

namespace {

/// Equations of one cache.
class StateEquations {
public:
  StateEquations(const ReuseGraph &G, uint32_t Cache,
                 std::span<const double> Survival)
      : G(G), Cache(Cache), Survival(Survival) {
    findInformed();
  }

  LineStates solve() {
    LineStates S;
    S.Here = everywhere(
        [&](const ReuseVertex &W, size_t) { return isOwn(W) ? 1.0 : 0.0; },
        [&](const ReuseVertex &W) { return !isOwn(W) && !W.Writes; }, Survival);
    S.Lost = everywhere(
        [&](const ReuseVertex &W, size_t At) {
          return !isOwn(W) && W.Writes ? S.Here[At] : 0.0;
        },
        [&](const ReuseVertex &W) { return !isOwn(W); }, {});
    S.Ever = S.Here;
    if (Survival.empty())
      for (size_t V = 0; V != S.Ever.size(); ++V)
        S.Ever[V] = std::min(1.0, S.Here[V] + S.Lost[V]);
    else
      S.Ever = everywhere(
          [&](const ReuseVertex &W, size_t) { return isOwn(W) ? 1.0 : 0.0; },
          [&](const ReuseVertex &W) { return !isOwn(W); }, {});
    for (size_t V = 0; V != S.Lost.size(); ++V)
      S.Lost[V] = std::min(S.Lost[V], 1 - S.Here[V]);
    return S;
  }

private:
  bool isOwn(const ReuseVertex &V) const { return V.Cache == Cache; }

  /// What follows the cache's own accesses, and first touches of lines.
  void findInformed() {
    std::vector<std::vector<uint32_t>> Next(G.Vertices.size());
    for (const ReuseEdge &E : G.Edges)
      if (E.Weight > 0)
        Next[E.From].push_back(E.To);
    Informed = reached(Next, [&](uint32_t V) {
      return !G.InChains || isOwn(G.Vertices[V]) ||
             G.Vertices[V].Before == NobodyBefore;
    });
  }

  /// Edges into V that count. A rare vertex that no pair was seen to end at
  /// says nothing of where its lines were before; that it came from nowhere
  /// would be wrong nearly always.
  bool counts(const ReuseEdge &E, bool SomeInformed) const {
    return E.Weight > 0 && (Informed[E.From] || !SomeInformed);
  }

  /// Incoming state of all vertices, where what leaves W is \p Known(W) plus,
  /// if \p Passes(W), what entered it.
  template <typename KnownOf, typename PassesOn>
  std::vector<double> everywhere(KnownOf Known, PassesOn Passes,
                                 std::span<const double> Factors) {
    size_t Count = G.Vertices.size();
    FlowSystem System;
    System.Source.assign(Count, 0);
    for (uint32_t V = 0; V != Count; ++V) {
      bool Some = std::ranges::any_of(G.into(V), [&](const ReuseEdge &E) {
        return E.Weight > 0 && Informed[E.From];
      });
      double Sum = 0;
      for (const ReuseEdge &E : G.into(V))
        Sum += counts(E, Some) ? E.Weight : 0;
      for (size_t I = G.EdgesInto[V]; I != G.EdgesInto[V + 1]; ++I) {
        const ReuseEdge &E = G.Edges[I];
        if (!counts(E, Some))
          continue;
        const ReuseVertex &From = G.Vertices[E.From];
        double Share = E.Weight / Sum * (Factors.empty() ? 1.0 : Factors[I]);
        System.Source[V] += Share * Known(From, E.From);
        if (Passes(From))
          System.Terms.push_back({V, E.From, Share});
      }
    }
    std::vector<double> States = solveFlow(System);
    for (double &State : States)
      State = std::min(State, 1.0);
    return States;
  }

  const ReuseGraph &G;
  uint32_t Cache;
  std::span<const double> Survival;
  std::vector<bool> Informed; ///< by vertex
};

} // namespace

/// How often the walk comes to each vertex that is a foreign read; it ends at
/// the others.
std::vector<double> lastForeignWrites(const ReuseGraph &G,
                                      std::span<const WeightedVertex> From) {
  uint32_t Cache = G.Vertices[From.front().Vertex].Cache;
  size_t Count = G.Vertices.size();
  auto IsForeign = [&](uint32_t V) { return G.Vertices[V].Cache != Cache; };
  auto ForSteps = [&](uint32_t From, auto Visit) {
    double Sum = 0;
    for (const ReuseEdge &E : G.into(From))
      Sum += E.Weight;
    for (const ReuseEdge &E : G.into(From))
      if (E.Weight > 0 && IsForeign(E.From))
        Visit(E.From, E.Weight / Sum);
  };
  FlowSystem System;
  System.Source.assign(Count, 0);
  for (const WeightedVertex &V : From)
    ForSteps(V.Vertex, [&](uint32_t To, double Share) {
      System.Source[To] += V.Weight * Share;
    });
  for (uint32_t V = 0; V != Count; ++V)
    if (IsForeign(V) && !G.Vertices[V].Writes)
      ForSteps(V, [&](uint32_t To, double Share) {
        System.Terms.push_back({To, V, Share});
      });
  std::vector<double> Visits = solveFlow(System);
  for (uint32_t V = 0; V != Count; ++V)
    if (!IsForeign(V) || !G.Vertices[V].Writes)
      Visits[V] = 0;
  return Visits;
}

LineStates solveStates(const ReuseGraph &G, uint32_t Cache,
                       std::span<const double> Survival) {
  return StateEquations(G, Cache, Survival).solve();
}

} // namespace memfacet::threads
