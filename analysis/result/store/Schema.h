//===- Schema.h - the tables of a profile ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each table stands here once: its name, the versions that have it, its key,
// and the member of a C++ type that each column holds. Table.h derives the
// rest. docs/internals/profile-schema.md explains the tables; a test compares
// it with this list. A change of a table needs a new ProfileVersion and a
// reader for the old one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_SCHEMA_H
#define MEMFACET_RESULT_STORE_SCHEMA_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/CurveRows.h"
#include "analysis/result/store/Table.h"
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
constexpr uint32_t ProfileVersion = 16;

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

namespace tables {

// C: a column and its member. B: bytes; L: bytes that stay in the file. V: the
// row is the value.
#define G(Member) [](auto &R) -> auto & { return R.Member; }
#define C(Name, Member) StoredColumn(#Name, G(Member))
#define B(Name, Member) bytesColumn<true>(#Name, G(Member))
#define L(Name, Member) bytesColumn<false>(#Name, G(Member))
#define V(Name) StoredColumn(#Name, [](auto &R) -> auto & { return R; })

inline constexpr auto Arguments =
    table<std::string>("arguments", since(1), key(1, "position"), V(value));
inline constexpr auto CacheLevels = table<caches::CacheLevel>(
    "cache_levels", since(1), key(1, "level"), C(name, Name), C(bytes, Bytes),
    C(ways, Ways), C(shared, Shared));
inline constexpr auto Structures = table<Structure>(
    "structure_rows", since(11), key(1, "id"), C(kind, Kind), C(name, Name),
    C(named, Named), C(type, Type), C(file, File), C(line, Line),
    C(function, Function), C(element_bytes, ElementBytes), C(bytes, Bytes),
    C(peak_bytes, PeakBytes), C(objects, Objects), C(accesses, Total.Accesses),
    C(loads, Total.Loads), C(stores, Total.Stores));
inline constexpr auto OldStructures =
    renamed(Structures, "structures", before(11));
inline constexpr auto StructureLevels = table<LevelCounts>(
    "structure_levels", since(1), key(2, "structure", "level"),
    C(accesses, Accesses), C(misses, Misses), C(writebacks, Writebacks));
inline constexpr auto Threads =
    table<ThreadRow>("threads", since(1), key(1), C(id, Thread),
                     C(parent, Parent), C(instructions, Instructions));
inline constexpr auto ThreadCounts = table<memfacet::result::ThreadCounts>(
    "thread_counts", since(1), key(2), C(thread, Thread),
    C(structure, Structure), C(accesses, Total.Accesses), C(loads, Total.Loads),
    C(stores, Total.Stores));
inline constexpr auto ThreadLevels = table<LevelCounts>(
    "thread_levels", since(1), key(3, "thread", "structure", "level"),
    C(accesses, Accesses), C(misses, Misses), C(writebacks, Writebacks));
inline constexpr auto IntervalStreams = table<PackedIntervals>(
    "interval_streams", before(7), key(2), C(thread, Thread),
    C(structure, Structure), B(counts, Counts));
inline constexpr auto Sites = table<CodeSite>(
    "site_rows", since(11), key(1, "id"), C(file, File), C(line, Line),
    C(position, Column), C(function, Function), C(writes, Write),
    C(accesses, Accesses), C(touches, Touches));
inline constexpr auto OldSites = renamed(Sites, "sites", between(2, 10));
inline constexpr auto SiteLevels = table<uint64_t>(
    "site_levels", since(2), key(3, "site", "structure", "level"), V(misses));
inline constexpr auto SiteAccesses =
    table<SiteCounts>("site_accesses", since(3), key(2), C(site, Site),
                      C(structure, Structure), C(accesses, Accesses));
inline constexpr auto Records = table<RecordType>(
    "records", since(3), key(1, "id"), C(name, Name), C(bytes, Bytes));
inline constexpr auto RecordMembers = table<RecordMember>(
    "record_members", since(3), key(2, "record", "position"), C(name, Name),
    C(type, Type), C(bit_offset, BitOffset), C(bits, Bits), C(count, Count),
    C(stride_bits, StrideBits));
inline constexpr auto RecordParts =
    table<RecordPart>("record_parts", since(3), key(2, "record", "position"),
                      C(type, Type), C(bit_offset, BitOffset), C(bits, Bits));
inline constexpr auto StructureRecords = table<Structure>(
    "structure_records", since(3), key(1, "structure"), C(record, Record));
inline constexpr auto SiteFields = table<FieldAccess>(
    "site_fields", since(3), key(1, "site"), C(block, Block), C(record, Record),
    C(byte_offset, Offset), C(bytes, Bytes));
inline constexpr auto SiteUses =
    table<FieldAccess>("site_uses", since(16), key(1, "site"), C(used, Used));
inline constexpr auto Loss = table<words::DataLoss>(
    "loss", since(1), key(0), C(lost_chunks, LostChunks),
    C(unknown_words, UnknownWords), C(lost_order_numbers, LostOrderNumbers),
    C(cut_records, CutRecords), C(truncated, Truncated),
    C(truncated_why, TruncatedWhy));
inline constexpr auto Notes =
    table<std::string>("notes", since(1), key(1, "position"), V(text));
inline constexpr auto Markers = table<Marker>(
    "markers", since(2), key(1, "position"), C(kind, Kind), C(thread, Thread),
    C(instructions, Instructions), C(name, Name));
inline constexpr auto BlindSpots = table<BlindSpot>(
    "blind_spots", since(3), key(1, "id"), C(file, File), C(line, Line),
    C(position, Column), C(function, Function), C(executions, Executions));
inline constexpr auto StructureLives = table<ObjectLives>(
    "structure_lives", since(4), key(1, "structure"),
    C(peak_objects, PeakObjects), C(timed, Timed), C(at_end, AtEnd),
    C(instructions, Instructions), C(followed, Followed), C(brief, Brief),
    C(longest, Longest));
inline constexpr auto SiteSteps = table<AccessSteps>(
    "site_steps", since(4), key(2, "site", "structure"), C(sampled, Sampled),
    C(sequential, Steps[0]), C(strided, Steps[1]), C(repeated, Steps[2]),
    C(linked, Steps[3]), C(indirect, Steps[4]), C(irregular, Steps[5]));
inline constexpr auto SiteStrides =
    table<Stride>("site_strides", since(4), key(3, "site", "structure"),
                  C(stride, Bytes), C(steps, Steps));
inline constexpr auto WayPartitions = table<caches::WayPartition>(
    "way_partitions", since(5), key(1, "position"), C(structure, Structure),
    C(ways, Ways), C(level, Level));
inline constexpr auto MemoryLevels = table<caches::LevelDetail>(
    "memory_levels", since(5), key(2, "structure", "level"),
    C(compulsory, ByClass[0]), C(capacity, ByClass[1]), C(conflict, ByClass[2]),
    C(true_sharing, ByClass[3]), C(false_sharing, ByClass[4]),
    C(prefetches, Prefetches), C(prefetches_used, PrefetchesUsed),
    C(victim_hits, VictimHits));
inline constexpr auto MemoryTlbs = table<caches::TlbDetail>(
    "memory_tlbs", since(5), key(2, "structure", "level"),
    C(accesses, Accesses), C(misses, Misses));
inline constexpr auto MemoryTraffic = table<caches::MemoryCounters>(
    "memory_traffic", since(5), key(1, "structure"), C(reads, MemoryReads),
    C(writes, MemoryWrites), C(interventions, Interventions),
    C(invalidations, Invalidations), C(upgrades, Upgrades),
    C(shared_writebacks, SharedWritebacks));
inline constexpr auto Evictions = table<caches::EvictionRow>(
    "eviction_rows", since(11), key(3), C(level, Level), C(victim, Victim),
    C(evictor, Evictor), C(evictions, Counts.Evictions),
    C(premature, Counts.Premature));
inline constexpr auto OldEvictions =
    renamed(Evictions, "evictions", between(5, 10));
inline constexpr auto HotSets = table<HotSet>(
    "hot_sets", since(5), key(1, "position"), C(level, Level), C(number, Set),
    C(misses, Counts.Misses), C(conflicts, Counts.Conflicts));
inline constexpr auto SetSpreads =
    table<SetSpread>("set_spreads", since(5), key(1), C(level, Level),
                     C(missed, Missed), C(misses, Sum.Misses),
                     C(conflicts, Sum.Conflicts), C(hottest, HottestMisses));
inline constexpr auto Occupancy = table<OccupancyRow>(
    "occupancy", since(5), key(3), C(sample, Sample), C(level, Level),
    C(structure, Structure), C(lines, Lines));
inline constexpr auto CurveTotals =
    table<CurveTotalRow>("curve_totals", since(5), key(1), C(scope, Scope),
                         C(samples, Samples), C(error_ppm, ErrorPpm));
inline constexpr auto Curves = table<CurveRow>(
    "curves", since(5), key(2), C(scope, Scope), C(structure, Structure),
    C(touches, Touches), C(compulsory, Compulsory), C(samples, Samples),
    C(error_ppm, ErrorPpm));
inline constexpr auto CurveIntervals = table<CurveIntervalRow>(
    "curve_intervals", since(15), key(3), C(scope, Scope),
    C(structure, Structure), C(lines, Lines), C(low, Misses.Low),
    C(high, Misses.High));
inline constexpr auto CurveTotalIntervals = table<CurveIntervalRow>(
    "curve_total_intervals", since(15), key(2), C(scope, Scope),
    C(lines, Lines), C(low, Misses.Low), C(high, Misses.High));
inline constexpr auto CurveReuses = table<CurveReuse>(
    "curve_reuses", since(5), key(3), C(scope, Scope), C(structure, Structure),
    C(lines, Lines), C(touches, Touches));
inline constexpr auto CoreModel = table<CoreTimes>(
    "core_model", since(5), key(0), C(name, Name), C(spec, Spec));
inline constexpr auto CoreThreads = table<CoreThreadTimes>(
    "core_threads", since(5), key(1), C(thread, Thread),
    C(instructions, Instructions), C(operations, Operations), C(cycles, Cycles),
    C(busy, Busy), C(computation, Computation), C(branches, Branches),
    C(start, Start), C(predictions, Predictions),
    C(mispredictions, Mispredictions));
inline constexpr auto CoreStalls = table<memfacet::result::CoreStalls>(
    "core_stalls", since(5), key(3), C(thread, Thread), C(site, Site),
    C(structure, Structure), C(cycles, Cycles));
inline constexpr auto CoreIntervals =
    table<CoreInterval>("core_intervals", since(5), key(2), C(thread, Thread),
                        C(interval, Interval), C(cycles, Cycles));
inline constexpr auto CoreScenarios = table<CoreScenario>(
    "core_scenarios", since(5), key(1, "position"), C(cycles, Cycles));
inline constexpr auto CorePerfect = table<StructureId>(
    "core_perfect", since(5), key(2, "scenario", "position"), V(structure));
inline constexpr auto Sampling = table<RecordedWindows>(
    "sampling", between(6, 13), key(0), C(windows, Windows), C(words, Words),
    C(recorded, Recorded), C(measured, Measured), C(accesses, Accesses));
inline constexpr auto LineStretches =
    table<LineStretch>("line_stretches", since(13), key(1, "position"),
                       C(instructions, Instructions), C(bits, Bits));
inline constexpr auto MissTotals = table<MissInterval>(
    "miss_totals", since(13), key(1, "level"), C(low, Low), C(high, High));
inline constexpr auto MissIntervals = table<MissInterval>(
    "miss_intervals", since(13), key(2, "structure", "level"), C(low, Low),
    C(high, High));
inline constexpr auto BlockSources = table<memfacet::result::BlockVectors>(
    "block_sources", since(6), key(0), C(source, Source), C(period, Period),
    C(samples, Samples), C(outside, OutsideSamples), C(lost, Lost));
inline constexpr auto Blocks = table<CodeBlock>(
    "blocks", since(6), key(1), C(number, Number), C(hash, Id),
    C(function, Function), C(file, File), C(line, Line), C(size, Size));
inline constexpr auto BlockVectors = table<BlockInterval>(
    "block_vectors", since(6), key(2), C(thread, Thread), C(interval, Interval),
    C(length, Length), B(counts, Packed));
inline constexpr auto PairSamples = table<PairSample>(
    "pair_samples", since(7), key(0), C(period, Period), C(seed, Seed));
inline constexpr auto PairSites = table<PairSite>(
    "pair_sites", since(7), key(1, "id"), C(file, File), C(line, Line),
    C(position, Column), C(function, Function), C(kind, Kind));
inline constexpr auto PairVertices =
    table<PairVertex>("pair_vertices", since(7), key(1, "id"), C(site, Site),
                      C(structure, Structure), C(thread, Thread),
                      C(firsts, Firsts), C(dangling, Dangling));
inline constexpr auto Pairs =
    table<PairCount>("pairs", since(7), key(1, "id"), C(first, First),
                     C(second, Second), C(pairs, Pairs));
inline constexpr auto PairDistances = table<uint64_t>(
    "pair_distances", since(7), key(2, "pair", "octave"), V(pairs));
inline constexpr auto PairThreads =
    table<PairThread>("pair_threads", since(7), key(1), C(thread, Thread),
                      C(units, Units), C(missed, Missed));
inline constexpr auto PairFields = table<FieldAccess>(
    "pair_fields", since(9), key(1, "site"), C(record, Record),
    C(byte_offset, Offset), C(bytes, Bytes));
inline constexpr auto PairBefore = table<PairVertex>(
    "pair_before", since(9), key(1, "vertex"), C(thread, PreviousThread));
inline constexpr auto PairBytes = table<PairVertex>(
    "pair_bytes", since(9), key(1, "vertex"), C(bytes_of_lines, Bytes));
inline constexpr auto PairOverlaps = table<PairCount>(
    "pair_overlaps", since(9), key(1, "pair"), C(pairs, Overlapping));
inline constexpr auto Streams = table<Stream>(
    "streams", since(7), key(3), C(thread, Thread),
    C(structure, Structure.Value), C(measure, Kind), C(intervals, Intervals),
    C(total, Total), C(bytes, Bytes), C(check_value, Check), L(packed, Packed));
inline constexpr auto BlockPlaces =
    table<CodeBlock>("block_places", since(8), key(1, "number"), C(loop, Loop),
                     C(symbol, Symbol), C(object, Object));
inline constexpr auto SignatureShapes = table<SignatureShape>(
    "signature_shape", since(8), key(0), C(modulo, Modulo), C(image_rows, Rows),
    C(image_columns, Columns), C(bins, Bins), C(sample_period, SamplePeriod),
    C(reuse_lines, ReuseLines), C(miss_level, MissLevel), C(cut, Cut));
inline constexpr auto IntervalPlaces = table<IntervalPlace>(
    "interval_places", since(8), key(2), C(thread, Thread),
    C(interval, Interval), C(start, Start), C(instructions, Instructions),
    C(process_begin, ProcessBegin), C(process_end, ProcessEnd),
    C(time_begin, TimeBegin), C(time_end, TimeEnd));
inline constexpr auto Signatures = table<SignatureVector>(
    "signatures", since(8), withRowId(key(3)), C(kind, Kind), C(thread, Thread),
    C(interval, Interval), C(bytes, Bytes), C(check_value, Check),
    L(packed, Packed));
inline constexpr auto MissSites =
    table<MissSite>("miss_sites", since(8), key(3), C(thread, Thread),
                    C(interval, Interval), C(site, Site), C(misses, Misses));
inline constexpr auto Sharing = table<SharingTable>(
    "sharing", since(9), key(0), C(map, Map), C(ranges, Ranges));
inline constexpr auto SharingSites = table<PairSite>(
    "sharing_sites", since(9), key(1, "id"), C(file, File), C(line, Line),
    C(position, Column), C(function, Function), C(kind, Kind));
inline constexpr auto SharingVertices = table<SharingVertex>(
    "sharing_vertices", since(9), key(1, "id"), C(site, Site),
    C(structure, Structure), C(thread, Thread), C(units, Units), C(cold, Cold),
    C(true_sharing, True), C(false_sharing, False), C(certain, Certain),
    C(coarse, Coarse), C(fine, Fine), C(invalidations, Invalidations),
    C(upgrades, Upgrades));
inline constexpr auto SharingEdges =
    table<SharingEdge>("sharing_edges", since(9), key(2), C(first, Source),
                       C(second, Target), C(cold, Cold), C(true_sharing, True),
                       C(false_sharing, False), C(bytes, Bytes));
inline constexpr auto SharingClasses = table<SharingClassCount>(
    "sharing_classes", since(9), withRowId(key(2)), C(structure, Structure),
    C(class, Class), C(lines, Lines), C(units, Units), C(true_sharing, True),
    C(false_sharing, False));
inline constexpr auto SharingLocks = table<LockHandOver>(
    "sharing_locks", since(9), key(1, "position"), C(structure, Structure),
    C(byte_offset, Offset), C(kind, Kind), C(giver, Giver), C(taker, Taker),
    C(count, Count));
inline constexpr auto SharingLockSites = table<LockHandOver>(
    "sharing_lock_sites", since(10), key(1, "position"), C(site, Site));
inline constexpr auto SharingFights = table<SharingFight>(
    "sharing_fights", since(9), key(1, "position"), C(writer, Writer),
    C(victim, Victim), C(writer_offset, WriterOffset),
    C(victim_offset, VictimOffset), C(writer_byte, WriterByte),
    C(victim_byte, VictimByte), C(misses, Misses), C(certain, Certain));
inline constexpr auto SharingPaddings = table<SharingPadding>(
    "sharing_paddings", since(9), key(1, "position"), C(structure, Structure),
    C(kind, Kind), C(stride, Stride), C(before, MissesBefore),
    C(after, MissesAfter), C(all_before, AllBefore), C(all_after, AllAfter),
    C(cold_before, ColdBefore), C(cold_after, ColdAfter));
inline constexpr auto SharingOrder = table<SharingTable>(
    "sharing_order", since(15), key(0), C(followed, Followed));
inline constexpr auto SharingEstimates =
    table<SharingEstimate>("sharing_estimates", since(15), key(1),
                           C(structure, Structure), C(low, Low), C(high, High));
inline constexpr auto SharingHints = table<SharingHint>(
    "sharing_hints", since(11), key(1), C(structure, Structure),
    C(sampled, Sampled), C(contested, Contested), C(lines, Lines),
    C(threads, Threads));

inline constexpr auto Ranks =
    table<Rank>("ranks", since(11), key(1, "position"), C(label, Label),
                C(first_thread, FirstThread), C(process_id, ProcessId));
inline constexpr auto Shard = table<ShardPart>(
    "shard", since(11), key(0), C(number, Number), C(shards, Count),
    C(job, Job), C(simulated, Simulated), C(whole, Whole));
inline constexpr auto ShardModels =
    table<ShardModel>("shard_models", since(11), key(1), C(number, Number),
                      C(name, Name), C(spec, Spec));
inline constexpr auto ShardCounts = table<ShardCount>(
    "shard_counts", since(11), key(3), C(model, Model), C(structure, Structure),
    C(level, Level), C(accesses, Accesses), C(misses, Misses),
    C(writebacks, Writebacks));
inline constexpr auto ShardWarmths = table<ShardWarmth>(
    "shard_warmth", since(12), key(3), C(thread, Thread), C(interval, Interval),
    C(level, Level), C(hits, Hits), C(misses, Misses), C(open, Open));
inline constexpr auto ShardCycle = table<ShardCycles>(
    "shard_cycles", since(12), key(2), C(thread, Thread), C(interval, Interval),
    C(if_hit, IfHit), C(if_miss, IfMiss));

/// The rows of table meta that stand for members of the profile. The columns of
/// meta are (key, value).
inline constexpr std::tuple Meta = {
    C(program, Program),
    C(process_id, ProcessId),
    C(tool_version, ToolVersion),
    C(caches_name, Caches.Name),
    C(caches_source, Caches.Source),
    C(line_bytes, Caches.LineBytes),
    C(instructions, Instructions),
    C(computation_cycles, ComputationCycles),
    C(interval_instructions, IntervalInstructions),
    C(memory_detail, Memory.Known),
    C(occupancy_period, Memory.OccupancyPeriod)};
/// Keys of meta for values that are computed: CacheModel::spec, a check value
/// over all, and the version of Views.h.
constexpr const char *CachesSpec = "caches_spec", *Digest = "digest",
                     *ViewVersion = "view_version";

#undef V
#undef L
#undef B
#undef C
#undef G

} // namespace tables

/// Returns all tables, in the order of docs/internals/profile-schema.md; meta
/// is the first. Made once, at the first call.
const std::vector<TableText> &profileTables();
/// Returns the table of that name, which must be there.
const TableText &profileTable(std::string_view Name);

} // namespace memfacet::result

#endif
