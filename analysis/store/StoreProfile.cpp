//===- StoreProfile.cpp - a profile becomes rows --------------------------===//

#include "analysis/profile/Digest.h"
#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include "analysis/store/Schema.h"
#include <algorithm>

namespace memfacet {
namespace {

Status storeMeta(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Meta);
  auto Add = [&](const char *Key, const auto &Value) {
    R.add(std::string_view(Key), Value);
  };
  Add(meta::Program, P.Program);
  Add(meta::ProcessId, P.ProcessId);
  Add(meta::ToolVersion, P.ToolVersion);
  Add(meta::CachesName, P.Caches.Name);
  Add(meta::CachesSource, P.Caches.Source);
  Add(meta::LineBytes, P.Caches.LineBytes);
  Add(meta::Instructions, P.Instructions);
  Add(meta::IntervalInstructions, P.IntervalInstructions);
  Add(meta::CachesSpec, P.Caches.spec());
  Add(meta::MemoryDetail, P.Memory.Known);
  Add(meta::OccupancyPeriod, P.Memory.OccupancyPeriod);
  Add(meta::Digest, digest(P));
  return R.status();
}

Status storeTexts(Database &D, ProfileTable T,
                  const std::vector<std::string> &Texts) {
  Rows R(D, T);
  for (size_t I = 0; I != Texts.size(); ++I)
    R.add(I, Texts[I]);
  return R.status();
}

Status storeCaches(Database &D, const CacheModel &Model) {
  Rows R(D, ProfileTable::CacheLevels);
  for (size_t I = 0; I != Model.Levels.size(); ++I) {
    const CacheLevel &L = Model.Levels[I];
    R.add(I, L.Name, L.Bytes, L.Ways, L.Shared);
  }
  return R.status();
}

Status storeStructures(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Structures);
  Rows Levels(D, ProfileTable::StructureLevels);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    const Structure &S = P.Structures[Id];
    const Counts &C = S.Total;
    R.add(Id, std::string_view(structureKindName(S.Kind)), S.Name, S.Named,
          S.Type, S.File, S.Line, S.Function, S.ElementBytes, S.Bytes,
          S.PeakBytes, S.Objects, C.Accesses, C.Loads, C.Stores);
    for (size_t I = 0; I != C.Levels.size(); ++I) {
      const LevelCounts &L = C.Levels[I];
      Levels.add(Id, I, L.Accesses, L.Misses, L.Writebacks);
    }
  }
  return R.status() ? Levels.status() : R.status();
}

Status storeThreads(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Threads);
  for (const ThreadRow &T : P.Threads)
    R.add(T.Thread, T.Parent, T.Instructions);
  Rows Totals(D, ProfileTable::ThreadCounts);
  Rows Levels(D, ProfileTable::ThreadLevels);
  for (const ThreadCounts &Row : P.ByThread) {
    const Counts &C = Row.Total;
    uint32_t Structure = Row.Structure.Value;
    Totals.add(Row.Thread, Structure, C.Accesses, C.Loads, C.Stores);
    for (size_t I = 0; I != C.Levels.size(); ++I) {
      const LevelCounts &L = C.Levels[I];
      Levels.add(Row.Thread, Structure, I, L.Accesses, L.Misses, L.Writebacks);
    }
  }
  for (const Rows *Each : {&R, &Totals, &Levels})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status storeSites(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Sites);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id) {
    const CodeSite &S = P.Sites[Id];
    R.add(Id, S.File, S.Line, S.Column, S.Function, S.Write, S.Accesses,
          S.Touches);
  }
  Rows Levels(D, ProfileTable::SiteLevels);
  Rows Accesses(D, ProfileTable::SiteAccesses);
  for (const SiteCounts &C : P.BySite) {
    if (C.Accesses)
      Accesses.add(C.Site, C.Structure.Value, C.Accesses);
    if (std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; }))
      continue;
    for (size_t I = 0; I != C.Misses.size(); ++I)
      Levels.add(C.Site, C.Structure.Value, I, C.Misses[I]);
  }
  for (const Rows *Each : {&R, &Levels, &Accesses})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status storeRecords(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Records);
  Rows Members(D, ProfileTable::RecordMembers);
  Rows Parts(D, ProfileTable::RecordParts);
  for (size_t Id = 0; Id != P.Records.size(); ++Id) {
    const RecordType &Record = P.Records[Id];
    R.add(Id, Record.Name, Record.Bytes);
    for (size_t I = 0; I != Record.Members.size(); ++I) {
      const RecordMember &M = Record.Members[I];
      Members.add(Id, I, M.Name, M.Type, M.BitOffset, M.Bits, M.Count,
                  M.StrideBits);
    }
    for (size_t I = 0; I != Record.Parts.size(); ++I) {
      const RecordPart &Part = Record.Parts[I];
      Parts.add(Id, I, Part.Type, Part.BitOffset, Part.Bits);
    }
  }
  for (const Rows *Each : {&R, &Members, &Parts})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status storeFields(Database &D, const Profile &P) {
  Rows Structures(D, ProfileTable::StructureRecords);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (uint32_t Record = P.Structures[Id].Record; Record != NoRecord)
      Structures.add(Id, Record);
  Rows Sites(D, ProfileTable::SiteFields);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (const FieldAccess &F = P.Sites[Id].Field; F.Record != NoRecord)
      Sites.add(Id, F.Block, F.Record, F.Offset, F.Bytes);
  return Structures.status() ? Sites.status() : Structures.status();
}

Status storeMarkers(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Markers);
  for (size_t I = 0; I != P.Markers.size(); ++I) {
    const Marker &M = P.Markers[I];
    R.add(I, std::string_view(markerKindName(M.Kind)), M.Thread, M.Instructions,
          M.Name);
  }
  return R.status();
}

Status storeBlindSpots(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::BlindSpots);
  for (size_t Id = 0; Id != P.BlindSpots.size(); ++Id) {
    const BlindSpot &S = P.BlindSpots[Id];
    R.add(Id, S.File, S.Line, S.Column, S.Function, S.Executions);
  }
  return R.status();
}

Status storeLoss(Database &D, const DataLoss &L) {
  Rows R(D, ProfileTable::Loss);
  R.add(L.LostChunks, L.UnknownWords, L.LostOrderNumbers, L.CutRecords,
        L.Truncated, L.TruncatedWhy);
  return R.status();
}

} // namespace

Status createTables(Database &D) {
  // Until the final rename nobody sees the file: no journal on the disk, no
  // waiting for it. (OFF is refused, as the database is defensive.)
  std::string Sql = fmt::format("PRAGMA journal_mode = MEMORY;"
                                "PRAGMA synchronous = OFF;"
                                "PRAGMA locking_mode = EXCLUSIVE;"
                                "BEGIN;"
                                "PRAGMA application_id = {};"
                                "PRAGMA user_version = {};",
                                ProfileApplication, ProfileVersion);
  for (size_t I = 0; I != std::size(ProfileTables); ++I)
    if (isInVersion(ProfileTable(I), ProfileVersion))
      Sql += fmt::format("CREATE TABLE {} {};", ProfileTables[I].Name,
                         ProfileTables[I].Definition);
  return D.run(Sql);
}

Status storeProfile(Database &D, const Profile &P) {
  for (auto *Store :
       {storeMeta, storeStructures, storeThreads, storeStreams, storeSites,
        storeRecords, storeFields, storeDescriptions, storeMemory, storeCurves,
        storeCore, storeBlocks, storeMarkers, storeBlindSpots, storeSampling,
        storePairs, storeSharing, storeSignatures})
    if (Status S = Store(D, P); !S)
      return S;
  if (Status S = storeTexts(D, ProfileTable::Arguments, P.Arguments); !S)
    return S;
  if (Status S = storeTexts(D, ProfileTable::Notes, P.Notes); !S)
    return S;
  if (Status S = storeCaches(D, P.Caches); !S)
    return S;
  if (Status S = storeLoss(D, P.Loss); !S)
    return S;
  return D.run("COMMIT");
}

} // namespace memfacet
