//===- ReuseStackTest.cpp - exact distances -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/ReuseStack.h"
#include "test/support/SimulateBatches.h"
#include "test/support/Test.h"
#include "test/support/TouchStreams.h"
#include <iterator>
#include <list>

namespace {

/// The lines that were touched, most recent first; nothing shared with
/// analysis/gauges/reuse.
class ReferenceReuse {
public:
  /// How many other lines were touched since \p Line was; nothing if never.
  std::optional<uint64_t> touch(uint64_t Line) {
    uint64_t Distance = 0;
    for (auto It = Lines.begin(); It != Lines.end(); ++It, ++Distance)
      if (*It == Line) {
        Lines.splice(Lines.begin(), Lines, It);
        return Distance;
      }
    Lines.push_front(Line);
    return std::nullopt;
  }
  void clear() { Lines.clear(); }

private:
  std::list<uint64_t> Lines;
};

/// Distances by structure.
class ReferenceDistances {
public:
  void touch(ReferenceReuse &Stack, uint64_t Line, uint32_t Owner) {
    if (std::optional<uint64_t> Distance = Stack.touch(Line))
      ++Reuses[Owner][*Distance];
    else
      ++Compulsory[Owner];
  }
  uint64_t misses(uint32_t Owner, uint64_t Lines) const {
    auto Cold = Compulsory.find(Owner);
    uint64_t Sum = Cold == Compulsory.end() ? 0 : Cold->second;
    if (auto Row = Reuses.find(Owner); Row != Reuses.end())
      for (auto R = Row->second.lower_bound(Lines); R != Row->second.end(); ++R)
        Sum += R->second;
    return Sum;
  }

private:
  std::map<uint32_t, std::map<uint64_t, uint64_t>> Reuses;
  std::map<uint32_t, uint64_t> Compulsory;
};

/// Hands over pieces of random length, as batches come.
DistanceTable distancesOf(const TouchStream &T, uint64_t Seed = 1) {
  std::mt19937_64 Random(Seed);
  ReuseStack Stack;
  DistanceTable Table;
  Table.resize(8);
  for (size_t Begin = 0, Next; Begin != T.Lines.size(); Begin = Next) {
    Next = std::min(T.Lines.size(), Begin + 1 + Random() % 3000);
    Stack.touch(
        {{T.Lines.data() + Begin, Next - Begin}, T.Owners.data() + Begin},
        Table);
  }
  return Table;
}

TEST(DistanceBuckets, BeginAtAllMultiplesOfAnEighthOfPowersOfTwo) {
  uint64_t Previous = 0;
  for (size_t B = 1; B != DistanceBuckets; ++B) {
    uint64_t Begin = bucketBegin(B);
    ASSERT_GT(Begin, Previous);
    EXPECT_EQ(bucketOf(Begin), B);
    EXPECT_EQ(bucketOf(Begin - 1), B - 1);
    EXPECT_LE(Begin - Previous, std::max<uint64_t>(1, Previous / 8));
    Previous = Begin;
  }
  for (unsigned Shift = 0; Shift != 40; ++Shift)
    for (uint64_t Eighths = 8; Eighths != 16; ++Eighths) {
      uint64_t Lines = (Eighths << Shift) / 8;
      EXPECT_EQ(bucketBegin(bucketOf(Lines)), Lines);
    }
}

TEST(ReuseStack, SaysTheDistancesOfAHandWrittenStream) {
  TouchStream T;
  for (uint64_t Line : {7, 8, 7, 7, 9, 8, 10})
    T.add(Line, Line == 7 ? 0 : 1);
  DistanceTable Table = distancesOf(T);
  const DistanceCounts &Seven = Table.rows()[0], &Rest = Table.rows()[1];
  EXPECT_EQ(Seven.Compulsory, 1u);
  EXPECT_EQ(Seven.Reuses[0], 1u); // 7 after 7
  EXPECT_EQ(Seven.Reuses[1], 1u); // 7 after 8
  EXPECT_EQ(Rest.Compulsory, 3u);
  EXPECT_EQ(Rest.Reuses[2], 1u); // 8 after 7 and 9
  EXPECT_EQ(Seven.touches() + Rest.touches(), 7u);
}

TEST(ReuseStack, ACycleOfManyLinesHasItsLengthAsDistance) {
  // More lines than the list holds, and more than fit without numbering anew.
  for (uint64_t Lines : {16u, 17u, 100u, 40'000u, 100'000u}) {
    TouchStream T;
    for (uint64_t I = 0; I != 3 * Lines; ++I)
      T.add(I % Lines * 3, 2);
    DistanceTable Table = distancesOf(T);
    const DistanceCounts &C = Table.rows()[2];
    EXPECT_EQ(C.Compulsory, Lines);
    EXPECT_EQ(C.Reuses[bucketOf(Lines - 1)], 2 * Lines);
    EXPECT_EQ(C.misses(bucketOf(Lines - 1) + 1), Lines);
  }
}

TEST(ReuseStack, IsThatOfAPlainListOnRandomStreams) {
  for (uint64_t Seed = 0; Seed != 40; ++Seed) {
    TouchStream T = randomStream(Seed, 20'000);
    DistanceTable Fast = distancesOf(T, Seed);
    ReferenceReuse List;
    ReferenceDistances Slow;
    for (size_t I = 0; I != T.Lines.size(); ++I)
      Slow.touch(List, T.Lines[I], T.Owners[I]);
    for (uint32_t S = 0; S != 5; ++S)
      for (size_t B = 0; B != bucketOf(100'000); ++B)
        ASSERT_EQ(Fast.rows()[S].misses(B), Slow.misses(S, bucketBegin(B)))
            << "seed " << Seed << " structure " << S << " bucket " << B;
  }
}

TEST(ReuseStack, IsEmptyWhenItWasCleared) {
  TouchStream T = randomStream(5, 5000);
  ReuseStack Stack;
  DistanceTable Single, Twice;
  Single.resize(8), Twice.resize(8);
  Touches All{T.Lines, T.Owners.data()};
  Stack.touch(All, Single);
  Stack.clear();
  Stack.touch(All, Twice);
  for (uint32_t S = 0; S != 5; ++S) {
    EXPECT_EQ(Single.rows()[S].Compulsory, Twice.rows()[S].Compulsory);
    EXPECT_EQ(Single.rows()[S].Reuses, Twice.rows()[S].Reuses);
  }
}

/// A fully associative cache of \p Lines, as `simulate` has it.
CacheModel fullyAssociative(uint64_t Lines) {
  return *parseCacheModel(fmt::format("L1={},full", Lines * 64));
}

TEST(ReuseStack, SaysTheMissesOfSimulatedCachesAtEveryBucketsEdge) {
  for (uint64_t Seed = 100; Seed != 104; ++Seed) {
    TouchStream T = randomStream(Seed, 6000);
    DistanceTable Table = distancesOf(T);
    for (size_t B = 1; B <= bucketOf(4096); ++B) {
      Simulation Caches(fullyAssociative(bucketBegin(B)));
      for (size_t I = 0; I != T.Lines.size(); ++I)
        Caches.access(0, T.Owners[I], T.Lines[I] * 64, 8, I % 3 == 0);
      for (const auto &[Structure, C] : Caches.counts())
        ASSERT_EQ(Table.rows()[Structure].misses(B), C.Levels[0].Misses)
            << "seed " << Seed << " lines " << bucketBegin(B);
    }
  }
}

} // namespace
