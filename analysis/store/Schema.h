//===- Schema.h - the tables of a profile, spelled once -------------------===//
//
// docs/profile-schema.md explains them; a test compares it with this list.
// A change of a table needs a new ProfileVersion and a reader for the old one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STORE_SCHEMA_H
#define MEMFACET_STORE_SCHEMA_H

#include <cstdint>
#include <iterator>

namespace memfacet {

/// SQLite's application id: "MFPR".
constexpr uint32_t ProfileApplication = 0x4d465052;
/// SQLite's user version.
///   1: the first.
///   2: sites and site_levels; markers.
///   3: site_accesses, and which fields are accessed: records to site_fields;
///   blind_spots; structures of kind "local".
///   4: what describes structures: structure_lives, site_steps, site_strides.
///   5: analyses on demand: a table is empty where nobody asked for it.
///   6: sampled runs: sampling to sampling_errors; block_sources, blocks,
///   block_vectors.
///   7: streams, in place of interval_streams; sampled pairs: pair_samples to
///   pair_threads.
///   8: what intervals look like: signature_shape to miss_sites; block_places.
///   9: lines that threads share: sharing to sharing_paddings; of sampled
///   pairs: pair_fields to pair_overlaps.
///   10: where locks are taken: sharing_lock_sites.
constexpr uint32_t ProfileVersion = 10;

/// Of ProfileVersion: those whose files have a table.
struct VersionRange {
  uint64_t First, Last;
};
constexpr VersionRange since(uint64_t Version) { return {Version, UINT64_MAX}; }
constexpr VersionRange before(uint64_t Version) { return {1, Version - 1}; }

struct Table {
  const char *Name;
  /// What stands in `CREATE TABLE name (...)`, tail included.
  const char *Definition;
  int Columns;
  VersionRange In;
};

// As an enumeration, so that writer and reader name tables without strings.
//   enumerator, versions, name, columns, definition
#define MEMFACET_PROFILE_TABLES(X)                                             \
  X(Meta, since(1), meta, 2, "(key TEXT PRIMARY KEY, value) WITHOUT ROWID")    \
  X(Arguments, since(1), arguments, 2,                                         \
    "(position INTEGER PRIMARY KEY, value TEXT)")                              \
  X(CacheLevels, since(1), cache_levels, 5,                                    \
    "(level INTEGER PRIMARY KEY, name TEXT, bytes INTEGER, ways INTEGER, "     \
    "shared INTEGER)")                                                         \
  X(Structures, since(1), structures, 15,                                      \
    "(id INTEGER PRIMARY KEY, kind TEXT, name TEXT, named INTEGER, "           \
    "type TEXT, file TEXT, line INTEGER, function TEXT, "                      \
    "element_bytes INTEGER, bytes INTEGER, peak_bytes INTEGER, "               \
    "objects INTEGER, accesses INTEGER, loads INTEGER, stores INTEGER)")       \
  X(StructureLevels, since(1), structure_levels, 5,                            \
    "(structure INTEGER, level INTEGER, accesses INTEGER, misses INTEGER, "    \
    "writebacks INTEGER, PRIMARY KEY (structure, level)) WITHOUT ROWID")       \
  X(Threads, since(1), threads, 3,                                             \
    "(id INTEGER PRIMARY KEY, parent INTEGER, instructions INTEGER)")          \
  X(ThreadCounts, since(1), thread_counts, 5,                                  \
    "(thread INTEGER, structure INTEGER, accesses INTEGER, loads INTEGER, "    \
    "stores INTEGER, PRIMARY KEY (thread, structure)) WITHOUT ROWID")          \
  X(ThreadLevels, since(1), thread_levels, 6,                                  \
    "(thread INTEGER, structure INTEGER, level INTEGER, accesses INTEGER, "    \
    "misses INTEGER, writebacks INTEGER, "                                     \
    "PRIMARY KEY (thread, structure, level)) WITHOUT ROWID")                   \
  X(IntervalStreams, before(7), interval_streams, 3,                           \
    "(thread INTEGER, structure INTEGER, counts BLOB, "                        \
    "PRIMARY KEY (thread, structure)) WITHOUT ROWID")                          \
  X(Sites, since(2), sites, 8,                                                 \
    "(id INTEGER PRIMARY KEY, file TEXT, line INTEGER, position INTEGER, "     \
    "function TEXT, writes INTEGER, accesses INTEGER, touches INTEGER)")       \
  X(SiteLevels, since(2), site_levels, 4,                                      \
    "(site INTEGER, structure INTEGER, level INTEGER, misses INTEGER, "        \
    "PRIMARY KEY (site, structure, level)) WITHOUT ROWID")                     \
  X(SiteAccesses, since(3), site_accesses, 3,                                  \
    "(site INTEGER, structure INTEGER, accesses INTEGER, "                     \
    "PRIMARY KEY (site, structure)) WITHOUT ROWID")                            \
  X(Records, since(3), records, 3,                                             \
    "(id INTEGER PRIMARY KEY, name TEXT, bytes INTEGER)")                      \
  X(RecordMembers, since(3), record_members, 8,                                \
    "(record INTEGER, position INTEGER, name TEXT, type TEXT, "                \
    "bit_offset INTEGER, bits INTEGER, count INTEGER, stride_bits INTEGER, "   \
    "PRIMARY KEY (record, position)) WITHOUT ROWID")                           \
  X(RecordParts, since(3), record_parts, 5,                                    \
    "(record INTEGER, position INTEGER, type TEXT, bit_offset INTEGER, "       \
    "bits INTEGER, PRIMARY KEY (record, position)) WITHOUT ROWID")             \
  X(StructureRecords, since(3), structure_records, 2,                          \
    "(structure INTEGER PRIMARY KEY, record INTEGER)")                         \
  X(SiteFields, since(3), site_fields, 5,                                      \
    "(site INTEGER PRIMARY KEY, block INTEGER, record INTEGER, "               \
    "byte_offset INTEGER, bytes INTEGER)")                                     \
  X(Loss, since(1), loss, 6,                                                   \
    "(lost_chunks INTEGER, unknown_words INTEGER, "                            \
    "lost_order_numbers INTEGER, cut_records INTEGER, truncated INTEGER, "     \
    "truncated_why TEXT)")                                                     \
  X(Notes, since(1), notes, 2, "(position INTEGER PRIMARY KEY, text TEXT)")    \
  X(Markers, since(2), markers, 5,                                             \
    "(position INTEGER PRIMARY KEY, kind TEXT, thread INTEGER, "               \
    "instructions INTEGER, name TEXT)")                                        \
  X(BlindSpots, since(3), blind_spots, 6,                                      \
    "(id INTEGER PRIMARY KEY, file TEXT, line INTEGER, position INTEGER, "     \
    "function TEXT, executions INTEGER)")                                      \
  X(StructureLives, since(4), structure_lives, 8,                              \
    "(structure INTEGER PRIMARY KEY, peak_objects INTEGER, "                   \
    "timed INTEGER, at_end INTEGER, instructions INTEGER, "                    \
    "followed INTEGER, brief INTEGER, longest INTEGER)")                       \
  X(SiteSteps, since(4), site_steps, 9,                                        \
    "(site INTEGER, structure INTEGER, sampled INTEGER, sequential INTEGER, "  \
    "strided INTEGER, repeated INTEGER, linked INTEGER, indirect INTEGER, "    \
    "irregular INTEGER, PRIMARY KEY (site, structure)) WITHOUT ROWID")         \
  X(SiteStrides, since(4), site_strides, 4,                                    \
    "(site INTEGER, structure INTEGER, stride INTEGER, steps INTEGER, "        \
    "PRIMARY KEY (site, structure, stride)) WITHOUT ROWID")                    \
  X(WayPartitions, since(5), way_partitions, 4,                                \
    "(position INTEGER PRIMARY KEY, structure TEXT, ways INTEGER, level "      \
    "TEXT)")                                                                   \
  X(MemoryLevels, since(5), memory_levels, 10,                                 \
    "(structure INTEGER, level INTEGER, compulsory INTEGER, "                  \
    "capacity INTEGER, conflict INTEGER, true_sharing INTEGER, "               \
    "false_sharing INTEGER, prefetches INTEGER, prefetches_used INTEGER, "     \
    "victim_hits INTEGER, PRIMARY KEY (structure, level)) WITHOUT ROWID")      \
  X(MemoryTlbs, since(5), memory_tlbs, 4,                                      \
    "(structure INTEGER, level INTEGER, accesses INTEGER, misses INTEGER, "    \
    "PRIMARY KEY (structure, level)) WITHOUT ROWID")                           \
  X(MemoryTraffic, since(5), memory_traffic, 7,                                \
    "(structure INTEGER PRIMARY KEY, reads INTEGER, writes INTEGER, "          \
    "interventions INTEGER, invalidations INTEGER, upgrades INTEGER, "         \
    "shared_writebacks INTEGER)")                                              \
  X(Evictions, since(5), evictions, 5,                                         \
    "(level INTEGER, victim INTEGER, evictor INTEGER, evictions INTEGER, "     \
    "premature INTEGER, PRIMARY KEY (level, victim, evictor)) WITHOUT ROWID")  \
  X(HotSets, since(5), hot_sets, 5,                                            \
    "(position INTEGER PRIMARY KEY, level INTEGER, number INTEGER, "           \
    "misses INTEGER, conflicts INTEGER)")                                      \
  X(SetSpreads, since(5), set_spreads, 5,                                      \
    "(level INTEGER PRIMARY KEY, missed INTEGER, misses INTEGER, "             \
    "conflicts INTEGER, hottest INTEGER)")                                     \
  X(Occupancy, since(5), occupancy, 4,                                         \
    "(sample INTEGER, level INTEGER, structure INTEGER, lines INTEGER, "       \
    "PRIMARY KEY (sample, level, structure)) WITHOUT ROWID")                   \
  X(CurveTotals, since(5), curve_totals, 3,                                    \
    "(scope TEXT PRIMARY KEY, samples INTEGER, error_ppm INTEGER) "            \
    "WITHOUT ROWID")                                                           \
  X(Curves, since(5), curves, 6,                                               \
    "(scope TEXT, structure INTEGER, touches INTEGER, compulsory INTEGER, "    \
    "samples INTEGER, error_ppm INTEGER, "                                     \
    "PRIMARY KEY (scope, structure)) WITHOUT ROWID")                           \
  X(CurveReuses, since(5), curve_reuses, 4,                                    \
    "(scope TEXT, structure INTEGER, lines INTEGER, touches INTEGER, "         \
    "PRIMARY KEY (scope, structure, lines)) WITHOUT ROWID")                    \
  X(CoreModels, since(5), core_model, 2, "(name TEXT, spec TEXT)")             \
  X(CoreThreads, since(5), core_threads, 10,                                   \
    "(thread INTEGER PRIMARY KEY, instructions INTEGER, "                      \
    "operations INTEGER, cycles INTEGER, busy INTEGER, computation INTEGER, "  \
    "branches INTEGER, start INTEGER, predictions INTEGER, "                   \
    "mispredictions INTEGER)")                                                 \
  X(CoreStallRows, since(5), core_stalls, 4,                                   \
    "(thread INTEGER, site INTEGER, structure INTEGER, cycles INTEGER, "       \
    "PRIMARY KEY (thread, site, structure)) WITHOUT ROWID")                    \
  X(CoreIntervals, since(5), core_intervals, 3,                                \
    "(thread INTEGER, interval INTEGER, cycles INTEGER, "                      \
    "PRIMARY KEY (thread, interval)) WITHOUT ROWID")                           \
  X(CoreScenarios, since(5), core_scenarios, 2,                                \
    "(position INTEGER PRIMARY KEY, cycles INTEGER)")                          \
  X(CorePerfect, since(5), core_perfect, 3,                                    \
    "(scenario INTEGER, position INTEGER, structure INTEGER, "                 \
    "PRIMARY KEY (scenario, position)) WITHOUT ROWID")                         \
  X(Sampling, since(6), sampling, 5,                                           \
    "(windows INTEGER, words INTEGER, recorded INTEGER, measured INTEGER, "    \
    "accesses INTEGER)")                                                       \
  X(SamplingTotals, since(6), sampling_totals, 3,                              \
    "(measure INTEGER PRIMARY KEY, share_ppm INTEGER, count_ppm INTEGER)")     \
  X(SamplingErrors, since(6), sampling_errors, 4,                              \
    "(structure INTEGER, measure INTEGER, share_ppm INTEGER, "                 \
    "count_ppm INTEGER, PRIMARY KEY (structure, measure)) WITHOUT ROWID")      \
  X(BlockSources, since(6), block_sources, 5,                                  \
    "(source TEXT, period INTEGER, samples INTEGER, outside INTEGER, "         \
    "lost INTEGER)")                                                           \
  X(Blocks, since(6), blocks, 6,                                               \
    "(number INTEGER PRIMARY KEY, hash INTEGER, function TEXT, file TEXT, "    \
    "line INTEGER, size INTEGER)")                                             \
  X(BlockVectors, since(6), block_vectors, 4,                                  \
    "(thread INTEGER, interval INTEGER, length INTEGER, counts BLOB, "         \
    "PRIMARY KEY (thread, interval)) WITHOUT ROWID")                           \
  X(PairSamples, since(7), pair_samples, 2, "(period INTEGER, seed INTEGER)")  \
  X(PairSites, since(7), pair_sites, 6,                                        \
    "(id INTEGER PRIMARY KEY, file TEXT, line INTEGER, position INTEGER, "     \
    "function TEXT, kind TEXT)")                                               \
  X(PairVertices, since(7), pair_vertices, 6,                                  \
    "(id INTEGER PRIMARY KEY, site INTEGER, structure INTEGER, "               \
    "thread INTEGER, firsts INTEGER, dangling INTEGER)")                       \
  X(Pairs, since(7), pairs, 4,                                                 \
    "(id INTEGER PRIMARY KEY, first INTEGER, second INTEGER, pairs INTEGER)")  \
  X(PairDistances, since(7), pair_distances, 3,                                \
    "(pair INTEGER, octave INTEGER, pairs INTEGER, "                           \
    "PRIMARY KEY (pair, octave)) WITHOUT ROWID")                               \
  X(PairThreads, since(7), pair_threads, 3,                                    \
    "(thread INTEGER PRIMARY KEY, units INTEGER, missed INTEGER)")             \
  X(PairFields, since(9), pair_fields, 4,                                      \
    "(site INTEGER PRIMARY KEY, record INTEGER, byte_offset INTEGER, "         \
    "bytes INTEGER)")                                                          \
  X(PairBefore, since(9), pair_before, 2,                                      \
    "(vertex INTEGER PRIMARY KEY, thread INTEGER)")                            \
  X(PairBytes, since(9), pair_bytes, 2,                                        \
    "(vertex INTEGER PRIMARY KEY, bytes_of_lines INTEGER)")                    \
  X(PairOverlaps, since(9), pair_overlaps, 2,                                  \
    "(pair INTEGER PRIMARY KEY, pairs INTEGER)")                               \
  X(Streams, since(7), streams, 8,                                             \
    "(thread INTEGER, structure INTEGER, measure INTEGER, intervals INTEGER, " \
    "total INTEGER, bytes INTEGER, check_value INTEGER, packed BLOB, "         \
    "PRIMARY KEY (thread, structure, measure)) WITHOUT ROWID")                 \
  X(BlockPlaces, since(8), block_places, 4,                                    \
    "(number INTEGER PRIMARY KEY, loop INTEGER, symbol TEXT, object TEXT)")    \
  X(SignatureShapes, since(8), signature_shape, 8,                             \
    "(modulo INTEGER, image_rows INTEGER, image_columns INTEGER, "             \
    "bins INTEGER, sample_period INTEGER, reuse_lines INTEGER, "               \
    "miss_level INTEGER, cut INTEGER)")                                        \
  X(IntervalPlaces, since(8), interval_places, 8,                              \
    "(thread INTEGER, interval INTEGER, start INTEGER, "                       \
    "instructions INTEGER, process_begin INTEGER, process_end INTEGER, "       \
    "time_begin INTEGER, time_end INTEGER, "                                   \
    "PRIMARY KEY (thread, interval)) WITHOUT ROWID")                           \
  X(Signatures, since(8), signatures, 6,                                       \
    "(kind INTEGER, thread INTEGER, interval INTEGER, bytes INTEGER, "         \
    "check_value INTEGER, packed BLOB, "                                       \
    "PRIMARY KEY (kind, thread, interval))")                                   \
  X(MissSites, since(8), miss_sites, 4,                                        \
    "(thread INTEGER, interval INTEGER, site INTEGER, misses INTEGER, "        \
    "PRIMARY KEY (thread, interval, site)) WITHOUT ROWID")                     \
  X(Sharing, since(9), sharing, 2, "(map TEXT, ranges INTEGER)")               \
  X(SharingSites, since(9), sharing_sites, 6,                                  \
    "(id INTEGER PRIMARY KEY, file TEXT, line INTEGER, position INTEGER, "     \
    "function TEXT, kind TEXT)")                                               \
  X(SharingVertices, since(9), sharing_vertices, 13,                           \
    "(id INTEGER PRIMARY KEY, site INTEGER, structure INTEGER, "               \
    "thread INTEGER, units INTEGER, cold INTEGER, true_sharing INTEGER, "      \
    "false_sharing INTEGER, certain INTEGER, coarse INTEGER, fine INTEGER, "   \
    "invalidations INTEGER, upgrades INTEGER)")                                \
  X(SharingEdges, since(9), sharing_edges, 6,                                  \
    "(first INTEGER, second INTEGER, cold INTEGER, true_sharing INTEGER, "     \
    "false_sharing INTEGER, bytes INTEGER, "                                   \
    "PRIMARY KEY (first, second)) WITHOUT ROWID")                              \
  X(SharingClasses, since(9), sharing_classes, 6,                              \
    "(structure INTEGER, class TEXT, lines INTEGER, units INTEGER, "           \
    "true_sharing INTEGER, false_sharing INTEGER, "                            \
    "PRIMARY KEY (structure, class))")                                         \
  X(SharingLocks, since(9), sharing_locks, 7,                                  \
    "(position INTEGER PRIMARY KEY, structure INTEGER, byte_offset INTEGER, "  \
    "kind INTEGER, giver INTEGER, taker INTEGER, count INTEGER)")              \
  X(SharingLockSites, since(10), sharing_lock_sites, 2,                        \
    "(position INTEGER PRIMARY KEY, site INTEGER)")                            \
  X(SharingFights, since(9), sharing_fights, 9,                                \
    "(position INTEGER PRIMARY KEY, writer INTEGER, victim INTEGER, "          \
    "writer_offset INTEGER, victim_offset INTEGER, writer_byte INTEGER, "      \
    "victim_byte INTEGER, misses INTEGER, certain INTEGER)")                   \
  X(SharingPaddings, since(9), sharing_paddings, 10,                           \
    "(position INTEGER PRIMARY KEY, structure INTEGER, kind TEXT, "            \
    "stride INTEGER, before INTEGER, after INTEGER, all_before INTEGER, "      \
    "all_after INTEGER, cold_before INTEGER, cold_after INTEGER)")

enum class ProfileTable {
#define MEMFACET_ENUMERATOR(Enumerator, In, Name, Columns, Definition)         \
  Enumerator,
  MEMFACET_PROFILE_TABLES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

inline constexpr Table ProfileTables[] = {
#define MEMFACET_TABLE(Enumerator, In, Name, Columns, Definition)              \
  {#Name, Definition, Columns, In},
    MEMFACET_PROFILE_TABLES(MEMFACET_TABLE)
#undef MEMFACET_TABLE
};

constexpr const Table &tableOf(ProfileTable T) {
  return ProfileTables[size_t(T)];
}

/// Whether files of version \p Version have it.
constexpr bool isInVersion(ProfileTable T, uint64_t Version) {
  const VersionRange &In = tableOf(T).In;
  return In.First <= Version && Version <= In.Last;
}

// The keys of table meta.
//   enumerator, key
#define MEMFACET_PROFILE_META(X)                                               \
  X(Program, "program")                                                        \
  X(ProcessId, "process_id")                                                   \
  X(ToolVersion, "tool_version")                                               \
  X(CachesName, "caches_name")                                                 \
  X(CachesSource, "caches_source")                                             \
  X(LineBytes, "line_bytes")                                                   \
  X(Instructions, "instructions")                                              \
  X(IntervalInstructions, "interval_instructions")                             \
  X(CachesSpec, "caches_spec")                                                 \
  X(MemoryDetail, "memory_detail")                                             \
  X(OccupancyPeriod, "occupancy_period")                                       \
  X(Digest, "digest")

namespace meta {
#define MEMFACET_META(Enumerator, Key)                                         \
  inline constexpr const char *Enumerator = Key;
MEMFACET_PROFILE_META(MEMFACET_META)
#undef MEMFACET_META
} // namespace meta

} // namespace memfacet

#endif
