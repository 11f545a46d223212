//===- HostCaches.h - where this machine describes its caches -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_HOSTCACHES_H
#define MEMFACET_CACHES_MODEL_HOSTCACHES_H

#include "analysis/caches/model/CacheModel.h"
#include <optional>
#include <span>

namespace memfacet::caches {

/// Reads the data and unified caches from a sysfs tree. \p Cpu is the folder of
/// one processor. Returns nothing if the tree is missing or is not consistent.
std::optional<CacheModel>
sysfsCacheModel(const std::string &Cpu = "/sys/devices/system/cpu/cpu0");

/// The registers EAX, EBX and ECX of one sub-leaf of cpuid leaf 4 or
/// 0x8000001D, which have the same layout.
struct CpuidCache {
  uint32_t Eax, Ebx, Ecx;
};

/// Returns the data and unified caches in \p Leaves, up to the first empty
/// leaf.
std::optional<CacheModel> cpuidCacheModel(std::span<const CpuidCache> Leaves);

/// Returns the sub-leaves of this processor; empty if there are none.
std::vector<CpuidCache> readCpuidCaches();

} // namespace memfacet::caches

#endif
