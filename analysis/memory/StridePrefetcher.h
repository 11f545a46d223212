//===- StridePrefetcher.h - strides by site -------------------------------===//

#ifndef MEMFACET_MEMORY_STRIDEPREFETCHER_H
#define MEMFACET_MEMORY_STRIDEPREFETCHER_H

#include "analysis/cache/LineMap.h"
#include <cstdint>

namespace memfacet {

/// Of one thread at one level.
class StridePrefetcher {
public:
  /// \p Site accesses \p Address. Its stride in bytes, where that was the same
  /// twice; else 0.
  int64_t stride(uint32_t Site, uint64_t Address) {
    Last &L = BySite[Site];
    int64_t Step = int64_t(Address - L.Address);
    bool Again = L.Seen > 1 && Step == L.Step;
    L.Step = Step;
    L.Address = Address;
    L.Seen += L.Seen < 2;
    return Again ? Step : 0;
  }

private:
  struct Last {
    uint64_t Address = 0;
    int64_t Step = 0;
    uint8_t Seen = 0; ///< accesses, at most 2: then Step is one
  };
  LineMap<Last> BySite;
};

} // namespace memfacet

#endif
