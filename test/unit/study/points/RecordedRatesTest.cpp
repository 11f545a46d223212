//===- RecordedRatesTest.cpp - points and what was recorded ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/RecordedRates.h"
#include "analysis/study/points/PointFile.h"
#include "test/support/Test.h"

namespace {

/// Returns intervals of 100 instructions each: accesses, misses of two levels,
/// cycles.
IntervalTable tableOf(const std::vector<std::array<uint64_t, 4>> &Rows) {
  IntervalTable Table;
  Table.Runs = 1;
  Table.Levels = 2;
  Table.HasCycles = true;
  for (auto [Accesses, First, Second, Cycles] : Rows) {
    IntervalFacts I;
    I.Interval = uint32_t(Table.Intervals.size());
    I.Instructions = 100;
    I.Cycles = Cycles;
    I.Levels[0] = {Accesses, First};
    I.Levels[1] = {First, Second};
    Table.Intervals.push_back(I);
  }
  return Table;
}

const std::vector<WeightedInterval> Halves = {{0, 0.5}, {1, 0.5}};

TEST(RecordedRates, ByHand) {
  IntervalTable Table = tableOf(
      {{40, 10, 2, 100}, {40, 20, 4, 200}, {60, 30, 6, 900}, {60, 20, 8, 400}});
  RecordedRates R = recordedRates(Table, Halves);
  auto Expect = [](const RecordedRate &Rate, double All, double Points) {
    EXPECT_DOUBLE_EQ(Rate.All, All);
    EXPECT_DOUBLE_EQ(Rate.Points, Points);
  };
  ASSERT_EQ(R.Misses.size(), 2u);
  Expect(R.Accesses, 0.5, 0.4);
  Expect(R.Misses[0], 0.2, 0.15);
  Expect(R.Misses[1], 0.05, 0.03);
  Expect(R.Cycles.value(), 4, 1.5);
}

TEST(RecordedRates, InTheRecordedCachesTheShiftIsTheError) {
  RecordedRate R{0.2, 0.15};
  EXPECT_DOUBLE_EQ(R.shift(0.15), 0.05);
  EXPECT_DOUBLE_EQ(R.shift(0.5), 0.05 * 0.7 / 0.35);
  EXPECT_DOUBLE_EQ((RecordedRate{0.1, 0}.shift(0.3)), 0.4);
  EXPECT_EQ(RecordedRate().shift(0.3), 0);
}

TEST(RecordedRates, MetricsShiftWithTheirCounts) {
  IntervalTable Table = tableOf({{40, 10, 2, 100}, {40, 20, 4, 200}});
  RecordedRates R{{0.5, 0.4}, {{0.2, 0.15}, {0.05, 0.03}}, {}};
  auto Shift = [&](MetricKind Kind, uint32_t Level) {
    return shiftOf({Kind, Level}, Table, Halves, R, std::vector{10.0, 90.0});
  };
  EXPECT_DOUBLE_EQ(Shift(MetricKind::MissesPerInstruction, 0), 0.05);
  EXPECT_DOUBLE_EQ(Shift(MetricKind::MissesPerInstruction, 1), 0.02);
  EXPECT_DOUBLE_EQ(Shift(MetricKind::HitRate, 0), 0.15 / 0.4 - 0.2 / 0.5);
  EXPECT_DOUBLE_EQ(Shift(MetricKind::HitRate, 1), 0.03 / 0.15 - 0.05 / 0.2);
  // A point's misses cost 2.8 and 5.6 cycles per instruction, it takes 1 and 2:
  // 1 / 2.8 of each is waited for.
  EXPECT_DOUBLE_EQ(Shift(MetricKind::CyclesPerInstruction, 0),
                   (0.05 * 10 + 0.02 * 90) / 2.8);
  R.Cycles = {4, 1.5};
  EXPECT_DOUBLE_EQ(Shift(MetricKind::CyclesPerInstruction, 0), 2.5);
  R = {};
  EXPECT_EQ(Shift(MetricKind::MissesPerInstruction, 1), 0);
  EXPECT_EQ(Shift(MetricKind::CyclesPerInstruction, 0), 0);
}

TEST(RecordedRates, TheSlopeIsAShare) {
  RecordedRates R{{0.5, 0.4}, {{0.2, 0.15}, {0.05, 0.03}}, {}};
  auto Shift = [&](uint64_t First, uint64_t Second) {
    return shiftOf({}, tableOf({{40, 10, 2, First}, {40, 20, 4, Second}}),
                   Halves, R, std::vector{10.0, 90.0});
  };
  EXPECT_DOUBLE_EQ(Shift(1000, 9000), 2.3);
  EXPECT_DOUBLE_EQ(Shift(200, 100), 0);
  EXPECT_DOUBLE_EQ(shiftOf({}, tableOf({{40, 10, 2, 100}, {40, 10, 2, 100}}),
                           Halves, {{}, {{0.15, 0.1}}, {}}, std::vector{10.0}),
                   0.5);
}

TEST(RecordedRates, LinesAreReadAgain) {
  RecordedRates R{{0.5, 0.4}, {{0.2, 0.15}, {0.05, 0}}, {}};
  EXPECT_EQ(ratesLine(R), "# recorded per instruction, in all and by points: "
                          "accesses 0.5 0.4 L1 0.2 0.15 L2 0.05 0\n");
  auto Reread = [&] {
    std::string Line = ratesLine(R);
    return readRates(std::string_view(Line).substr(0, Line.size() - 1));
  };
  EXPECT_EQ(Reread(), R);
  R.Cycles = {4, 1.5};
  EXPECT_EQ(Reread(), R);
  std::string Points = cutLine({50, false}) + ratesLine(R) + "1 0\n";
  EXPECT_EQ(good(parsePoints(Points, "", 0)).Recorded, R);
  EXPECT_EQ(good(parsePoints("1 0\n", "", 0)).Recorded, std::nullopt);
}

TEST(RecordedRates, OtherCommentsSayNothing) {
  for (const char *Words :
       {"", "accesses", "accesses 1", "accesses 1 x", "accesses 1 -1",
        "accesses 1 inf", "L1 1 1", "accesses 1 1 L2 1 1",
        "accesses 1 1 accesses 1 1", "accesses 1 1 cycles 1 1 cycles 1 1"})
    EXPECT_EQ(readRates("# recorded per instruction, in all and by points: " +
                        std::string(Words)),
              std::nullopt)
        << Words;
}

/// Where a file says that points have what all intervals have not, nothing is
/// left of it.
TEST(RecordedRates, OfNoAccessesInAllThereIsNoHitRate) {
  IntervalTable Table = tableOf({{40, 10, 2, 100}, {40, 20, 4, 200}});
  RecordedRates R{{0, 0.4}, {{0, 0.15}, {0.05, 0.03}}, {}};
  for (uint32_t Level : {0u, 1u})
    EXPECT_EQ(shiftOf({MetricKind::HitRate, Level}, Table, Halves, R, {}), 0);
}

} // namespace
