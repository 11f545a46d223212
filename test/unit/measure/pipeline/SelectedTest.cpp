//===- SelectedTest.cpp - selected and complete streams, compared ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/RestrictedCaches.h"
#include "test/support/random/RandomSelected.h"

namespace {

struct Compared {
  const char *Caches = "L1=32K,8;L2=64K,8";
  uint32_t Threads = 1;
  uint32_t OneIsRecorded = 0;
  std::optional<size_t> Stages = {};
};

constexpr const char *Models[] = {
    "L1=4K,1",           "L1=8K,2;L2=16K,4;L3=64K,8",   "L1=12K,1;L2=48K,4",
    "L1=32K,8;L2=64K,8", "L1=96K,12;L2=192K,12,shared",
};

// All accesses are in windows: nothing is estimated.
void compareWindows(const Compared &C, uint32_t Seed, size_t Steps = 3000) {
  SCOPED_TRACE(
      fmt::format("{}, {} threads, seed {}", C.Caches, C.Threads, Seed));
  Analysed Complete(C.Caches, 1'000'000),
      Selected(C.Caches, 1'000'000, C.Stages);
  Program P(Complete, Selected);
  P.InWindow = true;
  RandomProgram(Seed, P, C.Threads, C.OneIsRecorded).execute(Steps);
  Profile Whole = Complete.finish(), Part = Selected.finish();
  expectSame(summary(Whole), summary(Part));
  EXPECT_GT(Whole.total().Accesses, Steps);
  EXPECT_GT(Whole.total().Levels[0].Writebacks, 0u);
  EXPECT_TRUE(Part.Lines.empty());
  EXPECT_TRUE(Part.Lines.selected());
  EXPECT_FALSE(Whole.Lines.selected());
  EXPECT_TRUE(std::ranges::none_of(Part.Notes, [](const std::string &Note) {
    return has(Note, "estimate");
  }));
}

TEST(Selected, CountsAsCompleteInWindows) {
  for (const char *Model : Models)
    for (uint32_t Seed = 0; Seed != 6; ++Seed)
      compareWindows({Model}, Seed);
}

TEST(Selected, CountsAsCompleteInWindowsOfThreads) {
  for (const char *Model : Models)
    for (uint32_t Seed = 0; Seed != 4; ++Seed)
      compareWindows({Model, 3}, Seed);
}

TEST(Selected, CountsAsCompleteInStages) {
  for (uint32_t Seed = 0; Seed != 6; ++Seed)
    compareWindows({Models[1], 3, 0, Seed % 3}, Seed);
}

TEST(Selected, CountsAsCompleteWhereSomeIsRecorded) {
  for (uint32_t OneIn : {2, 20, 1000})
    for (uint32_t Seed = 0; Seed != 4; ++Seed)
      compareWindows({Models[1], 2, OneIn}, Seed);
}

/// Misses by structure, and by site and structure, of a profile.
void expectMisses(const RestrictedMisses &Expected, const Profile &P) {
  for (uint32_t S = 0; S != P.Structures.size(); ++S)
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      auto Found = Expected.ByStructure.find(S);
      EXPECT_EQ(P.Structures[S].Total.Levels[L].Misses,
                Found == Expected.ByStructure.end() ? 0 : Found->second[L])
          << P.Structures[S].Name << " level " << L;
    }
  std::map<uint32_t, std::vector<uint64_t>> Sums;
  for (const SiteCounts &C : P.BySite) {
    Sums[C.Structure.Value].resize(C.Misses.size());
    for (size_t L = 0; L != C.Misses.size(); ++L)
      Sums[C.Structure.Value][L] += C.Misses[L];
  }
  for (auto &[S, Sum] : Sums)
    for (size_t L = 0; L != Sum.size(); ++L)
      EXPECT_EQ(Sum[L], P.Structures[S].Total.Levels[L].Misses);
  Counts Total = P.total();
  for (size_t L = 0; L != Total.Levels.size(); ++L)
    EXPECT_EQ(Total.Levels[L].Writebacks, Expected.Writebacks[L]);
}

/// Misses of all structures together.
void expectTotalMisses(const RestrictedMisses &Expected, const Profile &P) {
  std::vector<uint64_t> Sums(P.Caches.Levels.size());
  for (const auto &[Structure, Misses] : Expected.ByStructure)
    for (size_t L = 0; L != Sums.size(); ++L)
      Sums[L] += Misses[L];
  for (size_t L = 0; L != Sums.size(); ++L)
    EXPECT_EQ(P.total().Levels[L].Misses, Sums[L]) << "level " << L;
}

/// By site: accesses, exact as in a complete run.
void expectSameSites(const Profile &Whole, const Profile &Part) {
  ASSERT_EQ(Whole.Sites.size(), Part.Sites.size());
  for (size_t I = 0; I != Whole.Sites.size(); ++I)
    EXPECT_EQ(Whole.Sites[I].Accesses, Part.Sites[I].Accesses) << "site " << I;
  EXPECT_EQ(Whole.total().Accesses, Part.total().Accesses);
  EXPECT_EQ(Whole.total().Stores, Part.total().Stores);
  EXPECT_EQ(Whole.Instructions, Part.Instructions);
  std::vector<uint64_t> ByStructure(Part.Structures.size());
  for (const SiteCounts &C : Part.BySite)
    ByStructure[C.Structure.Value] += C.Accesses;
  for (size_t S = 0; S != ByStructure.size(); ++S)
    EXPECT_EQ(ByStructure[S], Part.Structures[S].Total.Accesses);
  expectSitesAddUp(Part);
}

// In all stretches: first all lines, then fewer and fewer; some threads hear of
// it late. Each chosen line's misses are those of the complete run.
void compareLines(const Compared &C, std::vector<uint8_t> Stretches,
                  uint32_t Seed, size_t Steps = 2000) {
  SCOPED_TRACE(fmt::format("{}, {} threads, seed {}, {} stretches", C.Caches,
                           C.Threads, Seed, Stretches.size()));
  auto Expected = std::make_shared<RestrictedMisses>();
  Analysed Complete(C.Caches, 1'000'000, {},
                    {RestrictedCaches::make(Expected)}),
      Selected(C.Caches, 1'000'000, C.Stages);
  Program P(Complete, Selected);
  P.Bits = Expected->Bits = Stretches.front();
  RandomProgram Random(Seed, P, C.Threads, C.OneIsRecorded);
  std::mt19937 Windows(Seed);
  size_t Stretch = 0, Step = 0;
  Random.beforeSteps([&] {
    size_t Current =
        std::min(Step++ * Stretches.size() / Steps, Stretches.size() - 1);
    if (Current == Stretch && Windows() % 50 != 0)
      return;
    // A thread may hear of the last stretch, or of the one before.
    bool Late = Current == Stretch && Current != 0 && Windows() % 2;
    P.pass();
    Complete.Records.finish(); // the observer has seen all so far
    bool Window = Windows() % 3 == 0;
    P.choose(Stretches[Late ? Current - 1 : Current], Window);
    Expected->InWindow[P.thread()] = Window;
    P.InWindow = false;
    Expected->Bits = std::max(Expected->Bits, Stretches[Current]);
    Stretch = Current;
  });
  Random.execute(Steps);
  Profile Whole = Complete.finish(), Part = Selected.finish();
  // While all lines are chosen, an access that is recorded as a whole belongs
  // to the owner of its first byte, which may differ from the reference's.
  if (C.OneIsRecorded != 0 && Stretches.front() == 0)
    expectTotalMisses(*Expected, Part);
  else
    expectMisses(*Expected, Part);
  expectSameSites(Whole, Part);
  EXPECT_EQ(Part.Lines.empty(), Stretches.back() == 0);
}

TEST(Selected, ChosenLinesMissAsInTheCompleteRun) {
  for (const char *Model : Models)
    for (uint8_t Bits : {0, 1, 3, 6})
      for (uint32_t Seed = 0; Seed != 2; ++Seed)
        compareLines({Model}, {Bits}, Seed);
}

TEST(Selected, ChosenLinesOfThreadsMissAsInTheCompleteRun) {
  for (const char *Model : Models)
    for (uint32_t Seed = 0; Seed != 4; ++Seed)
      compareLines({Model, 3}, {0, 1, 2, 4}, Seed);
}

TEST(Selected, StretchesWeighWhatTheyChoose) {
  for (uint32_t Seed = 0; Seed != 4; ++Seed) {
    compareLines({Models[1]}, {0, 1, 2, 3, 4, 5, 6}, Seed);
    compareLines({Models[3], 2, 0, Seed % 3}, {0, 3}, Seed);
    compareLines({Models[3], 2}, {2, 6}, Seed);
  }
}

TEST(Selected, WhatIsRecordedMissesInChosenLinesOnly) {
  for (uint32_t OneIn : {2, 20})
    for (uint32_t Seed = 0; Seed != 4; ++Seed) {
      compareLines({Models[1], 2, OneIn}, {0, 2, 4}, Seed);
      compareLines({Models[1], 2, OneIn}, {1, 2, 4}, Seed);
    }
}

} // namespace
