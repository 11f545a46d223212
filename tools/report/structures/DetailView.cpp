//===- DetailView.cpp - one level of the detailed simulation --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/structures/DetailView.h"
#include "memfacet/Check.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::report {

Expected<size_t> levelNamed(const caches::CacheModel &Caches,
                            std::string_view Name) {
  std::vector<std::string> Names;
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    if (Name.empty() || lowerCase(Name) == lowerCase(Caches.Levels[L].Name))
      return L;
    Names.push_back(Caches.Levels[L].Name);
  }
  return usageError("unknown cache level '{}'{}; levels: {}", Name,
                    didYouMean(std::string(Name), Names),
                    fmt::join(Names, ", "));
}

/// Returns the counts of a structure; if causes are not known, those that all
/// profiles have.
static caches::MemoryCounters detailOf(const result::Profile &P, uint32_t Id) {
  MEMFACET_CHECK(!P.Memory.Known || Id < P.Memory.ByStructure.size(),
                 "causes are known of all structures, or of none");
  if (P.Memory.Known)
    return P.Memory.ByStructure[Id];
  caches::MemoryCounters C;
  const std::vector<result::LevelCounts> &Levels =
      P.Structures[Id].Total.Levels;
  for (size_t L = 0; L != Levels.size(); ++L) {
    C.Levels[L].Accesses = Levels[L].Accesses;
    C.Levels[L].Misses = Levels[L].Misses;
    C.Levels[L].Writebacks = Levels[L].Writebacks;
  }
  return C;
}

std::vector<DetailRow> detailRows(const result::Profile &P,
                                  const DetailOptions &Options,
                                  const std::set<uint32_t> &Also) {
  MEMFACET_CHECK(Options.Level < caches::MaxCacheLevels,
                 "levelNamed has found the level");
  std::vector<DetailRow> Rows;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
    if (caches::MemoryCounters C = detailOf(P, Id);
        C != caches::MemoryCounters() || Also.contains(Id))
      Rows.push_back(
          {P.Structures[Id].Name, tableName(P.Structures[Id]), {Id}, C});
  std::ranges::sort(Rows, [&](const DetailRow &A, const DetailRow &B) {
    const caches::LevelDetail &OfA = A.Sum.Levels[Options.Level];
    const caches::LevelDetail &OfB = B.Sum.Levels[Options.Level];
    if (OfA.Misses != OfB.Misses)
      return OfA.Misses > OfB.Misses;
    return OfA.Accesses != OfB.Accesses ? OfA.Accesses > OfB.Accesses
                                        : A.Members < B.Members;
  });
  if (Rows.size() <= Options.Top)
    return Rows;
  DetailRow Rest;
  Rest.Name = "[" + counted(Rows.size() - Options.Top, "other") + "]";
  Rest.Title = Rest.Name;
  for (size_t I = Options.Top; I != Rows.size(); ++I) {
    Rest.Members.push_back(Rows[I].Members[0]);
    Rest.Sum += Rows[I].Sum;
  }
  Rows.resize(Options.Top);
  Rows.push_back(std::move(Rest));
  return Rows;
}

std::vector<size_t> rowsOfStructures(const result::Profile &P,
                                     const std::vector<DetailRow> &Rows) {
  std::vector<size_t> RowOf(P.Structures.size(), Rows.size());
  for (size_t Row = 0; Row != Rows.size(); ++Row)
    for (uint32_t Id : Rows[Row].Members) {
      MEMFACET_CHECK(Id < RowOf.size(), "the rows are of this profile");
      RowOf[Id] = Row;
    }
  return RowOf;
}

caches::MemoryCounters detailTotal(const result::Profile &P) {
  caches::MemoryCounters Sum;
  for (const caches::MemoryCounters &C : P.Memory.ByStructure)
    Sum += C;
  return Sum;
}

const char *missClassName(caches::MissClass C) {
  constexpr const char *Names[caches::MissClassCount] = {
      "compulsory", "capacity", "conflict", "true sharing", "false sharing"};
  return Names[size_t(C)];
}

Columns<caches::LevelDetail> missCauseColumns() {
  Columns<caches::LevelDetail> Cs;
  for (size_t C = 0; C != caches::MissClassCount; ++C) {
    // Coherence is the sum of the two classes that follow.
    if (caches::MissClass(C) == caches::MissClass::TrueSharing)
      Cs.push_back(forJson("coherence", [](auto &L) {
        return L.ofClass(caches::MissClass::TrueSharing) +
               L.ofClass(caches::MissClass::FalseSharing);
      }));
    std::string Key = missClassName(caches::MissClass(C));
    std::ranges::replace(Key, ' ', '_');
    Cs.push_back(forPrograms(
        Key, [C](auto &L) { return L.ofClass(caches::MissClass(C)); }));
  }
  addColumns<caches::LevelDetail>(
      Cs,
      {forPrograms("unknown", [](auto &L) { return L.unclassified(); }),
       forPrograms("class_error", [](auto &L) { return L.ClassError / 1e6; }),
       forPrograms("prefetches", [](auto &L) { return L.Prefetches; }),
       forPrograms("prefetches_used", [](auto &L) { return L.PrefetchesUsed; }),
       forPrograms("victim_hits", [](auto &L) { return L.VictimHits; })});
  return Cs;
}

Columns<caches::MemoryCounters>
trafficColumns(const caches::CacheModel &Caches) {
  auto Tlbs = [&Caches](auto &C) {
    Json List = Json::array();
    for (size_t T = 0; T != Caches.Tlbs.size(); ++T)
      List.push_back(
          {{"accesses", C.Tlbs[T].Accesses}, {"misses", C.Tlbs[T].Misses}});
    return List;
  };
  auto Memory = [&Caches](auto &C) {
    return Json{{"reads", C.MemoryReads},
                {"writes", C.MemoryWrites},
                {"bytes_read", C.MemoryReads * Caches.LineBytes},
                {"bytes_written", C.MemoryWrites * Caches.LineBytes}};
  };
  auto Sharing = [](auto &C) {
    return Json{{"interventions", C.Interventions},
                {"invalidations", C.Invalidations},
                {"upgrades", C.Upgrades},
                {"writebacks", C.SharedWritebacks}};
  };
  return {forJson("tlbs", Tlbs), forJson("memory", Memory),
          forJson("sharing", Sharing)};
}

} // namespace memfacet::report
