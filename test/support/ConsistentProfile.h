//===- ConsistentProfile.h - a small profile in which all adds up ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_CONSISTENTPROFILE_H
#define MEMFACET_TEST_SUPPORT_CONSISTENTPROFILE_H

#include "analysis/result/profile/MissCurves.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Test.h"

namespace memfacet::test {

/// A profile of two threads that access one structure, by a load and a store.
/// Intervals have 1000 instructions: thread 0 has two, thread 1 has one. Every
/// table has rows, except those of merged and shared runs.
class ConsistentProfile {
public:
  static constexpr uint32_t Table = 2;

  explicit ConsistentProfile(
      const char *Caches = "L1=64K,full;L2=128K,8;line=64") {
    P.Caches = good(parseCacheModel(Caches));
    P.Program = "./app";
    P.ToolVersion = "1";
    P.Instructions = 2200;
    P.IntervalInstructions = 1000;
    P.Threads = {{0, 0, 1500}, {1, 0, 700}};
    addStructures();
    addSites();
    addStreams();
    addMemory();
    addCurves();
    addCore();
    addIntervals();
    addPairs();
    addSharing();
  }

  Profile P;

private:
  static Structure fixed(StructureKind Kind, const char *Name) {
    Structure S;
    S.Kind = Kind, S.Name = Name;
    S.Total.Levels.resize(2);
    return S;
  }

  void addStructures() {
    P.Structures = {fixed(StructureKind::Library, "[library]"),
                    fixed(StructureKind::Unattributed, "[unattributed]"),
                    fixed(StructureKind::Heap, "table")};
    Structure &S = P.Structures[Table];
    S.Named = true, S.Bytes = 4096, S.PeakBytes = 2048, S.Objects = 4;
    S.Lives = {2, 4, 1, 5000, 4, 2, 2000};
    S.Record = 0;
    Counts First = {100, 60, 40, {{110, 20, 5}, {20, 8, 2}}};
    Counts Second = {50, 30, 20, {{50, 10, 2}, {10, 4, 1}}};
    P.ByThread = {{0, StructureId(Table), First},
                  {1, StructureId(Table), Second}};
    S.Total += First;
    S.Total += Second;
    P.Records = {{"struct node",
                  16,
                  {{"key", "long", 0, 64}, {"next", "struct node *", 64, 64}},
                  {{"struct link", 64, 64}}}};
    P.Markers = {{MarkerKind::Phase, 0, 10, "fill"},
                 {MarkerKind::Phase, 0, 20, "use"}};
  }

  void addSites() {
    P.Sites = {{"a.c", "walk", 3, 1, false, 90, 95, {0, 8, 8}},
               {"a.c", "fill", 4, 1, true, 60, 65}};
    P.Sites[0].Field = {0, 0, 8, 8};
    P.BySite = {{0, StructureId(Table), {18, 7}, 90},
                {1, StructureId(Table), {12, 5}, 60}};
    P.BySite[0].Steps.Sampled = 10;
    P.BySite[0].Steps.steps(StepKind::Strided) = 5;
    P.BySite[0].Steps.Strides = {{8, 4}};
    P.HasSiteAccesses = P.HasDescriptions = true;
  }

  /// A row of a stream: thread, interval, interval of the process, values.
  struct StreamRow {
    uint32_t Thread, Interval, Process;
    std::vector<uint64_t> Values;
  };
  void add(const std::vector<Measure> &Measures, StructureId Id,
           const std::vector<StreamRow> &Rows) {
    StreamStore Store(Measures);
    for (const StreamRow &R : Rows) {
      uint64_t *Target = Store.at({R.Thread, R.Interval, R.Process}, Id);
      std::ranges::copy(R.Values, Target);
    }
    Store.fill(P.Streams);
  }

  void addStreams() {
    add(countedMeasures(2), StructureId(Table),
        {{0, 0, 0, {70, 30, 75, 15, 3, 10, 15, 6, 1, 1}},
         {1, 0, 1, {50, 20, 50, 10, 2, 6, 10, 4, 1, 1}},
         {0, 1, 2, {30, 10, 35, 5, 2, 4, 5, 2, 1, 0}}});
    add({Measure::Instructions}, StructureId(),
        {{0, 0, 0, {1000}}, {1, 0, 1, {700}}, {0, 1, 2, {500}}});
    P.Streams.sort();
  }

  void addMemory() {
    MemoryDetail &M = P.Memory;
    M.Known = true;
    M.ByStructure.resize(3);
    for (size_t L = 0; L != 2; ++L) {
      const LevelCounts &C = P.Structures[Table].Total.Levels[L];
      LevelDetail &D = M.ByStructure[Table].Levels[L];
      D.Accesses = C.Accesses, D.Misses = C.Misses;
      D.Writebacks = C.Writebacks;
      D.ByClass = {10, C.Misses - 11, 1, 0, 0};
      D.Prefetches = 2, D.PrefetchesUsed = 1;
    }
    for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
      M.ByStructure[Table].Tlbs[T] = {T == 0 ? 150u : 20u, T == 0 ? 20u : 2u};
    M.ByStructure[Table].MemoryReads = 12;
    M.Evictions = {{0, Table, Table, {20, 15}}, {1, Table, Table, {2, 2}}};
    M.HotSets = {{0, 0, {30, 1}}, {1, 5, {6, 1}}};
    M.Spreads = {{0, 1, {30, 1}, 30}, {1, 3, {12, 1}, 6}};
    M.OccupancyPeriod = 1000;
    M.Occupancy = {{1, 0, Table, 100}, {1, 1, Table, 200}};
  }

  void addCurves() {
    constexpr uint64_t FirstLevelLines = 1024;
    P.Curves.Totals = {{CurveScope::Private}, {CurveScope::Shared}};
    std::vector<uint64_t> Reuses(bucketOf(FirstLevelLines) + 1);
    Reuses.front() = 130, Reuses.back() = 5;
    P.Curves.Curves = {{CurveScope::Private, StructureId(Table), 25, Reuses},
                       {CurveScope::Shared, StructureId(Table), 20, {140}}};
  }

  void addCore() {
    CoreTimes &C = P.Core;
    C.Name = "core", C.Spec = "x";
    C.Threads = {{0, 1500, 1000, 2000, 900, 500, 100, 10, 50, 5},
                 {1, 700, 500, 800, 400, 200, 50, 5, 20, 2}};
    C.Stalls = {{0, 0, StructureId(Table), 490},
                {1, 1, StructureId(Table), 145}};
    C.Intervals = {{0, 0, 1500}, {0, 1, 500}, {1, 0, 800}};
    C.Scenarios = {{{StructureId(Table)}, 2000}};
    std::vector<Measure> Measures = {Measure::Cycles,      Measure::Busy,
                                     Measure::Computation, Measure::Branches,
                                     Measure::Start,       Measure::Stalls};
    StreamStore Store(Measures);
    auto AddRow = [&](StreamStore::Moment Position, StructureId Id,
                      const std::vector<uint64_t> &Values) {
      std::ranges::copy(Values, Store.at(Position, Id));
    };
    AddRow({0, 0, 0}, StructureId(), {1010, 900, 0, 100, 10, 0});
    AddRow({0, 0, 0}, StructureId(Table), {490, 0, 0, 0, 0, 490});
    AddRow({1, 0, 1}, StructureId(), {655, 400, 200, 50, 5, 0});
    AddRow({1, 0, 1}, StructureId(Table), {145, 0, 0, 0, 0, 145});
    AddRow({0, 1, 2}, StructureId(), {500, 0, 500, 0, 0, 0});
    Store.fill(P.Streams);
    P.Streams.sort();
  }

  void addIntervals() {
    IntervalSignatures &S = P.Signatures;
    S.Places = {{0, 0, 0, 1000, 0, 1200, 0, 1000},
                {0, 1, 1000, 500, 1200, 2200, 1000, 1500},
                {1, 0, 0, 700, 100, 1900, 100, 800}};
    for (const IntervalPlace &I : S.Places) {
      SignatureVector V{SignatureKind::Reuse, I.Thread, I.Interval};
      std::vector<BlockCount> Counts = {{1, 5}};
      setCounts(V, packCounts(Counts));
      S.Vectors.push_back(std::move(V));
    }
    S.MissSites = {{0, 0, 0, 6}, {0, 1, 0, 2}, {1, 0, 1, 4}};
    BlockVectors &B = P.Vectors;
    B.Source = BlockSource::Recorded;
    B.Blocks = {{1, 11, "walk", "a.c", 3, 10}, {2, 12, "fill", "a.c", 4, 50}};
    auto Packed = [](std::vector<BlockCount> Counts) {
      return packCounts(Counts);
    };
    B.Intervals = {{0, 0, 1000, Packed({{0, 50}, {1, 10}})},
                   {0, 1, 500, Packed({{0, 50}})},
                   {1, 0, 700, Packed({{0, 20}, {1, 10}})}};
  }

  void addPairs() {
    PairSample &S = P.Pairs;
    S.Period = 10;
    S.Sites = {{"a.c", "walk", 3, 1, AccessKind::Load}};
    S.Vertices = {{0, StructureId(Table), 0, 5, 1},
                  {0, StructureId(Table), 1, 2, 2}};
    S.Pairs = {{0, 1, 4, 3, {1, 3}}};
    S.Threads = {{0, 100, 0}, {1, 50, 0}};
  }

  void addSharing() {
    SharingTable &S = P.Sharing;
    S.Map = "threads";
    S.Sites = {{"a.c", "walk", 3, 1, AccessKind::Load}};
    S.Vertices = {{0, StructureId(Table), 0, 100, 10},
                  {0, StructureId(Table), 1, 50, 4, 6, 2, 5}};
    S.Edges = {{0, 1, 2, 6, 2, 8}};
    S.Classes = {
        {StructureId(Table), SharingClass::FalselyShared, 9, 150, 6, 2}};
    S.Locks = {{StructureId(Table), 0, 0, 0, 1, 1}};
    S.Fights = {{0, 1, 0, 8, 0, 8, 2, 1}};
    S.Paddings = {{StructureId(Table), PaddingKind::Objects, 64, 2, 0, 8, 6}};
    P.SharingHints = {{StructureId(Table), 100, 10, 2, 2}};
    P.Mappings.Uses = {{StructureId(Table), 0, 150, 20, 30}};
    P.Mappings.Lines = {{StructureId(Table), 0, 7, 30, 4, 0xff, 0xf}};
  }
};

} // namespace memfacet::test

#endif
