//===- CacheLimits.cpp - the limits of a simulated hierarchy --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <bit>

namespace memfacet::caches {
namespace {

/// For the detailed simulation: caches in textbooks have lines of a few bytes.
constexpr uint32_t SmallestLineBytes = 1;

Status checkLevel(const CacheLevel &L, uint32_t LineBytes) {
  if (L.Bytes == 0 || L.Bytes > MaxCacheBytes)
    return usageError("cache level {}: size {} is not between one line and 16G",
                      L.Name, L.Bytes);
  if (L.Ways == 0)
    return usageError("cache level {}: 0 ways; write 1 for direct-mapped or "
                      "'full' for fully associative",
                      L.Name);
  uint64_t SetBytes = uint64_t(L.Ways) * LineBytes;
  if (L.Bytes % SetBytes != 0)
    return usageError("cache level {}: size {} is no multiple of {} ways of {} "
                      "bytes",
                      L.Name, L.Bytes, L.Ways, LineBytes);
  if (L.Policy == Replacement::Plru && !std::has_single_bit(L.Ways))
    return usageError("cache level {}: plru needs a power of two of ways, not "
                      "{}; write for example rrip",
                      L.Name, L.Ways);
  if (L.VictimLines > MaxVictimLines)
    return usageError("cache level {}: a victim cache of {} lines; at most {}",
                      L.Name, L.VictimLines, MaxVictimLines);
  if (L.PrefetchLines > MaxPrefetchLines)
    return usageError("cache level {}: {} lines ahead; at most {}", L.Name,
                      L.PrefetchLines, MaxPrefetchLines);
  return {};
}

/// Checks that level \p Index goes together with the level inside of it.
Status checkPlace(const CacheModel &Model, size_t Index) {
  const CacheLevel &L = Model.Levels[Index];
  if (Index == 0 && L.Holds != Inclusion::Neither)
    return usageError("cache level {} is the first: nothing is inside of it; "
                      "leave out inclusive and exclusive",
                      L.Name);
  if (Index == 0)
    return {};
  const CacheLevel &Inner = Model.Levels[Index - 1];
  if (Inner.Shared && !L.Shared)
    return usageError("cache level {} is private after a shared one; add "
                      "',shared' to it",
                      L.Name);
  if (!L.Shared && L.Threads % Inner.Threads != 0)
    return usageError("cache level {}: {} threads share one, but {} one of {}; "
                      "write a multiple of that",
                      L.Name, L.Threads, Inner.Threads, Inner.Name);
  if (L.Holds == Inclusion::Exclusive && L.Fetches != Prefetch::None)
    return usageError("cache level {} is exclusive and takes only what {} lets "
                      "go: prefetch into that",
                      L.Name, Inner.Name);
  if (L.Holds == Inclusion::Exclusive && Inner.WriteThrough)
    return usageError("cache level {} is exclusive after {}, which writes "
                      "through; leave out one of them",
                      L.Name, Inner.Name);
  if (L.Holds == Inclusion::Exclusive && L.WriteThrough)
    return usageError("cache level {}: exclusive and writethrough exclude each "
                      "other",
                      L.Name);
  return {};
}

Status checkTlbs(const CacheModel &Model) {
  if (!std::has_single_bit(Model.PageBytes) || Model.PageBytes < MaxLineBytes ||
      Model.PageBytes > MaxCacheBytes)
    return usageError("pages of {} bytes: must be a power of two from {} on, "
                      "for example page=4K",
                      Model.PageBytes, MaxLineBytes);
  for (const TlbLevel &T : Model.Tlbs)
    if (T.Ways == 0 || T.Entries % T.Ways != 0)
      return usageError("tlb={},{}: entries must be a multiple of ways",
                        T.Entries, T.Ways);
  if (Model.Tlbs.size() > MaxTlbLevels)
    return usageError("{} levels of translation buffers; at most {}",
                      Model.Tlbs.size(), MaxTlbLevels);
  return {};
}

Status checkPartitions(const CacheModel &Model) {
  for (const CacheLevel &L : Model.Levels) {
    uint64_t Reserved = 0;
    for (const WayPartition &P : Model.Partitions)
      Reserved += P.Level == L.Name ? P.Ways : 0;
    if (Reserved >= L.Ways && Reserved != 0)
      return usageError("cache level {} has {} ways: partitions of {} leave "
                        "none to the others",
                        L.Name, L.Ways, Reserved);
  }
  return {};
}

} // namespace

Status checkCacheModel(const CacheModel &Model) {
  if (!std::has_single_bit(Model.LineBytes) || Model.LineBytes > MaxLineBytes)
    return usageError("cache line of {} bytes: must be a power of two from {} "
                      "to {}, for example line=64",
                      Model.LineBytes, SmallestLineBytes, MaxLineBytes);
  if (Model.Levels.empty() || Model.Levels.size() > MaxCacheLevels)
    return usageError("cache model with {} levels: must have 1 to {}, for "
                      "example L1=32K,8;L2=1M,8",
                      Model.Levels.size(), MaxCacheLevels);
  for (size_t Index = 0; Index != Model.Levels.size(); ++Index) {
    if (Status S = checkLevel(Model.Levels[Index], Model.LineBytes); !S)
      return S;
    if (Status S = checkPlace(Model, Index); !S)
      return S;
  }
  if (Status S = checkTlbs(Model); !S)
    return S;
  return checkPartitions(Model);
}

bool CacheModel::isPlain() const {
  return LineBytes >= MinLineBytes && !Coherent && Tlbs.empty() &&
         Partitions.empty() &&
         std::ranges::all_of(Levels, [](const CacheLevel &L) {
           return L.Threads == 1 && levelWords(L).empty();
         });
}

Status checkSelectable(const CacheModel &Model) {
  auto Refuse = [&](const std::string &Reason) {
    return usageError("they do not suffice for {}: {}", Model.spec(), Reason);
  };
  MEMFACET_CHECK(!Model.Levels.empty(), "the model satisfies checkCacheModel");
  if (Model.LineBytes != SelectLineBytes)
    return Refuse(fmt::format("lines of {} bytes, those that are chosen have "
                              "{}",
                              Model.LineBytes, SelectLineBytes));
  if (!Model.isPlain())
    return Refuse("only LRU, write-back, non-inclusive levels can take it");
  if (Model.Levels.front().Shared)
    return Refuse(fmt::format("threads share {}", Model.Levels.front().Name));
  for (const CacheLevel &L : Model.Levels)
    if (L.sets(Model.LineBytes) % SelectResidues != 0)
      return Refuse(fmt::format("{} has {} sets, no multiple of {}", L.Name,
                                L.sets(Model.LineBytes), SelectResidues));
  return {};
}

} // namespace memfacet::caches
