//===- CacheModel.h - the model of the caches that are simulated ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MODEL_CACHEMODEL_H
#define MEMFACET_CACHES_MODEL_CACHEMODEL_H

#include "analysis/support/Error.h"
#include "memfacet/Check.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::caches {

/// When a second use of a line, right after the first one, can change which
/// line leaves the set next. A policy is called only for these uses, which is
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

/// The rows of MEMFACET_REPLACEMENTS, by Replacement.
inline constexpr struct {
  const char *Word;
  SecondUse Second;
} ReplacementRows[] = {
#define MEMFACET_ROW(Name, Word, Second) {Word, SecondUse::Second},
    MEMFACET_REPLACEMENTS(MEMFACET_ROW)
#undef MEMFACET_ROW
};

/// Which lines of the levels inside of it a level holds.
enum class Inclusion : uint8_t {
  Neither,   ///< the levels are filled independently
  Inclusive, ///< all of them: what leaves this level leaves them, too
  Exclusive, ///< none: it takes the victims of the next inner level
};

/// What a level fetches before it is touched.
enum class Prefetch : uint8_t { None, NextLine, Stride };

/// A set-associative level. By default LRU, write-back, write-allocate.
struct CacheLevel {
  std::string Name;   ///< "L1", "L2", "L3"
  uint64_t Bytes = 0; ///< capacity
  uint32_t Ways = 0; ///< 0 is not allowed; Bytes / line ways: fully associative
  /// One cache for the process; else one for each Threads threads.
  bool Shared = false;
  uint32_t Threads = 1; ///< threads that share one cache, if not Shared
  Replacement Policy = Replacement::Lru;
  Inclusion Holds = Inclusion::Neither;
  bool WriteThrough = false; ///< writes are passed on; no write-allocate
  Prefetch Fetches = Prefetch::None;
  uint32_t PrefetchLines = 1; ///< lines fetched ahead
  uint32_t VictimLines = 0;   ///< lines of a fully associative LRU victim cache

  uint64_t sets(uint32_t LineBytes) const {
    MEMFACET_CHECK(Ways != 0 && LineBytes != 0,
                   "the model satisfies checkCacheModel");
    return Bytes / (uint64_t(Ways) * LineBytes);
  }
  bool operator==(const CacheLevel &) const = default;
};

/// A level of a thread's translation buffer for data: LRU.
struct TlbLevel {
  uint32_t Entries = 0, Ways = 0;
  bool operator==(const TlbLevel &) const = default;
};

/// The ways in each set of a level that are reserved for one structure.
struct WayPartition {
  std::string Structure; ///< by name
  uint32_t Ways = 0;
  std::string Level; ///< "L1"
  bool operator==(const WayPartition &) const = default;
};

/// A hierarchy from the level nearest to the core outwards.
struct CacheModel {
  std::string Name;   ///< "host", a preset's name, or "custom"
  std::string Source; ///< origin: "sysfs", "cpuid", "preset", ...
  uint32_t LineBytes = 64;
  std::vector<CacheLevel> Levels;
  /// Copies in the private caches of several threads are kept coherent (MESI).
  bool Coherent = false;
  std::vector<TlbLevel> Tlbs = {};
  uint64_t PageBytes = 4096;
  /// Partitions; not a part of the spec.
  std::vector<WayPartition> Partitions = {};

  /// Returns the model as text, such as "L1=32K,8;L2=1M,8;L3=32M,16;line=64".
  /// It parses back to the same model.
  std::string spec() const;
  /// Returns whether the fast simulation can simulate the model: all levels are
  /// LRU, write-back, neither inclusive nor exclusive, private or
  /// shared, without prefetches and victim caches. There are no TLBs,
  /// partitions or coherence, and lines have MinLineBytes or more.
  bool isPlain() const;
};

/// Parses "host", the name of a preset, or a spec as CacheModel::spec prints
/// it. The last of three or more levels is shared; `,shared` or `,private`
/// after the ways says otherwise. After a name, parts that are no levels may
/// follow, as in "zen4;coherence=mesi". docs/accuracy.md has the grammar. An
/// error names the wrong part and a correct form.
Expected<CacheModel> parseCacheModel(std::string_view Text);

/// Adds each "NAME=WAYS" or "NAME=WAYS@LEVEL" of \p Texts to \p Model. The
/// default level is the first. The error says what is wrong, or that the level
/// has too few ways.
Status addPartitions(CacheModel &Model, const std::vector<std::string> &Texts);

/// Returns the caches of this machine, from sysfs, else from cpuid, else a
/// documented default.
CacheModel hostCacheModel();

/// Returns the presets: zen4, alpha21264 and others.
const std::vector<CacheModel> &cachePresets();

/// Returns the words in which \p L differs from the default, without sharing:
/// ",plru,inclusive,victim:8".
std::string levelWords(const CacheLevel &L);

/// Returns the words for Replacement: "lru, plru, random, rrip".
std::string replacementWords();

/// Applies \p Text, such a word, to \p L. The error lists the words.
Status applyLevelWord(CacheLevel &L, std::string_view Text);

} // namespace memfacet::caches

#endif
