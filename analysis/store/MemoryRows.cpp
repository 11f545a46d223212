//===- MemoryRows.cpp - what caches did in detail, as rows ----------------===//

#include "analysis/cache/CacheLimits.h"
#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {
namespace {

Status storeClasses(Database &D, const Profile &P) {
  Rows Levels(D, ProfileTable::MemoryLevels);
  Rows Tlbs(D, ProfileTable::MemoryTlbs);
  Rows Traffic(D, ProfileTable::MemoryTraffic);
  for (size_t Id = 0; Id != P.Memory.ByStructure.size(); ++Id) {
    const MemoryCounters &C = P.Memory.ByStructure[Id];
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      const LevelDetail &D = C.Levels[L];
      const auto &[Compulsory, Capacity, Conflict, True, False] = D.ByClass;
      Levels.add(Id, L, Compulsory, Capacity, Conflict, True, False,
                 D.Prefetches, D.PrefetchesUsed, D.VictimHits);
    }
    for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
      Tlbs.add(Id, T, C.Tlbs[T].Accesses, C.Tlbs[T].Misses);
    Traffic.add(Id, C.MemoryReads, C.MemoryWrites, C.Interventions,
                C.Invalidations, C.Upgrades, C.SharedWritebacks);
  }
  for (const Rows *Each : {&Levels, &Tlbs, &Traffic})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status loadClasses(Database &D, Profile &P) {
  auto &To = P.Memory.ByStructure;
  Status S = forEachRow(D, ProfileTable::MemoryLevels, "structure, level",
                        [&](Statement &Row) {
                          uint64_t Id = Row.number(0), L = Row.number(1);
                          if (Id >= To.size() || L >= P.Caches.Levels.size())
                            return false;
                          LevelDetail &Its = To[Id].Levels[L];
                          for (size_t C = 0; C != MissClassCount; ++C)
                            Its.ByClass[C] = Row.number(int(2 + C));
                          Its.Prefetches = Row.number(7);
                          Its.PrefetchesUsed = Row.number(8);
                          Its.VictimHits = Row.number(9);
                          return true;
                        });
  if (!S)
    return S;
  S = forEachRow(D, ProfileTable::MemoryTlbs, "structure, level",
                 [&](Statement &Row) {
                   uint64_t Id = Row.number(0), L = Row.number(1);
                   if (Id >= To.size() || L >= P.Caches.Tlbs.size())
                     return false;
                   To[Id].Tlbs[L] = {Row.number(2), Row.number(3)};
                   return true;
                 });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::MemoryTraffic, "structure",
                    [&](Statement &Row) {
                      uint64_t Id = Row.number(0);
                      if (Id >= To.size())
                        return false;
                      To[Id].MemoryReads = Row.number(1);
                      To[Id].MemoryWrites = Row.number(2);
                      To[Id].Interventions = Row.number(3);
                      To[Id].Invalidations = Row.number(4);
                      To[Id].Upgrades = Row.number(5);
                      To[Id].SharedWritebacks = Row.number(6);
                      return true;
                    });
}

Status storeSets(Database &D, const Profile &P) {
  Rows Hot(D, ProfileTable::HotSets);
  for (size_t I = 0; I != P.Memory.HotSets.size(); ++I) {
    const HotSet &H = P.Memory.HotSets[I];
    Hot.add(I, H.Level, H.Set, H.Counts.Misses, H.Counts.Conflicts);
  }
  Rows Spreads(D, ProfileTable::SetSpreads);
  for (const SetSpread &S : P.Memory.Spreads)
    Spreads.add(S.Level, S.Missed, S.Sum.Misses, S.Sum.Conflicts,
                S.HottestMisses);
  return Hot.status() ? Spreads.status() : Hot.status();
}

Status loadSets(Database &D, Profile &P) {
  size_t Levels = P.Caches.Levels.size();
  Status S =
      forEachRow(D, ProfileTable::HotSets, "position", [&](Statement &Row) {
        P.Memory.HotSets.push_back({uint32_t(Row.number(1)),
                                    Row.number(2),
                                    {Row.number(3), Row.number(4)}});
        return Row.number(1) < Levels;
      });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::SetSpreads, "level", [&](Statement &Row) {
    P.Memory.Spreads.push_back({uint32_t(Row.number(0)),
                                Row.number(1),
                                {Row.number(2), Row.number(3)},
                                Row.number(4)});
    return Row.number(0) < Levels;
  });
}

Status loadPartitions(Database &D, Profile &P) {
  Status S = forEachRow(
      D, ProfileTable::WayPartitions, "position", [&](Statement &Row) {
        P.Caches.Partitions.push_back(
            {Row.text(1), uint32_t(Row.number(2)), Row.text(3)});
        return true;
      });
  return S ? checkCacheModel(P.Caches) : S;
}

} // namespace

Status storeMemory(Database &D, const Profile &P) {
  if (Status S = storeClasses(D, P); !S)
    return S;
  if (Status S = storeSets(D, P); !S)
    return S;
  Rows Partitions(D, ProfileTable::WayPartitions);
  for (size_t I = 0; I != P.Caches.Partitions.size(); ++I) {
    const WayPartition &W = P.Caches.Partitions[I];
    Partitions.add(I, W.Structure, W.Ways, W.Level);
  }
  Rows Evictions(D, ProfileTable::Evictions);
  for (const EvictionRow &E : P.Memory.Evictions)
    Evictions.add(E.Level, E.Victim, E.Evictor, E.Counts.Evictions,
                  E.Counts.Premature);
  Rows Held(D, ProfileTable::Occupancy);
  for (const OccupancyRow &O : P.Memory.Occupancy)
    Held.add(O.Sample, O.Level, O.Structure, O.Lines);
  for (const Rows *Each : {&Partitions, &Evictions, &Held})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status loadMemory(Database &D, Profile &P) {
  if (Status S = loadPartitions(D, P); !S)
    return S;
  if (!P.Memory.Known)
    return {};
  // Counts of levels are those of the structures: they stand once.
  P.Memory.ByStructure.resize(P.Structures.size());
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      const LevelCounts &C = P.Structures[Id].Total.Levels[L];
      LevelDetail &To = P.Memory.ByStructure[Id].Levels[L];
      To.Accesses = C.Accesses;
      To.Misses = C.Misses;
      To.Writebacks = C.Writebacks;
    }
  if (Status S = loadClasses(D, P); !S)
    return S;
  if (Status S = loadSets(D, P); !S)
    return S;
  auto IsKnown = [&](uint64_t Level, uint64_t Structure) {
    return Level < P.Caches.Levels.size() && Structure < P.Structures.size();
  };
  Status S = forEachRow(D, ProfileTable::Evictions, "level, victim, evictor",
                        [&](Statement &Row) {
                          P.Memory.Evictions.push_back(
                              {uint32_t(Row.number(0)),
                               uint32_t(Row.number(1)),
                               uint32_t(Row.number(2)),
                               {Row.number(3), Row.number(4)}});
                          return IsKnown(Row.number(0), Row.number(1)) &&
                                 IsKnown(Row.number(0), Row.number(2));
                        });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::Occupancy, "sample, level, structure",
                    [&](Statement &Row) {
                      P.Memory.Occupancy.push_back(
                          {uint32_t(Row.number(0)), uint32_t(Row.number(1)),
                           uint32_t(Row.number(2)), Row.number(3)});
                      return IsKnown(Row.number(1), Row.number(2));
                    });
}

} // namespace memfacet
