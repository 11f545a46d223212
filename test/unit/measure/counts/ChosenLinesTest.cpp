//===- ChosenLinesTest.cpp - what is left of accesses ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/ChosenLines.h"
#include "test/support/Test.h"
#include <numeric>
#include <random>

namespace {

constexpr uint64_t FirstChosenByte = FirstChosenLine << SelectLineShift;

struct Access {
  uint64_t Address;
  uint32_t Bytes;
  bool operator==(const Access &) const = default;
};

std::vector<Access> taken(ChosenLines &Lines, const std::vector<Access> &All,
                          const BatchPlace &Place) {
  auto B = std::make_unique<AccessBatch>();
  static_cast<BatchPlace &>(*B) = Place;
  std::vector<Access> Result;
  for (const Access &A : All)
    B->addInside(A.Address, AccessInfo(7, A.Bytes, A.Bytes % 2));
  Lines.take({*B, 0, B->Count}, [&](const BatchPart &P) {
    EXPECT_EQ(P.Batch.Interval, Place.Interval);
    for (size_t I = P.Begin; I != P.End; ++I) {
      EXPECT_EQ(P.Batch.Info[I].site(), 7u);
      Result.push_back({P.Batch.Address[I], P.Batch.Info[I].size()});
    }
  });
  return Result;
}

BatchPlace windowOf(uint8_t Bits) {
  BatchPlace Place;
  Place.Interval = IntervalId(3);
  Place.Selected = Place.Window = true;
  Place.Lines.Bits = Bits;
  return Place;
}

TEST(ChosenLines, PartsOfAccessesAreLeft) {
  ChosenLines Lines;
  Lines.choose(5);
  // Lines 0, 1, 64, 65, ... after this one.
  auto Rest = [](std::vector<Access> All) {
    for (Access &A : All)
      A.Address += FirstChosenByte;
    return All;
  };
  EXPECT_EQ(taken(Lines,
                  Rest({{0x10, 8},        // line 0
                        {0x80, 8},        // line 2
                        {0xff8, 16},      // lines 63 and 64
                        {0x38, 16},       // lines 0 and 1
                        {0x78, 16},       // lines 1 and 2
                        {0x81, 0x80},     // lines 2 to 4
                        {0x20, 0x2000}}), // lines 0 to 128
                  windowOf(5)),
            Rest({{0x10, 8},
                  {0x1000, 8},
                  {0x38, 8},
                  {0x40, 8},
                  {0x78, 8},
                  {0x20, 0x20},
                  {0x40, 64},
                  {0x1000, 64},
                  {0x1040, 64},
                  {0x2000, 0x20}}));
}

TEST(ChosenLines, WholeAccessesOfOneLineAreLeft) {
  ChosenLines Lines;
  Lines.choose(5);
  AccessBatch B;
  std::vector<uint32_t> Owners(100), ChosenOwners(100);
  for (uint32_t I = 0; I != 100; ++I)
    B.addInside(FirstChosenByte + 64 * I + 8, AccessInfo(I, 8, false));
  std::iota(Owners.begin(), Owners.end(), 200);
  BatchPart Chosen =
      Lines.chosenOf({B, 50, 100}, std::span(Owners).last(50), ChosenOwners);
  ASSERT_EQ(Chosen.size(), 2u);
  for (size_t I = 0; I != 2; ++I) {
    EXPECT_EQ(Chosen.Batch.Info[I].site(), 64 + I);
    EXPECT_EQ(Chosen.Batch.Address[I], FirstChosenByte + 64 * (64 + I) + 8);
    EXPECT_EQ(ChosenOwners[I], 264 + I);
  }
}

TEST(ChosenLines, KnowWhatIsChosenAlready) {
  ChosenLines Lines;
  Lines.choose(1);
  uint64_t Other = 0;
  while (hasLineOf(chosenLines(1), Other))
    Other += 64;
  std::vector<Access> Two{{FirstChosenByte, 8}, {Other, 8}};
  AccessBatch B;
  auto AreChosen = [&](const BatchPlace &Place) {
    static_cast<BatchPlace &>(B) = Place;
    return Lines.areChosen(B);
  };
  EXPECT_FALSE(AreChosen(windowOf(1)));
  BatchPlace Place = windowOf(1);
  Place.Window = false;
  EXPECT_TRUE(AreChosen(Place));
  EXPECT_TRUE(ChosenLines::haveOneLine(B));
  Place.Lines.Visit = 1;
  EXPECT_FALSE(AreChosen(Place));
  EXPECT_TRUE(ChosenLines::haveOneLine(B));
  Place.Lines = {0, 0, 0}; // the thread has not heard of it
  EXPECT_FALSE(AreChosen(Place));
  EXPECT_TRUE(ChosenLines::haveOneLine(B));
  Place.Window = true;
  EXPECT_FALSE(AreChosen(Place));
  EXPECT_FALSE(ChosenLines::haveOneLine(B));
  Place.Window = false;
  EXPECT_EQ(taken(Lines, Two, Place),
            (std::vector<Access>{{FirstChosenByte, 8}}));
  Place.Selected = false;
  Place.Lines.Bits = 1;
  EXPECT_FALSE(AreChosen(Place));
  EXPECT_EQ(taken(Lines, Two, Place),
            (std::vector<Access>{{FirstChosenByte, 8}}));
}

TEST(ChosenLines, EveryByteOfAChosenLineIsThereOnce) {
  std::mt19937_64 Random(5);
  for (uint8_t Bits = 1; Bits <= MostSelectBits; ++Bits) {
    ChosenLines Lines;
    Lines.choose(Bits);
    std::vector<Access> All;
    std::vector<uint64_t> Expected, Found;
    for (int I = 0; I != 500; ++I) {
      All.push_back(
          {Random() % 100000, uint32_t(1 + Random() % (I % 9 ? 32 : 9000))});
      for (uint64_t Address = All[size_t(I)].Address;
           Address != All[size_t(I)].Address + All[size_t(I)].Bytes; ++Address)
        if (hasLineOf(chosenLines(Bits), Address))
          Expected.push_back(Address);
    }
    for (const Access &A : taken(Lines, All, windowOf(Bits)))
      for (uint64_t Address = A.Address; Address != A.Address + A.Bytes;
           ++Address)
        Found.push_back(Address);
    EXPECT_EQ(Expected, Found);
  }
}

// Chosen lines and visited ones of one batch go to different places.
TEST(ChosenLines, VisitedLinesAreApart) {
  for (uint8_t Bits = 1; Bits <= MostSelectBits; ++Bits)
    for (uint32_t Visit = 1; Visit <= visits(Bits); ++Visit) {
      ChosenLines Lines;
      Lines.choose(Bits);
      BatchPlace Place = windowOf(Bits);
      Place.Lines = {Bits, uint8_t(Visit), 1};
      EXPECT_TRUE(Lines.visits(Place));
      AccessBatch B;
      static_cast<BatchPlace &>(B) = Place;
      std::vector<uint64_t> Chosen, Visited, Expected[2];
      for (uint64_t Address = 0; Address != 128 * SelectLineBytes;
           Address += 32) {
        B.addInside(Address, AccessInfo(7, 8, false));
        if (hasLineOf(chosenLines(Bits), Address))
          Expected[0].push_back(Address);
        if (hasLineOf(visitedLines(Bits, Visit), Address))
          Expected[1].push_back(Address);
      }
      auto Keep = [](std::vector<uint64_t> &Addresses) {
        return [&Addresses](const BatchPart &P) {
          for (size_t I = P.Begin; I != P.End; ++I)
            Addresses.push_back(P.Batch.Address[I]);
        };
      };
      Lines.take({B, 0, B.Count}, Keep(Chosen));
      Lines.takeVisited({B, 0, B.Count}, Keep(Visited));
      EXPECT_EQ(Chosen, Expected[0]);
      EXPECT_EQ(Visited, Expected[1]);
      EXPECT_EQ(Visited.size(), 4 * chosenNeighbours(Bits));
    }
}

TEST(ChosenLines, VisitsOfAThreadThatIsLateDoNotCount) {
  ChosenLines Lines;
  Lines.choose(5);
  BatchPlace Place = windowOf(4);
  Place.Lines = {4, 1, 1};
  EXPECT_FALSE(Lines.visits(Place));
  AccessBatch B;
  static_cast<BatchPlace &>(B) = Place;
  for (uint64_t Address = 0; Address != 64 * SelectLineBytes;
       Address += SelectLineBytes)
    B.addInside(Address, AccessInfo(7, 8, false));
  Lines.takeVisited({B, 0, B.Count},
                    [](const BatchPart &) { ADD_FAILURE() << "taken"; });
}

TEST(ChosenLines, ManyPartsFillSeveralBatches) {
  ChosenLines Lines;
  Lines.choose(1);
  std::vector<Access> Found = taken(Lines, {{0, 10 << 20}}, windowOf(1));
  ASSERT_EQ(Found.size(), size_t(10 << 20) / 128);
  uint64_t Last = (10 << 20) - 64;
  while (!hasLineOf(chosenLines(1), Last))
    Last -= 64;
  EXPECT_EQ(Found.back(), (Access{Last, 64}));
}

} // namespace
