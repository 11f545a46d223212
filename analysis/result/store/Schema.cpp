//===- Schema.cpp - the tables of a profile -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Schema.h"
#include "memfacet/Check.h"
#include <fmt/format.h>
#include <unordered_map>

namespace memfacet::result {

namespace {

/// All tables but meta, in the order in which a file has them.
constexpr const TableDefinition *Definitions[] = {&tables::Arguments,
                                                  &tables::CacheLevels,
                                                  &tables::Structures,
                                                  &tables::StructureLevels,
                                                  &tables::Threads,
                                                  &tables::ThreadCounts,
                                                  &tables::ThreadLevels,
                                                  &tables::IntervalStreams,
                                                  &tables::Sites,
                                                  &tables::SiteLevels,
                                                  &tables::SiteAccesses,
                                                  &tables::Records,
                                                  &tables::RecordMembers,
                                                  &tables::RecordParts,
                                                  &tables::StructureRecords,
                                                  &tables::SiteFields,
                                                  &tables::SiteUses,
                                                  &tables::Loss,
                                                  &tables::Notes,
                                                  &tables::Markers,
                                                  &tables::BlindSpots,
                                                  &tables::StructureLives,
                                                  &tables::SiteSteps,
                                                  &tables::SiteStrides,
                                                  &tables::SiteSearches,
                                                  &tables::WayPartitions,
                                                  &tables::MemoryLevels,
                                                  &tables::ClassErrors,
                                                  &tables::MemoryTlbs,
                                                  &tables::MemoryTraffic,
                                                  &tables::Evictions,
                                                  &tables::HotSets,
                                                  &tables::SetSpreads,
                                                  &tables::Occupancy,
                                                  &tables::CurveTotals,
                                                  &tables::Curves,
                                                  &tables::CurveReuses,
                                                  &tables::CurveIntervals,
                                                  &tables::CurveTotalIntervals,
                                                  &tables::CoreModel,
                                                  &tables::CoreThreads,
                                                  &tables::CoreStalls,
                                                  &tables::CoreIntervals,
                                                  &tables::CoreScenarios,
                                                  &tables::CorePerfect,
                                                  &tables::Sampling,
                                                  &tables::LineStretches,
                                                  &tables::MissTotals,
                                                  &tables::MissIntervals,
                                                  &tables::BlockSources,
                                                  &tables::Blocks,
                                                  &tables::BlockVectors,
                                                  &tables::PairSamples,
                                                  &tables::PairSites,
                                                  &tables::PairVertices,
                                                  &tables::Pairs,
                                                  &tables::PairDistances,
                                                  &tables::PairThreads,
                                                  &tables::PairFields,
                                                  &tables::PairBefore,
                                                  &tables::PairBytes,
                                                  &tables::PairOverlaps,
                                                  &tables::Streams,
                                                  &tables::BlockPlaces,
                                                  &tables::SignatureShapes,
                                                  &tables::IntervalPlaces,
                                                  &tables::Signatures,
                                                  &tables::MissSites,
                                                  &tables::Sharing,
                                                  &tables::SharingSites,
                                                  &tables::SharingVertices,
                                                  &tables::SharingEdges,
                                                  &tables::SharingClasses,
                                                  &tables::SharingLocks,
                                                  &tables::SharingLockSites,
                                                  &tables::SharingFights,
                                                  &tables::SharingPaddings,
                                                  &tables::SharingOrder,
                                                  &tables::SharingEstimates,
                                                  &tables::SharingHints,
                                                  &tables::MappingUses,
                                                  &tables::MappingLines,
                                                  &tables::Ranks,
                                                  &tables::Shard,
                                                  &tables::ShardModels,
                                                  &tables::ShardCounts,
                                                  &tables::ShardWarmths,
                                                  &tables::ShardCycle,
                                                  &tables::OldStructures,
                                                  &tables::OldSites,
                                                  &tables::OldEvictions};

std::vector<TableText> allTables() {
  std::vector<TableText> All = {{"meta",
                                 since(1),
                                 1,
                                 false,
                                 {{"key", "TEXT", true}, {"value", "", true}}}};
  for (const TableDefinition *T : Definitions)
    All.push_back(T->text());
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
