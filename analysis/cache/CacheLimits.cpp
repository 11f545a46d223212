//===- cache/CacheLimits.cpp - what a simulated hierarchy may be ----------===//

#include "analysis/cache/CacheLimits.h"
#include <bit>

namespace memfacet {
namespace {

Status checkLevel(const CacheLevel &L, uint32_t LineBytes) {
  if (L.Bytes == 0 || L.Bytes > MaxCacheBytes)
    return makeError("cache level {}: size {} is not between one line and 16G",
                     L.Name, L.Bytes);
  if (L.Ways == 0)
    return makeError("cache level {}: 0 ways; write 1 for direct-mapped or "
                     "'full' for fully associative",
                     L.Name);
  uint64_t SetBytes = uint64_t(L.Ways) * LineBytes;
  if (L.Bytes % SetBytes != 0)
    return makeError("cache level {}: size {} is no multiple of {} ways of {} "
                     "bytes",
                     L.Name, L.Bytes, L.Ways, LineBytes);
  return {};
}

} // namespace

Status checkCacheModel(const CacheModel &Model) {
  if (!std::has_single_bit(Model.LineBytes) || Model.LineBytes < MinLineBytes ||
      Model.LineBytes > MaxLineBytes)
    return makeError("cache line of {} bytes: must be a power of two from {} "
                     "to {}, for example line=64",
                     Model.LineBytes, MinLineBytes, MaxLineBytes);
  if (Model.Levels.empty() || Model.Levels.size() > MaxCacheLevels)
    return makeError("cache model with {} levels: must have 1 to {}, for "
                     "example L1=32K,8;L2=1M,8",
                     Model.Levels.size(), MaxCacheLevels);
  bool SharedBefore = false;
  for (const CacheLevel &L : Model.Levels) {
    if (Status S = checkLevel(L, Model.LineBytes); !S)
      return S;
    if (SharedBefore && !L.Shared)
      return makeError("cache level {} is private behind a shared one; add "
                       "',shared' to it",
                       L.Name);
    SharedBefore = L.Shared;
  }
  return {};
}

} // namespace memfacet
