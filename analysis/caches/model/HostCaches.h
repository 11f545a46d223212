//===- HostCaches.h - where this machine describes its caches -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_HOSTCACHES_H
#define MEMFACET_CACHES_MODEL_HOSTCACHES_H

#include "analysis/caches/model/CacheModel.h"
#include <optional>
#include <span>

namespace memfacet::caches {

/// The data and unified caches in a sysfs tree; \p Cpu is the folder of one
/// processor. Nothing where the tree is missing or makes no sense.
std::optional<CacheModel>
sysfsCacheModel(const std::string &Cpu = "/sys/devices/system/cpu/cpu0");

/// EAX, EBX, ECX of one sub-leaf of cpuid leaf 4 or 0x8000001D; both have the
/// same layout.
struct CpuidCache {
  uint32_t Eax, Ebx, Ecx;
};

/// The data and unified caches that \p Leaves list, up to the first empty one.
std::optional<CacheModel> cpuidCacheModel(std::span<const CpuidCache> Leaves);

/// The sub-leaves of this processor; empty where there are none.
std::vector<CpuidCache> readCpuidCaches();

} // namespace memfacet::caches

#endif
