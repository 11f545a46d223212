//===- CacheSet.h - some of the caches ------------------------------------===//

#ifndef MEMFACET_COMMUNICATION_CACHESET_H
#define MEMFACET_COMMUNICATION_CACHESET_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Of caches numbered from 0. The first 64 need no memory beyond this.
class CacheSet {
public:
  bool has(uint32_t Cache) const {
    if (Cache < 64) [[likely]]
      return First >> Cache & 1;
    size_t At = Cache / 64 - 1;
    return At < More.size() && More[At] >> Cache % 64 & 1;
  }
  void add(uint32_t Cache) {
    if (Cache < 64) [[likely]] {
      First |= uint64_t(1) << Cache;
      return;
    }
    size_t At = Cache / 64 - 1;
    if (More.size() <= At)
      More.resize(At + 1);
    More[At] |= uint64_t(1) << Cache % 64;
  }
  void clear() {
    First = 0;
    More.clear();
  }

private:
  uint64_t First = 0;
  std::vector<uint64_t> More;
};

} // namespace memfacet

#endif
