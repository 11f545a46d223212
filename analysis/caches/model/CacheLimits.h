//===- CacheLimits.h - what a simulated hierarchy may be ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_CACHELIMITS_H
#define MEMFACET_CACHES_MODEL_CACHELIMITS_H

#include "analysis/caches/model/CacheModel.h"

namespace memfacet::caches {

constexpr size_t MaxCacheLevels = 6;
/// Of the fast simulation: a line number fits a way's word (CacheWord.h).
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

/// Whether accesses to chosen lines (memfacet/Select.h) are all that is needed
/// to simulate the chosen lines of \p Model: no other line shares a set with
/// them, in any level, and nothing depends on other lines.
Status checkSelectable(const CacheModel &Model);

} // namespace memfacet::caches

#endif
