//===- IntervalCodecTest.cpp - counts per interval, as bytes --------------===//

#include "analysis/store/IntervalRows.h"
#include "analysis/support/Varint.h"
#include "test/unit/store/IntervalEncoder.h"
#include <gtest/gtest.h>
#include <random>

using namespace memfacet;

namespace {

std::span<const uint8_t> span(const std::string &Bytes) {
  return {reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()};
}

TEST(Varint, ReadsBackAndStopsAtTheEnd) {
  for (uint64_t Value : {uint64_t(0), uint64_t(127), uint64_t(128),
                         uint64_t(1) << 35, ~uint64_t(0)}) {
    std::string Bytes;
    appendVarint(Bytes, Value);
    std::span<const uint8_t> In = span(Bytes);
    EXPECT_EQ(takeVarint(In), Value);
    EXPECT_TRUE(In.empty());
    In = span(Bytes).first(Bytes.size() - 1);
    EXPECT_EQ(takeVarint(In), std::nullopt);
    EXPECT_EQ(unzigzag(zigzag(Value)), Value);
    EXPECT_EQ(unzigzag(zigzag(-Value)), -Value);
  }
  std::string TooLong(11, '\xff');
  std::span<const uint8_t> In = span(TooLong);
  EXPECT_EQ(takeVarint(In), std::nullopt);
}

TEST(IntervalCodec, ASimulatedIntervalTakesTheDocumentedBytes) {
  IntervalEncoder E;
  E.append(0, {100, 70, 30, {{100, 5, 2}, {5, 1, 0}}});
  E.append(3, {1, 1, 0, {{2, 1, 0}, {1, 0, 0}}});
  const uint8_t Expected[] = {0, 100, 30, 0, 5, 2, 0, 1, 0,  // interval 0
                              2, 1,   0,  2, 1, 0, 0, 0, 0}; // interval 3
  std::span<const uint8_t> Bytes = span(E.bytes());
  EXPECT_EQ(std::vector<uint8_t>(Bytes.begin(), Bytes.end()),
            std::vector<uint8_t>(std::begin(Expected), std::end(Expected)));
}

TEST(IntervalCodec, ReadsBackAnything) {
  std::mt19937_64 Random(5);
  auto Number = [&] { return Random() >> Random() % 64; };
  for (size_t Levels = 1; Levels != 5; ++Levels) {
    IntervalEncoder E;
    std::vector<IntervalCounts> Expected, Back;
    for (uint64_t Interval = 0; Interval <= UINT32_MAX;
         Interval += 1 + (Random() >> 34)) {
      IntervalCounts Row{9, StructureId(4), uint32_t(Interval), {}};
      Row.Total.Accesses = Number(), Row.Total.Stores = Number();
      Row.Total.Loads = Row.Total.Accesses - Row.Total.Stores;
      for (size_t L = 0; L != Levels; ++L)
        Row.Total.Levels.push_back({Number(), Number(), Number()});
      E.append(Row.Interval, Row.Total);
      Expected.push_back(Row);
    }
    ASSERT_TRUE(unpackIntervals(E.bytes(), Levels, 9, StructureId(4), Back));
    ASSERT_EQ(Back.size(), Expected.size());
    for (size_t I = 0; I != Back.size(); ++I) {
      EXPECT_EQ(Back[I].Interval, Expected[I].Interval);
      EXPECT_EQ(Back[I].Total, Expected[I].Total);
    }
  }
}

TEST(IntervalCodec, CutBytesAreRefused) {
  IntervalEncoder E;
  E.append(5, {100, 70, 30, {{100, 5, 2}}});
  for (size_t Size = 1; Size != E.bytes().size(); ++Size) {
    std::vector<IntervalCounts> Back;
    EXPECT_FALSE(
        unpackIntervals(E.bytes().substr(0, Size), 1, 0, StructureId(0), Back));
  }
}

TEST(IntervalCodec, IntervalsBeyondTheLastAreRefused) {
  std::string Bytes;
  appendVarint(Bytes, uint64_t(UINT32_MAX) + 1);
  Bytes += std::string(5, '\0');
  std::vector<IntervalCounts> Back;
  EXPECT_FALSE(unpackIntervals(Bytes, 1, 0, StructureId(0), Back));
}

} // namespace
