//===- StepsTest.cpp - how accesses follow one another --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Descriptions.h"
#include "memfacet/Tables.h"
#include "test/support/AnalysisRun.h"
#include "test/support/CountingObserver.h"
#include <cstdlib>

namespace {

// From the definitions of docs/internals/descriptions.md, with all accesses of
// one code in one structure at hand.

struct SteppedAccess {
  uint64_t Address;
  uint32_t Size;
  uint8_t Flags; ///< SiteFlags
};

class ReferenceSteps {
public:
  ReferenceSteps(const std::vector<SteppedAccess> &All, int64_t ElementBytes)
      : All(All), ElementBytes(ElementBytes) {
    for (size_t I = 0; I != All.size(); ++I) {
      if (isLong(I))
        ++Result.steps(StepKind::Sequential);
      else if (I != 0)
        judge(I);
    }
    Result.Sampled = All.size();
    for (auto [Bytes, Steps] : Strides)
      Result.Strides.push_back({Bytes, Steps});
  }
  AccessSteps Result;

private:
  bool isLong(size_t I) const { return All[I].Size > 64; }
  /// To access \p I; 0 where there is none.
  int64_t step(size_t I) const {
    if (I == 0 || I >= All.size() || isLong(I))
      return 0;
    return int64_t(All[I].Address - All[I - 1].Address);
  }
  bool near(size_t I) const {
    int64_t S = step(I);
    uint32_t Previous = All[I - (S > 0)].Size;
    return S != 0 &&
           (std::abs(S) <= int64_t(Previous) || std::abs(S) == ElementBytes);
  }
  bool turns(size_t I) const {
    return I > 1 && near(I - 1) && (step(I) < 0) != (step(I - 1) < 0);
  }
  bool sequential(size_t I) const { return near(I) && !turns(I); }
  bool linked(size_t I) const {
    return All[I].Flags & SiteFollowsLinks && step(I) != 0;
  }
  /// Returns whether the steps to \p I and to the next one are one stride.
  bool equalNext(size_t I) const {
    return I + 1 < All.size() && step(I) != 0 && step(I) == step(I + 1) &&
           !sequential(I + 1);
  }

  void judge(size_t I) {
    if (step(I) == 0) {
      ++Result.steps(StepKind::Repeated);
      return;
    }
    if (linked(I)) {
      ++Result.steps(StepKind::Linked);
      return;
    }
    if (sequential(I)) {
      ++Result.steps(StepKind::Sequential);
      return;
    }
    if (step(I) == step(I - 1) || (equalNext(I) && !linked(I + 1))) {
      ++Result.steps(StepKind::Strided);
      ++Strides[step(I)];
      return;
    }
    ++Result.steps(All[I].Flags & SiteSearches   ? StepKind::Search
                   : All[I].Flags & SiteIndirect ? StepKind::Indirect
                                                 : StepKind::Irregular);
  }

  const std::vector<SteppedAccess> &All;
  int64_t ElementBytes;
  std::map<int64_t, uint64_t> Strides;
};

constexpr uint64_t Memory = 0x800000;

Profile profile(const StreamBuilder &Stream, bool Scalar = false) {
  return analyse(Stream, "L1=1K,2", {.Observers = {CountingObserver::make()}},
                 {}, Scalar);
}

/// One site in one structure, a global or, for its element, heap memory.
class OneSite {
public:
  explicit OneSite(SiteSpec Site = {.Size = 8}, uint32_t ElementBytes = 8)
      : Spec(Site), ElementBytes(ElementBytes) {
    Block = Tables.block({.Slots = 1, .Sites = {Site}});
    uint64_t A = Tables.allocation({.Name = "a", .ElementSize = ElementBytes});
    Stream.module(0, Tables).alloc(1, Memory, 1 << 20, A);
  }
  void at(uint64_t Offset) {
    Stream.block(Block, {Memory + Offset});
    Accesses.push_back({Memory + Offset, Spec.Size, Spec.Flags});
  }
  void release(uint64_t Order, uint64_t Address) {
    Stream.free(Order, Address);
  }
  AccessSteps steps(bool Scalar = false) {
    Profile P = profile(Stream, Scalar);
    EXPECT_EQ(P.BySite.size(), 1u);
    return P.BySite.empty() ? AccessSteps() : P.BySite[0].Steps;
  }
  AccessSteps reference() const {
    return ReferenceSteps(Accesses, ElementBytes).Result;
  }

private:
  TableBuilder Tables;
  SiteSpec Spec;
  uint32_t ElementBytes;
  uint64_t Block;
  StreamBuilder Stream;
  std::vector<SteppedAccess> Accesses;
};

using Numbers = std::array<uint64_t, StepKinds>;

TEST(Steps, FromElementToElementAreSequential) {
  OneSite Site({.Size = 4}, 120);
  for (int I = 0; I != 100; ++I)
    Site.at(I * 120);
  EXPECT_EQ(Site.steps().Steps, (Numbers{99, 0, 0, 0, 0, 0}));
  EXPECT_EQ(Site.steps().Sampled, 100u);
}

TEST(Steps, ToAndFroAreNotSequential) {
  OneSite Site;
  for (int I = 0; I != 100; ++I)
    Site.at(I % 2 * 8);
  EXPECT_EQ(Site.steps().Steps, (Numbers{1, 0, 0, 0, 0, 98}));
}

TEST(Steps, OfTheSameLengthAreAStride) {
  OneSite Site;
  for (int Column = 0; Column != 4; ++Column)
    for (int Row = 0; Row != 50; ++Row)
      Site.at(Row * 400 + Column * 8);
  // Between two columns there is one step of another length.
  EXPECT_EQ(Site.steps().Steps, (Numbers{0, 4 * 49, 0, 0, 0, 3}));
  EXPECT_EQ(Site.steps().Strides, (std::vector<Stride>{{400, 4 * 49}}));
}

TEST(Steps, OfLinksAreLinkedWhereverTheyLead) {
  OneSite Site({.Size = 8, .Flags = SiteFollowsLinks});
  for (int I : {0, 8, 16, 800, 16, 16})
    Site.at(I);
  EXPECT_EQ(Site.steps().Steps, (Numbers{0, 0, 1, 4, 0, 0}));
  EXPECT_TRUE(Site.steps().Strides.empty());
}

TEST(Steps, ByLoadedIndicesAreIndirectUnlessRegular) {
  OneSite Site({.Size = 8, .Flags = SiteIndirect});
  for (int I : {0, 8, 800, 32, 640, 648})
    Site.at(I);
  EXPECT_EQ(Site.steps().Steps, (Numbers{2, 0, 0, 0, 3, 0}));
}

TEST(Steps, OfSearchesAreSearchesUnlessRegular) {
  OneSite Site({.Size = 8, .Flags = SiteSearches});
  for (int I : {0, 8, 800, 32, 640, 648})
    Site.at(I);
  EXPECT_EQ(Site.steps().Steps, (Numbers{2, 0, 0, 0, 0, 0, 3}));
}

TEST(Steps, LongAccessesAreSequentialByThemselves) {
  OneSite Site({.Size = 65});
  for (int I : {4000, 100, 100})
    Site.at(I);
  EXPECT_EQ(Site.steps().Steps, (Numbers{3, 0, 0, 0, 0, 0}));
}

/// Unrolling makes several sites of one place; loads and stores stay apart.
TEST(Steps, OfCopiesOfOnePlaceAreTakenTogether) {
  TableBuilder Tables;
  uint64_t Place = Tables.location("a.c", "f", 3, 7);
  uint64_t Block = Tables.block(
      {.Slots = 1,
       .Sites = {{.Size = 8, .Location = Place},
                 {.Size = 8, .Offset = 8, .Location = Place},
                 {.Size = 8, .Kind = AccessKind::Store, .Location = Place}}});
  Tables.global({"a", Memory, 4096, "long[512]"});
  StreamBuilder Stream;
  Stream.module(0, Tables);
  for (int I = 0; I != 10; ++I)
    Stream.block(Block, {Memory + uint64_t(I) * 16});
  Profile P = profile(Stream);
  ASSERT_EQ(P.BySite.size(), 3u);
  EXPECT_EQ(P.BySite[0].Steps.Steps, (Numbers{9, 0, 0, 0, 0, 0}));
  EXPECT_EQ(P.BySite[1].Steps.Steps, (Numbers{10, 0, 0, 0, 0, 0}));
  EXPECT_EQ(P.BySite[2].Steps.Steps, (Numbers{0, 9, 0, 0, 0, 0}));
}

TEST(Steps, OfOneSiteInTwoStructuresAreTakenApart) {
  LoadingProgram Program;
  Program.Tables.global({"a", Memory, 4096, "long[512]"});
  Program.Tables.global({"b", Memory + 8192, 4096, "long[512]"});
  Program.Stream.module(0, Program.Tables);
  for (uint64_t I = 0; I != 10; ++I)
    Program.load(Memory + I * 8).load(Memory + 8192 + I * 8);
  Profile P = profile(Program.Stream);
  ASSERT_EQ(P.BySite.size(), 2u);
  for (const SiteCounts &C : P.BySite)
    EXPECT_EQ(C.Steps.Steps, (Numbers{9, 0, 0, 0, 0, 0}));
}

TEST(Steps, AreThoseOfTheReference) {
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    std::mt19937_64 Random(Seed);
    constexpr uint8_t Flags[] = {0, SiteIndirect, SiteFollowsLinks,
                                 SiteSearches};
    OneSite Site(
        {.Size = uint32_t(1 + Random() % 70), .Flags = Flags[Seed % 4]},
        uint32_t(1 + Random() % 40));
    constexpr int64_t Lengths[] = {0, 1, -1, 8, -8, 40, -40, 200, 264};
    int64_t Offset = 1 << 19, Length = 8;
    for (int I = 0; I != 3000; ++I) {
      if (Random() % 3 == 0)
        Length = Lengths[Random() % 9];
      if (Random() % 20 == 0)
        Offset = int64_t(Random() % (1 << 20));
      Offset = (Offset + Length) & ((1 << 20) - 1);
      Site.at(uint64_t(Offset));
    }
    AccessSteps Sampled = Site.steps(), Wanted = Site.reference();
    EXPECT_EQ(Sampled.Steps, Wanted.Steps) << Seed;
    EXPECT_EQ(Sampled.Sampled, Wanted.Sampled);
    // Some of many different strides may be missing.
    for (const Stride &S : Sampled.Strides)
      EXPECT_TRUE(std::ranges::count(Wanted.Strides, S)) << Seed;
    EXPECT_EQ(Sampled.Strides.size(),
              std::min<size_t>(Wanted.Strides.size(), 8));
  }
}

/// The sampled portions are those whose numbers say so, and no step leads from
/// one to another across what was left out.
TEST(Steps, AreSampledByTheNumberOfThePortion) {
  constexpr uint64_t Length = StepSampler::PortionAccesses, Portions = 80;
  OneSite Site;
  for (uint64_t I = 0; I != Portions * Length; ++I)
    Site.at(I * 8 % (1 << 20));
  uint64_t Sampled = 0, Starts = 0;
  for (uint64_t P = 0; P != Portions; ++P) {
    Sampled += StepSampler::isWanted(P);
    Starts +=
        StepSampler::isWanted(P) && (P == 0 || !StepSampler::isWanted(P - 1));
  }
  ASSERT_GT(Sampled, 4u);
  ASSERT_LT(Sampled, Portions);
  AccessSteps Result = Site.steps();
  EXPECT_EQ(Result.Sampled, Sampled * Length);
  EXPECT_EQ(Result.all(), Result.Sampled - Starts);
}

TEST(Steps, AreTheSameHoweverAccessesAreCutIntoBatches) {
  std::mt19937_64 Random(3);
  OneSite Whole, Cut;
  for (int I = 0; I != 300'000; ++I) {
    uint64_t Offset = Random() % 3 ? I % 1000 * 8 : Random() % 100'000 * 8;
    Whole.at(Offset);
    Cut.at(Offset);
    if (Random() % 700 == 0)
      Cut.release(I + 2, 0x10); // no object's, but an event
  }
  AccessSteps Expected = Whole.steps();
  EXPECT_LT(Expected.Sampled, 200'000u);
  EXPECT_EQ(Whole.steps(true), Expected);
  EXPECT_EQ(Cut.steps(), Expected);
}

TEST(Steps, OutsideTheRegionOfInterestDoNotCount) {
  LoadingProgram Program;
  Program.Tables.global({"a", Memory, 4096, "long[512]"});
  Program.Stream.module(0, Program.Tables);
  auto Walk = [&](uint64_t Count) {
    for (uint64_t I = 0; I != Count; ++I)
      Program.load(Memory + I * 8);
  };
  Walk(10);
  Program.Stream.interest(1, true);
  Walk(20);
  Program.Stream.interest(2, false);
  Walk(30);
  Profile P = profile(Program.Stream);
  ASSERT_EQ(P.BySite.size(), 1u);
  EXPECT_EQ(P.BySite[0].Steps.Sampled, 20u);
  EXPECT_EQ(P.BySite[0].Steps.Steps, (Numbers{19, 0, 0, 0, 0, 0}));
}

} // namespace
