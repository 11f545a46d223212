//===- CacheStates.h - is a line in a cache, and was it -------------------===//
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

/// By vertex, in [0, 1]; Here + Lost is at most Ever, but for rounding.
struct LineStates {
  std::vector<double> Present;
  std::vector<double> Lost; ///< it was here; a foreign write was the reason
  std::vector<double> EverPresent; ///< it is or was here
};

/// Which equations there are to solve: x = A x + b, of the least solution that
/// is not negative. That of a vertex that no source reaches is 0; A may be
/// singular there.
struct FlowSystem {
  struct Term {
    uint32_t Row, Column;
    double Factor;
  };
  std::vector<Term> Terms; ///< of A; each row's sum is at most 1, or column's
  std::vector<double> Source; ///< b, not negative
};

/// Diagonal elements are eliminated, then BiCGSTAB; where it does not converge,
/// Gauss-Seidel from 0, which grows to the least solution. At least 0.
std::vector<double> solveFlow(const FlowSystem &System);

/// \p Survival: by edge, the probability that a line of \p Cache is still there
/// at its end, for want of room; empty: caches have room for all.
LineStates solveStates(const ReuseGraph &G, uint32_t Cache,
                       std::span<const double> Survival = {});

struct WeightedVertex {
  uint32_t Vertex;
  double Weight;
};

/// Backwards: from vertices of one cache, before they execute, along the
/// touches of the line by other caches, to the latest write among them, if this
/// cache has not touched it since. By vertex, the probability that it is that
/// write, summed over \p Origins by weight.
std::vector<double> lastForeignWrites(const ReuseGraph &G,
                                      std::span<const WeightedVertex> Origins);

} // namespace memfacet::threads

#endif
