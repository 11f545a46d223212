//===- ReplacementPolicy.cpp - which policies there are -------------------===//

#include "analysis/memory/ReplacementPolicy.h"

namespace memfacet {

std::unique_ptr<ReplacementPolicy> makePolicy(Replacement Policy, uint64_t Sets,
                                              uint32_t Ways) {
  switch (Policy) {
  case Replacement::Plru:
    return makeTreePlru(Sets, Ways);
  case Replacement::Random:
    return makeRandom();
  case Replacement::Rrip:
    return makeRrip(Sets, Ways);
  case Replacement::Lru:
    break;
  }
  return makeLru(Sets, Ways);
}

} // namespace memfacet
