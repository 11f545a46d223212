//===- UnitsTest.cpp ------------------------------------------------------===//

#include "tools/report/format/Units.h"
#include "test/support/Test.h"

TEST(Units, CountsHaveThreeDigitsFromTenThousandOn) {
  EXPECT_EQ(humanCount(0), "0");
  EXPECT_EQ(humanCount(9'999), "9999");
  EXPECT_EQ(humanCount(10'000), "10.0 K");
  EXPECT_EQ(humanCount(123'456), "123 K");
  EXPECT_EQ(humanCount(999'499), "999 K");
  EXPECT_EQ(humanCount(999'500), "1.00 M");
  EXPECT_EQ(humanCount(1'234'567'890), "1.23 G");
  EXPECT_EQ(humanCount(UINT64_MAX), "18.4 E");
}

TEST(Units, BytesArePowersOf1024) {
  EXPECT_EQ(humanBytes(0), "0 B");
  EXPECT_EQ(humanBytes(1023), "1023 B");
  EXPECT_EQ(humanBytes(48 * 1024), "48 KiB");
  EXPECT_EQ(humanBytes(1536), "1.50 KiB");
  EXPECT_EQ(humanBytes(uint64_t(3) << 40), "3 TiB");
  EXPECT_EQ(humanBytes(UINT64_MAX), "16 EiB");
}

TEST(Units, RatesOfNothingAreADash) {
  EXPECT_EQ(humanRate(1, 8), "12.5 %");
  EXPECT_EQ(humanRate(0, 8), "0.0 %");
  EXPECT_EQ(humanRate(0, 0), "-");
  EXPECT_EQ(perThousand(12, 1000), "12.0");
  EXPECT_EQ(perThousand(1, 0), "-");
}

TEST(Units, CountedNounsAgree) {
  EXPECT_EQ(counted(1, "thread"), "1 thread");
  EXPECT_EQ(counted(0, "thread"), "0 threads");
}

TEST(Units, SharesAddUpToTheWhole) {
  EXPECT_EQ(sharesInTenths({1, 1, 1}), (std::vector<uint32_t>{334, 333, 333}));
  EXPECT_EQ(sharesInTenths({1, 999'999}), (std::vector<uint32_t>{0, 1000}));
  for (uint64_t Seed = 1; Seed != 200; ++Seed) {
    std::vector<uint64_t> Parts;
    for (uint64_t I = 0, X = Seed; I != Seed % 17 + 1; ++I)
      Parts.push_back((X = X * 6364136223846793005u + 1442695040888963407u) >>
                      (Seed % 60));
    std::vector<uint32_t> Shares = sharesInTenths(Parts);
    EXPECT_EQ(std::accumulate(Shares.begin(), Shares.end(), 0u), 1000u) << Seed;
  }
}

TEST(Units, SharesOfNothingAreNothing) {
  EXPECT_EQ(sharesInTenths({0, 0}), (std::vector<uint32_t>{0, 0}));
  EXPECT_TRUE(sharesInTenths({}).empty());
}
