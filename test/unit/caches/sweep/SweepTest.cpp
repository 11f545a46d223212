//===- SweepTest.cpp - many models at once --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/Sweep.h"
#include "analysis/caches/sweep/StackSets.h"
#include "analysis/caches/sweep/SweepSpec.h"
#include "test/support/ReferenceCache.h"
#include "test/support/SimulateBatches.h"
#include "test/support/Test.h"
#include <deque>

namespace {

std::vector<std::string> specs(std::string_view Text) {
  return each(good(parseSweep(Text)), &CacheModel::spec);
}

std::string complaint(std::string_view Text) {
  Expected<std::vector<CacheModel>> Models = parseSweep(Text);
  return Models ? "" : Models.error().Message;
}

using Texts = std::vector<std::string>;

TEST(SweepSpec, RangesDoubleAndChoicesStandBesideEachOther) {
  EXPECT_EQ(
      specs("L1=16K..64K,4"),
      Texts({"L1=16K,4;line=64", "L1=32K,4;line=64", "L1=64K,4;line=64"}));
  EXPECT_EQ(specs("L1=16..32K,1/4"),
            Texts({"L1=16K,1;line=64", "L1=16K,4;line=64", "L1=32K,1;line=64",
                   "L1=32K,4;line=64"}));
  EXPECT_EQ(specs("L1=1K,1..2;L2=8K/12K,4"),
            Texts({"L1=1K,1;L2=8K,4;line=64", "L1=1K,1;L2=12K,4;line=64",
                   "L1=1K,2;L2=8K,4;line=64", "L1=1K,2;L2=12K,4;line=64"}));
  EXPECT_EQ(specs("L1=1K,1..12").size(), 4u); // 16 is beyond
}

TEST(SweepSpec, WordsLinesAndCommentsMakeAList) {
  EXPECT_EQ(specs("L1=1K,1  # small\n\n  L1=2K,1\tL1=1K,1\n# none\n"),
            Texts({"L1=1K,1;line=64", "L1=2K,1;line=64"}));
  EXPECT_EQ(specs("zen4").size(), 1u);
  EXPECT_EQ(specs("L1=2K,2;line=32/64"),
            Texts({"L1=2K,2;line=32", "L1=2K,2;line=64"}));
}

TEST(SweepSpec, KeepsWhoShares) {
  EXPECT_EQ(specs("L1=1K,1;L2=4K..8K,2,shared"),
            Texts({"L1=1K,1;L2=4K,2,shared;line=64",
                   "L1=1K,1;L2=8K,2,shared;line=64"}));
}

TEST(SweepSpec, MistakesNameWhatIsWrong) {
  EXPECT_EQ(complaint("L1=64K..16K,8"),
            "'64K..16K' is no range; write for instance 16K..256K, or 1..16");
  EXPECT_EQ(complaint("L1=1K..x,8"),
            "'1K..x' is no range; write for instance 16K..256K, or 1..16");
  EXPECT_EQ(complaint(""), "no cache model to simulate; write for instance "
                           "--sweep 'L1=16K..64K,4/8;L2=1M,16'");
  EXPECT_EQ(complaint("L1=1K..1G,1..64;L2=1K..1G,1..64"),
            "'L1=1K..1G,1..64;L2=1K..1G,1..64' stands for more than 4096 cache "
            "models");
  // All of one field's choices with all of the next one's: 2^40.
  std::string Long = "line=32/64";
  for (int I = 0; I != 39; ++I)
    Long += ",1/2";
  EXPECT_EQ(complaint(Long),
            "'" + Long + "' stands for more than 4096 cache models");
  EXPECT_EQ(complaint("L1=1000,3"), "cache level L1: size 1000 is no multiple "
                                    "of 3 ways of 64 bytes");
  for (const char *Other :
       {"L1=1K,1,random", "policy=plru", "L1=1K,1;victim=4"})
    EXPECT_NE(
        complaint(Other).find("a sweep has LRU levels, shared or private, "
                              "and a line size only"),
        std::string::npos)
        << complaint(Other);
  EXPECT_TRUE(has(complaint("zen9"), "unknown cache model 'zen9'"));
}

/// Touches and writes of near and far lines, as an inner level hands them on.
std::vector<Miss> randomItems(std::mt19937_64 &Random, size_t Count) {
  std::vector<Miss> Items;
  for (size_t I = 0; I != Count; ++I) {
    auto Line = [&] { return Random() % (uint64_t(8) << Random() % 9); };
    Miss M{EmptyWord, EmptyWord, uint32_t(I)};
    if (Random() % 4)
      M.Wanted = Miss::wanted(Line(), uint32_t(Random() % 5));
    if (M.Wanted == EmptyWord || Random() % 3 == 0)
      M.Victim =
          cleanWord(Line()) | writerBits(StructureId(uint32_t(Random() % 5)));
    Items.push_back(M);
  }
  return Items;
}

/// All that was let through, and what is dirty in the end, in numbers.
std::vector<uint64_t> resultsOf(SweepStore &Store, size_t Caches,
                                uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  std::vector<uint64_t> Result;
  SweepStore::Lists Out(Caches);
  DepthCounts Counts(Caches);
  Counts.resize(5);
  for (int Batch = 0; Batch != 10; ++Batch) {
    std::vector<Miss> Items = randomItems(Random, 1000), Overflow;
    Store.filter(Items, &Counts, Out, &Overflow);
    for (const MissList &List : Out)
      for (const Miss &M : List.all())
        Result.insert(Result.end(), {M.Wanted, M.Victim, M.Site});
    for (const Miss &M : Overflow)
      Result.push_back(M.Site);
  }
  for (size_t Cache = 0; Cache != Caches; ++Cache)
    for (const SweepCounts &C : Counts.countsOf(Cache))
      Result.insert(Result.end(), {C.Misses, C.Writebacks});
  for (size_t Cache = 0; Cache != Caches; ++Cache)
    Store.forEachDirty(Cache, [&](CacheWord W) { Result.push_back(W); });
  return Result;
}

TEST(StackSets, AreTheSameWhateverSearchesThem) {
  if (!canSearch(SearchKind::Avx512))
    GTEST_SKIP() << "one way only on this processor";
  const std::vector<std::vector<uint32_t>> AllWays = {
      {1},        {2, 5},      {1, 2, 4, 8},         {6, 12},
      {4, 8, 16}, {3, 17, 23}, {1, 2, 4, 8, 16, 32}, {8, 64},
      {1, 33, 40}};
  uint64_t Seed = 0;
  for (const auto &Ways : AllWays)
    for (uint64_t Sets : {1, 4, 12, 64}) {
      // One of them not.
      SweepShape Shape{Sets, Ways, std::vector<bool>(Ways.size(), true)};
      Shape.Listed[Seed % Ways.size()] = Ways.size() == 1;
      auto Scalar = makeStackSets(Shape, SearchKind::Scalar);
      auto Best = makeStackSets(Shape);
      ++Seed;
      EXPECT_EQ(resultsOf(*Scalar, Ways.size(), Seed),
                resultsOf(*Best, Ways.size(), Seed))
          << Sets << " sets of " << Ways.back();
    }
}

struct Step {
  enum { Access, EndThread, Forget, Count, DoNotCount } Kind = Access;
  uint32_t Thread = 0, Structure = 0;
  uint64_t Address = 0;
  uint32_t Size = 8;
  bool Write = false;
};

/// Threads that share some memory, end, and go on after their end.
std::vector<Step> randomSteps(uint64_t Seed, size_t Count, bool Interest) {
  std::mt19937_64 Random(Seed);
  std::vector<Step> Steps;
  uint32_t Threads = 1 + uint32_t(Random() % 3), Thread = 0;
  uint64_t Address = 0;
  while (Steps.size() != Count) {
    if (Random() % 40 == 0)
      Thread = uint32_t(Random() % Threads);
    if (Random() % 700 == 0) {
      Steps.push_back({Step::EndThread, Thread});
      continue;
    }
    Step S;
    S.Thread = Thread;
    // Close to the last one, or anywhere in regions of several sizes.
    Address = Random() % 3 ? Address + Random() % 96
                           : Random() % (uint64_t(1024) << Random() % 8);
    S.Structure = uint32_t(Address / 4096 % 7);
    S.Address = 0x10000 + Address + (Random() % 4 == 0 ? Thread * 0x100000 : 0);
    S.Size = Random() % 50 == 0 ? uint32_t(1 + Random() % 700) : 8;
    S.Write = Random() % 3 == 0;
    Steps.push_back(S);
  }
  if (Interest) {
    Steps[Count / 3].Kind = Step::Forget;
    Steps[Count / 2].Kind = Step::DoNotCount;
    Steps[2 * Count / 3].Kind = Step::Count;
  }
  return Steps;
}

/// Batches as the decoder makes them.
class Feeder {
public:
  explicit Feeder(Sweep &Target)
      : Target(Target), Batch(std::make_unique<AccessBatch>()) {}

  void take(const Step &S) {
    switch (S.Kind) {
    case Step::Access:
      if (Batch->Count == AccessBatch::Capacity ||
          Batch->Thread.Value != S.Thread)
        flush();
      Batch->Thread = ThreadId(S.Thread);
      Owners[Batch->Count] = S.Structure;
      Batch->add(S.Address, {0, S.Size, S.Write});
      return;
    case Step::EndThread:
      flush();
      return Target.threadEnded(ThreadId(S.Thread));
    case Step::Forget:
      flush();
      return Target.forgetCounts();
    case Step::Count:
    case Step::DoNotCount:
      flush();
      return Target.count(S.Kind == Step::Count);
    }
  }
  void flush() {
    if (Batch->Count != 0)
      Target.accesses({*Batch, 0, Batch->Count}, Owners, 8);
    Batch->clear();
  }

private:
  Sweep &Target;
  std::unique_ptr<AccessBatch> Batch;
  uint32_t Owners[AccessBatch::Capacity];
};

using ByStructure = std::map<uint32_t, std::vector<LevelCounts>>;

std::vector<ByStructure> swept(const std::vector<CacheModel> &Models,
                               const std::vector<Step> &Steps,
                               unsigned Threads) {
  Sweep All(Models, Threads);
  Feeder Feed(All);
  for (const Step &S : Steps)
    Feed.take(S);
  Feed.flush();
  All.settle();
  std::vector<ByStructure> Result;
  for (size_t I = 0; I != Models.size(); ++I) {
    auto Levels = All.counts(I);
    ByStructure &Rows = Result.emplace_back();
    for (uint32_t S = 0; S != 7; ++S)
      for (const auto &Level : Levels)
        Rows[S].push_back({0, S < Level.size() ? Level[S].Misses : 0,
                           S < Level.size() ? Level[S].Writebacks : 0});
  }
  return Result;
}

template <typename Simulator>
ByStructure oneByOne(Simulator &Reference, const std::vector<Step> &Steps) {
  std::map<uint32_t, Counts> Ignored, Previous;
  auto Minus = [](const std::map<uint32_t, Counts> &A,
                  const std::map<uint32_t, Counts> &B) {
    ByStructure Result;
    for (const auto &[S, C] : A)
      for (size_t L = 0; L != C.Levels.size(); ++L) {
        auto It = B.find(S);
        LevelCounts Less = It == B.end() || It->second.Levels.empty()
                               ? LevelCounts()
                               : It->second.Levels[L];
        Result[S].push_back({0, C.Levels[L].Misses - Less.Misses,
                             C.Levels[L].Writebacks - Less.Writebacks});
      }
    return Result;
  };
  // What was counted up to a region's begin, and in its gaps, is taken away.
  auto AddGap = [&] {
    for (const auto &[S, C] : Minus(Reference.counts(), Previous)) {
      Ignored[S].Levels.resize(C.size());
      for (size_t L = 0; L != C.size(); ++L)
        Ignored[S].Levels[L] += C[L];
    }
  };
  for (const Step &S : Steps)
    switch (S.Kind) {
    case Step::Access:
      Reference.access(S.Thread, S.Structure, S.Address, S.Size, S.Write);
      break;
    case Step::EndThread:
      Reference.endThread(S.Thread);
      break;
    case Step::Forget:
      Ignored = Reference.counts();
      break;
    case Step::DoNotCount:
      Previous = Reference.counts();
      break;
    case Step::Count:
      AddGap();
      break;
    }
  return Minus(Reference.counts(), Ignored);
}

void expectSame(const CacheModel &M, const ByStructure &Wanted,
                const ByStructure &Swept) {
  for (uint32_t S = 0; S != 7; ++S) {
    auto It = Wanted.find(S);
    for (size_t L = 0; L != M.Levels.size(); ++L) {
      LevelCounts C = It == Wanted.end() ? LevelCounts() : It->second[L];
      ASSERT_EQ(Swept.at(S)[L].Misses, C.Misses)
          << M.spec() << " structure " << S << " level " << L;
      ASSERT_EQ(Swept.at(S)[L].Writebacks, C.Writebacks)
          << M.spec() << " structure " << S << " level " << L;
    }
  }
}

const char *const Specs =
    "L1=1K..16K,1..16 L1=1K/2K,2/4;L2=8K..32K,4/8 "
    "L1=1K,2;L2=4K,4;L3=16K/32K,2..8 L1=1K,2;L2=4K,4,shared;L3=16K/32K,4 "
    "L1=3K,3;L2=12K,6/12 L1=2K,full L1=1K,2,shared;L2=8K,2/4,shared "
    "L1=2K,1..4;line=32 L1=8K,full;L2=16K,full L1=2K,2;L2=8K,4;L3=32K,full";

TEST(Sweep, CountsWhatTheSlowReferenceCounts) {
  std::vector<CacheModel> Models = *parseSweep(Specs);
  for (uint64_t Seed = 0; Seed != 6; ++Seed) {
    std::vector<Step> Steps = randomSteps(Seed, 6000, Seed % 2 == 1);
    // The reference ends a thread once; what it does later is warm there.
    std::erase_if(Steps,
                  [](const Step &S) { return S.Kind == Step::EndThread; });
    std::vector<ByStructure> Fast = swept(Models, Steps, 1);
    for (size_t I = 0; I != Models.size(); ++I) {
      ReferenceCache Slow(Models[I]);
      expectSame(Models[I], oneByOne(Slow, Steps), Fast[I]);
    }
  }
}

TEST(Sweep, CountsWhatEachSimulationCountsThreadsEndingIncluded) {
  std::vector<CacheModel> Models = *parseSweep(Specs);
  for (uint64_t Seed = 100; Seed != 108; ++Seed) {
    std::vector<Step> Steps = randomSteps(Seed, 20'000, Seed % 3 == 1);
    std::vector<ByStructure> Fast = swept(Models, Steps, 1 + Seed % 4);
    for (size_t I = 0; I != Models.size(); ++I) {
      Simulation Reference(Models[I]);
      expectSame(Models[I], oneByOne(Reference, Steps), Fast[I]);
    }
  }
}

TEST(Sweep, IsTheSameForAnyNumberOfThreads) {
  std::vector<CacheModel> Models = *parseSweep(Specs);
  std::vector<Step> Steps = randomSteps(7, 60'000, true);
  std::vector<ByStructure> Single = swept(Models, Steps, 1);
  for (unsigned Threads : {2u, 3u, 7u, 1000u})
    EXPECT_EQ(swept(Models, Steps, Threads), Single) << Threads;
}

/// Sets of 64 ways still know what lies beyond, for larger caches.
TEST(Sweep, NarrowSetsMayBeAsWideAsTheyCan) {
  std::vector<CacheModel> Models =
      good(parseSweep("L1=4K,64;line=16 L1=2K,16;line=16"));
  std::vector<Step> Steps = randomSteps(9, 6000, true);
  std::vector<ByStructure> Fast = swept(Models, Steps, 1);
  for (size_t I = 0; I != Models.size(); ++I) {
    Simulation Reference(Models[I]);
    expectSame(Models[I], oneByOne(Reference, Steps), Fast[I]);
  }
}

} // namespace
