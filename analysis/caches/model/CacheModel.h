//===- CacheModel.h - which caches are simulated --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_CACHEMODEL_H
#define MEMFACET_CACHES_MODEL_CACHEMODEL_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::caches {

/// When a second use of a line, right behind the first one, can change which
/// line leaves the set next. A policy is not told of the others, which is
/// faster.
enum class SecondUse : uint8_t { Never, AfterTaking, Always };

// Which line leaves a full set. The first one is the default. Each has a
// function make##Enumerator (memory/ReplacementPolicy.h).
//   enumerator, its word in a specification, SecondUse
#define MEMFACET_REPLACEMENTS(X)                                               \
  /* The least recently used. */                                               \
  X(Lru, "lru", Never)                                                         \
  /* A binary tree's guess of it; ways are a power of two. */                  \
  X(Plru, "plru", Never)                                                       \
  /* Any, from a fixed seed. */                                                \
  X(Random, "random", Never)                                                   \
  /* Static re-reference prediction, 2 bits, hit priority. */                  \
  X(Rrip, "rrip", AfterTaking)

enum class Replacement : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Word, Second) Name,
  MEMFACET_REPLACEMENTS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// By Replacement.
inline constexpr struct {
  const char *Word;
  SecondUse Second;
} ReplacementRows[] = {
#define MEMFACET_ROW(Name, Word, Second) {Word, SecondUse::Second},
    MEMFACET_REPLACEMENTS(MEMFACET_ROW)
#undef MEMFACET_ROW
};

/// What a level has of what the levels inside of it have.
enum class Inclusion : uint8_t {
  Neither,   ///< they are filled independently
  Inclusive, ///< all of it: what leaves it leaves them, too
  Exclusive, ///< nothing: it takes what the next inner level lets go
};

/// What a level fetches before it is asked for.
enum class Prefetch : uint8_t { None, NextLine, Stride };

/// Set-associative. By default LRU, write-back, write-allocate.
struct CacheLevel {
  std::string Name;   ///< "L1", "L2", "L3"
  uint64_t Bytes = 0; ///< capacity
  uint32_t Ways = 0; ///< 0 is not allowed; Bytes / line ways: fully associative
  bool Shared = false;  ///< one for the process; else one per Threads threads
  uint32_t Threads = 1; ///< that share one of a level that is not Shared
  Replacement Policy = Replacement::Lru;
  Inclusion Holds = Inclusion::Neither;
  bool WriteThrough = false; ///< and no write-allocate
  Prefetch Fetches = Prefetch::None;
  uint32_t PrefetchLines = 1; ///< ahead
  uint32_t VictimLines = 0;   ///< fully associative LRU, beside the sets

  uint64_t sets(uint32_t LineBytes) const {
    return Bytes / (uint64_t(Ways) * LineBytes);
  }
  bool operator==(const CacheLevel &) const = default;
};

/// A level of a thread's translation buffer for data: LRU.
struct TlbLevel {
  uint32_t Entries = 0, Ways = 0;
  bool operator==(const TlbLevel &) const = default;
};

/// Ways of each set of a level that one structure has for itself.
struct WayPartition {
  std::string Structure; ///< by name
  uint32_t Ways = 0;
  std::string Level; ///< "L1"
  bool operator==(const WayPartition &) const = default;
};

/// A hierarchy from the level nearest to the core outwards.
struct CacheModel {
  std::string Name;   ///< "host", a preset's name, or "custom"
  std::string Source; ///< where it comes from: "sysfs", "cpuid", "preset", ...
  uint32_t LineBytes = 64;
  std::vector<CacheLevel> Levels;
  /// Copies in the private caches of several threads are kept coherent (MESI).
  bool Coherent = false;
  std::vector<TlbLevel> Tlbs = {};
  uint64_t PageBytes = 4096;
  /// Not a part of the spec.
  std::vector<WayPartition> Partitions = {};

  /// "L1=32K,8;L2=1M,8;L3=32M,16;line=64", parses back to the same model.
  std::string spec() const;
  /// Only LRU, write-back, neither inclusive nor exclusive, private or shared
  /// levels: what the fast simulation can.
  bool isPlain() const;
};

/// "host", the name of a preset, or a spec as CacheModel::spec prints it (the
/// last of three levels is shared, with `,shared` or `,private` after the ways
/// to say otherwise); after a name, parts that are no levels may follow, as in
/// "zen4;coherence=mesi". docs/internals/cache-model.md has the grammar. Errors
/// name the part that is wrong and a correct form.
Expected<CacheModel> parseCacheModel(std::string_view Text);

/// Adds each "NAME=WAYS" or "NAME=WAYS@LEVEL" of \p Texts to \p Model; without
/// a level, it is the first. The error says what is wrong, or that the level
/// has too few ways.
Status addPartitions(CacheModel &Model, const std::vector<std::string> &Texts);

/// The caches of this machine: sysfs, else cpuid, else a documented default.
CacheModel hostCacheModel();

/// zen4, alpha21264 and the other presets.
const std::vector<CacheModel> &cachePresets();

/// ",plru,inclusive,victim:8" and the like: in what \p L differs from the
/// default, sharing apart.
std::string levelWords(const CacheLevel &L);

/// The words for Replacement: "lru, plru, random, rrip".
std::string replacementWords();

/// Applies one of these words to \p L. The error says which there are.
Status applyLevelWord(CacheLevel &L, std::string_view Word);

} // namespace memfacet::caches

#endif
