//===- ReferenceCounts.h - the counts of the slow memory system ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_REFERENCECOUNTS_H
#define MEMFACET_TEST_SUPPORT_REFERENCECOUNTS_H

#include "analysis/caches/memory/MemoryTally.h"
#include "test/support/Wings.h"
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace memfacet::test {

/// All counts that are not 0, by name: "structure 3 L1 misses". Where two
/// differ, the names say what differs.
using NamedCounts = std::map<std::string, uint64_t>;

struct ReferenceCounts {
  std::map<uint32_t, MemoryCounters> ByStructure;
  /// Evictions by level, victim, evictor.
  std::map<std::tuple<size_t, uint32_t, uint32_t>, EvictionCounts> Evictions;
  std::map<std::pair<size_t, uint64_t>, SetCounts> Sets; ///< by level, set
  /// Misses, by level, structure, site.
  std::map<std::tuple<size_t, uint32_t, uint32_t>, uint64_t> Sites;
  std::map<std::pair<size_t, uint32_t>, uint64_t>
      LinesHeld; ///< level, structure

  MemoryCounters total() const {
    MemoryCounters Sum;
    for (const auto &[Structure, C] : ByStructure)
      Sum += C;
    return Sum;
  }
};

/// Drains \p Tally and adds its counts to \p Sums.
inline void drainInto(MemoryTally &Tally,
                      std::map<uint32_t, MemoryCounters> &Sums) {
  Tally.drain([&](StructureId Structure, const MemoryCounters &C) {
    Sums[Structure.Value] += C;
  });
}

/// Returns the counts of the tally of a MemorySystem in the same form.
inline ReferenceCounts
countsOf(const MemoryTally &Tally, size_t Levels,
         const std::map<uint32_t, MemoryCounters> &Drained) {
  ReferenceCounts C;
  C.ByStructure = Drained;
  for (const EvictionRow &R : Tally.evictions())
    C.Evictions[{R.Level, R.Victim, R.Evictor}] = R.Counts;
  for (const SiteMisses::Row &R : Tally.bySite().sorted())
    for (size_t L = 0; L != Levels; ++L)
      C.Sites[{L, R.structure().Value, R.site()}] = R.Misses[L];
  for (size_t L = 0; L != Levels; ++L) {
    for (size_t Set = 0; Set != Tally.sets(L).size(); ++Set)
      C.Sets[{L, Set}] = Tally.sets(L)[Set];
    for (size_t S = 0; S != Tally.heldLines(L).size(); ++S)
      C.LinesHeld[{L, uint32_t(S)}] = Tally.heldLines(L)[S];
  }
  return C;
}

inline void nameLevel(const std::string &Prefix, const LevelDetail &L,
                      NamedCounts &Named) {
  constexpr const char *Classes[] = {"compulsory", "capacity", "conflict",
                                     "true sharing", "false sharing"};
  Named[Prefix + "accesses"] = L.Accesses;
  Named[Prefix + "misses"] = L.Misses;
  Named[Prefix + "writebacks"] = L.Writebacks;
  for (size_t C = 0; C != MissClassCount; ++C)
    Named[Prefix + Classes[C]] = L.ByClass[C];
  Named[Prefix + "prefetches"] = L.Prefetches;
  Named[Prefix + "prefetches used"] = L.PrefetchesUsed;
  Named[Prefix + "victim hits"] = L.VictimHits;
}

inline void nameStructure(const std::string &Prefix, const MemoryCounters &C,
                          NamedCounts &Named) {
  for (size_t L = 0; L != C.Levels.size(); ++L)
    nameLevel(fmt::format("{}L{} ", Prefix, L + 1), C.Levels[L], Named);
  for (size_t T = 0; T != C.Tlbs.size(); ++T) {
    Named[fmt::format("{}tlb {} accesses", Prefix, T)] = C.Tlbs[T].Accesses;
    Named[fmt::format("{}tlb {} misses", Prefix, T)] = C.Tlbs[T].Misses;
  }
  Named[Prefix + "interventions"] = C.Interventions;
  Named[Prefix + "invalidations"] = C.Invalidations;
  Named[Prefix + "upgrades"] = C.Upgrades;
  Named[Prefix + "shared writebacks"] = C.SharedWritebacks;
  Named[Prefix + "memory reads"] = C.MemoryReads;
  Named[Prefix + "memory writes"] = C.MemoryWrites;
}

inline NamedCounts named(const ReferenceCounts &C) {
  NamedCounts All;
  for (const auto &[Structure, Counters] : C.ByStructure)
    nameStructure(fmt::format("structure {} ", Structure), Counters, All);
  for (const auto &[Key, Counts] : C.Evictions) {
    auto [Level, Victim, Evictor] = Key;
    std::string Prefix =
        fmt::format("L{} {} by {} ", Level + 1, Victim, Evictor);
    All[Prefix + "evicted"] = Counts.Evictions;
    All[Prefix + "evicted prematurely"] = Counts.Premature;
  }
  for (const auto &[Key, Counts] : C.Sets) {
    std::string Prefix = fmt::format("L{} set {} ", Key.first + 1, Key.second);
    All[Prefix + "misses"] = Counts.Misses;
    All[Prefix + "conflicts"] = Counts.Conflicts;
  }
  for (const auto &[Key, Misses] : C.Sites) {
    auto [Level, Structure, Site] = Key;
    All[fmt::format("site {} structure {} L{} misses", Site, Structure,
                    Level + 1)] = Misses;
  }
  for (const auto &[Key, Lines] : C.LinesHeld)
    All[fmt::format("L{} held by {}", Key.first + 1, Key.second)] = Lines;
  std::erase_if(All, [](const auto &Row) { return Row.second == 0; });
  return All;
}

/// Returns a text such as "L1 held by 3: 4, but 5 in the reference" for each
/// count that differs.
inline std::string differences(const NamedCounts &Fast,
                               const NamedCounts &Slow) {
  auto ValueOf = [](const NamedCounts &All, const std::string &Name) {
    auto Entry = All.find(Name);
    return Entry == All.end() ? 0 : Entry->second;
  };
  NamedCounts Both = Fast;
  Both.insert(Slow.begin(), Slow.end());
  std::string Text;
  for (const auto &[Name, Any] : Both)
    if (ValueOf(Fast, Name) != ValueOf(Slow, Name))
      Text += fmt::format("{}: {}, but {} in the reference\n", Name,
                          ValueOf(Fast, Name), ValueOf(Slow, Name));
  return Text;
}

} // namespace memfacet::test

#endif
