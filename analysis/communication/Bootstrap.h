//===- Bootstrap.h - how much of it is chance -----------------------------===//

#ifndef MEMFACET_COMMUNICATION_BOOTSTRAP_H
#define MEMFACET_COMMUNICATION_BOOTSTRAP_H

#include "analysis/communication/CommunicationModel.h"

namespace memfacet {

struct ExpectedRange {
  double Low = 0, High = 0;
};

struct BootstrapPlan {
  unsigned Replicas = 100;
  uint64_t Seed = 1;
  ModelOptions Model;
};

/// 95 % intervals by B. Efron's bootstrap (Annals of Statistics 7, 1979): each
/// count of pairs is drawn again, from the Poisson distribution with the
/// sampled one as its mean, and the model solved again. Deviations are narrowed
/// by sqrt(1 - 1/Period), as all pairs are known with a period of 1.
/// Vertices are summed by \p Groups (number of each vertex's, below \p Count)
/// into \p Invalidated and \p Sent, which stay empty without replicas; the
/// result is the interval of the sum of all invalidations' misses.
ExpectedRange bootstrap(const ReuseGraph &G, const BootstrapPlan &Plan,
                        std::span<const uint32_t> Groups, size_t Count,
                        std::vector<ExpectedRange> &Invalidated,
                        std::vector<ExpectedRange> &Sent);

} // namespace memfacet

#endif
