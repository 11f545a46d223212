//===- StreamCodecTest.cpp - streams and intervals as bytes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamCodec.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/support/Varint.h"
#include "test/support/Test.h"
#include "test/unit/result/store/IntervalEncoder.h"

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
    expectSameRows(Back, Expected, &IntervalCounts::Interval,
                   &IntervalCounts::Total);
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

using Column = std::vector<uint64_t>;

constexpr Measure Group[] = {Measure::Intervals, Measure::Accesses,
                             Measure::Stores, levelMeasure(0, {})};

std::vector<std::string> pack(const std::vector<Column> &Columns) {
  StreamPacker Packer;
  std::vector<std::string> Packed(Columns.size());
  Packer.pack(Columns, std::span(Group).first(Columns.size()), Packed);
  return Packed;
}

std::vector<uint8_t> bytes(const std::string &Text) {
  return {Text.begin(), Text.end()};
}

TEST(StreamCodec, AFewRowsTakeTheDocumentedBytes) {
  // Gaps; values; half of them; the same again but for one.
  std::vector<std::string> Packed =
      pack({{0, 0}, {40, 300}, {20, 150}, {40, 301}});
  EXPECT_EQ(bytes(Packed[0]), (std::vector<uint8_t>{2, 0}));
  EXPECT_EQ(bytes(Packed[1]),
            (std::vector<uint8_t>{0x21, 4, 40, 300 % 256, 4, 0, 300 / 256}));
  EXPECT_EQ(bytes(Packed[2]), (std::vector<uint8_t>{0x11, 4, 20, 150}));
  // A source: measure 1; zigzag of 0 and 1.
  EXPECT_EQ(bytes(Packed[3]), (std::vector<uint8_t>{0x15, 1, 4, 0, 2}));
}

TEST(StreamCodec, DifferencesAreTakenWhereTheyAreSmall) {
  Column Gaps(100), Ramp(100);
  for (uint64_t I = 0; I != 100; ++I)
    Ramp[I] = 1'000'000 - 3 * I;
  std::string Packed = pack({Gaps, Ramp})[1];
  EXPECT_EQ(uint8_t(Packed[0]) & 3, StreamColumn::Differences);
  EXPECT_LT(Packed.size(), 60u);
}

/// Values of many shapes, small and large.
Column randomColumn(std::mt19937_64 &Random, size_t Rows) {
  Column C(Rows);
  uint64_t Kind = Random() % 6, Scale = Random() % 64, Last = Random();
  for (uint64_t &V : C)
    switch (Kind) {
    case 0:
      V = 0;
      break;
    case 1:
      V = Random() >> Scale;
      break;
    case 2:
      V = Last += (Random() % 64) - 31;
      break;
    case 3:
      V = Random() % 50 == 0 ? Random() : 7;
      break;
    case 4:
      V = Random() >> Random() % 64;
      break;
    default:
      V = Last;
    }
  return C;
}

TEST(StreamCodec, UnpacksAnythingThatWasPacked) {
  std::mt19937_64 Random(3);
  StreamUnpacker Unpacker;
  for (int Try = 0; Try != 400; ++Try) {
    size_t Rows = 1 + Random() % (Try % 20 ? 60 : MaxStreamRows);
    std::vector<Column> Columns;
    for (size_t C = 0; C != 4; ++C) {
      Columns.push_back(randomColumn(Random, Rows));
      if (C > 1 && Random() % 2)
        for (size_t I = 0; I != Rows; ++I)
          Columns[C][I] = Columns[C - 1][I] + Random() % 5;
    }
    std::vector<std::string> Packed = pack(Columns);
    std::span<const uint8_t> Index = span(Packed[0]);
    // The number of rows: one byte or two.
    Index = Index.subspan(Rows < 128 ? 1 : 2);
    std::vector<Column> Back;
    for (size_t C = 0; C != 4; ++C) {
      std::span<const uint8_t> In = C == 0 ? Index : span(Packed[C]);
      auto Head = good(takeColumn(In));
      EXPECT_TRUE(In.empty());
      Column Source;
      if (Head.Source) {
        auto SourceIndex =
            size_t(std::ranges::find(Group, Head.Source) - Group);
        ASSERT_GT(SourceIndex, 0u);
        ASSERT_LT(SourceIndex, C);
        Source = Back[SourceIndex];
      }
      Column Result(Rows);
      ASSERT_TRUE(Unpacker.unpack(Head, Source, Result));
      EXPECT_EQ(Result, Columns[C]) << Try << " " << C;
      Back.push_back(std::move(Result));
    }
  }
}

TEST(StreamCodec, CutColumnsAreRefused) {
  std::mt19937_64 Random(4);
  Column Gaps(500), Noise(500);
  for (uint64_t &V : Noise)
    V = 1000 + Random() % 30;
  std::string Packed = pack({Gaps, Noise})[1];
  StreamUnpacker Unpacker;
  Column Result(500);
  for (size_t Size = 0; Size != Packed.size(); ++Size) {
    std::span<const uint8_t> In = span(Packed).first(Size);
    std::optional<StreamColumn> C = takeColumn(In);
    EXPECT_FALSE(C) << Size;
  }
}

TEST(StreamCodec, DamagedColumnsNeverReadBeyondTheirBytes) {
  std::mt19937_64 Random(5);
  Column Gaps(300), Noise(300);
  for (uint64_t &V : Noise)
    V = Random() % 3000;
  std::string Whole = pack({Gaps, Noise})[1];
  StreamUnpacker Unpacker;
  size_t Refused = 0;
  for (int Try = 0; Try != 20'000; ++Try) {
    // On the heap, so that address sanitizers see what is read beyond.
    std::vector<uint8_t> Damaged(Whole.begin(), Whole.end());
    for (uint64_t I = 0; I <= Random() % 3; ++I)
      Damaged[Random() % Damaged.size()] = uint8_t(Random());
    Damaged.resize(1 + Random() % Damaged.size());
    std::span<const uint8_t> In(Damaged);
    std::optional<StreamColumn> C = takeColumn(In);
    Column Result(1 + Random() % 400), Source(Result.size());
    Refused += !C || !Unpacker.unpack(*C, Source, Result);
  }
  EXPECT_GT(Refused, 10'000u);
}

} // namespace
