//===- LoadProfile.cpp - rows become a profile ----------------------------===//
//
// The file may be anything: every number that is used as an index is checked,
// and at the end the digest vouches for the rest.
//
//===----------------------------------------------------------------------===//

#include "analysis/cache/CacheLimits.h"
#include "analysis/profile/Digest.h"
#include "analysis/store/IntervalRows.h"
#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include <algorithm>
#include <iterator>
#include <map>

namespace memfacet {
namespace {

/// A foreign or later file is told by its numbers, a forged one by tables that
/// are not the ones we write (views and the like). Returns the version.
Expected<uint64_t> checkTables(Database &D) {
  Expected<uint64_t> Application = D.number("PRAGMA application_id");
  if (!Application)
    return Application.error();
  if (*Application != ProfileApplication)
    return makeError("not a MemFacet profile");
  Expected<uint64_t> Version = D.number("PRAGMA user_version");
  if (!Version)
    return Version.error();
  if (*Version == 0 || *Version > ProfileVersion)
    return makeError("profile of version {}, this memfacet reads versions 1 "
                     "to {}",
                     *Version, ProfileVersion);
  for (size_t I = 0; I != std::size(ProfileTables); ++I) {
    const Table &T = ProfileTables[I];
    if (!isInVersion(ProfileTable(I), *Version))
      continue;
    Expected<uint64_t> Same = D.number(
        fmt::format("SELECT count(*) FROM sqlite_master WHERE type = 'table' "
                    "AND name = '{0}' AND sql = 'CREATE TABLE {0} {1}'",
                    T.Name, T.Definition));
    if (!Same)
      return Same.error();
    if (*Same != 1)
      return makeError("table {} is missing or not as memfacet makes it",
                       T.Name);
  }
  return *Version;
}

/// All of a model but its name and source.
Status loadSpec(const std::string &Spec, CacheModel &Model) {
  Expected<CacheModel> Whole = parseCacheModel(Spec);
  if (!Whole)
    return Whole.error();
  Whole->Name = Model.Name;
  Whole->Source = Model.Source;
  Model = std::move(*Whole);
  return {};
}

Expected<uint64_t> loadMeta(Database &D, Profile &P) {
  std::map<std::string, std::string> Texts;
  std::map<std::string, uint64_t> Numbers;
  Status S = forEachRow(D, ProfileTable::Meta, "key", [&](Statement &Row) {
    std::string Key = Row.text(0);
    Numbers[Key] = Row.number(1);
    Texts[Key] = Row.text(1);
    return true;
  });
  if (!S)
    return S.error();
  P.Program = Texts[meta::Program];
  P.ProcessId = Numbers[meta::ProcessId];
  P.ToolVersion = Texts[meta::ToolVersion];
  P.Caches.Name = Texts[meta::CachesName];
  P.Caches.Source = Texts[meta::CachesSource];
  P.Caches.LineBytes = uint32_t(Numbers[meta::LineBytes]);
  P.Instructions = Numbers[meta::Instructions];
  P.IntervalInstructions = Numbers[meta::IntervalInstructions];
  P.Memory.Known = Numbers[meta::MemoryDetail] != 0;
  P.Memory.OccupancyPeriod = Numbers[meta::OccupancyPeriod];
  // Until version 5, levels said all there is to say; loadCaches reads them.
  if (const std::string &Spec = Texts[meta::CachesSpec]; !Spec.empty())
    if (Status S = loadSpec(Spec, P.Caches); !S)
      return S.error();
  return Numbers[meta::Digest];
}

Status loadTexts(Database &D, ProfileTable T, std::vector<std::string> &Texts) {
  return forEachRow(D, T, "position", [&](Statement &Row) {
    Texts.push_back(Row.text(1));
    return true;
  });
}

Status loadCaches(Database &D, Profile &P) {
  Status S =
      forEachRow(D, ProfileTable::CacheLevels, "level", [&](Statement &Row) {
        size_t At = Row.number(0);
        if (At >= MaxCacheLevels || At > P.Caches.Levels.size())
          return false;
        // The spec had it already, where there is one.
        P.Caches.Levels.resize(std::max(P.Caches.Levels.size(), At + 1));
        CacheLevel &L = P.Caches.Levels[At];
        L.Name = Row.text(1);
        L.Bytes = Row.number(2);
        L.Ways = uint32_t(Row.number(3));
        L.Shared = Row.number(4) != 0;
        return true;
      });
  return S ? checkCacheModel(P.Caches) : S;
}

Counts countsIn(Statement &Row, int Column, size_t Levels) {
  Counts C;
  C.Accesses = Row.number(Column);
  C.Loads = Row.number(Column + 1);
  C.Stores = Row.number(Column + 2);
  C.Levels.resize(Levels);
  return C;
}

/// Columns level, accesses, misses, write-backs from \p Column on.
bool addLevel(Statement &Row, int Column, Counts &C) {
  uint64_t Level = Row.number(Column);
  if (Level >= C.Levels.size())
    return false;
  C.Levels[Level] = {Row.number(Column + 1), Row.number(Column + 2),
                     Row.number(Column + 3)};
  return true;
}

std::optional<StructureKind> kindNamed(std::string_view Name) {
  for (auto Kind = StructureKind::Global; Kind <= StructureKind::Local;
       Kind = StructureKind(uint32_t(Kind) + 1))
    if (Name == structureKindName(Kind))
      return Kind;
  return std::nullopt;
}

Status loadStructures(Database &D, Profile &P) {
  size_t Levels = P.Caches.Levels.size();
  Status S = forEachRow(D, ProfileTable::Structures, "id", [&](Statement &Row) {
    std::optional<StructureKind> Kind = kindNamed(Row.text(1));
    if (Row.number(0) != P.Structures.size() || !Kind)
      return false;
    P.Structures.push_back({*Kind, Row.text(2), Row.number(3) != 0, Row.text(4),
                            Row.text(5), uint32_t(Row.number(6)), Row.text(7),
                            Row.number(8), Row.number(9), Row.number(10),
                            Row.number(11), countsIn(Row, 12, Levels)});
    return true;
  });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::StructureLevels, "structure, level",
                    [&](Statement &Row) {
                      uint64_t Id = Row.number(0);
                      return Id < P.Structures.size() &&
                             addLevel(Row, 1, P.Structures[Id].Total);
                    });
}

Status loadThreads(Database &D, Profile &P) {
  Status S = forEachRow(D, ProfileTable::Threads, "id", [&](Statement &Row) {
    P.Threads.push_back(
        {uint32_t(Row.number(0)), uint32_t(Row.number(1)), Row.number(2)});
    return true;
  });
  if (!S)
    return S;
  size_t Levels = P.Caches.Levels.size();
  S = forEachRow(D, ProfileTable::ThreadCounts, "thread, structure",
                 [&](Statement &Row) {
                   uint64_t Id = Row.number(1);
                   P.ByThread.push_back({uint32_t(Row.number(0)),
                                         StructureId(uint32_t(Id)),
                                         countsIn(Row, 2, Levels)});
                   return Id < P.Structures.size();
                 });
  if (!S)
    return S;
  // Both in the same order: the rows of a thread's structure follow its own.
  size_t At = 0;
  return forEachRow(D, ProfileTable::ThreadLevels, "thread, structure, level",
                    [&](Statement &Row) {
                      auto Same = [&](const ThreadCounts &C) {
                        return C.Thread == Row.number(0) &&
                               C.Structure.Value == Row.number(1);
                      };
                      while (At != P.ByThread.size() && !Same(P.ByThread[At]))
                        ++At;
                      return At != P.ByThread.size() &&
                             addLevel(Row, 2, P.ByThread[At].Total);
                    });
}

/// Sites that nobody counts by structure have none.
Status loadSiteAccesses(Database &D, Profile &P) {
  return forEachRow(
      D, ProfileTable::SiteAccesses, "site, structure", [&](Statement &Row) {
        uint64_t Site = Row.number(0), Id = Row.number(1);
        P.BySite.push_back({uint32_t(Site), StructureId(uint32_t(Id)),
                            std::vector<uint64_t>(P.Caches.Levels.size()),
                            Row.number(2)});
        return Site < P.Sites.size() && Id < P.Structures.size();
      });
}

/// Into the rows of accesses, which are sorted in the same way; where there are
/// none, they are made.
Status loadSiteLevels(Database &D, Profile &P) {
  auto Less = [](const SiteCounts &A, const SiteCounts &B) {
    return std::pair(A.Site, A.Structure) < std::pair(B.Site, B.Structure);
  };
  size_t At = 0;
  return forEachRow(
      D, ProfileTable::SiteLevels, "site, structure, level",
      [&](Statement &Row) {
        uint64_t Site = Row.number(0), Id = Row.number(1), L = Row.number(2);
        if (Site >= P.Sites.size() || Id >= P.Structures.size() ||
            L >= P.Caches.Levels.size())
          return false;
        SiteCounts New{uint32_t(Site), StructureId(uint32_t(Id)),
                       std::vector<uint64_t>(P.Caches.Levels.size())};
        while (At != P.BySite.size() && Less(P.BySite[At], New))
          ++At;
        if (At == P.BySite.size() || Less(New, P.BySite[At]))
          P.BySite.insert(P.BySite.begin() + ptrdiff_t(At), std::move(New));
        P.BySite[At].Misses[L] = Row.number(3);
        return true;
      });
}

Status loadSites(Database &D, Profile &P, uint64_t Version) {
  Status S = forEachRow(D, ProfileTable::Sites, "id", [&](Statement &Row) {
    if (Row.number(0) != P.Sites.size())
      return false;
    P.Sites.push_back({Row.text(1), Row.text(4), uint32_t(Row.number(2)),
                       uint32_t(Row.number(3)), Row.number(5) != 0,
                       Row.number(6), Row.number(7)});
    return true;
  });
  P.HasSiteAccesses = isInVersion(ProfileTable::SiteAccesses, Version);
  if (S && P.HasSiteAccesses)
    S = loadSiteAccesses(D, P);
  return S ? loadSiteLevels(D, P) : S;
}

Status loadMarkers(Database &D, std::vector<Marker> &Markers) {
  constexpr MarkerKind Kinds[] = {MarkerKind::Phase, MarkerKind::InterestBegin,
                                  MarkerKind::InterestEnd};
  return forEachRow(D, ProfileTable::Markers, "position", [&](Statement &Row) {
    std::string Name = Row.text(1);
    auto Kind = std::ranges::find(Kinds, Name, markerKindName);
    if (Kind == std::end(Kinds))
      return false;
    Markers.push_back(
        {*Kind, uint32_t(Row.number(2)), Row.number(3), Row.text(4)});
    return true;
  });
}

Status loadBlindSpots(Database &D, std::vector<BlindSpot> &Spots) {
  return forEachRow(D, ProfileTable::BlindSpots, "id", [&](Statement &Row) {
    if (Row.number(0) != Spots.size())
      return false;
    Spots.push_back({Row.text(1), Row.text(4), uint32_t(Row.number(2)),
                     uint32_t(Row.number(3)), Row.number(5)});
    return true;
  });
}

Status loadLoss(Database &D, DataLoss &L) {
  unsigned Rows = 0;
  Status S = forEachRow(D, ProfileTable::Loss, "rowid", [&](Statement &Row) {
    L = {Row.number(0), Row.number(1),      Row.number(2),
         Row.number(3), Row.number(4) != 0, Row.text(5)};
    return ++Rows == 1;
  });
  if (S && Rows == 0)
    return damaged(ProfileTable::Loss);
  return S;
}

Status loadProgramTexts(Database &D, Profile &P) {
  if (Status S = loadTexts(D, ProfileTable::Arguments, P.Arguments); !S)
    return S;
  if (Status S = loadTexts(D, ProfileTable::Notes, P.Notes); !S)
    return S;
  return loadLoss(D, P.Loss);
}

/// Tables that are there from the version on that has \p Since.
struct Part {
  ProfileTable Since;
  Status (*Load)(Database &D, Profile &P);
};

/// In order, behind the sites, which some of them name.
constexpr Part Parts[] = {
    {ProfileTable::Records, loadRecords},
    {ProfileTable::SiteSteps, loadDescriptions},
    {ProfileTable::MemoryLevels, loadMemory},
    {ProfileTable::Arguments, loadProgramTexts},
    {ProfileTable::Markers,
     [](Database &D, Profile &P) { return loadMarkers(D, P.Markers); }},
    {ProfileTable::BlindSpots,
     [](Database &D, Profile &P) { return loadBlindSpots(D, P.BlindSpots); }},
    {ProfileTable::Curves, loadCurves},
    {ProfileTable::CoreModels, loadCore},
    {ProfileTable::Sampling, loadSampling},
    {ProfileTable::Blocks, loadBlocks},
    {ProfileTable::Pairs, loadPairs},
    {ProfileTable::PairOverlaps, loadPairDetails},
    {ProfileTable::BlockPlaces, loadBlockPlaces},
};

/// \p Old: those of versions without streams.
Status loadIntervals(const std::shared_ptr<Database> &D, Profile &P,
                     uint64_t Version, std::vector<IntervalCounts> &Old) {
  return isInVersion(ProfileTable::Streams, Version)
             ? loadStreams(D, P)
             : loadOldIntervals(*D, P, Old);
}

Status loadParts(const std::shared_ptr<Database> &Whole, Profile &P,
                 uint64_t Version) {
  Database &D = *Whole;
  if (isInVersion(ProfileTable::Sites, Version))
    if (Status S = loadSites(D, P, Version); !S)
      return S;
  for (const Part &Each : Parts)
    if (isInVersion(Each.Since, Version))
      if (Status S = Each.Load(D, P); !S)
        return S;
  if (isInVersion(ProfileTable::Signatures, Version))
    if (Status S = loadSignatures(Whole, P); !S)
      return S;
  if (!isInVersion(ProfileTable::Sharing, Version))
    return {};
  return loadSharing(D, P,
                     isInVersion(ProfileTable::SharingLockSites, Version));
}

} // namespace

Expected<Profile> loadProfile(std::shared_ptr<Database> Whole) {
  Expected<uint64_t> Version = checkTables(*Whole);
  if (!Version)
    return Version.error();
  Profile P;
  Expected<uint64_t> Stored = loadMeta(*Whole, P);
  if (!Stored)
    return Stored.error();
  for (auto *Load : {loadCaches, loadStructures, loadThreads})
    if (Status S = Load(*Whole, P); !S)
      return S.error();
  std::vector<IntervalCounts> OldIntervals;
  if (Status S = loadIntervals(Whole, P, *Version, OldIntervals); !S)
    return S.error();
  if (Status S = loadParts(Whole, P, *Version); !S)
    return S.error();
  if (digest(P, OldIntervals) != *Stored)
    return makeError("its contents do not fit their check value");
  addIntervals(OldIntervals, P);
  return P;
}

} // namespace memfacet
