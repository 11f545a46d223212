//===- Invariants.h - what holds for every profile and every trace --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/invariants.md is made of these tables. To add an invariant: a
// row here, a function in the file that the table names, a way to break it in
// test/unit/check, and `scripts/update-cli-doc`.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CHECK_INVARIANTS_H
#define MEMFACET_CHECK_INVARIANTS_H

#include "analysis/check/Comparisons.h"
#include "analysis/check/ProfileFacts.h"

namespace memfacet::check {

/// Sums: reads no streams, so that even the report of a long run has the time.
enum class CheckCost : uint8_t { Sums, Streams };

struct ProfileInvariant {
  void (*Check)(const ProfileFacts &F, Comparisons &V);
  const char *Name;
  const char *Says;        ///< one sentence
  const char *Requirement; ///< what a profile must have, where not all do
  CheckCost Cost = CheckCost::Sums;
};

// The function, its name, what it says, what it needs.
// CountRules.cpp
#define MEMFACET_COUNT_INVARIANTS(X)                                           \
  X(checkFixedStructures, "fixed-structures",                                  \
    "structure 0 is [library] and structure 1 is [unattributed]",              \
    "not imported, and no sampled blocks")                                     \
  X(checkLoadsAndStores, "loads-and-stores",                                   \
    "accesses are loads and stores, of each structure and thread", "")         \
  X(checkHits, "hits",                                                         \
    "no level misses more than it is accessed, of each structure, but for "    \
    "hits that a note says are missing, and for the first level of a program " \
    "that selects its accesses",                                               \
    "")                                                                        \
  X(checkLevelChain, "level-chain",                                            \
    "what misses in a level reaches the next one: its accesses are the "       \
    "misses of the level before",                                              \
    "a plain cache model")                                                     \
  X(checkTouches, "touches",                                                   \
    "each access touches at least one line of the first level", "")            \
  X(checkWritebacks, "writebacks",                                             \
    "a level writes back no more lines than it takes", "a plain cache model")  \
  X(checkThreadSums, "thread-sums",                                            \
    "the threads' counts of a structure add up to those of the structure",     \
    "threads")                                                                 \
  X(checkThreadInstructions, "thread-instructions",                            \
    "the threads' instructions add up to those of the run", "threads")         \
  X(checkThreadsKnown, "threads-known",                                        \
    "each count, stream, marker and rank is of a thread that has a row",       \
    "threads")                                                                 \
  X(checkParents, "thread-parents",                                            \
    "each thread was started by one that is there", "threads")                 \
  X(checkSizes, "structure-sizes",                                             \
    "what lived at once takes no more bytes than all objects together, and "   \
    "what has no objects has no bytes",                                        \
    "")                                                                        \
  X(checkLives, "object-lives",                                                \
    "objects that were timed, followed, brief or alive at the end are no "     \
    "more than there were",                                                    \
    "descriptions")                                                            \
  X(checkSiteAccesses, "site-accesses",                                        \
    "a site's accesses are those that it makes in each structure, summed",     \
    "sites")                                                                   \
  X(checkSiteStructures, "site-structures",                                    \
    "a structure's accesses are those that sites make in it, summed",          \
    "sites of a run of which all accesses were recorded")                      \
  X(checkSiteMisses, "site-misses",                                            \
    "a structure's misses of each level are those of sites in it, summed",     \
    "sites")                                                                   \
  X(checkSiteTouches, "site-touches",                                          \
    "the line touches of all sites are the accesses of the first level",       \
    "sites")                                                                   \
  X(checkSiteBounds, "site-bounds",                                            \
    "no site misses more in a level than it misses in the level before, or, "  \
    "if all accesses were recorded, than it touches lines",                    \
    "sites, a plain cache model")                                              \
  X(checkLineIntervals, "line-intervals", "misses lie in their intervals",     \
    "some lines (record --lines)")                                             \
  X(checkStretches, "line-stretches",                                          \
    "each stretch of a run has fewer lines than the one before",               \
    "some lines (record --lines)")                                             \
  X(checkSteps, "steps",                                                       \
    "steps are at most the accesses that were looked at, and steps by "        \
    "strides at most the strided ones",                                        \
    "descriptions")                                                            \
  X(checkMembers, "members",                                                   \
    "each member and part of a record lies inside of it", "record types")      \
  X(checkFieldSites, "field-sites",                                            \
    "each site that accesses a member begins inside of the record",            \
    "sites of members")                                                        \
  X(checkMarkers, "markers",                                                   \
    "a thread's markers are in the order of its instructions", "markers")      \
  X(checkLoss, "loss",                                                         \
    "a profile of a cut trace says why it is cut, another one says nothing",   \
    "")                                                                        \
  X(checkCacheModelRule, "cache-model",                                        \
    "the cache model is what its specification says", "")

// TimeRules.cpp
#define MEMFACET_TIME_INVARIANTS(X)                                            \
  X(checkStreamSums, "stream-sums",                                            \
    "a structure's counts over time add up to its counts", "counts over time") \
  X(checkStreamThreads, "stream-threads",                                      \
    "a thread's counts over time in a structure add up to its counts there",   \
    "counts over time")                                                        \
  X(checkStreamWhole, "stream-whole",                                          \
    "the sum of all structures over time is what the structures have", "")     \
  X(checkStreamProcess, "stream-process",                                      \
    "what the process counts on its own clock is what its threads count",      \
    "several threads")                                                         \
  X(checkStreamInstructions, "stream-instructions",                            \
    "a thread's instructions over time add up to its instructions",            \
    "counts over time, not imported")                                          \
  X(checkStreamBytes, "stream-bytes",                                          \
    "each stream is readable, adds up to its total and ends where it says",    \
    "", CheckCost::Streams)                                                    \
  X(checkIntervalSums, "interval-sums",                                        \
    "in each interval, the structures add up to the sum of all structures",    \
    "", CheckCost::Streams)                                                    \
  X(checkIntervalHits, "interval-hits",                                        \
    "in each interval, no structure misses more in a level than it accesses "  \
    "it",                                                                      \
    "a run of which all accesses were recorded", CheckCost::Streams)           \
  X(checkIntervalTiles, "interval-tiles",                                      \
    "intervals tile the run: each begins where the one before ends, within a " \
    "record",                                                                  \
    "intervals of a fixed length", CheckCost::Streams)                         \
  X(checkPlaces, "interval-places",                                            \
    "the intervals of a thread follow one another without gaps, up to its "    \
    "last instruction",                                                        \
    "--phases")                                                                \
  X(checkPlaceTimes, "interval-times",                                         \
    "an interval lies inside the run, holds its own instructions and does "    \
    "not "                                                                     \
    "end before it begins",                                                    \
    "--phases")                                                                \
  X(checkSignatures, "signatures",                                             \
    "each signature is readable and of an interval that is there", "--phases", \
    CheckCost::Streams)                                                        \
  X(checkMissSites, "miss-sites",                                              \
    "the misses of an interval by site are its misses", "--phases",            \
    CheckCost::Streams)                                                        \
  X(checkVectorSums, "vector-sums",                                            \
    "the executions of blocks times their sizes are the instructions of the "  \
    "interval",                                                                \
    "block vectors that are not sampled")                                      \
  X(checkVectorThreads, "vector-threads",                                      \
    "the lengths of a thread's block vectors add up to its instructions",      \
    "block vectors that are not sampled")                                      \
  X(checkVectorSamples, "vector-samples",                                      \
    "samples in blocks and outside of blocks add up to all samples",           \
    "sampled block vectors")                                                   \
  X(checkBlocks, "blocks",                                                     \
    "blocks are in the order of their numbers, and are executed where "        \
    "listed",                                                                  \
    "block vectors")

// MemoryRules.cpp
#define MEMFACET_MEMORY_INVARIANTS(X)                                          \
  X(checkClasses, "miss-classes",                                              \
    "the five classes of misses add up to the misses, or to less if lines "    \
    "are chosen",                                                              \
    "chosen lines or --why")                                                   \
  X(checkPrefetches, "prefetches",                                             \
    "no more prefetched lines are used than were prefetched",                  \
    "chosen lines or --why")                                                   \
  X(checkEvictors, "evictors",                                                 \
    "lines that a structure drove out of a level are those that it drove out " \
    "over time",                                                               \
    "chosen lines or --why")                                                   \
  X(checkPremature, "premature",                                               \
    "no structure drives out more lines too early than it drives out",         \
    "--why, all lines, no region of interest")                                 \
  X(checkPrematureMisses, "premature-misses",                                  \
    "no structure has more premature evictions in a level than misses that "   \
    "are not compulsory",                                                      \
    "chosen lines or --why, no prefetching, no region of interest")            \
  X(checkSpreads, "set-spreads",                                               \
    "the misses of all sets of a level are those of the structures",           \
    "chosen lines or --why")                                                   \
  X(checkHotSets, "hot-sets",                                                  \
    "the sets with the most misses have no more than all sets",                \
    "chosen lines or --why")                                                   \
  X(checkOccupancy, "occupancy",                                               \
    "structures never hold more lines of a level than it has",                 \
    "chosen lines or --why")                                                   \
  X(checkTlbs, "tlb-chain",                                                    \
    "pages that miss in a translation buffer reach the next one", "a TLB")     \
  X(checkTraffic, "memory-traffic",                                            \
    "lines from memory are at most what the last level misses and prefetches", \
    "chosen lines or --why")                                                   \
  X(checkCurveTouches, "curve-touches",                                        \
    "the touches of a miss curve are the accesses of the first level",         \
    "--curves, exact")                                                         \
  X(checkCurveScopes, "curve-scopes",                                          \
    "lines that are new to one cache of all threads are new to the thread's "  \
    "own, and one thread has the same curve in both",                          \
    "--curves, exact")                                                         \
  X(checkCurveErrors, "curve-errors",                                          \
    "a curve lies in its intervals, and an exact one has none", "--curves")    \
  X(checkCurveLevel, "curve-level",                                            \
    "a fully associative LRU level misses what the curve says of its size",    \
    "--curves, exact, such a first level of 2^k lines")                        \
  X(checkCoreCycles, "core-cycles",                                            \
    "a thread's cycles are busy ones and stalls, by structure and otherwise",  \
    "--core")                                                                  \
  X(checkCoreIntervals, "core-intervals",                                      \
    "the cycles of a thread's intervals add up to its cycles", "--core")       \
  X(checkCoreStreams, "core-streams",                                          \
    "cycles and their parts over time add up to those of the thread",          \
    "--core")                                                                  \
  X(checkCoreInstructions, "core-instructions",                                \
    "the core executes the instructions of its thread, and no more "           \
    "operations than these",                                                   \
    "--core")                                                                  \
  X(checkCoreBranches, "core-branches",                                        \
    "no more branches are mispredicted than are predicted", "--core")          \
  X(checkCoreScenarios, "core-scenarios",                                      \
    "perfect structures are different ones, and every thread needs a cycle",   \
    "--core with perfect structures")

// ThreadRules.cpp
#define MEMFACET_THREAD_INVARIANTS(X)                                          \
  X(checkPairDistances, "pair-distances",                                      \
    "reuse pairs by distance add up to the pairs", "--communication")          \
  X(checkPairFirsts, "pair-firsts", "each choice begins a pair or dangles",    \
    "--communication")                                                         \
  X(checkPairOverlaps, "pair-overlaps",                                        \
    "no more pairs share bytes than there are", "--communication")             \
  X(checkPairUnits, "pair-units",                                              \
    "no thread has more choices than it executes units", "--communication")    \
  X(checkSharingEdges, "sharing-edges",                                        \
    "misses by lost lines that lead to a place are those of the place",        \
    "several threads")                                                         \
  X(checkSharingBounds, "sharing-bounds",                                      \
    "a place misses no more than it accesses, and certain misses are misses",  \
    "several threads")                                                         \
  X(checkSharingClasses, "sharing-classes",                                    \
    "accesses and misses by the use of lines are those by place",              \
    "several threads")                                                         \
  X(checkSharingFights, "sharing-fights",                                      \
    "misses by what was written and wanted are those of false sharing",        \
    "several threads")                                                         \
  X(checkSharingPaddings, "sharing-paddings",                                  \
    "a structure's misses are among those of all, before and after padding",   \
    "--sharing=pad")                                                           \
  X(checkSharingHints, "sharing-hints",                                        \
    "no more sampled accesses are contested than there are, by no more "       \
    "threads than there are",                                                  \
    "several threads")                                                         \
  X(checkMappingLines, "mapping-lines",                                        \
    "sampled accesses to lines of mappings add up, and what is written is "    \
    "accessed",                                                                \
    "mappings that processes may share")                                       \
  X(checkSharingThreads, "sharing-threads",                                    \
    "pairs, shared lines and locks are of threads that have a row",            \
    "--communication or --sharing")                                            \
  X(checkRanks, "ranks",                                                       \
    "each rank has a label of its own and begins at a thread that is there",   \
    "a merged profile")                                                        \
  X(checkShard, "shard",                                                       \
    "a part is one of all parts and simulates its models, and no more than "   \
    "the whole",                                                               \
    "a part of a simulation")                                                  \
  X(checkShardCounts, "shard-counts",                                          \
    "no model of a part misses more in a level than it is accessed",           \
    "a part of a sweep")                                                       \
  X(checkShardWarmth, "shard-warmth",                                          \
    "in each point of a part, what reaches a level is what missed in the one " \
    "before or may have",                                                      \
    "a part of simulation points")

// FileRules.cpp: what needs the file.
#define MEMFACET_FILE_INVARIANTS(X)                                            \
  X(checkReadable, "readable",                                                 \
    "the file is a whole profile of a known version: memfacet can read it",    \
    "", CheckCost::Streams)                                                    \
  X(checkCheckValue, "check-value",                                            \
    "the contents fit the check value over them", "", CheckCost::Streams)      \
  X(checkPages, "pages", "the file has no free pages and is sound for SQLite", \
    "", CheckCost::Streams)                                                    \
  X(checkTables, "tables",                                                     \
    "the file has the tables and views of its version and nothing else", "",   \
    CheckCost::Streams)                                                        \
  X(checkLevelRows, "level-rows", "each structure has one row of each level",  \
    "", CheckCost::Streams)                                                    \
  X(checkStructuresView, "view-structures",                                    \
    "the view of structures has the counts of the tables", "",                 \
    CheckCost::Streams)                                                        \
  X(checkSitesView, "view-sites",                                              \
    "the view of sites has the counts of the tables", "sites",                 \
    CheckCost::Streams)                                                        \
  X(checkUsesView, "view-uses",                                                \
    "the view of sites by structure has the accesses of the sites", "sites",   \
    CheckCost::Streams)                                                        \
  X(checkEvictionsView, "view-evictions",                                      \
    "the view of evictions has the evictions of the tables",                   \
    "chosen lines or --why", CheckCost::Streams)                               \
  X(checkIntervalsView, "view-intervals",                                      \
    "the view of intervals has the accesses that the streams have", "",        \
    CheckCost::Streams)                                                        \
  X(checkCurveRows, "curve-rows",                                              \
    "a curve's touches are the new lines and the touches by distance",         \
    "--curves", CheckCost::Streams)

#define MEMFACET_PROFILE_INVARIANTS(X)                                         \
  MEMFACET_FILE_INVARIANTS(X)                                                  \
  MEMFACET_COUNT_INVARIANTS(X)                                                 \
  MEMFACET_TIME_INVARIANTS(X)                                                  \
  MEMFACET_MEMORY_INVARIANTS(X)                                                \
  MEMFACET_THREAD_INVARIANTS(X)

#define MEMFACET_DECLARATION(Function, ...)                                    \
  void Function(const ProfileFacts &F, Comparisons &V);
MEMFACET_PROFILE_INVARIANTS(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION

#define MEMFACET_ROW(...) ProfileInvariant{__VA_ARGS__},
inline constexpr ProfileInvariant ProfileInvariants[] = {
    MEMFACET_PROFILE_INVARIANTS(MEMFACET_ROW)};
#undef MEMFACET_ROW

} // namespace memfacet::check

#endif
