//===- CacheLimits.h - what a simulated hierarchy may be ------------------===//

#ifndef MEMFACET_CACHE_CACHELIMITS_H
#define MEMFACET_CACHE_CACHELIMITS_H

#include "analysis/cache/CacheModel.h"

namespace memfacet {

constexpr size_t MaxCacheLevels = 6;
/// A line number must fit a way's word (CacheWord.h), hence the minimum.
constexpr uint32_t MinLineBytes = 16;
constexpr uint32_t MaxLineBytes = 4096;
/// The simulator needs 8 bytes per line; this keeps it below 8 GiB.
constexpr uint64_t MaxCacheBytes = uint64_t(16) << 30;

constexpr uint32_t MaxSharingThreads = 1 << 16;
constexpr size_t MaxTlbLevels = 2;
constexpr uint32_t MaxTlbEntries = 1 << 20;
/// They are searched one by one.
constexpr uint32_t MaxVictimLines = 4096;
constexpr uint32_t MaxPrefetchLines = 64;

/// Whether \p Model can be simulated; the error says which level cannot.
Status checkCacheModel(const CacheModel &Model);

/// Whether a stream that was filtered in the program (memfacet/Filter.h) has
/// all that is needed to simulate \p Model.
Status checkFilterable(const CacheModel &Model);
/// Sets and ways of the filter cache (memfacet/Filter.h) for a filterable
/// model: those of its first level, if a program can have them, or 64 sets of
/// one way.
struct FilterShape {
  uint32_t Sets = 64, Ways = 0; ///< no ways: nothing is filtered
};
/// What is exact for each filterable model, so that one trace serves them all.
constexpr FilterShape AnyFirstLevel = {64, 1};
FilterShape filterShape(const CacheModel &Model);

} // namespace memfacet

#endif
