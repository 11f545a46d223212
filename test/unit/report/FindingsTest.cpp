//===- FindingsTest.cpp - which change, and what it saves at most ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Findings.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

class Findings : public testing::Test {
protected:
  Findings() {
    P = handMadeProfile({});
    P.Structures[0].Total = P.Structures[1].Total = Counts();
    P.HasSiteAccesses = P.HasDescriptions = true;
  }

  /// \p Objects of one element of \p Bytes each, and so many misses of the
  /// first level. All accesses are by one site with these steps, in the order
  /// of StepKind.
  Structure &add(const char *Name, uint64_t Objects, uint64_t Bytes,
                 uint64_t Misses, std::array<uint64_t, StepKinds> Steps) {
    Structure S = heapStructure(Name, 1'000'000, Misses, 0);
    S.Objects = Objects;
    S.ElementBytes = Bytes;
    S.Bytes = S.PeakBytes = Objects * Bytes;
    StructureId Id(uint32_t(P.Structures.size()));
    P.Structures.push_back(S);
    CodeSite Site;
    Site.Accesses = 1'000'000;
    P.Sites.push_back(Site);
    SiteCounts C;
    C.Site = uint32_t(P.Sites.size() - 1);
    C.Structure = Id;
    C.Misses = {Misses, 0};
    C.Accesses = 1'000'000;
    C.Steps.Sampled = 1000;
    C.Steps.Steps = Steps;
    P.BySite.push_back(C);
    return P.Structures.back();
  }
  std::vector<Finding> all() { return findingsOf(P, 100); }

  Profile P;
};

TEST_F(Findings, NoMissesAreNoFindings) {
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(findingsText(P, "", Terminal()), "");
}

TEST_F(Findings, ManySmallLinkedObjectsWantAPool) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  add("other", 1, 4096, 1000, {1000, 0, 0, 0, 0, 0});
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(P.Structures[F[0].Structure.Value].Name, "list");
  EXPECT_EQ(F[0].Remedy, Change::Pool);
  EXPECT_DOUBLE_EQ(F[0].Share, 0.75);
  EXPECT_DOUBLE_EQ(F[0].Saves, 0.75 * 0.75);
  EXPECT_EQ(F[0].Cause, "pointer chasing 90.0 %");
  EXPECT_EQ(F[1].Remedy, Change::Tile);
  EXPECT_EQ(F[1].Saves, 0);
}

TEST_F(Findings, APoolNeedsManyObjectsThatAreSmallerThanALine) {
  add("few", 63, 16, 1000, {0, 0, 0, 1000, 0, 0});
  add("large", 1000, 64, 1000, {0, 0, 0, 1000, 0, 0});
  add("in-order", 1000, 16, 1000, {900, 0, 0, 100, 0, 0});
  for (const Finding &F : all())
    EXPECT_NE(F.Remedy, Change::Pool) << F.Structure.Value;
}

TEST_F(Findings, WhatAPoolHandsOutNeedsNone) {
  Structure &S = add("piece", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  S.Lives.PeakObjects = 1000;
  for (const Finding &F : all())
    EXPECT_NE(F.Remedy, Change::Pool);
  P.Structures.back().Lives.Timed = 1000; // malloc has made them
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, AnAllocatorOfOnesOwnWantsAnnotations) {
  Structure &S = add("cur", 1, 1, 3000, {100, 0, 0, 900, 0, 0});
  S.Kind = StructureKind::Mapping;
  S.Type = "char";
  S.Function = "grow";
  S.Bytes = 1 << 20;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Annotate);
  EXPECT_NE(findingText(P, F[0]).find("if grow requests it"),
            std::string::npos);
  EXPECT_NE(findingText(P, F[0]).find("MEMFACET_ALLOC(piece, bytes)"),
            std::string::npos);
  for (const char *Type : {"struct a[] | struct b[]", "", "char"}) {
    P.Structures.back().Type = Type;
    EXPECT_EQ(all()[0].Remedy, Change::Annotate) << Type;
  }
  P.Structures.back().Type = "struct a";
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  P.Structures.back().Type = "char";
  P.Structures.back().Bytes = 100;
  EXPECT_EQ(all()[0].Remedy, Change::Order);
}

TEST_F(Findings, LargeStridesCrossLines) {
  add("matrix", 1, 8, 1000, {500, 500, 0, 0, 0, 0});
  P.Structures.back().Bytes = 80'000;
  P.BySite.back().Steps.Strides = {{2400, 500}};
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Traverse);
  EXPECT_DOUBLE_EQ(F[0].Saves, 0.5 * (1 - 8 / 64.0));

  P.BySite.back().Steps.Strides = {{-48, 500}};
  EXPECT_EQ(all()[0].Remedy, Change::Tile);
}

TEST_F(Findings, StepsFromRowToRowCrossLinesWhereTheyMiss) {
  add("rows", 100, 4096, 500'000, {1000, 0, 0, 0, 0, 0});
  EXPECT_EQ(all()[0].Remedy, Change::Traverse);
  EXPECT_DOUBLE_EQ(all()[0].Saves, 1 - 8 / 64.0);
  P.Structures.back().Total.Levels[0].Misses = 499'999;
  EXPECT_EQ(all()[0].Remedy, Change::Tile);
}

TEST_F(Findings, WhatIsUsedAgainWasEvictedIfItMissesMoreThanAtFirst) {
  P.Threads.resize(5);
  // Each of five threads comes to its line once.
  add("counters", 1, 64, 10, {0, 0, 1000, 0, 0, 0});
  add("evicted", 1, 64, 11, {0, 0, 1000, 0, 0, 0});
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(P.Structures[F[0].Structure.Value].Name, "evicted");
  EXPECT_EQ(F[0].Remedy, Change::KeepApart);
  EXPECT_EQ(F[1].Remedy, Change::None);
  EXPECT_EQ(F[1].Advice, "");
}

TEST_F(Findings, SeldomUsedMembersAreSplitOff) {
  Structure &S = add("items", 100, 64, 1000, {1000, 0, 0, 0, 0, 0});
  P.Records.push_back(
      {"struct node",
       64,
       {{"key", "long", 0, 64, 1, 0}, {"text", "char[56]", 64, 448, 1, 0}},
       {}});
  S.Record = 0;
  P.Sites[0].Field.Record = 0;
  P.Sites[0].Field.Bytes = 8;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Split);
  EXPECT_DOUBLE_EQ(F[0].Saves, 1 - 8 / 64.0);
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"),
            "memfacet report a.mfp --fields items");
}

TEST_F(Findings, FalselySharedLinesComeBeforeLayouts) {
  add("counts", 1000, 16, 1000, {0, 0, 0, 1000, 0, 0});
  SharingVertex V;
  V.Structure = StructureId(2);
  V.True = 10;
  V.False = 10;
  P.Sharing.Vertices = {V};
  EXPECT_EQ(all()[0].Remedy, Change::Pool) << "they are too few";
  P.Sharing.Vertices[0].True = P.Sharing.Vertices[0].False = 1000;
  std::vector<Finding> F = all();
  EXPECT_EQ(F[0].Remedy, Change::Unshare);
  EXPECT_EQ(findingText(P, F[0]),
            "false sharing: counts (single objects: 1000 struct node of 16 B). "
            "1000 times a thread lost a line because another one wrote other "
            "bytes of it: give each thread lines of its own.");
  P.Sharing.Vertices[0].True = 1001;
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, WhatThreadsMayShareComesFirstWhereLittleMisses) {
  add("counts", 1, 32, 0, {});
  add("list", 1000, 16, 10, {100, 0, 0, 900, 0, 0});
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  P.SharingHints = {{StructureId(2), 1000, 640, 1, 2}};
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].Remedy, Change::MayShare);
  EXPECT_EQ(F[0].Structure.Value, 2u);
  EXPECT_EQ(findingText(P, F[0]),
            "perhaps false sharing: counts (single object: 1 struct node of "
            "32 B). 2 threads access different bytes of 1 line and write "
            "there: in another order than that of this run, up to 64.0 % of "
            "its 1.00 M accesses may miss for that.");
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"),
            "memfacet false-sharing -- ./app --size '3 4'");
  P.Sharing.Map = "threads";
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"), "memfacet sharing a.mfp");
  P.Sharing.Map.clear();
  EXPECT_EQ(F[1].Remedy, Change::Pool);

  // Half of 640,000 times 10 cycles is less than 0.75 of 1 M misses.
  P.Structures[3].Total.Levels[0].Misses = 1'000'000;
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, WhatThreadsMayShareIsToldFromSomeAccessesOn) {
  add("counts", 1, 32, 0, {});
  auto Found = [&](SharingHint H) {
    P.SharingHints = {H};
    return all().size();
  };
  EXPECT_EQ(Found({StructureId(2), 640, 64, 1, 2}), 1u);
  EXPECT_EQ(Found({StructureId(2), 630, 63, 1, 2}), 0u);
  EXPECT_EQ(Found({StructureId(2), 641, 64, 1, 2}), 0u) << "a tenth of its own";
  EXPECT_EQ(Found({StructureId(0), 64, 64, 1, 2}), 0u)
      << "a thousandth of the program's";
  P.Sharing.Map = "threads";
  EXPECT_EQ(Found({StructureId(2), 640, 64, 1, 2}), 1u)
      << "another run has another order";
}

TEST_F(Findings, LittleCostIsNoFinding) {
  add("much", 1, 64, 981, {0, 0, 1000, 0, 0, 0});
  add("little", 1, 64, 19, {0, 0, 1000, 0, 0, 0});
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::KeepApart);
}

TEST_F(Findings, MissesOfOuterLevelsCostMore) {
  add("near", 1, 64, 1000, {0, 0, 0, 0, 0, 1000});
  add("far", 1, 64, 1000, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Total.Levels[1].Misses = 1000;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].Structure.Value, 3u);
  // 10 cycles to the second level, 186 more to memory.
  EXPECT_DOUBLE_EQ(F[0].Share, 196 / 206.0);
}

TEST_F(Findings, TextIsWrappedBetweenWordsAndNotBeforeUnits) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  for (size_t Width = 40; Width != 120; ++Width) {
    Terminal Narrow;
    Narrow.Width = Width;
    std::string Text = findingsText(P, "", Narrow);
    for (const char *Unit : {"\n    %", "\n    B", "\n    K"})
      EXPECT_EQ(Text.find(Unit), Text.npos) << Width << Text;
  }
  EXPECT_EQ(findingsText(P, "", Terminal()),
            "what costs most\n"
            " 1. 100.0 % of L1 misses: list (single objects: 1000 struct node "
            "of 16 B), pointer chasing 90.0 %.\n"
            "    Allocate its 1000 objects of 16 B one after the other, in the "
            "order of their use (a pool), which\n"
            "    saves about 75.0 % of the cycles that misses cost.\n"
            "    memfacet advise -- ./app --size '3 4'\n"
            "not recorded, as it is slower; to run the program again and "
            "record it:\n"
            "    causes of misses         memfacet why --again\n"
            "    other sizes of caches    memfacet curves --again\n"
            "    stalls of the processor  memfacet critical --again\n");
}

// 50 arrays are not one of 4.26 million, and a record with a tail is one
// element.
TEST_F(Findings, ElementsAreThoseOfOneObject) {
  Structure &Grids = add("grids", 50, 8, 3000, {900, 0, 0, 100, 0, 0});
  Grids.Bytes = Grids.PeakBytes = 50 * 85'184 * 8;
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("grids (array: 85.2 K struct node of 8 B in each of 50 "
                      "objects)"),
            std::string::npos);
  Structure &Texts = P.Structures.back();
  Texts.Name = "texts", Texts.ElementBytes = 24;
  Texts.Bytes = Texts.PeakBytes = 50 * 200;
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("texts (single objects: 50 struct node of 24 B)"),
            std::string::npos);
}

TEST_F(Findings, WhatWasNotRecordedIsSaid) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  P.Memory.Known = true;
  Terminal Wide;
  Wide.Width = 300;
  std::string Text = findingsText(P, " a.mfp", Wide);
  EXPECT_TRUE(has(Text,
                  "record it:\n"
                  "    false sharing between 2 threads  memfacet false-sharing "
                  "a.mfp --again\n"
                  "    other sizes of caches            memfacet curves a.mfp "
                  "--again\n"))
      << Text;
  EXPECT_FALSE(has(Text, "memfacet why"));
}

// Without a record of them, lines that threads fight for are hits.
TEST_F(Findings, ThreadsWithoutMissesMaySharePerhaps) {
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(findingsText(P, "", Terminal()),
            "not recorded, as it is slower; to run the program again and "
            "record it:\n"
            "    false sharing between 2 threads  memfacet false-sharing "
            "--again\n");
  P.Sharing.Map = "threads";
  EXPECT_EQ(findingsText(P, "", Terminal()), "");
}

} // namespace
