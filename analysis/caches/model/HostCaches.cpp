//===- HostCaches.cpp - the caches of this machine ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/HostCaches.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <fstream>
#include <map>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace memfacet::caches {
namespace {

/// One cache as a source describes it, before it becomes a level.
struct FoundCache {
  uint64_t Bytes = 0;
  uint32_t Ways = 0;
  uint32_t LineBytes = 0;
  bool Shared = false;
};

std::optional<std::string> readLine(const std::string &Path) {
  std::ifstream In(Path);
  std::string Line;
  if (!std::getline(In, Line))
    return std::nullopt;
  return Line;
}

/// Returns the number in the first line of a file, which may end in K or M; 0
/// where there is none.
uint64_t numberInFile(const std::string &Path) {
  std::optional<std::string> Line = readLine(Path);
  if (!Line)
    return 0;
  char *End = nullptr;
  uint64_t Value = std::strtoull(Line->c_str(), &End, 10);
  return *End == 'K' ? Value << 10 : *End == 'M' ? Value << 20 : Value;
}

/// Takes the line size of the first level for all levels: caches of today's
/// machines have equal line sizes.
std::optional<CacheModel> modelOf(const std::map<unsigned, FoundCache> &Found,
                                  const char *Source) {
  CacheModel Model;
  Model.Name = "host";
  Model.Source = Source;
  for (const auto &[Number, Cache] : Found) {
    if (Model.Levels.empty())
      Model.LineBytes = Cache.LineBytes;
    if (Model.LineBytes == 0 || Cache.Bytes < Model.LineBytes)
      return std::nullopt;
    // No ways means fully associative.
    uint64_t Lines = Cache.Bytes / Model.LineBytes;
    uint64_t Ways = Cache.Ways ? Cache.Ways : Lines;
    if (Ways > Lines)
      return std::nullopt;
    // Hypervisors round sizes: keep whole sets only.
    Model.Levels.push_back({fmt::format("L{}", Model.Levels.size() + 1),
                            Lines / Ways * Ways * Model.LineBytes,
                            uint32_t(Ways), Cache.Shared || Number >= 3});
  }
  if (!checkCacheModel(Model))
    return std::nullopt;
  return Model;
}

} // namespace

std::optional<CacheModel> sysfsCacheModel(const std::string &Cpu) {
  std::map<unsigned, FoundCache> Found;
  std::optional<std::string> Siblings =
      readLine(Cpu + "/topology/thread_siblings_list");
  for (unsigned I = 0; I != 16; ++I) {
    std::string Index = fmt::format("{}/cache/index{}/", Cpu, I);
    std::optional<std::string> Type = readLine(Index + "type");
    if (!Type)
      break;
    if (*Type != "Data" && *Type != "Unified")
      continue;
    FoundCache Cache;
    Cache.Bytes = numberInFile(Index + "size");
    Cache.Ways = uint32_t(numberInFile(Index + "ways_of_associativity"));
    Cache.LineBytes = uint32_t(numberInFile(Index + "coherency_line_size"));
    std::optional<std::string> Sharers = readLine(Index + "shared_cpu_list");
    Cache.Shared = Sharers && Siblings && *Sharers != *Siblings;
    Found[unsigned(numberInFile(Index + "level"))] = Cache;
  }
  return modelOf(Found, "sysfs");
}

std::optional<CacheModel> cpuidCacheModel(std::span<const CpuidCache> Leaves) {
  std::map<unsigned, FoundCache> Found;
  for (const CpuidCache &Leaf : Leaves) {
    constexpr uint32_t None = 0, Instruction = 2;
    uint32_t Type = Leaf.Eax & 31;
    if (Type == None)
      break;
    if (Type == Instruction)
      continue;
    FoundCache Cache;
    uint64_t Partitions = (Leaf.Ebx >> 12 & 1023) + 1;
    uint64_t Ways = (Leaf.Ebx >> 22) + 1;
    Cache.LineBytes = (Leaf.Ebx & 4095) + 1;
    Cache.Bytes =
        Ways * Partitions * Cache.LineBytes * (uint64_t(Leaf.Ecx) + 1);
    Cache.Ways = uint32_t(Ways);
    Found[Leaf.Eax >> 5 & 7] = Cache;
  }
  return modelOf(Found, "cpuid");
}

std::vector<CpuidCache> readCpuidCaches() {
  std::vector<CpuidCache> Leaves;
#if defined(__x86_64__)
  // Read the leaf of AMD first: on AMD, leaf 4 is empty.
  for (uint32_t Leaf : {0x8000001du, 4u}) {
    for (uint32_t I = 0; I != 16; ++I) {
      uint32_t Eax = 0, Ebx = 0, Ecx = 0, Edx = 0;
      if (!__get_cpuid_count(Leaf, I, &Eax, &Ebx, &Ecx, &Edx) || !(Eax & 31))
        break;
      Leaves.push_back({Eax, Ebx, Ecx});
    }
    if (!Leaves.empty())
      break;
  }
#endif
  return Leaves;
}

static CacheModel findHostCaches() {
  if (std::optional<CacheModel> Model = sysfsCacheModel())
    return *Model;
  if (std::optional<CacheModel> Model = cpuidCacheModel(readCpuidCaches()))
    return *Model;
  auto &Presets = cachePresets();
  CacheModel Model = *std::ranges::find(Presets, "zen4", &CacheModel::Name);
  Model.Name = "host";
  Model.Source = "default, for neither sysfs nor cpuid describes the caches";
  return Model;
}

CacheModel hostCacheModel() {
  // The kernel takes some 10 us for each number, so keep the model.
  static const CacheModel Known = findHostCaches();
  MEMFACET_CHECK(bool(checkCacheModel(Known)), "callers simulate it as it is");
  return Known;
}

} // namespace memfacet::caches
