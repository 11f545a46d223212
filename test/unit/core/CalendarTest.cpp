//===- CalendarTest.cpp - what is taken in which cycle --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/Calendar.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace memfacet;
using namespace memfacet::core;

namespace {

/// The rule, cycle by cycle, without forgetting.
class PlainUnits {
public:
  uint64_t take(unsigned Kind, uint32_t Units, uint64_t Time) {
    while (Busy[{Time, Kind}] == Units)
      ++Time;
    ++Busy[{Time, Kind}];
    return Time;
  }

private:
  std::map<std::pair<uint64_t, unsigned>, uint32_t> Busy;
};

TEST(Calendar, UnitsFarAheadAreTakenAsNearOnes) {
  std::mt19937_64 Random(7);
  UnitCalendar Fast;
  PlainUnits Plain;
  uint64_t Clock = 0;
  // Near the ring's first size, near its largest one, far above it.
  const uint64_t Distances[] = {10, 1020, 65'530, 200'000, 3'000'000};
  for (int Round = 0; Round != 40'000; ++Round) {
    uint64_t Reach = Distances[Random() % std::size(Distances)];
    Clock += Random() % 100 ? Random() % 40 : Random() % Reach;
    Fast.advance(Clock);
    uint64_t Time = Clock + Reach + Random() % 20;
    auto Kind = unsigned(Random() % 3);
    ASSERT_EQ(Fast.take(Kind, 2, Time), Plain.take(Kind, 2, Time)) << Round;
  }
}

TEST(Calendar, WhatIsFarAheadTakesNoMemoryForWhatIsBefore) {
  UnitCalendar Units;
  constexpr uint64_t Far = uint64_t(1) << 50; // in a ring: more than memory
  EXPECT_EQ(Units.take(0, 1, 5), 5u);
  EXPECT_EQ(Units.take(0, 1, Far), Far);
  EXPECT_EQ(Units.take(0, 1, Far), Far + 1);
  Units.advance(Far);
  EXPECT_EQ(Units.take(0, 1, Far), Far + 2);
  EXPECT_EQ(Units.take(1, 1, Far), Far);
}

} // namespace
