//===- Schema.cpp - the tables of a profile -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Schema.h"
#include "memfacet/Check.h"
#include <fmt/format.h>
#include <unordered_map>

namespace memfacet::result {

namespace {

std::vector<TableText> allTables() {
  using namespace tables;
  std::vector<TableText> All = {{"meta",
                                 since(1),
                                 1,
                                 false,
                                 {{"key", "TEXT", true}, {"value", "", true}}}};
  auto Add = [&](const auto &...T) { (All.push_back(T.text()), ...); };
  Add(Arguments, CacheLevels, Structures, StructureLevels, Threads,
      tables::ThreadCounts, ThreadLevels, IntervalStreams, Sites, SiteLevels,
      SiteAccesses, Records, RecordMembers, RecordParts, StructureRecords,
      SiteFields, SiteUses, Loss, Notes, Markers, BlindSpots, StructureLives,
      SiteSteps, SiteStrides, WayPartitions, MemoryLevels, MemoryTlbs,
      MemoryTraffic, Evictions, HotSets, SetSpreads, Occupancy, CurveTotals,
      Curves, CurveReuses, tables::CurveIntervals, CurveTotalIntervals,
      CoreModel, CoreThreads, tables::CoreStalls, CoreIntervals, CoreScenarios,
      CorePerfect, Sampling, LineStretches, MissTotals, MissIntervals,
      BlockSources, Blocks, tables::BlockVectors, PairSamples, PairSites,
      PairVertices, Pairs, PairDistances, PairThreads, PairFields, PairBefore,
      PairBytes, PairOverlaps, Streams, BlockPlaces, SignatureShapes,
      IntervalPlaces, Signatures, MissSites, Sharing, SharingSites,
      SharingVertices, SharingEdges, tables::SharingClasses, SharingLocks,
      SharingLockSites, SharingFights, SharingPaddings, SharingOrder,
      tables::SharingEstimates, tables::SharingHints, Ranks, Shard, ShardModels,
      ShardCounts, ShardWarmths, ShardCycle, OldStructures, OldSites,
      OldEvictions);
  for (TableText &T : All) {
    T.Creation = fmt::format("CREATE TABLE {} {}", T.Name, T.definition());
    T.Selection = T.selection();
  }
  return All;
}

} // namespace

const std::vector<TableText> &profileTables() {
  static const std::vector<TableText> All = allTables();
  return All;
}

const TableText &profileTable(std::string_view Name) {
  static const std::unordered_map<std::string_view, const TableText *> ByName =
      [] {
        std::unordered_map<std::string_view, const TableText *> Result;
        for (const TableText &T : profileTables())
          Result.emplace(T.Name, &T);
        return Result;
      }();
  MEMFACET_CHECK(ByName.contains(Name), "names come from the schema");
  return *ByName.at(Name);
}

} // namespace memfacet::result
