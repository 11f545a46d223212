//===- SiteTouches.h - line touches by site -------------------------------===//

#ifndef MEMFACET_CACHE_SITETOUCHES_H
#define MEMFACET_CACHE_SITETOUCHES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Touches of the first level beyond one per access, by SiteId: of accesses
/// that straddle lines.
class SiteTouches {
public:
  /// From here on, nothing is counted; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all.
  void clear() { BySite.clear(); }

  void add(uint32_t Site, uint64_t Extra) {
    if (!Counting)
      return;
    if (BySite.size() <= Site)
      BySite.resize(std::max<size_t>(Site + 1, 2 * BySite.size()));
    BySite[Site] += Extra;
  }
  uint64_t of(uint32_t Site) const {
    return Site < BySite.size() ? BySite[Site] : 0;
  }

private:
  std::vector<uint64_t> BySite;
  bool Counting = true;
};

} // namespace memfacet

#endif
