//===- Schema.h - the tables of a profile ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables.cpp says what each table has: its name, the versions that have it, its
// key, and the member of a C++ type that each column holds. Table.h derives the
// rest. docs/internals/profile-schema.md explains the tables; a test compares
// it with this list. A change of a table needs a new ProfileVersion and a
// reader for the old one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_SCHEMA_H
#define MEMFACET_RESULT_STORE_SCHEMA_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/Table.h"
#include <span>
#include <string>
#include <vector>

namespace memfacet::result {

/// SQLite's application id: "MFPR".
constexpr uint32_t ProfileApplication = 0x4d465052;
/// SQLite's user version.
///   1: the first.
///   2: sites and site_levels; markers.
///   3: site_accesses, and which fields are accessed: records to site_fields;
///   blind_spots; structures of kind "local".
///   4: what describes structures: structure_lives, site_steps, site_strides.
///   5: analyses on demand: a table is empty where it was not asked for.
///   6: windows of runs: sampling to sampling_errors; block_sources, blocks,
///   block_vectors.
///   7: streams, in place of interval_streams; sampled pairs: pair_samples to
///   pair_threads.
///   8: what intervals look like: signature_shape to miss_sites; block_places.
///   9: lines that threads share: sharing to sharing_paddings; of sampled
///   pairs: pair_fields to pair_overlaps.
///   10: where locks are taken: sharing_lock_sites.
///   11: the views of Views.h, so that three tables have other names:
///   structure_rows, site_rows and eviction_rows.
///   Lines that threads may share, by a sample: sharing_hints. Merged profiles
///   and parts of them: ranks to shard_counts.
///   12: what cold caches hide in simulation points: shard_warmth and
///   shard_cycles.
///   13: runs of which some lines were simulated: line_stretches to
///   miss_intervals.
///   14: no estimates from windows of a run: without sampling to
///   sampling_errors.
///   15: sampled miss curves have an interval at each size: curve_intervals,
///   curve_total_intervals. error_ppm is 0. Shared lines that the program has
///   followed: sharing_order, sharing_estimates.
///   16: which bytes of wide accesses have a use: site_uses.
///   17: lines of mappings that processes may share: mapping_uses,
///   mapping_lines.
///   18: steps of searches: site_searches. Classes of misses from chosen lines:
///   class_errors.
constexpr uint32_t ProfileVersion = 18;

/// A row of sampling.
struct RecordedWindows {
  uint64_t Windows = 0, Words = 0, Recorded = 0, Measured = 0, Accesses = 0;
};

/// A row of interval_streams: bytes that IntervalRows.h reads.
struct PackedIntervals {
  uint32_t Thread = 0;
  StructureId Structure;
  std::string Counts;
};

/// A row of curves.
struct CurveRow {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Touches = 0, Compulsory = 0, Samples = 0;
  uint64_t ErrorPpm = 0; ///< of the miss ratio at any size, up to 14
};

/// A row of curve_totals.
struct CurveTotalRow {
  CurveScope Scope = CurveScope::Private;
  uint64_t Samples = 0;
  uint64_t ErrorPpm = 0; ///< up to 14
};

/// A row of curve_intervals and, without the structure, of
/// curve_total_intervals: misses in a cache of Lines lines. The last row of a
/// curve holds for all larger caches.
struct CurveIntervalRow {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Lines = 0;
  MissInterval Misses;
};

/// A row of curve_reuses: touches in the bucket that begins at Lines.
struct CurveReuse {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Lines = 0, Touches = 0;
};

namespace tables {

extern const StoredTable<std::string, 1> Arguments;
extern const StoredTable<caches::CacheLevel, 1> CacheLevels;
extern const StoredTable<Structure, 1> Structures, OldStructures;
extern const StoredTable<LevelCounts, 2> StructureLevels;
extern const StoredTable<ThreadRow, 0> Threads;
extern const StoredTable<memfacet::result::ThreadCounts, 0> ThreadCounts;
extern const StoredTable<LevelCounts, 3> ThreadLevels;
extern const StoredTable<PackedIntervals, 0> IntervalStreams;
extern const StoredTable<CodeSite, 1> Sites, OldSites;
extern const StoredTable<uint64_t, 3> SiteLevels;
extern const StoredTable<SiteCounts, 0> SiteAccesses;
extern const StoredTable<RecordType, 1> Records;
extern const StoredTable<RecordMember, 2> RecordMembers;
extern const StoredTable<RecordPart, 2> RecordParts;
extern const StoredTable<Structure, 1> StructureRecords;
extern const StoredTable<FieldAccess, 1> SiteFields, SiteUses;
extern const StoredTable<words::DataLoss, 0> Loss;
extern const StoredTable<std::string, 1> Notes;
extern const StoredTable<Marker, 1> Markers;
extern const StoredTable<BlindSpot, 1> BlindSpots;
extern const StoredTable<ObjectLives, 1> StructureLives;
extern const StoredTable<AccessSteps, 2> SiteSteps, SiteSearches;
extern const StoredTable<Stride, 2> SiteStrides;
extern const StoredTable<caches::WayPartition, 1> WayPartitions;
extern const StoredTable<caches::LevelDetail, 2> MemoryLevels, ClassErrors;
extern const StoredTable<caches::TlbDetail, 2> MemoryTlbs;
extern const StoredTable<caches::MemoryCounters, 1> MemoryTraffic;
extern const StoredTable<caches::EvictionRow, 0> Evictions, OldEvictions;
extern const StoredTable<HotSet, 1> HotSets;
extern const StoredTable<SetSpread, 0> SetSpreads;
extern const StoredTable<OccupancyRow, 0> Occupancy;
extern const StoredTable<CurveTotalRow, 0> CurveTotals;
extern const StoredTable<CurveRow, 0> Curves;
extern const StoredTable<CurveIntervalRow, 0> CurveIntervals,
    CurveTotalIntervals;
extern const StoredTable<CurveReuse, 0> CurveReuses;
extern const StoredTable<CoreTimes, 0> CoreModel;
extern const StoredTable<CoreThreadTimes, 0> CoreThreads;
extern const StoredTable<memfacet::result::CoreStalls, 0> CoreStalls;
extern const StoredTable<CoreInterval, 0> CoreIntervals;
extern const StoredTable<CoreScenario, 1> CoreScenarios;
extern const StoredTable<StructureId, 2> CorePerfect;
extern const StoredTable<RecordedWindows, 0> Sampling;
extern const StoredTable<LineStretch, 1> LineStretches;
extern const StoredTable<MissInterval, 1> MissTotals;
extern const StoredTable<MissInterval, 2> MissIntervals;
extern const StoredTable<memfacet::result::BlockVectors, 0> BlockSources;
extern const StoredTable<CodeBlock, 0> Blocks;
extern const StoredTable<BlockInterval, 0> BlockVectors;
extern const StoredTable<PairSample, 0> PairSamples;
extern const StoredTable<PairSite, 1> PairSites;
extern const StoredTable<PairVertex, 1> PairVertices;
extern const StoredTable<PairCount, 1> Pairs;
extern const StoredTable<uint64_t, 2> PairDistances;
extern const StoredTable<PairThread, 0> PairThreads;
extern const StoredTable<FieldAccess, 1> PairFields;
extern const StoredTable<PairVertex, 1> PairBefore, PairBytes;
extern const StoredTable<PairCount, 1> PairOverlaps;
extern const StoredTable<Stream, 0> Streams;
extern const StoredTable<CodeBlock, 1> BlockPlaces;
extern const StoredTable<SignatureShape, 0> SignatureShapes;
extern const StoredTable<IntervalPlace, 0> IntervalPlaces;
extern const StoredTable<SignatureVector, 0> Signatures;
extern const StoredTable<MissSite, 0> MissSites;
extern const StoredTable<SharingTable, 0> Sharing;
extern const StoredTable<PairSite, 1> SharingSites;
extern const StoredTable<SharingVertex, 1> SharingVertices;
extern const StoredTable<SharingEdge, 0> SharingEdges;
extern const StoredTable<SharingClassCount, 0> SharingClasses;
extern const StoredTable<LockHandOver, 1> SharingLocks, SharingLockSites;
extern const StoredTable<SharingFight, 1> SharingFights;
extern const StoredTable<SharingPadding, 1> SharingPaddings;
extern const StoredTable<SharingTable, 0> SharingOrder;
extern const StoredTable<SharingEstimate, 0> SharingEstimates;
extern const StoredTable<SharingHint, 0> SharingHints;
extern const StoredTable<MappingUse, 0> MappingUses;
extern const StoredTable<MappingLine, 0> MappingLines;
extern const StoredTable<Rank, 1> Ranks;
extern const StoredTable<ShardPart, 0> Shard;
extern const StoredTable<ShardModel, 0> ShardModels;
extern const StoredTable<ShardCount, 0> ShardCounts;
extern const StoredTable<ShardWarmth, 0> ShardWarmths;
extern const StoredTable<ShardCycles, 0> ShardCycle;

/// The rows of table meta that stand for members of the profile. The columns of
/// meta are (key, value).
extern const std::span<const StoredColumn> Meta;
/// Keys of meta for values that are computed: CacheModel::spec, a check value
/// over all, and the version of Views.h.
constexpr const char *CachesSpec = "caches_spec", *Digest = "digest",
                     *ViewVersion = "view_version";

} // namespace tables

/// Returns all tables, in the order of docs/internals/profile-schema.md; meta
/// is the first. Made once, at the first call.
const std::vector<TableText> &profileTables();
/// Returns the table of that name, which must be there.
const TableText &profileTable(std::string_view Name);

} // namespace memfacet::result

#endif
