//===- Tables.cpp - what each table of a profile has ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Schema.h"

namespace memfacet::result::tables {

// C: a column and its member. B: bytes; L: bytes that stay in the file. V: the
// row is the value.
#define COLUMN(Name, Kind, InRow, Value)                                       \
  StoredColumn {                                                               \
    #Name, Kind, InRow,                                                        \
        [](void *R) -> void * { return &static_cast<Row *>(R) Value; }         \
  }
#define KIND(Value)                                                            \
  &KindOf<std::remove_cvref_t<decltype((std::declval<Row *>() Value))>>
#define C(Name, Member) COLUMN(Name, KIND(->Member), true, ->Member)
#define B(Name, Member) COLUMN(Name, &KindOfBytes, true, ->Member)
#define L(Name, Member) COLUMN(Name, &KindOfBytes, false, ->Member)
#define V(Name) COLUMN(Name, KIND([0]), true, [0])
// Variable, type of a row, name, versions, key, columns.
#define TABLE(Variable, RowType, Name, Versions, Key, ...)                     \
  namespace Variable##Members {                                                \
    using Row = RowType;                                                       \
    constexpr StoredColumn Columns[] = {__VA_ARGS__};                          \
  }                                                                            \
  constinit decltype(Variable) Variable = {                                    \
      {Name, Versions, Key, Variable##Members::Columns}};

TABLE(Arguments, std::string, "arguments", since(1), key(1, "position"),
      V(value))
TABLE(CacheLevels, caches::CacheLevel, "cache_levels", since(1),
      key(1, "level"), C(name, Name), C(bytes, Bytes), C(ways, Ways),
      C(shared, Shared))
TABLE(Structures, Structure, "structure_rows", since(11), key(1, "id"),
      C(kind, Kind), C(name, Name), C(named, Named), C(type, Type),
      C(file, File), C(line, Line), C(function, Function),
      C(element_bytes, ElementBytes), C(bytes, Bytes), C(peak_bytes, PeakBytes),
      C(objects, Objects), C(accesses, Total.Accesses), C(loads, Total.Loads),
      C(stores, Total.Stores))
constinit decltype(OldStructures) OldStructures = {
    {"structures", before(11), key(1, "id"), StructuresMembers::Columns}};
TABLE(StructureLevels, LevelCounts, "structure_levels", since(1),
      key(2, "structure", "level"), C(accesses, Accesses), C(misses, Misses),
      C(writebacks, Writebacks))
TABLE(Threads, ThreadRow, "threads", since(1), key(1), C(id, Thread),
      C(parent, Parent), C(instructions, Instructions))
TABLE(ThreadCounts, memfacet::result::ThreadCounts, "thread_counts", since(1),
      key(2), C(thread, Thread), C(structure, Structure),
      C(accesses, Total.Accesses), C(loads, Total.Loads),
      C(stores, Total.Stores))
TABLE(ThreadLevels, LevelCounts, "thread_levels", since(1),
      key(3, "thread", "structure", "level"), C(accesses, Accesses),
      C(misses, Misses), C(writebacks, Writebacks))
TABLE(IntervalStreams, PackedIntervals, "interval_streams", before(7), key(2),
      C(thread, Thread), C(structure, Structure), B(counts, Counts))
TABLE(Sites, CodeSite, "site_rows", since(11), key(1, "id"), C(file, File),
      C(line, Line), C(position, Column), C(function, Function),
      C(writes, Write), C(accesses, Accesses), C(touches, Touches))
constinit decltype(OldSites) OldSites = {
    {"sites", between(2, 10), key(1, "id"), SitesMembers::Columns}};
TABLE(SiteLevels, uint64_t, "site_levels", since(2),
      key(3, "site", "structure", "level"), V(misses))
TABLE(SiteAccesses, SiteCounts, "site_accesses", since(3), key(2),
      C(site, Site), C(structure, Structure), C(accesses, Accesses))
TABLE(Records, RecordType, "records", since(3), key(1, "id"), C(name, Name),
      C(bytes, Bytes))
TABLE(RecordMembers, RecordMember, "record_members", since(3),
      key(2, "record", "position"), C(name, Name), C(type, Type),
      C(bit_offset, BitOffset), C(bits, Bits), C(count, Count),
      C(stride_bits, StrideBits))
TABLE(RecordParts, RecordPart, "record_parts", since(3),
      key(2, "record", "position"), C(type, Type), C(bit_offset, BitOffset),
      C(bits, Bits))
TABLE(StructureRecords, Structure, "structure_records", since(3),
      key(1, "structure"), C(record, Record))
TABLE(SiteFields, FieldAccess, "site_fields", since(3), key(1, "site"),
      C(block, Block), C(record, Record), C(byte_offset, Offset),
      C(bytes, Bytes))
TABLE(SiteUses, FieldAccess, "site_uses", since(16), key(1, "site"),
      C(used, Used))
TABLE(Loss, words::DataLoss, "loss", since(1), key(0),
      C(lost_chunks, LostChunks), C(unknown_words, UnknownWords),
      C(lost_order_numbers, LostOrderNumbers), C(cut_records, CutRecords),
      C(truncated, Truncated), C(truncated_why, TruncatedWhy))
TABLE(Notes, std::string, "notes", since(1), key(1, "position"), V(text))
TABLE(Markers, Marker, "markers", since(2), key(1, "position"), C(kind, Kind),
      C(thread, Thread), C(instructions, Instructions), C(name, Name))
TABLE(BlindSpots, BlindSpot, "blind_spots", since(3), key(1, "id"),
      C(file, File), C(line, Line), C(position, Column), C(function, Function),
      C(executions, Executions))
TABLE(StructureLives, ObjectLives, "structure_lives", since(4),
      key(1, "structure"), C(peak_objects, PeakObjects), C(timed, Timed),
      C(at_end, AtEnd), C(instructions, Instructions), C(followed, Followed),
      C(brief, Brief), C(longest, Longest))
TABLE(SiteSteps, AccessSteps, "site_steps", since(4),
      key(2, "site", "structure"), C(sampled, Sampled), C(sequential, Steps[0]),
      C(strided, Steps[1]), C(repeated, Steps[2]), C(linked, Steps[3]),
      C(indirect, Steps[4]), C(irregular, Steps[5]))
TABLE(SiteStrides, Stride, "site_strides", since(4),
      key(3, "site", "structure"), C(stride, Bytes), C(steps, Steps))
TABLE(ClassErrors, caches::LevelDetail, "class_errors", since(18),
      key(2, "structure", "level"), C(millionths, ClassError))
TABLE(SiteSearches, AccessSteps, "site_searches", since(18),
      key(2, "site", "structure"), C(steps, Steps[6]))
TABLE(WayPartitions, caches::WayPartition, "way_partitions", since(5),
      key(1, "position"), C(structure, Structure), C(ways, Ways),
      C(level, Level))
TABLE(MemoryLevels, caches::LevelDetail, "memory_levels", since(5),
      key(2, "structure", "level"), C(compulsory, ByClass[0]),
      C(capacity, ByClass[1]), C(conflict, ByClass[2]),
      C(true_sharing, ByClass[3]), C(false_sharing, ByClass[4]),
      C(prefetches, Prefetches), C(prefetches_used, PrefetchesUsed),
      C(victim_hits, VictimHits))
TABLE(MemoryTlbs, caches::TlbDetail, "memory_tlbs", since(5),
      key(2, "structure", "level"), C(accesses, Accesses), C(misses, Misses))
TABLE(MemoryTraffic, caches::MemoryCounters, "memory_traffic", since(5),
      key(1, "structure"), C(reads, MemoryReads), C(writes, MemoryWrites),
      C(interventions, Interventions), C(invalidations, Invalidations),
      C(upgrades, Upgrades), C(shared_writebacks, SharedWritebacks))
TABLE(Evictions, caches::EvictionRow, "eviction_rows", since(11), key(3),
      C(level, Level), C(victim, Victim), C(evictor, Evictor),
      C(evictions, Counts.Evictions), C(premature, Counts.Premature))
constinit decltype(OldEvictions) OldEvictions = {
    {"evictions", between(5, 10), key(3), EvictionsMembers::Columns}};
TABLE(HotSets, HotSet, "hot_sets", since(5), key(1, "position"),
      C(level, Level), C(number, Set), C(misses, Counts.Misses),
      C(conflicts, Counts.Conflicts))
TABLE(SetSpreads, SetSpread, "set_spreads", since(5), key(1), C(level, Level),
      C(missed, Missed), C(misses, Sum.Misses), C(conflicts, Sum.Conflicts),
      C(hottest, HottestMisses))
TABLE(Occupancy, OccupancyRow, "occupancy", since(5), key(3), C(sample, Sample),
      C(level, Level), C(structure, Structure), C(lines, Lines))
TABLE(CurveTotals, CurveTotalRow, "curve_totals", since(5), key(1),
      C(scope, Scope), C(samples, Samples), C(error_ppm, ErrorPpm))
TABLE(Curves, CurveRow, "curves", since(5), key(2), C(scope, Scope),
      C(structure, Structure), C(touches, Touches), C(compulsory, Compulsory),
      C(samples, Samples), C(error_ppm, ErrorPpm))
TABLE(CurveIntervals, CurveIntervalRow, "curve_intervals", since(15), key(3),
      C(scope, Scope), C(structure, Structure), C(lines, Lines),
      C(low, Misses.Low), C(high, Misses.High))
TABLE(CurveTotalIntervals, CurveIntervalRow, "curve_total_intervals", since(15),
      key(2), C(scope, Scope), C(lines, Lines), C(low, Misses.Low),
      C(high, Misses.High))
TABLE(CurveReuses, CurveReuse, "curve_reuses", since(5), key(3),
      C(scope, Scope), C(structure, Structure), C(lines, Lines),
      C(touches, Touches))
TABLE(CoreModel, CoreTimes, "core_model", since(5), key(0), C(name, Name),
      C(spec, Spec))
TABLE(CoreThreads, CoreThreadTimes, "core_threads", since(5), key(1),
      C(thread, Thread), C(instructions, Instructions),
      C(operations, Operations), C(cycles, Cycles), C(busy, Busy),
      C(computation, Computation), C(branches, Branches), C(start, Start),
      C(predictions, Predictions), C(mispredictions, Mispredictions))
TABLE(CoreStalls, memfacet::result::CoreStalls, "core_stalls", since(5), key(3),
      C(thread, Thread), C(site, Site), C(structure, Structure),
      C(cycles, Cycles))
TABLE(CoreIntervals, CoreInterval, "core_intervals", since(5), key(2),
      C(thread, Thread), C(interval, Interval), C(cycles, Cycles))
TABLE(CoreScenarios, CoreScenario, "core_scenarios", since(5),
      key(1, "position"), C(cycles, Cycles))
TABLE(CorePerfect, StructureId, "core_perfect", since(5),
      key(2, "scenario", "position"), V(structure))
TABLE(Sampling, RecordedWindows, "sampling", between(6, 13), key(0),
      C(windows, Windows), C(words, Words), C(recorded, Recorded),
      C(measured, Measured), C(accesses, Accesses))
TABLE(LineStretches, LineStretch, "line_stretches", since(13),
      key(1, "position"), C(instructions, Instructions), C(bits, Bits))
TABLE(MissTotals, MissInterval, "miss_totals", since(13), key(1, "level"),
      C(low, Low), C(high, High))
TABLE(MissIntervals, MissInterval, "miss_intervals", since(13),
      key(2, "structure", "level"), C(low, Low), C(high, High))

TABLE(BlockSources, memfacet::result::BlockVectors, "block_sources", since(6),
      key(0), C(source, Source), C(period, Period), C(samples, Samples),
      C(outside, OutsideSamples), C(lost, Lost))
TABLE(Blocks, CodeBlock, "blocks", since(6), key(1), C(number, Number),
      C(hash, Id), C(function, Function), C(file, File), C(line, Line),
      C(size, Size))
TABLE(BlockVectors, BlockInterval, "block_vectors", since(6), key(2),
      C(thread, Thread), C(interval, Interval), C(length, Length),
      B(counts, Packed))
TABLE(PairSamples, PairSample, "pair_samples", since(7), key(0),
      C(period, Period), C(seed, Seed))
TABLE(PairSites, PairSite, "pair_sites", since(7), key(1, "id"), C(file, File),
      C(line, Line), C(position, Column), C(function, Function), C(kind, Kind))
TABLE(PairVertices, PairVertex, "pair_vertices", since(7), key(1, "id"),
      C(site, Site), C(structure, Structure), C(thread, Thread),
      C(firsts, Firsts), C(dangling, Dangling))
TABLE(Pairs, PairCount, "pairs", since(7), key(1, "id"), C(first, First),
      C(second, Second), C(pairs, Pairs))
TABLE(PairDistances, uint64_t, "pair_distances", since(7),
      key(2, "pair", "octave"), V(pairs))
TABLE(PairThreads, PairThread, "pair_threads", since(7), key(1),
      C(thread, Thread), C(units, Units), C(missed, Missed))
TABLE(PairFields, FieldAccess, "pair_fields", since(9), key(1, "site"),
      C(record, Record), C(byte_offset, Offset), C(bytes, Bytes))
TABLE(PairBefore, PairVertex, "pair_before", since(9), key(1, "vertex"),
      C(thread, PreviousThread))
TABLE(PairBytes, PairVertex, "pair_bytes", since(9), key(1, "vertex"),
      C(bytes_of_lines, Bytes))
TABLE(PairOverlaps, PairCount, "pair_overlaps", since(9), key(1, "pair"),
      C(pairs, Overlapping))
TABLE(Streams, Stream, "streams", since(7), key(3), C(thread, Thread),
      C(structure, Structure.Value), C(measure, Kind), C(intervals, Intervals),
      C(total, Total), C(bytes, Bytes), C(check_value, Check),
      L(packed, Packed))
TABLE(BlockPlaces, CodeBlock, "block_places", since(8), key(1, "number"),
      C(loop, Loop), C(symbol, Symbol), C(object, Object))
TABLE(SignatureShapes, SignatureShape, "signature_shape", since(8), key(0),
      C(modulo, Modulo), C(image_rows, Rows), C(image_columns, Columns),
      C(bins, Bins), C(sample_period, SamplePeriod), C(reuse_lines, ReuseLines),
      C(miss_level, MissLevel), C(cut, Cut))
TABLE(IntervalPlaces, IntervalPlace, "interval_places", since(8), key(2),
      C(thread, Thread), C(interval, Interval), C(start, Start),
      C(instructions, Instructions), C(process_begin, ProcessBegin),
      C(process_end, ProcessEnd), C(time_begin, TimeBegin),
      C(time_end, TimeEnd))
TABLE(Signatures, SignatureVector, "signatures", since(8), withRowId(key(3)),
      C(kind, Kind), C(thread, Thread), C(interval, Interval), C(bytes, Bytes),
      C(check_value, Check), L(packed, Packed))
TABLE(MissSites, MissSite, "miss_sites", since(8), key(3), C(thread, Thread),
      C(interval, Interval), C(site, Site), C(misses, Misses))
TABLE(Sharing, SharingTable, "sharing", since(9), key(0), C(map, Map),
      C(ranges, Ranges))
TABLE(SharingSites, PairSite, "sharing_sites", since(9), key(1, "id"),
      C(file, File), C(line, Line), C(position, Column), C(function, Function),
      C(kind, Kind))
TABLE(SharingVertices, SharingVertex, "sharing_vertices", since(9),
      key(1, "id"), C(site, Site), C(structure, Structure), C(thread, Thread),
      C(units, Units), C(cold, Cold), C(true_sharing, True),
      C(false_sharing, False), C(certain, Certain), C(coarse, Coarse),
      C(fine, Fine), C(invalidations, Invalidations), C(upgrades, Upgrades))
TABLE(SharingEdges, SharingEdge, "sharing_edges", since(9), key(2),
      C(first, Source), C(second, Target), C(cold, Cold), C(true_sharing, True),
      C(false_sharing, False), C(bytes, Bytes))
TABLE(SharingClasses, SharingClassCount, "sharing_classes", since(9),
      withRowId(key(2)), C(structure, Structure), C(class, Class),
      C(lines, Lines), C(units, Units), C(true_sharing, True),
      C(false_sharing, False))
TABLE(SharingLocks, LockHandOver, "sharing_locks", since(9), key(1, "position"),
      C(structure, Structure), C(byte_offset, Offset), C(kind, Kind),
      C(giver, Giver), C(taker, Taker), C(count, Count))
TABLE(SharingLockSites, LockHandOver, "sharing_lock_sites", since(10),
      key(1, "position"), C(site, Site))
TABLE(SharingFights, SharingFight, "sharing_fights", since(9),
      key(1, "position"), C(writer, Writer), C(victim, Victim),
      C(writer_offset, WriterOffset), C(victim_offset, VictimOffset),
      C(writer_byte, WriterByte), C(victim_byte, VictimByte), C(misses, Misses),
      C(certain, Certain))
TABLE(SharingPaddings, SharingPadding, "sharing_paddings", since(9),
      key(1, "position"), C(structure, Structure), C(kind, Kind),
      C(stride, Stride), C(before, MissesBefore), C(after, MissesAfter),
      C(all_before, AllBefore), C(all_after, AllAfter),
      C(cold_before, ColdBefore), C(cold_after, ColdAfter))
TABLE(SharingOrder, SharingTable, "sharing_order", since(15), key(0),
      C(followed, Followed))
TABLE(SharingEstimates, SharingEstimate, "sharing_estimates", since(15), key(1),
      C(structure, Structure), C(low, Low), C(high, High))
TABLE(SharingHints, SharingHint, "sharing_hints", since(11), key(1),
      C(structure, Structure), C(sampled, Sampled), C(contested, Contested),
      C(lines, Lines), C(threads, Threads))
TABLE(MappingUses, MappingUse, "mapping_uses", since(17), key(2),
      C(structure, Structure), C(process, Process), C(accesses, Accesses),
      C(stores, Stores), C(sampled, Sampled))
TABLE(MappingLines, MappingLine, "mapping_lines", since(17), key(3),
      C(structure, Structure), C(process, Process), C(line, Line),
      C(accesses, Accesses), C(writes, Writes), C(bytes, Bytes),
      C(written, Written))
TABLE(Ranks, Rank, "ranks", since(11), key(1, "position"), C(label, Label),
      C(first_thread, FirstThread), C(process_id, ProcessId))
TABLE(Shard, ShardPart, "shard", since(11), key(0), C(number, Number),
      C(shards, Count), C(job, Job), C(simulated, Simulated), C(whole, Whole))
TABLE(ShardModels, ShardModel, "shard_models", since(11), key(1),
      C(number, Number), C(name, Name), C(spec, Spec))
TABLE(ShardCounts, ShardCount, "shard_counts", since(11), key(3),
      C(model, Model), C(structure, Structure), C(level, Level),
      C(accesses, Accesses), C(misses, Misses), C(writebacks, Writebacks))
TABLE(ShardWarmths, ShardWarmth, "shard_warmth", since(12), key(3),
      C(thread, Thread), C(interval, Interval), C(level, Level), C(hits, Hits),
      C(misses, Misses), C(open, Open))
TABLE(ShardCycle, ShardCycles, "shard_cycles", since(12), key(2),
      C(thread, Thread), C(interval, Interval), C(if_hit, IfHit),
      C(if_miss, IfMiss))

namespace MetaMembers {
using Row = Profile;
constexpr StoredColumn Columns[] = {
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
} // namespace MetaMembers
constinit const std::span<const StoredColumn> Meta = MetaMembers::Columns;

} // namespace memfacet::result::tables
