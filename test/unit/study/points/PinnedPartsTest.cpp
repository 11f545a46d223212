//===- PinnedPartsTest.cpp - rates, warmth, markers, parts of runs --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/result/store/StreamStore.h"
#include "analysis/study/points/ApartPoints.h"
#include "analysis/study/points/Markers.h"
#include "analysis/study/points/RecordedRates.h"
#include "analysis/study/points/ReplayedIntervals.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"

namespace {

TEST(PinnedRates, OfRandomTables) {
  SeededRandom Random(1);
  NumberSum Recorded, Shifts;
  for (int Round = 0; Round != 400; ++Round) {
    IntervalTable T;
    T.Levels = 2;
    T.HasCycles = Random.below(2);
    std::vector<WeightedInterval> Sample;
    size_t Count = 1 + Random.below(6);
    for (size_t I = 0; I != Count; ++I) {
      IntervalFacts F;
      F.Instructions = Random.below(5) ? 100 + Random.below(20) : 0;
      F.Cycles = Random.below(400);
      uint64_t Accesses = Random.below(5) ? Random.below(90) : 0;
      F.Levels[0] = {Accesses, Random.below(Accesses + 1)};
      F.Levels[1] = {F.Levels[0].Misses, Random.below(9)};
      T.Intervals.push_back(F);
      if (Random.below(2))
        Sample.push_back({I, 0.1 * double(Random.below(8))});
    }
    RecordedRates R = recordedRates(T, Sample);
    auto Add = [&](const RecordedRate &Rate) {
      Recorded.add(Rate.All), Recorded.add(Rate.Points);
    };
    Add(R.Accesses);
    for (const RecordedRate &Rate : R.Misses)
      Add(Rate);
    Add(R.Cycles.value_or(RecordedRate{-1, -1}));
    // Other caches, with one level that was recorded or two.
    for (IntervalFacts &F : T.Intervals)
      F.Levels[0].Misses /= 2, F.Levels[1].Accesses /= 2;
    if (Random.below(4) == 0)
      R.Misses.pop_back();
    std::array<double, 2> Costs = {10, double(Random.below(90))};
    for (Metric M : {Metric{}, Metric{MetricKind::HitRate, 0},
                     Metric{MetricKind::HitRate, 1},
                     Metric{MetricKind::MissesPerInstruction, 0},
                     Metric{MetricKind::MissesPerInstruction, 1}})
      Shifts.add(shiftOf(M, T, Sample, R, Costs));
  }
  PinnedNumbers Numbers;
  Numbers.row("recorded", Recorded.sum()).row("shifts", Shifts.sum());
  expectPinned(Numbers, R"(
recorded: 1206.34564
shifts: 1015.02666
)");
}

constexpr std::string_view Begin =
    "# recorded per instruction, in all and by points: ";

TEST(RecordedRates, WhatIsNoLineOfThem) {
  auto Read = [](std::string_view Rest) {
    return readRates(std::string(Begin) + std::string(Rest));
  };
  EXPECT_EQ(good(Read("accesses 0 0")), RecordedRates());
  EXPECT_EQ(good(Read("L1 1 0 accesses 2 3 L2 0 4 cycles 5 6")),
            (RecordedRates{{2, 3}, {{1, 0}, {0, 4}}, RecordedRate{5, 6}}));
  for (const char *Rest :
       {"", "accesses 1", "accesses 1 2 L1 3", "accesses -1 2", "accesses 1 -2",
        "accesses 1 nan", "accesses inf 1", "accesses 1 2 accesses 1 2",
        "accesses 1 2 L2 1 2", "accesses 1 2 L1 1 2 L1 1 2",
        "accesses 1 2 cycles 1 2 cycles 1 2", "accesses 1 2 pages 1 2",
        "accesses 1 x", "cycles 1 2"})
    EXPECT_FALSE(Read(Rest)) << Rest;
  std::string Many = "accesses 1 1";
  for (size_t L = 1; L <= MaxCacheLevels; ++L)
    Many += fmt::format(" L{} 1 1", L);
  EXPECT_EQ(good(Read(Many)).Misses.size(), MaxCacheLevels);
  Many += fmt::format(" L{} 1 1", MaxCacheLevels + 1);
  EXPECT_FALSE(Read(Many));
}

/// Sets that are a power of two and such that are none, several threads, gaps
/// of all lengths.
TEST(PinnedWarmth, OfRandomAccesses) {
  PinnedNumbers Numbers;
  for (const char *Spec :
       {"L1=512,2;L2=2K,4,shared;tlb=4,2;tlb=8,full", "L1=384,2;L2=4608,3",
        "L1=256,4,shared:2;L2=1K,16,shared"}) {
    SeededRandom Random(2);
    NumberSum Counts, Ranges, Cost;
    for (int Case = 0; Case != 12; ++Case) {
      PointWarmth W(good(parseCacheModel(Spec)));
      if (Case % 3 == 0)
        W.startOfRun();
      for (uint32_t Interval = 0; Interval != 6; ++Interval) {
        Random.below(3) ? W.count(Random.below(2), Interval) : W.stopCounting();
        for (int I = 0; I != 60; ++I) {
          uint64_t Address = Random.below(uint64_t(256) << Random.below(8));
          OutcomeRange R = W.access(uint32_t(Random.below(3)), Address,
                                    uint32_t(1 + Random.below(90)));
          for (uint32_t Number :
               {uint32_t(R.Least.Missed), R.Least.FromMemory,
                uint32_t(R.Least.TlbMissed), uint32_t(R.Most.Missed),
                R.Most.FromMemory, uint32_t(R.Most.TlbMissed)})
            Ranges.add(Number);
          Outcome O;
          O.Missed = uint8_t(Random.below(3));
          O.TlbMissed = uint8_t(Random.below(3));
          O.FromMemory = uint32_t(Random.below(3));
          for (const Outcome &Value : {R.least(O), R.most(O)})
            Cost.add(Value.Missed + 10 * Value.TlbMissed +
                     100 * Value.FromMemory);
        }
        W.endInterval(Random.below(200));
        if (Random.below(3) == 0)
          W.gap(Random.below(4) ? Random.below(40) : UINT64_MAX);
      }
      for (const auto &[Key, Value] : W.counts())
        for (const LevelWarmth &L : Value.Levels)
          Counts.add(double(L.Hits)), Counts.add(double(L.Misses)),
              Counts.add(double(L.Open));
    }
    Numbers.row(Spec, Counts.sum(), Ranges.sum(), Cost.sum());
  }
  expectPinned(Numbers, R"(
L1=512,2;L2=2K,4,shared;tlb=4,2;tlb=8,full: 3424310 11124556 453330223
L1=384,2;L2=4608,3: 3483249 8480922 451247088
L1=256,4,shared:2;L2=1K,16,shared: 3548408 12703021 453591155
)");
}

/// Where the simulation says something between the bounds, the bound counts;
/// lines that come from memory for sure stay.
TEST(OutcomeRange, BoundsWhatWasSimulated) {
  SeededRandom Random(5);
  for (int Round = 0; Round != 5000; ++Round) {
    auto RandomBelow = [&](uint64_t N) { return uint8_t(Random.below(N)); };
    OutcomeRange R;
    R.Least = {RandomBelow(3), RandomBelow(3), RandomBelow(3)};
    R.Most = {uint8_t(R.Least.Missed + RandomBelow(3)),
              uint8_t(R.Least.TlbMissed + RandomBelow(2)),
              R.Least.FromMemory + RandomBelow(4)};
    Outcome O;
    O.Missed = RandomBelow(5), O.TlbMissed = RandomBelow(4),
    O.FromMemory = RandomBelow(6);
    bool Bounded = O.Missed >= R.Least.Missed && O.Missed <= R.Most.Missed,
         Tlb = O.TlbMissed >= R.Least.TlbMissed &&
               O.TlbMissed <= R.Most.TlbMissed;
    Outcome Least = R.least(O), Most = R.most(O);
    EXPECT_EQ(Least.Missed, Bounded ? R.Least.Missed : O.Missed);
    EXPECT_EQ(Most.Missed, Bounded ? R.Most.Missed : O.Missed);
    EXPECT_EQ(Least.TlbMissed, Tlb ? R.Least.TlbMissed : O.TlbMissed);
    EXPECT_EQ(Most.TlbMissed, Tlb ? R.Most.TlbMissed : O.TlbMissed);
    uint32_t Open = R.Most.FromMemory - R.Least.FromMemory;
    uint32_t Fewer = O.FromMemory < Open ? 0 : O.FromMemory - Open;
    EXPECT_EQ(Least.FromMemory,
              Least.Missed != O.Missed ? Fewer : uint32_t(O.FromMemory));
    uint32_t More = std::max<uint32_t>(O.FromMemory, R.Most.FromMemory);
    EXPECT_EQ(Most.FromMemory,
              Most.Missed != O.Missed ? More : uint32_t(O.FromMemory));
  }
}

TEST(PinnedMarkers, OfRandomIntervals) {
  SeededRandom Random(3);
  NumberSum Regions, Previous;
  for (int Round = 0; Round != 300; ++Round) {
    std::vector<std::vector<BlockExecutions>> Counts(2 + Random.below(8));
    std::vector<ExecutedInterval> All;
    uint64_t Clock = 0;
    for (size_t I = 0; I != Counts.size(); ++I) {
      for (uint32_t Block = 0; Block != 5; ++Block)
        if (Random.below(2))
          Counts[I].push_back({Block, Random.below(5)});
      uint64_t Length = 1 + Random.below(50);
      All.push_back(
          {uint32_t(2 * I / Counts.size()), Clock, Clock + Length, Counts[I]});
      Clock += Random.below(2) ? Length : Length / 2;
    }
    uint64_t Bad = Random.below(6);
    for (size_t I = 0; I != All.size(); ++I)
      if (auto R = markRegion(All, I, [&](uint32_t B) { return B != Bad; })) {
        for (uint64_t Number :
             {uint64_t(R->Start.Block), R->Start.Count, uint64_t(R->End.Block),
              R->End.Count, R->RelativeEnd})
          Regions.add(double(Number % 100003));
      } else {
        Regions.add(77);
      }
    for (const auto &[Block, Count] :
         executionsBefore(All, Random.below(Clock + 2)))
      Previous.add(double(Block + Count));
  }
  PinnedNumbers Numbers;
  Numbers.row("regions", Regions.sum()).row("before", Previous.sum());
  expectPinned(Numbers, R"(
regions: 23823479
before: 2851284
)");
}

/// Two threads and the process, two structures, caches and a core.
Profile counted() {
  Profile P;
  P.Caches = good(parseCacheModel("L1=1K,2;L2=4K,4"));
  P.Core.Name = "made", P.Core.Spec = "made";
  P.Structures.resize(2);
  P.Structures[0].Name = "a", P.Structures[1].Name = "b";
  P.Threads = {{4, 0, 0}, {2, 0, 0}};
  StreamStore Caches({Measure::Accesses,
                      levelMeasure(0, LevelMeasure::Accesses),
                      levelMeasure(0, LevelMeasure::Misses),
                      levelMeasure(1, LevelMeasure::Accesses),
                      levelMeasure(1, LevelMeasure::Misses)});
  StreamStore Core({Measure::Cycles, Measure::Busy, Measure::Stalls});
  StreamStore Clock({Measure::Instructions});
  uint32_t Process = 0;
  for (uint32_t I = 0; I != 6; ++I)
    for (uint32_t Thread : {4u, 2u}) {
      StreamStore::Moment Moment = {Thread, I, Process++};
      if (I == 3 && Thread == 4)
        continue;
      *Clock.at(Moment, StructureId()) += 100 + I + Thread;
      for (uint32_t Id : {0u, 1u}) {
        uint64_t *Counters = Caches.at(Moment, StructureId(Id));
        Counters[0] += 10 * (I + 1) + Id, Counters[1] += 20 + I,
            Counters[2] += 5 + Id + Thread;
        Counters[3] += 5 + Id + Thread, Counters[4] += I % 3;
        Core.at(Moment, StructureId(Id))[2] += 3 + I * Id;
      }
      uint64_t *Whole = Core.at(Moment, StructureId());
      Whole[0] += 500 + I, Whole[1] += 200;
    }
  for (StreamStore *Store : {&Caches, &Core, &Clock})
    Store->fill(P.Streams);
  P.Streams.sort();
  return P;
}

TEST(PinnedParts, OfThreadsAndStructures) {
  Profile P = counted();
  PinnedNumbers Numbers;
  IntervalTable All = good(replayedIntervals(P, std::nullopt));
  EXPECT_EQ(All.Intervals.size(), 11u);
  EXPECT_TRUE(All.HasCycles);
  NumberSum Facts, Keys;
  for (const IntervalFacts &I : All.Intervals)
    for (uint64_t Number :
         {uint64_t(I.Thread), uint64_t(I.Interval), I.Start, I.Instructions,
          I.Cycles, I.Levels[0].Accesses, I.Levels[0].Misses,
          I.Levels[1].Accesses, I.Levels[1].Misses})
      Facts.add(double(Number));
  for (const KeyedCounts &Row : good(missesByStructure(P, All, 1)))
    for (auto [Key, Count] : Row)
      Keys.add(double(10 * Key + Count));
  Numbers.row("all", Facts.sum(), Keys.sum());
  for (const IntervalFacts &I : good(replayedIntervals(P, 4)).Intervals)
    Numbers.row("interval", I.Interval, I.Start, I.Instructions, I.Cycles,
                I.Levels[0].Misses, I.Levels[1].Misses);
  auto Places =
      good(placesOf({{4, 2, 0, 0.5, {}}, {2, 5, 1, 0.5, {}}}, All, 9));
  for (const WeightedInterval &W : Places)
    Numbers.row("place", W.Interval, W.Weight);
  EXPECT_TRUE(has(errorOf(placesOf({{4, 3, 0, 1, {}}}, All, 9)),
                  "thread 4 has no interval 3 of 9 instructions"));
  EXPECT_FALSE(placesOf({{4, 6, 0, 1, {}}}, All, 9));
  EXPECT_FALSE(placesOf({{5, 0, 0, 1, {}}}, All, 9));
  expectPinned(Numbers, R"(
all: 529163 932
interval: 0 0 104 500 19 0
interval: 1 104 105 501 19 2
interval: 2 209 106 502 19 4
interval: 4 315 108 504 19 2
interval: 5 423 109 505 19 4
place: 8 0.5
place: 5 0.5
)");
}

/// All that streams of two simulations become.
TEST(PinnedParts, OfPointsApart) {
  Profile P = counted();
  ApartPoints Found;
  const ChosenInterval First[] = {{4, 2, 0, 0.5, {}}, {2, 2, 0, 0.2, {}}},
                       Second[] = {{2, 5, 1, 0.3, {}}, {4, 3, 1, 0, {}}};
  ASSERT_TRUE(Found.add(P, First));
  ASSERT_TRUE(Found.add(P, Second));
  Profile Whole = good(Found.finish());
  PinnedNumbers Numbers;
  for (const Stream &S : Whole.Streams.All)
    if (S.Thread != 4 && S.Structure != StructureId(0))
      Numbers.row(S.Structure.valid() ? Whole.Structures[S.Structure.Value].Name
                                      : "all",
                  int32_t(S.Thread), S.Kind, S.Total);
  expectPinned(Numbers, R"(
b: 2 0 2
b: 2 1 92
b: 2 8 47
b: 2 9 16
b: 2 12 16
b: 2 13 4
b: 2 128 2
b: 2 134 13
all: 2 0 2
all: 2 1 182
all: 2 8 94
all: 2 9 30
all: 2 12 30
all: 2 13 8
all: 2 64 6
all: 2 65 627
all: 2 128 2
all: 2 129 1007
all: 2 130 400
all: 2 134 19
all: -1 64 11
all: -1 65 1159
)");
}

} // namespace
