//===- CacheStates.cpp - probabilities that caches have or lost lines -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/CacheStates.h"
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

namespace {

/// Returns which vertices are reached along \p Successors from those with
/// \p IsSource(number), including these.
template <typename Predicate>
std::vector<bool> reached(const std::vector<std::vector<uint32_t>> &Successors,
                          Predicate IsSource) {
  std::vector<bool> Visited(Successors.size());
  std::vector<uint32_t> Waiting;
  auto Visit = [&](uint32_t V) {
    if (!Visited[V])
      Waiting.push_back(V);
    Visited[V] = true;
  };
  for (uint32_t V = 0; V != Successors.size(); ++V)
    if (IsSource(V))
      Visit(V);
  while (!Waiting.empty()) {
    uint32_t V = Waiting.back();
    Waiting.pop_back();
    for (uint32_t Successor : Successors[V])
      Visit(Successor);
  }
  return Visited;
}

/// Returns which vertices a source reaches along the terms.
std::vector<bool> reached(const FlowSystem &S) {
  std::vector<std::vector<uint32_t>> Successors(S.Source.size());
  for (const FlowSystem::Term &T : S.Terms)
    Successors[T.Column].push_back(T.Row);
  return reached(Successors, [&](uint32_t V) { return S.Source[V] > 0; });
}

/// The equations of the reached vertices, without the diagonal.
struct ReducedSystem {
  std::vector<uint32_t> Vertices; ///< by unknown
  std::vector<Eigen::Triplet<double>> Terms;
  Eigen::VectorXd Source;
};

ReducedSystem reduce(const FlowSystem &S) {
  constexpr uint32_t None = ~uint32_t(0);
  std::vector<bool> IsReached = reached(S);
  std::vector<uint32_t> Unknown(S.Source.size(), None);
  ReducedSystem R;
  for (uint32_t V = 0; V != IsReached.size(); ++V)
    if (IsReached[V]) {
      Unknown[V] = uint32_t(R.Vertices.size());
      R.Vertices.push_back(V);
    }
  Eigen::VectorXd Self = Eigen::VectorXd::Zero(Eigen::Index(R.Vertices.size()));
  for (const FlowSystem::Term &T : S.Terms)
    if (T.Row == T.Column && IsReached[T.Row])
      Self[Unknown[T.Row]] += T.Factor;
  auto Scale = [&](uint32_t Row) { return 1 / (1 - Self[Row]); };
  R.Source.resize(Self.size());
  for (uint32_t Row = 0; Row != R.Vertices.size(); ++Row)
    R.Source[Row] = S.Source[R.Vertices[Row]] * Scale(Row);
  for (const FlowSystem::Term &T : S.Terms)
    if (T.Row != T.Column && IsReached[T.Row] && IsReached[T.Column])
      R.Terms.emplace_back(Unknown[T.Row], Unknown[T.Column],
                           T.Factor * Scale(Unknown[T.Row]));
  return R;
}

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

Eigen::VectorXd iterate(const Rows &A, const Eigen::VectorXd &B) {
  Eigen::VectorXd X = Eigen::VectorXd::Zero(B.size());
  for (int Sweep = 0; Sweep != 20000; ++Sweep) {
    double MaxStep = 0;
    for (Eigen::Index Row = 0; Row != X.size(); ++Row) {
      double New = B[Row];
      for (Rows::InnerIterator Term(A, Row); Term; ++Term)
        New += Term.value() * X[Term.col()];
      MaxStep = std::max(MaxStep, std::abs(New - X[Row]));
      X[Row] = New;
    }
    if (MaxStep < 1e-12)
      break;
  }
  return X;
}

} // namespace

std::vector<double> solveFlow(const FlowSystem &System) {
  std::vector<double> Result(System.Source.size());
  ReducedSystem R = reduce(System);
  auto Size = Eigen::Index(R.Vertices.size());
  if (Size == 0)
    return Result;
  Rows A(Size, Size), Identity(Size, Size);
  A.setFromTriplets(R.Terms.begin(), R.Terms.end());
  Identity.setIdentity();
  Rows LeftSide = Identity - A;
  Eigen::BiCGSTAB<Rows> Solver;
  Solver.setTolerance(1e-12);
  Solver.compute(LeftSide);
  Eigen::VectorXd X = Solver.solve(R.Source);
  // The solver may report success far from the solution: check the residual.
  bool IsGood = Solver.info() == Eigen::Success && X.allFinite() &&
                (LeftSide * X - R.Source).lpNorm<Eigen::Infinity>() < 1e-8;
  if (!IsGood)
    X = iterate(A, R.Source);
  for (Eigen::Index I = 0; I != Size; ++I)
    Result[R.Vertices[size_t(I)]] = std::max(X[I], 0.0);
  return Result;
}

namespace {

/// The equations of one cache.
class StateEquations {
public:
  StateEquations(const ReuseGraph &G, uint32_t Cache,
                 std::span<const double> Survival)
      : G(G), Cache(Cache), Survival(Survival) {
    findInformed();
  }

  LineStates solve() {
    LineStates S;
    S.Present = everywhere(
        [&](const ReuseVertex &W, size_t) { return isOwn(W) ? 1.0 : 0.0; },
        [&](const ReuseVertex &W) { return !isOwn(W) && !W.Writes; }, Survival);
    S.Lost = everywhere(
        [&](const ReuseVertex &W, size_t Vertex) {
          return !isOwn(W) && W.Writes ? S.Present[Vertex] : 0.0;
        },
        [&](const ReuseVertex &W) { return !isOwn(W); }, {});
    S.EverPresent = S.Present;
    if (Survival.empty())
      for (size_t V = 0; V != S.EverPresent.size(); ++V)
        S.EverPresent[V] = std::min(1.0, S.Present[V] + S.Lost[V]);
    else
      S.EverPresent = everywhere(
          [&](const ReuseVertex &W, size_t) { return isOwn(W) ? 1.0 : 0.0; },
          [&](const ReuseVertex &W) { return !isOwn(W); }, {});
    for (size_t V = 0; V != S.Lost.size(); ++V)
      S.Lost[V] = std::min(S.Lost[V], 1 - S.Present[V]);
    return S;
  }

private:
  bool isOwn(const ReuseVertex &V) const { return V.Cache == Cache; }

  /// Finds the vertices that follow the cache's own accesses or first touches
  /// of lines.
  void findInformed() {
    std::vector<std::vector<uint32_t>> Successors(G.Vertices.size());
    for (const ReuseEdge &E : G.Edges)
      if (E.Weight > 0)
        Successors[E.Source].push_back(E.Target);
    IsInformed = reached(Successors, [&](uint32_t V) {
      return !G.HasChains || isOwn(G.Vertices[V]) ||
             G.Vertices[V].PreviousCache == NoPreviousCache;
    });
  }

  /// Returns whether \p E counts among the edges into its target. If some of
  /// these begin at an informed vertex, the others are left out: a rare vertex
  /// without sampled pairs that end there does not say where its lines were
  /// before, and to assume that they were nowhere is nearly always wrong.
  bool counts(const ReuseEdge &E, bool HasInformed) const {
    return E.Weight > 0 && (IsInformed[E.Source] || !HasInformed);
  }

  /// Returns the state with which lines enter each vertex. What leaves vertex W
  /// is \p Known(W), plus what entered it if \p Passes(W).
  template <typename KnownOf, typename PassesOn>
  std::vector<double> everywhere(KnownOf Known, PassesOn Passes,
                                 std::span<const double> Factors) {
    size_t Count = G.Vertices.size();
    FlowSystem System;
    System.Source.assign(Count, 0);
    for (uint32_t V = 0; V != Count; ++V) {
      bool HasInformed =
          std::ranges::any_of(G.incoming(V), [&](const ReuseEdge &E) {
            return E.Weight > 0 && IsInformed[E.Source];
          });
      double Sum = 0;
      for (const ReuseEdge &E : G.incoming(V))
        Sum += counts(E, HasInformed) ? E.Weight : 0;
      for (size_t I = G.EdgesInto[V]; I != G.EdgesInto[V + 1]; ++I) {
        const ReuseEdge &E = G.Edges[I];
        if (!counts(E, HasInformed))
          continue;
        const ReuseVertex &Source = G.Vertices[E.Source];
        double Share = E.Weight / Sum * (Factors.empty() ? 1.0 : Factors[I]);
        System.Source[V] += Share * Known(Source, E.Source);
        if (Passes(Source))
          System.Terms.push_back({V, E.Source, Share});
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
  std::vector<bool> IsInformed; ///< by vertex
};

} // namespace

/// Solves for how often the walk visits each vertex. The walk continues at
/// foreign reads and ends at all other vertices.
std::vector<double> lastForeignWrites(const ReuseGraph &G,
                                      std::span<const WeightedVertex> Origins) {
  uint32_t Cache = G.Vertices[Origins.front().Vertex].Cache;
  size_t Count = G.Vertices.size();
  auto IsForeign = [&](uint32_t V) { return G.Vertices[V].Cache != Cache; };
  auto ForEachStep = [&](uint32_t Vertex, auto Visit) {
    double Sum = 0;
    for (const ReuseEdge &E : G.incoming(Vertex))
      Sum += E.Weight;
    for (const ReuseEdge &E : G.incoming(Vertex))
      if (E.Weight > 0 && IsForeign(E.Source))
        Visit(E.Source, E.Weight / Sum);
  };
  FlowSystem System;
  System.Source.assign(Count, 0);
  for (const WeightedVertex &V : Origins)
    ForEachStep(V.Vertex, [&](uint32_t Predecessor, double Share) {
      System.Source[Predecessor] += V.Weight * Share;
    });
  for (uint32_t V = 0; V != Count; ++V)
    if (IsForeign(V) && !G.Vertices[V].Writes)
      ForEachStep(V, [&](uint32_t Predecessor, double Share) {
        System.Terms.push_back({Predecessor, V, Share});
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
