//===- CacheLimits.h - the limits of a simulated hierarchy ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_CACHELIMITS_H
#define MEMFACET_CACHES_MODEL_CACHELIMITS_H

#include "analysis/caches/model/CacheModel.h"

namespace memfacet::caches {

constexpr size_t MaxCacheLevels = 6;
/// For the fast simulation: the line number fits into a CacheWord.
constexpr uint32_t MinLineBytes = 16;
constexpr uint32_t MaxLineBytes = 4096;
/// The simulator needs 8 bytes per line; this keeps it below 8 GiB.
constexpr uint64_t MaxCacheBytes = uint64_t(16) << 30;

constexpr uint32_t MaxSharingThreads = 1 << 16;
constexpr size_t MaxTlbLevels = 2;
constexpr uint32_t MaxTlbEntries = 1 << 20;
/// Victim caches are searched line by line.
constexpr uint32_t MaxVictimLines = 4096;
constexpr uint32_t MaxPrefetchLines = 64;

/// Checks that \p Model can be simulated. The error says which level cannot.
Status checkCacheModel(const CacheModel &Model);

/// Checks that accesses to chosen lines (memfacet/Select.h) suffice to simulate
/// the chosen lines of \p Model: no other line shares a set with them, in any
/// level, and nothing depends on other lines.
Status checkSelectable(const CacheModel &Model);

} // namespace memfacet::caches

#endif
