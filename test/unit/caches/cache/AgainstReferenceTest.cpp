//===- AgainstReferenceTest.cpp - fast equals slow ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/ReferenceCache.h"
#include "test/support/SimulateBatches.h"
#include "test/support/Test.h"

namespace {

struct Case {
  const char *Spec;
  SearchKind Search;
};

// GoogleTest finds it by this name.
// NOLINTNEXTLINE(readability-identifier-naming)
void PrintTo(const Case &C, std::ostream *Out) {
  *Out << C.Spec << ", search " << int(C.Search);
}

class AgainstReference : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    if (!canSearch(GetParam().Search))
      GTEST_SKIP() << "this processor cannot";
    Model = good(parseCacheModel(GetParam().Spec));
  }

  /// Feeds both with what \p Next(simulator, index) does.
  template <typename Generator> void compare(size_t Accesses, Generator Next) {
    Simulation Fast(Model, GetParam().Search);
    ReferenceCache Slow(Model);
    for (size_t I = 0; I != Accesses; ++I)
      Next(Fast, Slow, I);
    for (const auto &[Structure, Expected] : Slow.counts()) {
      auto It = Fast.counts().find(Structure);
      ASSERT_NE(It, Fast.counts().end());
      EXPECT_EQ(It->second, Expected) << "structure " << Structure;
    }
    EXPECT_EQ(Fast.counts().size(), Slow.counts().size());
    EXPECT_GT(Slow.total().Levels[0].Misses, 0u);
  }

  CacheModel Model;
  std::mt19937_64 Random{20240607};
};

/// Where and how one access goes.
struct Access {
  uint32_t Thread, Structure;
  uint64_t Address, Size;
  bool Write;
};

void both(Simulation &Fast, ReferenceCache &Slow, const Access &A) {
  Fast.access(A.Thread, A.Structure, A.Address, A.Size, A.Write);
  Slow.access(A.Thread, A.Structure, A.Address, A.Size, A.Write);
}

TEST_P(AgainstReference, RandomAccessesOfSeveralThreads) {
  compare(60000, [&](auto &Fast, auto &Slow, size_t) {
    uint64_t R = Random();
    uint64_t Structure = R % 7;
    // Each structure has its own footprint, from very hot to far too large.
    uint64_t Footprint = uint64_t(512) << (Structure * 2);
    both(Fast, Slow,
         {uint32_t(R >> 8 & 3), uint32_t(Structure),
          (Structure << 24) + (R >> 16) % Footprint, 1 + (R >> 12 & 15),
          (R >> 60) < 5});
  });
}

TEST_P(AgainstReference, StreamsThatShareSets) {
  compare(60000, [&](auto &Fast, auto &Slow, size_t I) {
    uint32_t Stream = uint32_t(I % 5);
    both(Fast, Slow,
         {0, Stream, (uint64_t(Stream) << 22) + I / 5 * 8 % 40000, 8,
          Stream == 4});
  });
}

TEST_P(AgainstReference, RangesOverManyLines) {
  compare(3000, [&](auto &Fast, auto &Slow, size_t) {
    uint64_t R = Random();
    both(Fast, Slow,
         {uint32_t(R & 1), uint32_t(R >> 8) % 3, (R >> 16) % (1 << 20),
          1 + (R >> 40) % 5000, (R >> 60) < 6});
  });
}

TEST_P(AgainstReference, LinesOfSeveralStructures) {
  compare(60000, [&](auto &Fast, auto &Slow, size_t) {
    uint64_t R = Random();
    uint64_t Address = (R >> 16) % (R & 1 ? 1 << 9 : 1 << 14);
    // In the lower half of each KiB, every other word is another's.
    uint64_t Structure = Address & 512 ? Address >> 10 & 3 : Address >> 3 & 1;
    both(Fast, Slow,
         {uint32_t(R >> 8 & 1), uint32_t(Structure), Address,
          1 + (R >> 40) % (R & 6 ? 8 : 100), (R >> 60) < 6});
  });
}

TEST_P(AgainstReference, FewChangesInLinesOfSeveralStructures) {
  uint64_t Place = 0;
  compare(60000, [&](auto &Fast, auto &Slow, size_t I) {
    uint64_t R = Random();
    // A while in a line or two, then far away.
    if (I % 100 == 0)
      Place = (R >> 16) % (1 << 16);
    uint64_t Address = Place + (R >> 32) % 80;
    both(Fast, Slow,
         {0, uint32_t(Address >> 3 & 1) + uint32_t(Address >> 14), Address,
          1 + (R >> 8 & 1), (R >> 60) < 5});
  });
}

TEST_P(AgainstReference, OwnersThatChange) {
  compare(60000, [&](auto &Fast, auto &Slow, size_t I) {
    uint64_t R = Random();
    uint64_t Address = (R >> 16) % (1 << 13);
    // Each KiB changes hands now and then, at its own times.
    uint64_t Structure = ((Address >> 10) + I / (700 + (Address >> 10))) % 5;
    both(Fast, Slow,
         {0, uint32_t(Structure), Address, 1 + (R >> 40) % 4, (R >> 60) < 6});
  });
}

TEST_P(AgainstReference, HugeRangesAreHandedOnInPortions) {
  constexpr uint64_t Lines = 40'000;
  Simulation Fast(Model, GetParam().Search);
  for (int I = 0; I != 3; ++I)
    Fast.access(0, 0, 0x10000, Lines * Model.LineBytes, true);
  EXPECT_EQ(Fast.total().Accesses, 3u);
  EXPECT_EQ(Fast.total().Levels[0].Accesses, 3 * Lines);
  // No cache here holds as many: each round misses all.
  EXPECT_EQ(Fast.total().Levels[0].Misses, 3 * Lines);
  EXPECT_LE(Fast.mostChanges(), MruOutput::Portion + 1024);
}

TEST_P(AgainstReference, ThreadsThatComeAndGo) {
  compare(40000, [&](auto &Fast, auto &Slow, size_t I) {
    uint64_t R = Random();
    uint32_t Thread = uint32_t(I / 900) + uint32_t(R & 1);
    both(Fast, Slow,
         {Thread, uint32_t(R >> 8) % 4, (R >> 16) % (1 << 18), 4,
          (R >> 60) < 8});
    if (I % 900 == 899) {
      // Two threads run at any time; the older one ends.
      Fast.endThread(Thread - uint32_t(R & 1));
      Slow.endThread(Thread - uint32_t(R & 1));
    }
  });
}

// Programs that select do so from some point on.
TEST_P(AgainstReference, TouchesWithoutMruLines) {
  if (Model.LineBytes != SelectLineBytes || Model.Levels[0].Shared)
    GTEST_SKIP() << "no lines are chosen for such a model";
  compare(60000, [&](auto &Fast, auto &Slow, size_t I) {
    if (I == 20000)
      Fast.touch();
    uint64_t R = Random();
    // Some lines have two structures. Sets follow themselves now and then.
    uint64_t Line = (R >> 16) % (R & 4 ? 1 << 8 : 1 << 12);
    if (I / 1000 % 2)
      Line = Line / 64 * 64 + 21;
    uint64_t Address = Line * SelectLineBytes + (R >> 40) % 57;
    uint64_t Structure = Line % 3 ? Line % 5 : Address >> 3 & 1;
    uint32_t Thread = uint32_t(R >> 8 & 1) + uint32_t(I / 15000);
    both(Fast, Slow,
         {Thread, uint32_t(Structure), Address, 1 + (R >> 50) % 7,
          (R >> 60) < 6});
    if (I % 15000 == 14999) {
      Fast.endThread(uint32_t(I / 15000));
      Slow.endThread(uint32_t(I / 15000));
    }
  });
}

std::vector<Case> cases() {
  std::vector<Case> All;
  for (const char *Spec :
       {"L1=1K,1", "L1=512,full", "L1=2K,2;L2=8K,1", "L1=4K,8;L2=32K,8",
        "L1=4K,8;L2=32K,16;L3=256K,16", "L1=3K,12;L2=20K,20;L3=96K,12",
        "L1=9K,9;L2=32K,8", "L1=2K,16;L2=48K,12", "L1=6K,6;L2=30K,10;L3=88K,11",
        "L1=4K,4;L2=16K,64;L3=128K,full",
        "L1=1K,2,private;L2=4K,4,shared;L3=16K,8,shared",
        "L1=1K,2,shared;L2=32K,8,shared", "L1=1K,4;L2=2K,4;L3=4K,4;L4=8K,8",
        "L1=8K,128;L2=64K,256;line=32", "L1=1120,7;line=16",
        "L1=256,2;line=128", "L1=5K,5;L2=7K,7;L3=9K,9",
        "L1=12K,3;L2=8K,2;L3=4K,1", "L1=2K,2;L2=8K,128;L3=4K,64;L4=8K,full"})
    for (SearchKind Search : {SearchKind::Scalar, SearchKind::Avx512})
      All.push_back({Spec, Search});
  return All;
}

INSTANTIATE_TEST_SUITE_P(Models, AgainstReference, testing::ValuesIn(cases()));

} // namespace
