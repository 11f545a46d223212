//===- RepeatFinderTest.cpp - words that were there before ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/RepeatFinder.h"
#include "test/support/Test.h"

namespace {

/// Records of four words that begin with 0x10.
std::vector<uint64_t> randomRecords(std::mt19937_64 &Random, size_t Count) {
  std::vector<uint64_t> Words;
  for (size_t I = 0; I != Count; ++I)
    Words.insert(Words.end(), {0x10, Random() % 1000, Random(), 7});
  return Words;
}

/// What was found: words from Position on, Distance before.
struct Repeat {
  size_t Position, Distance, Words;
  bool operator==(const Repeat &) const = default;
};

/// Asks at each record.
std::vector<Repeat> walk(RepeatFinder &Finder,
                         const std::vector<uint64_t> &Lane) {
  std::vector<Repeat> Result;
  Finder.begin(Lane.data(), Lane.size());
  for (size_t Position = 0; Position < Lane.size();) {
    size_t Distance, Words = Finder.find(&Lane[Position],
                                         Lane.data() + Lane.size(), Distance);
    if (Words != 0)
      Result.push_back({Position, Distance, Words});
    else
      Finder.starts()[Position] = 1;
    Position += Words != 0 ? Words : 4;
  }
  return Result;
}

class RepeatFinding : public testing::Test {
protected:
  RepeatFinder Finder;
};

TEST_F(RepeatFinding, FindsWhatIsThereAgain) {
  std::mt19937_64 Random(1);
  std::vector<uint64_t> First = randomRecords(Random, 100), Lane = First;
  std::vector<uint64_t> Other = randomRecords(Random, 10);
  Lane.insert(Lane.end(), Other.begin(), Other.end());
  Lane.insert(Lane.end(), First.begin(), First.end());
  EXPECT_EQ(walk(Finder, Lane), (std::vector<Repeat>{{440, 440, 400}}));
}

TEST_F(RepeatFinding, TellsWholeRecordsOnly) {
  std::mt19937_64 Random(2);
  std::vector<uint64_t> First = randomRecords(Random, 100), Lane = First;
  Lane.insert(Lane.end(), First.begin(), First.end());
  Lane[400 + 43 * 4 + 2] ^= 1;
  // Record 43 differs; what follows is found again.
  EXPECT_EQ(walk(Finder, Lane),
            (std::vector<Repeat>{{400, 400, 172}, {576, 400, 224}}));
}

TEST_F(RepeatFinding, ShortOnesAreNotWorthIt) {
  std::mt19937_64 Random(3);
  std::vector<uint64_t> First = randomRecords(Random, 7), Lane = First;
  for (int I = 0; I != 3; ++I) {
    std::vector<uint64_t> Other = randomRecords(Random, 20);
    Lane.insert(Lane.end(), Other.begin(), Other.end());
    Lane.insert(Lane.end(), First.begin(), First.end());
  }
  EXPECT_TRUE(walk(Finder, Lane).empty());
}

TEST_F(RepeatFinding, CopiesDoNotReachIntoThemselves) {
  std::vector<uint64_t> Lane;
  for (int I = 0; I != 1000; ++I)
    Lane.insert(Lane.end(), {0x10, 1, 2, 3});
  for (const Repeat &R : walk(Finder, Lane)) {
    EXPECT_LE(R.Words, R.Distance);
    EXPECT_GE(R.Words, RepeatFinder::LeastWords);
    EXPECT_LE(R.Distance, R.Position);
  }
}

TEST_F(RepeatFinding, LanesKnowNothingOfEachOther) {
  std::mt19937_64 Random(4);
  std::vector<uint64_t> Lane = randomRecords(Random, 100);
  EXPECT_TRUE(walk(Finder, Lane).empty());
  EXPECT_TRUE(walk(Finder, Lane).empty());
}

TEST_F(RepeatFinding, TellsOnlyWhatIsEqual) {
  std::mt19937_64 Random(5);
  size_t Found = 0;
  for (int Try = 0; Try != 50; ++Try) {
    // Pieces of the same records in any order, with errors.
    std::vector<uint64_t> Source = randomRecords(Random, 200), Lane;
    while (Lane.size() < 20000) {
      size_t Begin = Random() % 150 * 4, Count = Random() % 50 * 4;
      Lane.insert(Lane.end(), Source.begin() + ptrdiff_t(Begin),
                  Source.begin() + ptrdiff_t(Begin + Count));
      Lane.insert(Lane.end(), {0x10, Random(), 1, 7});
    }
    Finder.beginFrame(Lane.size());
    for (const Repeat &R : walk(Finder, Lane)) {
      auto Copy = Lane.begin() + ptrdiff_t(R.Position);
      EXPECT_TRUE(std::equal(Copy, Copy + ptrdiff_t(R.Words),
                             Copy - ptrdiff_t(R.Distance)));
      EXPECT_EQ(R.Words % 4, 0u);
      EXPECT_LE(R.Position + R.Words, Lane.size());
      Found += R.Words;
    }
  }
  EXPECT_GT(Found, 50u * 10000);
}

} // namespace
