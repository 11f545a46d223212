//===- MergeProfilesTest.cpp - profiles of several processes --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeProfiles.h"
#include "analysis/result/store/CoarserStreams.h"
#include "analysis/result/store/IntervalRows.h"
#include "memfacet/UsedBytes.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/IntervalCounts.h"
#include "test/support/Test.h"
#include <random>

namespace {

/// A consistent profile of one process: some of five structures, in some order,
/// counted in one thread or several.
class RandomRun {
public:
  explicit RandomRun(uint64_t Seed) : Random(Seed) {}

  Profile make() {
    std::vector<Structure> Padding;
    std::vector<std::string> Names = {"a", "b", "c", "d", "e", "a"};
    std::ranges::shuffle(Names, Random);
    Names.resize(1 + Random() % Names.size());
    for (const std::string &Name : Names)
      Padding.push_back(heapStructure(Name, 0, 0, 0));
    Profile P = handMadeProfile(Padding);
    for (Structure &S : P.Structures)
      S.Total = zero();
    P.ByThread.clear(), P.Threads.clear(), P.Streams = {};
    P.Instructions = 0;
    uint32_t Threads = Random() % 2 ? 1 : 3;
    std::vector<IntervalCounts> Rows;
    for (uint32_t T = 0; T != Threads; ++T)
      addThread(T, P, Rows);
    addIntervals(Rows, P);
    P.Loss = {}, P.Notes = {};
    return P;
  }

private:
  static Counts zero() { return {0, 0, 0, {{}, {}}}; }
  uint64_t number() { return 1 + Random() % 1000; }

  void addThread(uint32_t T, Profile &P, std::vector<IntervalCounts> &Rows) {
    P.Threads.push_back({T, 0, number()});
    P.Instructions += P.Threads.back().Instructions;
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
      ThreadCounts Row{T, StructureId(Id), zero()};
      for (uint32_t I = uint32_t(Random() % 3); I < 9;
           I += 1 + uint32_t(Random() % 4)) {
        Counts C{0, number(), number(), {{number(), number(), 1}, {2, 1, 0}}};
        C.Accesses = C.Loads + C.Stores;
        Rows.push_back({T, StructureId(Id), I, C});
        Row.Total += C;
      }
      P.Structures[Id].Total += Row.Total;
      P.ByThread.push_back(Row);
    }
  }

  std::mt19937_64 Random;
};

Profile merged(const std::vector<Profile> &Runs) {
  ProfileMerger M;
  for (size_t I = 0; I != Runs.size(); ++I)
    EXPECT_TRUE(M.add(Runs[I], fmt::format("{}", I)));
  return good(M.finish());
}

/// The number in \p Whole of structure \p Id of \p P, found by its name and how
/// many of that name come before it.
uint32_t sameIn(const Profile &Whole, const Profile &P, uint32_t Id) {
  size_t Ordinal = 0;
  for (uint32_t I = 0; I != Id; ++I)
    Ordinal += P.Structures[I].Name == P.Structures[Id].Name;
  for (uint32_t I = 0; I != Whole.Structures.size(); ++I)
    if (Whole.Structures[I].Name == P.Structures[Id].Name && Ordinal-- == 0)
      return I;
  ADD_FAILURE() << P.Structures[Id].Name;
  return 0;
}

using SumKey = std::pair<uint32_t, uint32_t>;

/// Values of \p Of by structure (of \p Whole) and interval.
std::map<SumKey, uint64_t> processOf(const Profile &P, const Profile &Whole,
                                     Measure Kind) {
  std::map<SumKey, uint64_t> Values;
  std::optional<uint32_t> Thread = P.Streams.processThread(Kind);
  EXPECT_TRUE(Thread);
  StreamReader Reader(P.Streams);
  for (uint32_t Id = 0; Id <= P.Structures.size(); ++Id) {
    bool All = Id == P.Structures.size();
    EXPECT_TRUE(Reader.read(
        *Thread, All ? StructureId() : StructureId(Id), Kind,
        [&](auto Intervals, auto Sums) {
          for (size_t I = 0; I != Sums.size(); ++I)
            if (Sums[I])
              Values[{All ? ~0u : sameIn(Whole, P, Id), Intervals[I]}] +=
                  Sums[I];
        }));
  }
  return Values;
}

TEST(ProfileMerger, SumsWhatIsNamedAlikeAndKeepsEachThread) {
  for (uint64_t Seed = 1; Seed != 30; ++Seed) {
    std::vector<Profile> Runs;
    for (uint64_t I = 0; I != 1 + Seed % 4; ++I)
      Runs.push_back(RandomRun(Seed * 10 + I).make());
    Profile All = merged(Runs);
    ASSERT_EQ(All.Ranks.size(), Runs.size());
    Counts Sum;
    std::vector<Counts> ByStructure(All.Structures.size());
    std::map<RowKey, Counts> Rows;
    uint64_t Instructions = 0;
    for (size_t I = 0; I != Runs.size(); ++I) {
      const Profile &P = Runs[I];
      Sum += P.total();
      Instructions += P.Instructions;
      for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
        ByStructure[sameIn(All, P, Id)] += P.Structures[Id].Total;
      for (const IntervalCounts &R : good(intervalCounts(P)))
        Rows[{All.Ranks[I].FirstThread + R.Thread,
              sameIn(All, P, R.Structure.Value), R.Interval}] = R.Total;
    }
    EXPECT_EQ(All.total(), Sum);
    EXPECT_EQ(All.Instructions, Instructions);
    for (uint32_t Id = 0; Id != All.Structures.size(); ++Id)
      EXPECT_EQ(All.Structures[Id].Total, ByStructure[Id]);
    std::vector<IntervalCounts> Found = good(intervalCounts(All));
    ASSERT_EQ(Found.size(), Rows.size());
    for (const IntervalCounts &R : Found)
      EXPECT_EQ(R.Total, (Rows[{R.Thread, R.Structure.Value, R.Interval}]));
    Counts OfThreads;
    for (const ThreadCounts &C : All.ByThread)
      OfThreads += C.Total;
    EXPECT_EQ(OfThreads, Sum);
  }
}

TEST(ProfileMerger, TheProcessIsTheSumOfEachInterval) {
  std::vector<Profile> Runs;
  for (uint64_t Seed = 1; Runs.size() != 4; ++Seed)
    if (Profile P = RandomRun(Seed).make(); P.Threads.size() == 1)
      Runs.push_back(P);
  Profile All = merged(Runs);
  for (Measure Kind : {Measure::Accesses, Measure::Stores,
                       levelMeasure(0, LevelMeasure::Misses),
                       levelMeasure(1, LevelMeasure::Accesses)}) {
    std::map<SumKey, uint64_t> Expected;
    for (const Profile &P : Runs)
      for (auto [Key, Value] : processOf(P, All, Kind))
        Expected[Key] += Value;
    EXPECT_FALSE(Expected.empty());
    EXPECT_EQ(processOf(All, All, Kind), Expected);
  }
  // Where one does not tell, the whole does not.
  Profile Threads = RandomRun(1).make();
  for (uint64_t Seed = 1; Threads.Threads.size() == 1; ++Seed)
    Threads = RandomRun(Seed).make();
  Runs.push_back(Threads);
  EXPECT_EQ(merged(Runs).Streams.processThread(Measure::Accesses),
            std::nullopt);
}

TEST(ProfileMerger, InStepsIsAtOnce) {
  std::vector<Profile> Runs;
  for (uint64_t Seed = 1; Runs.size() != 3; ++Seed)
    Runs.push_back(RandomRun(Seed).make());
  Profile Low = merged({Runs[0], Runs[1]});
  ProfileMerger M;
  ASSERT_TRUE(M.add(Low, "ignored"));
  ASSERT_TRUE(M.add(Runs[2], "2"));
  Profile Steps = good(M.finish()), Single = merged(Runs);
  EXPECT_EQ(Steps.Ranks, Single.Ranks);
  EXPECT_EQ(Steps.total(), Single.total());
  ASSERT_EQ(Steps.Structures.size(), Single.Structures.size());
  for (size_t Id = 0; Id != Single.Structures.size(); ++Id)
    EXPECT_EQ(Steps.Structures[Id].Total, Single.Structures[Id].Total);
}

TEST(ProfileMerger, SitesAreOnePlaceAndTheirStepsAdd) {
  Profile P = handMadeProfile({heapStructure("a", 8, 4, 2)});
  P.HasSiteAccesses = P.HasDescriptions = true;
  CodeSite Site;
  Site.File = "a.c", Site.Line = 3, Site.Accesses = 8, Site.Touches = 8;
  P.Sites = {Site, Site};
  P.Sites[1].Write = true;
  SiteCounts C{0, StructureId(2), {4, 2}, 8};
  C.Steps.Sampled = 2, C.Steps.steps(StepKind::Strided) = 1;
  C.Steps.Strides = {{-8, 1}, {16, 2}};
  P.BySite = {C};
  P.BlindSpots = {{"a.c", "f", 9, 1, 5}};
  Profile Q = P;
  std::swap(Q.Sites[0], Q.Sites[1]);
  Q.BySite[0].Site = 1;
  Q.BySite[0].Steps.Strides = {{8, 3}, {16, 1}};
  Profile All = merged({P, Q});
  ASSERT_EQ(All.Sites.size(), 2u);
  EXPECT_EQ(All.Sites[0].Accesses, 16u);
  ASSERT_EQ(All.BySite.size(), 1u);
  EXPECT_EQ(All.BySite[0].Site, 0u);
  EXPECT_EQ(All.BySite[0].Misses, (std::vector<uint64_t>{8, 4}));
  EXPECT_EQ(All.BySite[0].Accesses, 16u);
  EXPECT_EQ(All.BySite[0].Steps.Strides,
            (std::vector<Stride>{{-8, 1}, {8, 3}, {16, 3}}));
  ASSERT_EQ(All.BlindSpots.size(), 1u);
  EXPECT_EQ(All.BlindSpots[0].Executions, 10u);
}

TEST(ProfileMerger, SitesThatUseOtherBytesStayApart) {
  Profile P = handMadeProfile({heapStructure("a", 8, 4, 2)});
  P.Records = {{"struct pair", 8, {}, {}}};
  CodeSite Site;
  Site.File = "a.c", Site.Line = 3, Site.Accesses = 8;
  Site.Field = {0, 0, 32, 0, UsedBytes::ofElements().code()};
  P.Sites = {Site};
  EXPECT_EQ(merged({P, P}).Sites.size(), 1u);
  Profile Q = P;
  Q.Sites[0].Field.Used = 0;
  EXPECT_EQ(merged({P, Q}).Sites.size(), 2u);
}

/// Long runs have longer intervals.
TEST(ProfileMerger, IntervalsBecomeAsLongAsTheLongest) {
  for (uint64_t Seed = 1; Seed != 10; ++Seed) {
    std::vector<Profile> Runs, Fitted;
    for (uint64_t I = 0; I != 3; ++I) {
      Runs.push_back(RandomRun(Seed * 10 + I).make());
      Runs[I].IntervalInstructions = 1000 << (I * Seed % 3);
    }
    for (const Profile &P : Runs) {
      uint64_t Most = 1000 << (Seed % 3 == 0 ? 0 : 2);
      unsigned Shift =
          unsigned(std::countr_zero(Most / P.IntervalInstructions));
      Fitted.push_back(P);
      Fitted.back().Streams = good(coarserStreams(P.Streams, Shift));
      Fitted.back().IntervalInstructions = Most;
    }
    Profile All = merged(Runs), Expected = merged(Fitted);
    EXPECT_EQ(All.IntervalInstructions, Expected.IntervalInstructions);
    ASSERT_EQ(All.Streams.All.size(), Expected.Streams.All.size());
    for (size_t S = 0; S != All.Streams.All.size(); ++S) {
      const Stream &First = All.Streams.All[S],
                   &Other = Expected.Streams.All[S];
      EXPECT_EQ(First.key(), Other.key());
      EXPECT_EQ(First.Total, Other.Total);
      EXPECT_EQ(First.Packed, Other.Packed);
    }
  }
}

TEST(ProfileMerger, WhatDoesNotFitIsRefused) {
  Profile P = RandomRun(1).make();
  auto Reason = [&](const Profile &Q, const std::string &Label = "1") {
    ProfileMerger M;
    EXPECT_TRUE(M.add(P, "0"));
    return errorOf(M.add(Q, Label));
  };
  Profile Q = P;
  Q.Caches.Levels[0].Ways = 4;
  EXPECT_TRUE(has(Reason(Q), "record all with one --cache"));
  Q = P;
  Q.IntervalInstructions = 3 * P.IntervalInstructions;
  EXPECT_TRUE(has(Reason(Q), "record all with one --interval"));
  EXPECT_TRUE(has(Reason(P, "0"), "two ranks are called '0'"));
}

TEST(RankLabels, AreWhereFileNamesDiffer) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(labelsOf({"d/r.0.mfp", "d/r.10.mfp"}), (Names{"0", "10"}));
  EXPECT_EQ(labelsOf({"r1.mfp", "r12.mfp"}), (Names{"r1", "r12"}));
  EXPECT_EQ(labelsOf({"a/p.mfp", "b/p.mfp"}), (Names{"a", "b"}));
  EXPECT_EQ(labelsOf({"r.100.mfp", "r.200.mfp"}), (Names{"100", "200"}));
  // A program, and the child that it has forked.
  EXPECT_EQ(labelsOf({"m.mfp", "m.167.mfp"}), (Names{"m", "m.167"}));
  EXPECT_EQ(labelsOf({"x.mfp"}), (Names{"x.mfp"}));
  EXPECT_EQ(labelsOf({"x.mfp", "x.mfp"}), (Names{"x.mfp", "x.mfp"}));
}

TEST(ProfileMerger, StallsOfACoreAreOnceForEachKeyInItsOrder) {
  auto Run = [](const char *First, const char *Second, uint64_t Cycles) {
    Profile P = handMadeProfile(
        {heapStructure(First, 0, 0, 0), heapStructure(Second, 0, 0, 0)});
    P.Core.Name = "one", P.Core.Spec = "inorder";
    P.Core.Threads.resize(1);
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      P.Core.Stalls.push_back(
          {0, CoreStalls::NoSite, StructureId(Id), Cycles + Id});
    return P;
  };
  Profile Whole = merged({Run("a", "b", 100), Run("b", "a", 1000)});
  auto Key = [](const CoreStalls &S) {
    return std::tuple(S.Thread, S.Site, S.Structure.Value);
  };
  EXPECT_TRUE(std::ranges::is_sorted(Whole.Core.Stalls, {}, Key));
  EXPECT_EQ(std::ranges::adjacent_find(Whole.Core.Stalls, {}, Key),
            Whole.Core.Stalls.end());
  uint64_t Cycles = 0, Expected = 0;
  for (const CoreStalls &S : Whole.Core.Stalls)
    Cycles += S.Cycles;
  for (uint64_t Id = 0; Id != Run("a", "b", 0).Structures.size(); ++Id)
    Expected += 1100 + 2 * Id;
  EXPECT_EQ(Cycles, Expected);
}

// The mapping is one structure of all ranks, and its lines are the same lines.
TEST(MergeProfiles, LinesOfMappingsKeepTheirProcess) {
  auto Make = [](const char *Other, uint64_t Accesses) {
    Profile P = handMadeProfile(
        {heapStructure(Other, 0, 0, 0), heapStructure("tallies", 0, 0, 0)});
    P.Mappings.Uses = {{StructureId(3), 0, 2 * Accesses, Accesses, Accesses}};
    P.Mappings.Lines = {{StructureId(3), 0, 3, Accesses, 1, 0xf, 0xf}};
    return P;
  };
  Profile Two = merged({Make("a", 10), Make("b", 20)});
  Profile P = merged({Make("c", 30)});
  ProfileMerger M;
  EXPECT_TRUE(M.add(Two, "x"));
  P.Ranks[0].Label = "2";
  EXPECT_TRUE(M.add(P, "2"));
  Profile All = good(M.finish());
  uint32_t Id = sameIn(All, Two, Two.Mappings.Uses[0].Structure.Value);
  ASSERT_EQ(All.Mappings.Uses.size(), 3u);
  ASSERT_EQ(All.Mappings.Lines.size(), 3u);
  for (uint32_t Process = 0; Process != 3; ++Process) {
    uint64_t Accesses = 10 * (Process + 1);
    EXPECT_EQ(All.Mappings.Uses[Process],
              (MappingUse{StructureId(Id), Process, 2 * Accesses, Accesses,
                          Accesses}));
    EXPECT_EQ(
        All.Mappings.Lines[Process],
        (MappingLine{StructureId(Id), Process, 3, Accesses, 1, 0xf, 0xf}));
  }
}

} // namespace
