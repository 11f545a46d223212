//===- cache/CacheModel.h - which caches are simulated --------------------===//

#ifndef MEMFACET_CACHE_CACHEMODEL_H
#define MEMFACET_CACHE_CACHEMODEL_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

/// Set-associative, LRU, write-back, write-allocate.
struct CacheLevel {
  std::string Name;   ///< "L1", "L2", "L3"
  uint64_t Bytes = 0; ///< capacity
  uint32_t Ways = 0; ///< 0 is not allowed; Bytes / line ways: fully associative
  bool Shared = false; ///< one for the process; else one per thread

  uint64_t sets(uint32_t LineBytes) const {
    return Bytes / (uint64_t(Ways) * LineBytes);
  }
};

/// A hierarchy from the level nearest to the core outwards. Non-inclusive.
struct CacheModel {
  std::string Name;   ///< "host", a preset's name, or "custom"
  std::string Source; ///< where it comes from: "sysfs", "cpuid", "preset", ...
  uint32_t LineBytes = 64;
  std::vector<CacheLevel> Levels;

  /// "L1=32K,8;L2=1M,8;L3=32M,16;line=64", parses back to the same model.
  std::string spec() const;
};

/// "host", the name of a preset, or a spec as CacheModel::spec prints it (the
/// last of three levels is shared, with `,shared` or `,private` after the ways
/// to say otherwise). Errors name the part that is wrong and a correct form.
Expected<CacheModel> parseCacheModel(std::string_view Text);

/// The caches of this machine: sysfs, else cpuid, else a documented default.
CacheModel hostCacheModel();

/// zen4, alpha21264 and the other presets.
const std::vector<CacheModel> &cachePresets();

} // namespace memfacet

#endif
