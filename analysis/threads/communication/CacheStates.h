//===- CacheStates.h - probabilities that caches have or lost lines -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each vertex of a ReuseGraph, before it executes: the probability that a
// cache has the line, and the probability that it had the line and lost it to
// another cache's write. docs/internals/communication.md derives the equations.
// They are Sandberg and Kaxiras's equations 2 and 3, with shares of what enters
// a vertex.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_CACHESTATES_H
#define MEMFACET_THREADS_COMMUNICATION_CACHESTATES_H

#include "analysis/threads/communication/ReuseGraph.h"

namespace memfacet::threads {

/// By vertex, in [0, 1]; Present + Lost is at most EverPresent, but for
/// rounding.
struct LineStates {
  std::vector<double> Present;
  std::vector<double> Lost; ///< the line was present; a foreign write took it
  std::vector<double> EverPresent; ///< the line is or was present
};

/// The equations x = A x + b, to be solved for the least solution that is not
/// negative. The solution is 0 at a vertex that no source reaches; A may be
/// singular there.
struct FlowSystem {
  struct Term {
    uint32_t Row, Column;
    double Factor;
  };
  /// Terms of A. The sum of each row, or of each column, is at most 1.
  std::vector<Term> Terms;
  std::vector<double> Source; ///< b, not negative
};

/// Solves \p System: eliminates the diagonal, then uses BiCGSTAB. Where that
/// does not converge, uses Gauss-Seidel from 0, which grows to the least
/// solution. No element of the result is negative.
std::vector<double> solveFlow(const FlowSystem &System);

/// Computes the states of \p Cache. \p Survival: by edge, the probability that
/// a line of \p Cache is not evicted before the edge's end; empty: caches have
/// room for all lines.
LineStates solveStates(const ReuseGraph &G, uint32_t Cache,
                       std::span<const double> Survival = {});

struct WeightedVertex {
  uint32_t Vertex;
  double Weight;
};

/// Finds the latest write of another cache before \p Origins, at least one
/// vertex, all of one cache, that the cache has not touched the line after.
/// Walks from the vertices, before they execute, backwards along the touches of
/// the line by other caches. Returns by vertex the probability that it is that
/// write, summed over \p Origins by weight.
std::vector<double> lastForeignWrites(const ReuseGraph &G,
                                      std::span<const WeightedVertex> Origins);

} // namespace memfacet::threads

#endif
