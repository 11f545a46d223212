//===- CoreObserverTest.cpp - from records to cycles ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/result/store/StreamReader.h"
#include "test/support/AnalysisRun.h"

namespace {

constexpr uint64_t Memory = 0x800000, Penalty = 5, Latency = 100;
constexpr const char *Caches = "L1=1K,2;L2=4K,4";
constexpr const char *Core =
    "width=64,window=1000,stores=1000,misses=1000,penalty=5,memory=100,line=0,"
    "levels=3/12,predictor=taken,units.mem=64,units.int=64";

std::string bytes(std::initializer_list<unsigned> List) {
  return {List.begin(), List.end()};
}

/// while (p) p = *p: a run without a record before a loop of one, in a global.
class Chase {
public:
  Chase() {
    uint64_t Entry = Tables.block({.Instructions = 1,
                                   .Flags = BlockEntersFunction,
                                   .Id = 10,
                                   .Function = "walk",
                                   .Operations = bytes({1, 0, 0x0e}),
                                   .Values = 1});
    BlockSpec Spec = {.Instructions = 3,
                      .Slots = 1,
                      .Sites = {{.Size = 8}},
                      .Id = 11,
                      .Function = "walk",
                      // phi(constant, value 0); value 0 = load; branch
                      .Operations = bytes(
                          {3, 2, 1, 0, 0x52, 0, 1, 0xa8, 1, 0, 2, 0x0c, 2, 0}),
                      .Ordinal = 1,
                      .Values = 1};
    Loop = Tables.block(Spec);
    Spec.Instructions = 4, Spec.Prefix = Entry;
    First = Tables.block(Spec);
    // They are rows of one function, which is known by its row.
    for (uint64_t Row : {Loop, First})
      share(Row, Entry);
    Tables.global({"list", Memory, Bytes, "char[64]"});
    Stream.module(0, Tables);
  }

  /// Visits \p N lines from \p From on.
  void walk(uint64_t Begin, uint64_t N) {
    for (uint64_t I = 0; I != N; ++I)
      Stream.block(I == 0 ? First : Loop, {Memory + (Begin + I) * 64});
  }

  /// The same, of the same activation.
  void goOn(uint64_t Begin, uint64_t N) {
    for (uint64_t I = 0; I != N; ++I)
      Stream.block(Loop, {Memory + (Begin + I) * 64});
  }

  Profile analyse(uint64_t Interval, CoreOptions Options = {}) {
    Options.Model = *parseCoreModel(Core);
    Profile P = test::analyse(Stream, Caches,
                              {.Decoding = {.Intervals = {Interval}},
                               .Outcomes = true,
                               .Observers = {observeCore(Options)}});
    check(P);
    return P;
  }

  /// Interval 1 is a point, \p First the begin of its warming: its cycles if
  /// cold lines hit, as simulated, and if cold lines miss.
  std::array<uint64_t, 3> cyclesOfPoint(uint64_t Interval, uint32_t First) {
    auto Warmth = std::make_shared<PointWarmth>(*parseCacheModel(Caches));
    Profile P = test::analyse(
        Stream, Caches,
        {.Decoding = {.Intervals = {Interval}},
         .Outcomes = true,
         .Observers = {observeWarmth({{0, First, 1}}, Interval, Warmth),
                       observeCore({*parseCoreModel(Core)})},
         .Warmth = Warmth});
    check(P);
    auto [Least, Most] = Warmth->counts().at({0, 1}).Cycles.value();
    for (const CoreInterval &I : P.Core.Intervals)
      if (I.Interval == 1)
        return {Least, I.Cycles, Most};
    return {};
  }

  StreamBuilder Stream;

private:
  static constexpr uint64_t Bytes = 1 << 20;

  void share(uint64_t Row, uint64_t Source) {
    std::string &Rows = Tables.bytes(TableKind::Blocks);
    auto AddressOf = [&](uint64_t R) {
      return Rows.data() + (R - Tables.begin(TableKind::Blocks)) +
             offsetof(Block, Function);
    };
    RelPtr Link;
    std::memcpy(&Link, AddressOf(Source), sizeof(Link));
    Link += RelPtr(Source - Row);
    std::memcpy(AddressOf(Row), &Link, sizeof(Link));
  }

  /// Streams have the same cycles, interval by interval.
  static void checkStreams(const Profile &P, const CoreThreadTimes &T,
                           const std::vector<uint64_t> &Stalls) {
    auto Total = [&](StructureId Id, Measure Link) {
      const result::Stream *S = P.Streams.find(0, Id, Link);
      return S ? S->Total : 0;
    };
    EXPECT_EQ(Total({}, Measure::Cycles), T.Cycles);
    EXPECT_EQ(Total({}, Measure::Busy), T.Busy);
    EXPECT_EQ(Total({}, Measure::Computation), T.Computation);
    EXPECT_EQ(Total({}, Measure::Branches), T.Branches);
    EXPECT_EQ(Total({}, Measure::Start), T.Start);
    uint64_t Sum = 0;
    for (uint32_t Id = 0; Id != Stalls.size(); ++Id) {
      EXPECT_EQ(Total(StructureId(Id), Measure::Stalls), Stalls[Id]);
      Sum += Stalls[Id];
    }
    EXPECT_EQ(Total({}, Measure::Stalls), Sum);
    std::map<uint32_t, uint64_t> Expected, Found;
    for (const CoreInterval &I : P.Core.Intervals)
      Expected[I.Interval] += I.Cycles;
    StreamReader Reader(P.Streams);
    EXPECT_TRUE(
        Reader.read(0, {}, Measure::Cycles, [&](auto Intervals, auto Cycles) {
          for (size_t I = 0; I != Cycles.size(); ++I)
            if (Cycles[I] != 0)
              Found[Intervals[I]] = Cycles[I];
        }));
    EXPECT_EQ(Found, Expected);
  }

  /// Everything adds up.
  static void check(const Profile &P) {
    CoreThreadTimes T = P.Core.total();
    std::vector<uint64_t> Stalls = P.Core.byStructure(P.Structures.size());
    EXPECT_EQ(T.Busy + T.Computation + T.Branches + T.Start +
                  std::accumulate(Stalls.begin(), Stalls.end(), uint64_t(0)),
              T.Cycles);
    EXPECT_EQ(sumOf(P.Core.Intervals, &CoreInterval::Cycles), T.Cycles);
    checkStreams(P, T, Stalls);
    EXPECT_EQ(T.Instructions, P.Instructions);
    for (const CoreStalls &S : P.Core.Stalls)
      ASSERT_LT(S.Site, P.Sites.size());
  }

  TableBuilder Tables;
  uint64_t Loop = 0, First = 0;
};

uint64_t stallsOf(const Profile &P, const char *Name) {
  std::vector<uint64_t> Stalls = P.Core.byStructure(P.Structures.size());
  for (size_t Id = 0; Id != Stalls.size(); ++Id)
    if (P.Structures[Id].Name == Name)
      return Stalls[Id];
  return 0;
}

constexpr uint64_t chain(uint64_t Loads) {
  return Penalty + 1 + Loads * Latency + 1;
}

TEST(CoreObserver, AChaseTakesALatencyForEachNode) {
  constexpr uint64_t N = 5000; // more than a batch
  for (uint64_t Interval : {uint64_t(1'000'000), uint64_t(100), uint64_t(1)}) {
    Chase C;
    C.walk(0, N);
    Profile P = C.analyse(Interval);
    CoreThreadTimes T = P.Core.total();
    EXPECT_EQ(T.Cycles, chain(N));
    EXPECT_EQ(T.Instructions, 3 * N + 1);
    EXPECT_EQ(T.Operations, 2 * N + 1);
    EXPECT_EQ(T.Start, Penalty);
    // The last branch is not followed by anything.
    EXPECT_EQ(T.Predictions, N - 1);
    EXPECT_EQ(T.Mispredictions, 0u);
    EXPECT_EQ(stallsOf(P, "list"), T.Cycles - T.Busy - T.Start - T.Computation);
    EXPECT_GT(stallsOf(P, "list"), N * 90);
  }
}

TEST(CoreObserver, WhatIsNotWrittenInOneRunIsNotWaitedForInTheNext) {
  // Two walks, each from a constant: side by side.
  Chase C;
  C.walk(0, 50);
  C.walk(1000, 50);
  // The second enters a cycle later: the first has more than 64 operations.
  EXPECT_EQ(C.analyse(1'000'000).Core.total().Cycles, chain(50) + 1);
}

TEST(CoreObserver, APerfectStructureIsAScenario) {
  constexpr uint64_t N = 300;
  Chase C;
  C.walk(0, N);
  Profile P = C.analyse(1'000'000);
  uint32_t List = 0;
  while (P.Structures[List].Name != "list")
    ++List;
  P = C.analyse(1'000'000, {.Model = {}, .Perfect = {{}, {StructureId(List)}}});
  EXPECT_EQ(P.Core.total().Cycles, chain(N));
  ASSERT_EQ(P.Core.Scenarios.size(), 2u);
  EXPECT_EQ(P.Core.Scenarios[0].Cycles, chain(N));
  EXPECT_EQ(P.Core.Scenarios[1].Cycles, Penalty + 1 + N + 1);
  // The list's misses are what they were.
  EXPECT_EQ(P.Structures[List].Total.Levels[1].Misses, N);
}

TEST(CoreObserver, OnlyTheRegionOfInterestIsCounted) {
  Chase C;
  C.walk(0, 100);
  C.Stream.interest(1, true);
  C.walk(1000, 40);
  C.Stream.interest(2, false);
  C.walk(2000, 100);
  Profile P = C.analyse(1'000'000);
  // The first walk ends as the second begins; both were under way.
  EXPECT_EQ(P.Core.total().Instructions, 3 * 40 + 1u);
  EXPECT_EQ(P.Core.total().Operations, 2 * 40 + 1u);
}

/// Ten lines of interval 0, then five of them again and five new ones.
TEST(CoreObserver, ColdLinesBoundThePointsCycles) {
  Chase C;
  C.walk(0, 10);
  C.goOn(0, 5);
  C.goOn(10, 5);
  // Warmed from the begin of the run, everything is known.
  constexpr uint64_t FirstHit = 3, SecondHit = 12;
  uint64_t Simulated = 5 * FirstHit + 5 * Latency;
  EXPECT_EQ(C.cyclesOfPoint(31, 0),
            (std::array<uint64_t, 3>{Simulated, Simulated, Simulated}));
  // After a gap of 31 instructions, each line may have come. Of those that were
  // there before, none is sure to be in the first level still (at most 4 lines
  // come to a set of 2), but each is in the second (3 come to a set of 4).
  EXPECT_EQ(C.cyclesOfPoint(31, 1),
            (std::array<uint64_t, 3>{10 * FirstHit, Simulated,
                                     5 * SecondHit + 5 * Latency}));
}

} // namespace
