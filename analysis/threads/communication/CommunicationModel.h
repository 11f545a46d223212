//===- CommunicationModel.h - expected misses by writes of other caches ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected counts are computed from a sample of reuse pairs, after Sandberg and
// Kaxiras's equations 4 to 8; docs/internals/communication.md has the equations
// used here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_COMMUNICATIONMODEL_H
#define MEMFACET_THREADS_COMMUNICATION_COMMUNICATIONMODEL_H

#include "analysis/threads/communication/CacheStates.h"

namespace memfacet::threads {

/// Expected counts of the whole run.
struct ExpectedCounts {
  double Accesses = 0;    ///< touches of lines
  double Invalidated = 0; ///< misses: the cache lost the line to a write
  /// Those of Invalidated that come directly after a write, where the writing
  /// and the missing cache touch different bytes of the structure's lines...
  double Unshared = 0;
  /// ... and those where the two accesses touch the same bytes.
  double Classified = 0;
  double Cold = 0;    ///< misses: the cache never had the line
  double Evicted = 0; ///< misses: the cache evicted the line
  double Sent = 0;    ///< copies in other caches that its writes invalidate

  ExpectedCounts &operator+=(const ExpectedCounts &O);
};

struct ModelOptions {
  double Period = 1; ///< mean number of units per choice
  /// Lines of each cache, with random replacement; 0: room for all.
  double CacheLines = 0;
};

struct CommunicationModel {
  std::vector<ExpectedCounts> Vertices;
  std::vector<LineStates> States; ///< by cache
  std::vector<double> MissRatios; ///< by cache
};

CommunicationModel expectCommunication(const ReuseGraph &G,
                                       const ModelOptions &Options);

} // namespace memfacet::threads

#endif
