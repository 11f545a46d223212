//===- ApartPointsTest.cpp - points that were simulated one by one --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ApartPoints.h"
#include "analysis/result/store/StreamReader.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Test.h"

namespace {

/// The simulation of one point of thread 0, interval \p Point: the interval
/// before warms it up. Structure "a" has \p Misses accesses and cycles of
/// stalls there and twice as many stores, "b" has one access.
Profile simulated(uint32_t Point, uint64_t Misses, bool IsBFirst = false) {
  Profile P;
  P.Structures.resize(2);
  P.Structures[IsBFirst].Name = "a";
  P.Structures[!IsBFirst].Name = "b";
  StructureId A(IsBFirst), B(!IsBFirst);
  StreamStore Caches({Measure::Accesses, Measure::Stores});
  StreamStore Core({Measure::Busy, Measure::Stalls});
  StreamStore Clock({Measure::Instructions});
  for (uint32_t I : {Point - 1, Point}) {
    StreamStore::Moment Moment = {0, I, I};
    uint64_t Counted = I == Point ? Misses : 1000;
    *Caches.at(Moment, A) += Counted;
    Caches.at(Moment, A)[1] += 2 * Counted;
    *Caches.at(Moment, B) += 1;
    *Core.at(Moment, StructureId()) += 7 * Counted;
    Core.at(Moment, A)[1] += Counted;
  }
  for (uint32_t I = 0; I != 10; ++I)
    *Clock.at({0, I, I}, StructureId()) += 100;
  for (StreamStore *Store : {&Caches, &Core, &Clock})
    Store->fill(P.Streams);
  P.Streams.sort();
  return P;
}

using Values = std::map<uint32_t, uint64_t>; ///< by interval

/// The values of thread 0; \p Name is empty for all structures.
Values valuesOf(const Profile &P, std::string_view Name, Measure Kind) {
  StructureId Id;
  for (uint32_t I = 0; I != P.Structures.size(); ++I)
    if (P.Structures[I].Name == Name)
      Id = StructureId(I);
  Values Result;
  StreamReader Reader(P.Streams);
  auto Add = [&](std::span<const uint32_t> Intervals,
                 std::span<const uint64_t> Counts) {
    for (size_t I = 0; I != Counts.size(); ++I)
      if (Counts[I] != 0)
        Result[Intervals[I]] += Counts[I];
  };
  EXPECT_TRUE(Reader.read(0, Id, Kind, Add));
  return Result;
}

void expectTwoPoints(const Profile &P) {
  EXPECT_EQ(valuesOf(P, "a", Measure::Accesses), (Values{{3, 50}, {7, 60}}));
  EXPECT_EQ(valuesOf(P, "a", Measure::Stores), (Values{{3, 100}, {7, 120}}));
  EXPECT_EQ(valuesOf(P, "b", Measure::Accesses), (Values{{3, 1}, {7, 1}}));
  EXPECT_EQ(valuesOf(P, "a", Measure::Stalls), (Values{{3, 50}, {7, 60}}));
  EXPECT_EQ(valuesOf(P, "", Measure::Busy), (Values{{3, 350}, {7, 420}}));
  // Sums over structures.
  EXPECT_EQ(valuesOf(P, "", Measure::Accesses), (Values{{3, 51}, {7, 61}}));
  EXPECT_EQ(valuesOf(P, "", Measure::Stalls), (Values{{3, 50}, {7, 60}}));
  // Every simulation counts the instructions of all intervals.
  EXPECT_EQ(valuesOf(P, "", Measure::Instructions).size(), 10u);
  EXPECT_EQ(valuesOf(P, "", Measure::Instructions).at(5), 100u);
}

ChosenInterval point(uint32_t Interval) { return {0, Interval, 0, 0.5, {}}; }

TEST(ApartPoints, OnlyPointsCountAndWhatWarmsThemUpDoesNot) {
  ApartPoints Found;
  const ChosenInterval Third = point(3), Seventh = point(7);
  ASSERT_TRUE(Found.add(simulated(3, 50), {&Third, 1}));
  ASSERT_TRUE(Found.add(simulated(7, 60, /*IsBFirst=*/true), {&Seventh, 1}));
  Profile Whole = good(Found.finish());
  expectTwoPoints(Whole);
  // As does what was made of them.
  ApartPoints Copy;
  const ChosenInterval Both[] = {Third, Seventh};
  ASSERT_TRUE(Copy.add(Whole, Both));
  expectTwoPoints(good(Copy.finish()));
}

} // namespace
