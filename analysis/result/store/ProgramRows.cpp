//===- ProgramRows.cpp - the program and its counts as rows ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/result/store/Digest.h"
#include "analysis/result/store/ProfileRows.h"
#include "analysis/result/store/Views.h"
#include <algorithm>

namespace memfacet::result {
namespace {

void storeMeta(RowWriter &W, const Profile &P) {
  Expected<Statement> Insert =
      W.database().prepare(profileTables().front().insertion());
  if (!Insert)
    return W.check(Insert.error());
  auto Add = [&](std::string_view Key, const auto &Value) {
    W.check(Insert->insert(Key, Value));
  };
  for (const StoredColumn &C : tables::Meta) {
    Insert->bind(1, std::string_view(C.Name));
    C.bind(*Insert, 2, &P);
    W.check(Insert->finish());
  }
  Add(tables::CachesSpec, P.Caches.spec());
  Add(tables::ViewVersion, ProfileViewVersion);
  Add(tables::Digest, digest(P));
}

/// Reads all of a model but its name and source.
Status loadSpec(const std::string &Spec, caches::CacheModel &Model) {
  Expected<caches::CacheModel> Whole = caches::parseCacheModel(Spec);
  if (!Whole)
    return Whole.error();
  Whole->Name = Model.Name;
  Whole->Source = Model.Source;
  Model = std::move(*Whole);
  return {};
}

uint64_t loadMeta(RowReader &R, Profile &P) {
  uint64_t Digest = 0;
  std::string Spec;
  R.visit(profileTables().front(), [&](const Statement &Row) {
    std::string Key = Row.text(0);
    for (const StoredColumn &C : tables::Meta)
      if (Key == C.Name)
        C.Kind->Read(Row, 1, 0, C.Find(&P));
    if (Key == tables::CachesSpec)
      Spec = Row.text(1);
    if (Key == tables::Digest)
      Digest = Row.number(1);
    return true;
  });
  // Until version 5, the levels had all there is to say; loadCaches reads them.
  if (!Spec.empty())
    R.check(loadSpec(Spec, P.Caches));
  return Digest;
}

void loadCaches(RowReader &R, Profile &P) {
  std::vector<caches::CacheLevel> &Levels = P.Caches.Levels;
  R.into(tables::CacheLevels, [&](uint64_t L) -> caches::CacheLevel * {
    // The spec has set the level already, if there is a spec.
    return L >= caches::MaxCacheLevels || L < Levels.size() ? R.at(Levels, L)
                                                            : R.next(Levels, L);
  });
  R.check(caches::checkCacheModel(P.Caches));
}

void storeStructures(RowWriter &W, const Profile &P) {
  W.list(tables::Structures, P.Structures);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    const Structure &S = P.Structures[Id];
    W.list(tables::StructureLevels, S.Total.Levels, Id);
    if (S.Record != NoRecord)
      W.add(tables::StructureRecords, S, Id);
  }
}

void loadStructures(RowReader &R, Profile &P) {
  R.list(tables::Structures, P.Structures);
  R.list(tables::OldStructures, P.Structures);
  R.limitStructures(P.Structures.size());
  for (Structure &S : P.Structures)
    S.Total.Levels.resize(P.Caches.Levels.size());
  R.into(tables::StructureLevels, [&](uint64_t Id, uint64_t L) {
    Structure *S = R.at(P.Structures, Id);
    return S ? R.at(S->Total.Levels, L) : nullptr;
  });
}

void storeThreads(RowWriter &W, const Profile &P) {
  W.all(tables::Threads, P.Threads);
  W.all(tables::ThreadCounts, P.ByThread);
  for (const ThreadCounts &C : P.ByThread)
    W.list(tables::ThreadLevels, C.Total.Levels, C.Thread, C.Structure.Value);
}

void loadThreads(RowReader &R, Profile &P) {
  R.all(tables::Threads, P.Threads);
  R.all(tables::ThreadCounts, P.ByThread);
  for (ThreadCounts &C : P.ByThread)
    C.Total.Levels.resize(P.Caches.Levels.size());
  // Both tables are in the same order: so each list is read once.
  size_t Index = 0;
  R.into(tables::ThreadLevels, [&](uint64_t Thread, uint64_t Id, uint64_t L) {
    while (Index != P.ByThread.size() &&
           (P.ByThread[Index].Thread != Thread ||
            P.ByThread[Index].Structure.Value != Id))
      ++Index;
    ThreadCounts *C = R.at(P.ByThread, Index);
    return C ? R.at(C->Total.Levels, L) : nullptr;
  });
}

void storeSites(RowWriter &W, const Profile &P) {
  W.list(tables::Sites, P.Sites);
  for (const SiteCounts &C : P.BySite) {
    if (C.Accesses)
      W.add(tables::SiteAccesses, C);
    if (std::ranges::any_of(C.Misses, [](uint64_t M) { return M != 0; }))
      W.list(tables::SiteLevels, C.Misses, C.Site, C.Structure.Value);
  }
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (const FieldAccess &F = P.Sites[Id].Field; F != FieldAccess())
      W.add(tables::SiteFields, F, Id);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (const FieldAccess &F = P.Sites[Id].Field; F.Used != 0)
      W.add(tables::SiteUses, F, Id);
}

/// Loads misses into the rows of accesses, which are sorted in the same way.
/// Rows that are missing are made.
void loadSiteLevels(RowReader &R, Profile &P) {
  auto Place = [](const SiteCounts &C) {
    return std::pair(C.Site, C.Structure);
  };
  size_t Index = 0;
  R.into(tables::SiteLevels, [&](uint64_t Site, uint64_t Id, uint64_t L) {
    SiteCounts New{uint32_t(Site), StructureId(uint32_t(Id)),
                   std::vector<uint64_t>(P.Caches.Levels.size())};
    if (Site >= P.Sites.size() || Id >= P.Structures.size() ||
        L >= New.Misses.size())
      return static_cast<uint64_t *>(nullptr);
    while (Index != P.BySite.size() && Place(P.BySite[Index]) < Place(New))
      ++Index;
    if (Index == P.BySite.size() || Place(New) < Place(P.BySite[Index]))
      P.BySite.insert(P.BySite.begin() + ptrdiff_t(Index), std::move(New));
    return &P.BySite[Index].Misses[L];
  });
}

void loadSites(RowReader &R, Profile &P) {
  R.list(tables::Sites, P.Sites);
  R.list(tables::OldSites, P.Sites);
  P.HasSiteAccesses = R.has(tables::SiteAccesses);
  R.all(tables::SiteAccesses, P.BySite,
        [&](const SiteCounts &C) { return C.Site < P.Sites.size(); });
  for (SiteCounts &C : P.BySite)
    C.Misses.resize(P.Caches.Levels.size());
  loadSiteLevels(R, P);
}

void storeRecords(RowWriter &W, const Profile &P) {
  W.list(tables::Records, P.Records);
  for (size_t Id = 0; Id != P.Records.size(); ++Id) {
    W.list(tables::RecordMembers, P.Records[Id].Members, Id);
    W.list(tables::RecordParts, P.Records[Id].Parts, Id);
  }
}

void loadRecords(RowReader &R, Profile &P) {
  R.list(tables::Records, P.Records);
  R.into(tables::RecordMembers, [&](uint64_t Id, uint64_t) {
    RecordType *Record = R.at(P.Records, Id);
    return Record ? &Record->Members.emplace_back() : nullptr;
  });
  R.into(tables::RecordParts, [&](uint64_t Id, uint64_t) {
    RecordType *Record = R.at(P.Records, Id);
    return Record ? &Record->Parts.emplace_back() : nullptr;
  });
  auto IsKnown = [&](const auto &Row) { return Row.Record < P.Records.size(); };
  R.inside(tables::StructureRecords, P.Structures, IsKnown);
  R.into(
      tables::SiteFields,
      [&](uint64_t Id) {
        CodeSite *Site = R.at(P.Sites, Id);
        return Site ? &Site->Field : nullptr;
      },
      [&](const FieldAccess &F) { return F.Record == NoRecord || IsKnown(F); });
  R.into(
      tables::SiteUses,
      [&](uint64_t Id) {
        CodeSite *Site = R.at(P.Sites, Id);
        return Site ? &Site->Field : nullptr;
      },
      [](const FieldAccess &F) { return F.Used <= UINT16_MAX; });
}

} // namespace

void storeProgram(RowWriter &W, const Profile &P) {
  storeMeta(W, P);
  W.list(tables::Arguments, P.Arguments);
  W.list(tables::CacheLevels, P.Caches.Levels);
  storeStructures(W, P);
  storeThreads(W, P);
  storeSites(W, P);
  storeRecords(W, P);
  W.list(tables::Markers, P.Markers);
  W.list(tables::BlindSpots, P.BlindSpots);
  W.list(tables::Notes, P.Notes);
  W.add(tables::Loss, P.Loss);
}

uint64_t loadProgram(RowReader &R, Profile &P) {
  uint64_t Digest = loadMeta(R, P);
  loadCaches(R, P);
  R.list(tables::Arguments, P.Arguments);
  loadStructures(R, P);
  loadThreads(R, P);
  loadSites(R, P);
  loadRecords(R, P);
  R.list(tables::Markers, P.Markers);
  R.list(tables::BlindSpots, P.BlindSpots);
  R.list(tables::Notes, P.Notes);
  if (!R.one(tables::Loss, P.Loss))
    R.check(damaged(tables::Loss.Name));
  return Digest;
}

} // namespace memfacet::result
