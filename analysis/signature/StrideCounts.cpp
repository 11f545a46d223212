//===- StrideCounts.cpp - how far apart accesses are ----------------------===//

#include "analysis/signature/StrideCounts.h"
#include <utility>

namespace memfacet {

static uint64_t distance(uint64_t A, uint64_t B) {
  return A > B ? A - B : B - A;
}

void StrideCounts::addLocal(const BatchPart &P) {
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint32_t Site = P.Of.Info[I].site();
    if (Site >= LastOfSite.size()) [[unlikely]]
      LastOfSite.resize(2 * size_t(Site) + 1, Never);
    uint64_t Before = std::exchange(LastOfSite[Site], P.Of.Address[I]);
    if (Before != Never) [[likely]]
      add(distance(P.Of.Address[I], Before), Site);
  }
}

void StrideCounts::addGlobal(const BatchPart &P) {
  for (size_t I = P.Begin; I != P.End; ++I) {
    uint64_t Before = std::exchange(Last, P.Of.Address[I]);
    if (Before != Never) [[likely]]
      add(distance(P.Of.Address[I], Before), P.Of.Info[I].site());
  }
}

} // namespace memfacet
